import { join } from "node:path";
import { expect, it } from "vitest";
import { SqliteDriver } from "../../../src/batch/sqlite/driver.js";
import type { SqlDriver } from "../../../src/batch/store/driver.js";
import { SqlLedger } from "../../../src/batch/store/ledger-store.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

/** A driver whose transactions fail at their first statement that has a text. */
function failAt(driver: SqlDriver, text: string): SqlDriver {
  return {
    get dialect() {
      return driver.dialect;
    },
    missingFile: () => driver.missingFile(),
    create: (tables) => driver.create(tables),
    read: (sql, ...values) => driver.read(sql, ...values),
    write: (run) =>
      driver.write((transaction) =>
        run({
          all: (sql, ...values) =>
            sql.includes(text)
              ? Promise.reject(new Error("cut off"))
              : transaction.all(sql, ...values),
        }),
      ),
    close: () => driver.close(),
  };
}

const MODEL = '{"model":"echo"}';

it("ledger.adopt that is cut off has changed no batch, so that a second call makes the same items doubtful", async () => {
  const driver = new SqliteDriver(join(temporaryFolder(), "ledger.db"));
  const ledger = new SqlLedger(driver, undefined);
  const batches = [
    await ledger.open("one", MODEL),
    await ledger.open("two", MODEL),
  ];
  for (const batch of batches)
    await batch.add(
      ["a", "b", "c"].map((key) => ({
        key,
        input: "{}",
        policy: null,
        priority: 0,
        metadata: null,
        estimate: null,
      })),
    );
  const inDoubt = async () => {
    const totals = await Promise.all(batches.map((batch) => batch.totals()));
    return totals.map(({ counts }) => counts.inDoubt);
  };
  const cutOff = new SqlLedger(failAt(driver, "SET identity"), undefined);
  await expect(cutOff.adopt(1)).rejects.toThrow("cut off");
  expect(await inDoubt()).toEqual([0, 0]);
  expect(await ledger.adopt(1)).toBe(2);
  expect(await inDoubt()).toEqual([1, 1]);
  await ledger.close();
});

import { join } from "node:path";
import { expect, it } from "vitest";
import { SqliteDriver } from "../../../src/batch/sqlite/driver.js";
import { SqlLedger } from "../../../src/batch/store/ledger-store.js";
import {
  newItem,
  temporaryFolder,
  wrapDriver,
} from "../suite/temporary-batch.js";

const MODEL = '{"model":"echo"}';

it("ledger.adopt that is cut off has changed no batch, so that a second call makes the same items doubtful", async () => {
  const driver = new SqliteDriver(join(temporaryFolder(), "ledger.db"));
  const ledger = new SqlLedger(driver, undefined);
  const batches = [
    await ledger.open("one", MODEL),
    await ledger.open("two", MODEL),
  ];
  for (const batch of batches)
    await batch.add(["a", "b", "c"].map((key) => newItem(key)));
  const inDoubt = async () => {
    const totals = await Promise.all(batches.map((batch) => batch.totals()));
    return totals.map(({ counts }) => counts.inDoubt);
  };
  const failing = wrapDriver(driver, (all, sql, values) =>
    sql.includes("SET identity")
      ? Promise.reject(new Error("cut off"))
      : all(sql, ...values),
  );
  const cutOff = new SqlLedger(failing, undefined);
  await expect(cutOff.adopt(1)).rejects.toThrow("cut off");
  expect(await inDoubt()).toEqual([0, 0]);
  expect(await ledger.adopt(1)).toBe(2);
  expect(await inDoubt()).toEqual([1, 1]);
  await ledger.close();
});

import { expect, onTestFinished, test } from "vitest";
import type { Item, ItemReport } from "../../../src/batch/ledger.js";
import { PostgresDriver } from "../../../src/batch/postgres/driver.js";
import type { SqlValue, Transaction } from "../../../src/batch/store/driver.js";
import { SqlLedger } from "../../../src/batch/store/ledger-store.js";
import { newItem, wrapDriver } from "../suite/temporary-batch.js";
import { PostgresServer } from "./server.js";

const ITEMS = 3000;

/** How many rows a step of a statement may look at: far fewer than the batch has. */
const MAX_ROWS = 500;

/** A step of a statement, as Postgres explains it. */
interface Step {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Step[];
}

/** How many rows the step looks at that looks at the most. */
function mostRows(step: Step): number {
  const { "Actual Rows": rows, "Actual Loops": loops } = step;
  const seen = (rows + (step["Rows Removed by Filter"] ?? 0)) * loops;
  return Math.max(seen, ...(step.Plans ?? []).map(mostRows));
}

/** Has a statement about items explained where it runs, and keeps it if it looks at many rows. */
async function explain(
  all: Transaction["all"],
  sql: string,
  values: readonly SqlValue[],
  slow: string[],
) {
  if (/\bitems\b/.test(sql) && sql.trimStart().startsWith("SELECT")) {
    const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
    const [row] = await all(text, ...values);
    const [explained] = JSON.parse(String(row?.["QUERY PLAN"])) as {
      readonly Plan: Step;
    }[];
    if (explained && mostRows(explained.Plan) > MAX_ROWS)
      slow.push(`${sql}\n${JSON.stringify(explained.Plan)}`);
  }
  return all(sql, ...values);
}

test("no call on some items of a batch in Postgres looks at every item of the batch, also without statistics", async () => {
  const server = await PostgresServer.create(["autovacuum=off"]);
  onTestFinished(() => server.remove());
  const pool = server.pool();
  const slow: string[] = [];
  const source = { open: () => Promise.resolve(pool), isOwn: false };
  const driver = wrapDriver(
    new PostgresDriver(source, "ledger"),
    (all, sql, values) => explain(all, sql, values, slow),
  );
  const ledger = new SqlLedger(driver, undefined);
  const batch = await ledger.open("test", '{"model":"echo"}');
  const items = Array.from({ length: ITEMS }, (_, n) =>
    newItem(`key ${n}`, { metadata: `{"page":${n % 100}}` }),
  );
  for (let from = 0; from < ITEMS; from += 100)
    await batch.add(items.slice(from, from + 100));
  const worker = await batch.join();
  const claim = { worker, limit: 100, claimedAt: 1, minReserved: 0 };
  for (let sequence = 1; sequence <= 4; sequence++) {
    const claimed = await batch.claim({ ...claim, sequence });
    const running = await batch.report(
      claimed.items.map((item: Item): ItemReport => ({
        ...item,
        state: "running",
        jobId: `job ${item.id}`,
      })),
    );
    await batch.report(
      running
        .slice(0, 50)
        .flatMap((item) =>
          item
            ? [{ ...item, state: "completed", output: "1", outputBytes: 1 }]
            : [],
        ),
    );
    await batch.heartbeat({ id: worker, sequence }, 10);
  }
  await batch.find("key 7");
  const reads = { by: "id", after: 0, limit: 10 } as const;
  await batch.read({ ...reads, states: ["running"], worker });
  await batch.read({ ...reads, states: ["running"], jobId: "job 7" });
  await batch.read({ ...reads, states: ["running"], keys: ["key 7"] });
  await batch.read({ by: "order", after: 0, limit: 10, states: ["completed"] });
  await batch.leave(worker);
  await batch.totals();
  await ledger.close();
  await pool.end();
  expect(slow).toEqual([]);
});

import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  ALL_STATES,
  type Item,
  type ItemReport,
} from "../../../src/batch/ledger.js";
import { SqliteDriver } from "../../../src/batch/sqlite/driver.js";
import { SqlLedger } from "../../../src/batch/store/ledger-store.js";
import {
  newItem,
  temporaryFolder,
  wrapDriver,
} from "../suite/temporary-batch.js";

/** How SQLite goes through the items: by no index, or by an index of which only the batch is given. */
const WHOLE_BATCH =
  /^SCAN items\b|USING (COVERING )?INDEX items_by_\w+ \(batch=\?\)$/;

/** How SQLite runs a statement, step by step. */
function openPlans(path: string) {
  const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as {
    readonly DatabaseSync: new (path: string) => {
      prepare(sql: string): { all(): { readonly detail: string }[] };
      close(): void;
    };
  };
  const database = new DatabaseSync(path);
  const explain = (sql: string) => {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return plan.map(({ detail }) => detail);
  };
  return { explain, close: () => database.close() };
}

it("no statement of a batch in SQLite looks at every item of the batch", async () => {
  const path = join(temporaryFolder(), "ledger.db");
  const statements = new Set<string>();
  const driver = wrapDriver(new SqliteDriver(path), (all, sql, values) => {
    statements.add(sql);
    return all(sql, ...values);
  });
  const ledger = new SqlLedger(driver, undefined);
  const batch = await ledger.open("test", '{"model":"echo"}');
  const items = Array.from({ length: 20 }, (_, n) =>
    newItem(`key ${n}`, { metadata: `{"page":${n % 2}}` }),
  );
  await batch.add(items);
  await batch.add(items);
  const worker = await batch.join();
  const claim = { worker, limit: 4, claimedAt: 1, minReserved: 0 };
  const first = await batch.claim({ ...claim, sequence: 1 });
  await batch.claim({ ...claim, sequence: 1 });
  await batch.claim({ ...claim, sequence: 2, keys: ["key 9"] });
  const run = (item: Item): ItemReport => ({
    ...item,
    state: "running",
    jobId: `job ${item.id}`,
  });
  const running = await batch.report(first.items.map(run));
  const complete = (item: Item | undefined): ItemReport[] =>
    item ? [{ ...item, state: "completed", output: "1", outputBytes: 1 }] : [];
  await batch.report(running.slice(0, 2).flatMap(complete));
  await batch.heartbeat({ id: worker, sequence: 2 }, 5);
  await batch.find("key 3");
  const end = {
    errorCode: "cancelled",
    errorMessage: "",
    finishedAt: 1,
  } as const;
  const metadata = { page: 1 };
  await batch.move(
    { states: ["queued"], metadata },
    { to: "cancelled", ...end },
    0,
  );
  await batch.move({ states: ["cancelled"], metadata }, { to: "queued" }, 0);
  await batch.move({ states: ["queued"], metadata }, { to: "removed" }, 0);
  await batch.move(
    { states: ["queued"], keys: ["key 8"] },
    { to: "removed" },
    0,
  );
  for (const by of ["id", "order"] as const)
    for (const filter of [
      {},
      { keys: ["key 1", "key 2"] },
      { metadata },
      { jobId: "job 1" },
      { worker },
      { errorCode: "cancelled" },
    ])
      for (const states of [ALL_STATES, ["queued"], ["failed"]] as const)
        await batch.read({ ...filter, states, by, after: 0, limit: 5 });
  await batch.leave(worker);
  await ledger.adopt(2);
  await batch.delete(true);
  await ledger.close();
  const plans = openPlans(path);
  // The items of deleted batches are looked at until none is left.
  const whole = [...statements]
    .filter((sql) => sql.includes("items") && !sql.includes("is_deleted"))
    .map((sql) => ({ sql, steps: plans.explain(sql) }))
    // `few` holds the rows that were found.
    .map(({ sql, steps }) => ({
      sql,
      steps: sql.includes("few AS items")
        ? steps.filter((step) => step !== "SCAN items")
        : steps,
    }))
    .filter(({ steps }) => steps.some((step) => WHOLE_BATCH.test(step)));
  plans.close();
  expect(whole).toEqual([]);
});

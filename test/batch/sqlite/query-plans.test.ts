import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  fileStore,
  type ItemState,
  type OpenStore,
} from "../../../src/batch/index.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

/** What is used of `node:sqlite`, whose types Node 20 lacks. */
interface Sqlite {
  readonly DatabaseSync: DatabaseClass;
}

interface DatabaseClass {
  new (path: string): Database;
  readonly prototype: Database;
}

interface Database {
  prepare(sql: string): { all(): { readonly detail: unknown }[] };
  close(): void;
}

const SQLITE: string = "node:sqlite";
const { DatabaseSync } = (await import(SQLITE)) as Sqlite;

/** A step of a plan that reads the items one after the other. */
const READS_ALL_ITEMS = /^SCAN items|USING INTEGER PRIMARY KEY \(rowid>\?\)/;

/** The statements that a store makes while it does `act`, each with the steps of its plan. */
async function findPlans(
  act: (store: OpenStore) => Promise<unknown>,
): Promise<Map<string, string[]>> {
  const folder = temporaryFolder();
  const store = await fileStore(folder).open("plans", "{}");
  onTestFinished(() => store.close());
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  onTestFinished(() => prepare.mockRestore());
  await act(store);
  const statements = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  const database = new DatabaseSync(join(folder, "plans.db"));
  onTestFinished(() => database.close());
  return new Map(
    statements.map((sql) => {
      const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
      return [sql, steps.map(({ detail }) => String(detail))];
    }),
  );
}

it("fileStore never reads all items while a process takes and changes items", async () => {
  const plans = await findPlans(async (store) => {
    const keys = ["a", "b"];
    await store.add(
      keys.map((key) => ({ key, input: "{}", policy: null, priority: 0 })),
    );
    const member = await store.join();
    const [item] = await store.take(member.id, 1);
    if (!item) throw new Error("no item was taken");
    await store.change(item, { state: "submitting", reserved: 1 }, 10);
    const claimed = await store.read("a");
    if (!claimed) throw new Error("the item is gone");
    await store.change(claimed, { state: "completed", worker: null });
    await store.totals();
    await store.list({
      states: ["completed", "failed", "lost"],
      order: "finishOrder",
      after: 0,
      limit: 10,
      undelivered: true,
    });
    await store.releaseDeadWorkers();
    await member.leave();
  });
  const taking = [...plans].filter(([sql]) =>
    sql.includes("ORDER BY priority"),
  );
  expect(taking.map(([, steps]) => steps)).toEqual([
    ["SEARCH items USING INDEX free (state=?)"],
  ]);
  for (const [sql, steps] of plans)
    expect(
      steps.filter((step) => READS_ALL_ITEMS.test(step)),
      sql,
    ).toEqual([]);
});

it.each<ItemState>(["queued", "running", "failed", "inDoubt"])(
  "fileStore lists the items that are %s without reading others",
  async (state) => {
    const plans = await findPlans((store) =>
      store.list({ states: [state], order: "position", after: 0, limit: 10 }),
    );
    expect([...plans.values()]).toEqual([
      ["SEARCH items USING INDEX unfinished (state=? AND position>?)"],
    ]);
  },
);

it.each<ItemState>(["failed", "lost"])(
  "fileStore lists the results that are %s without reading others",
  async (state) => {
    const plans = await findPlans((store) =>
      store.list({
        states: [state],
        order: "finishOrder",
        after: 0,
        limit: 10,
      }),
    );
    expect([...plans.values()]).toEqual([
      ["SEARCH items USING INDEX unsuccessful (state=? AND finishOrder>?)"],
    ]);
  },
);

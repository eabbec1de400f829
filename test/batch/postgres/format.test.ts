import { afterAll, expect, test } from "vitest";
import { joinWorker } from "../suite/temporary-batch.js";
import { numberedItems, openBatchIn, openLedger } from "./ledgers.js";
import { PostgresServer } from "./server.js";

const server = await PostgresServer.create();
afterAll(() => server.remove());

function openSchema(schema: string) {
  return openBatchIn(openLedger(server, { schema }));
}

test.each([
  ["newer", "UPDATE newer.meta SET format = 9", "has the format 9"],
  ["bare", "DROP TABLE bare.meta", "has no number of its format"],
])(
  "a Postgres ledger whose format this version does not know is refused when it is opened, and by each write: %s",
  async (schema, sql, message) => {
    const refusal = {
      code: "ledger_format_unknown",
      message: expect.stringContaining(message) as string,
    };
    const batch = await openSchema(schema);
    await batch.add(numberedItems(1));
    const worker = await joinWorker(batch);
    await server.query(sql);
    await expect(openSchema(schema)).rejects.toMatchObject(refusal);
    if (schema !== "bare")
      for (const write of [
        () => worker.claim(),
        () => batch.add(numberedItems(2)),
        () => batch.heartbeat({ id: worker.id, sequence: 0 }, 1),
        () => batch.set({ paused: true }),
        () => batch.join(),
        () => batch.delete(true),
        async () => batch.limit((await batch.totals()).endpoint),
      ])
        await expect(write()).rejects.toMatchObject(refusal);
    expect((await batch.totals()).counts).toMatchObject({ queued: 1 });
  },
);

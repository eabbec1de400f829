import { afterAll, describe, expect, test } from "vitest";
import {
  numberedItems,
  openBatchIn,
  openLedger,
  TestWorker,
} from "./ledgers.js";
import { PostgresServer } from "./server.js";

const server = await PostgresServer.create();
afterAll(() => server.remove());

function openSchema(schema: string) {
  return openBatchIn(openLedger(server, { schema }));
}

describe("a Postgres ledger whose format this version does not know", () => {
  test.each([
    ["newer", "UPDATE newer.meta SET format = 9", "has the format 9"],
    ["zero", "UPDATE zero.meta SET format = 0", "has the format 0"],
    ["empty", "DELETE FROM empty.meta", "has no number of its format"],
    ["bare", "DROP TABLE bare.meta", "has no number of its format"],
  ])(
    "is refused when it is opened, and with each claim: %s",
    async (schema, sql, message) => {
      const refusal = {
        code: "ledger_format_unknown",
        message: expect.stringContaining(message) as string,
      };
      const batch = await openSchema(schema);
      await batch.add(numberedItems(1));
      const worker = await TestWorker.join(batch);
      await server.query(sql);
      await expect(openSchema(schema)).rejects.toMatchObject(refusal);
      if (schema !== "bare")
        await expect(worker.claim(1)).rejects.toMatchObject(refusal);
      expect((await batch.totals()).counts).toMatchObject({ queued: 1 });
    },
  );
});

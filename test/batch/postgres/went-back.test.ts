import { describe, expect, test } from "vitest";
import {
  createServer,
  numberedItems,
  openBatchIn,
  openLedger,
  removeAfterTest,
  untilAvailable,
} from "./ledgers.js";
import { joinWorker, keysOf } from "../suite/temporary-batch.js";
import type { PostgresServer } from "./server.js";

const WENT_BACK = { code: "ledger_went_back" };

/** Ten items, of which a worker has claimed 0, 1 and 2. */
async function claimThree(server: PostgresServer) {
  const batch = await openBatchIn(openLedger(server));
  await batch.add(numberedItems(10));
  const worker = await joinWorker(batch);
  expect(keysOf(await worker.claim({ limit: 3 }))).toEqual(["0", "1", "2"]);
  return worker;
}

describe("a Postgres ledger whose database went back", () => {
  test("refuses every claim after its tables were emptied and loaded again, until it is adopted", async () => {
    const server = await createServer();
    const worker = await claimThree(server);
    const tables = ["meta", "batches", "workers", "items"];
    for (const table of tables)
      await server.query(
        `CREATE TABLE ${table} AS SELECT * FROM cloud_compute.${table}`,
      );
    await worker.claim({ limit: 2 });
    for (const table of tables) {
      await server.query(`TRUNCATE cloud_compute.${table}`);
      await server.query(
        `INSERT INTO cloud_compute.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table}`,
      );
    }
    await expect(worker.claim({ limit: 1 })).rejects.toMatchObject(WENT_BACK);
    const ledger = openLedger(server);
    await expect(openBatchIn(ledger)).rejects.toMatchObject(WENT_BACK);
    expect(await ledger.adopt(2)).toBe(2);
    const batch = await openBatchIn(ledger);
    const { counts } = await batch.totals();
    expect(counts).toMatchObject({ queued: 5, submitting: 0, inDoubt: 5 });
    const other = await joinWorker(batch);
    expect(keysOf(await other.claim())).toEqual(["5", "6", "7", "8", "9"]);
  });

  test("has lost nothing after a promotion of a synchronous standby: no item beside those under way becomes doubtful", async () => {
    const primary = await createServer();
    const worker = await claimThree(primary);
    const standby = removeAfterTest(await primary.replicate());
    await primary.requireStandby();
    await worker.claim({ limit: 2 });
    await primary.stop();
    await standby.promote();
    const ledger = openLedger(standby);
    await expect(openBatchIn(ledger)).rejects.toMatchObject({
      ...WENT_BACK,
      message: expect.stringMatching(
        /0 is right only after a planned takeover, or one by a synchronous standby$/,
      ) as string,
    });
    expect(await ledger.adopt(0)).toBe(0);
    const { counts } = await (await openBatchIn(ledger)).totals();
    expect(counts).toMatchObject({ queued: 5, inDoubt: 5 });
  });

  test("continues after a crash of the server, which loses nothing", async () => {
    const server = await createServer();
    const worker = await claimThree(server);
    await server.restartAtOnce();
    const claim = worker.claim({ limit: 2 });
    const again = () => untilAvailable(() => worker.repeat({ limit: 2 }));
    expect(keysOf(await claim.catch(again))).toEqual(["3", "4"]);
  });
});

import { describe, expect, test } from "vitest";
import {
  createServer,
  keysOf,
  numberedItems,
  openBatchIn,
  openLedger,
  removeAfterTest,
  TestWorker,
} from "./ledgers.js";
import type { PostgresServer } from "./server.js";

const WENT_BACK = { code: "ledger_went_back" };

/** Ten items, of which a worker has claimed 0, 1 and 2. */
async function claimThree(server: PostgresServer) {
  const batch = await openBatchIn(openLedger(server));
  await batch.add(numberedItems(10));
  const worker = await TestWorker.join(batch);
  expect(keysOf(await worker.claim(3))).toEqual(["0", "1", "2"]);
  return worker;
}

/**
 * Checks a server that has forgotten the claims of 3 and 4: nothing is submitted before `adopt`, and afterwards nobody claims
 * an item that may have been submitted.
 */
async function expectAdoption(server: PostgresServer): Promise<void> {
  const ledger = openLedger(server);
  await expect(openBatchIn(ledger)).rejects.toMatchObject(WENT_BACK);
  expect(await ledger.adopt(2)).toBe(2);
  const batch = await openBatchIn(ledger);
  const { counts } = await batch.totals();
  expect(counts).toMatchObject({ queued: 5, submitting: 0, inDoubt: 5 });
  const worker = await TestWorker.join(batch);
  expect(keysOf(await worker.claim(10))).toEqual(["5", "6", "7", "8", "9"]);
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
    await worker.claim(2);
    for (const table of tables) {
      await server.query(`TRUNCATE cloud_compute.${table}`);
      await server.query(
        `INSERT INTO cloud_compute.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${table}`,
      );
    }
    await expect(worker.claim(1)).rejects.toMatchObject(WENT_BACK);
    await expectAdoption(server);
  });

  test("refuses the claims of a worker that has lived through a replacement by a cold copy", async () => {
    const server = await createServer();
    const worker = await claimThree(server);
    const restore = await server.copyCold();
    await worker.claim(2);
    await restore();
    await expect(worker.claim(1)).rejects.toMatchObject(WENT_BACK);
    const { id, sequence } = worker;
    await expect(
      worker.batch.heartbeat({ id, sequence }, 10),
    ).rejects.toMatchObject(WENT_BACK);
  });

  test("refuses the claims of a worker that a cold copy does not know", async () => {
    const server = await createServer();
    const { batch } = await claimThree(server);
    const restore = await server.copyCold();
    const worker = await TestWorker.join(batch);
    await restore();
    await expect(worker.claim(1)).rejects.toMatchObject(WENT_BACK);
  });

  test("has lost nothing after a promotion of a synchronous standby: no item beside those under way becomes doubtful", async () => {
    const primary = await createServer();
    const worker = await claimThree(primary);
    const standby = removeAfterTest(await primary.replicate());
    await primary.requireStandby();
    await worker.claim(2);
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
    const claimed = await worker
      .claim(2)
      .catch(() => worker.repeatUntilAvailable(2));
    expect(keysOf(claimed)).toEqual(["3", "4"]);
  });
});

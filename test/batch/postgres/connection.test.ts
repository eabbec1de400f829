import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client, Pool } from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openBatch } from "../../../src/batch/index.js";
import {
  postgresLedger,
  type PostgresClient,
  type PostgresPool,
} from "../../../src/batch/postgres/index.js";
import {
  createEchoService,
  joinWorker,
  keysOf,
  numbered,
  openStore,
  type NumberedInput,
} from "../suite/temporary-batch.js";
import {
  createServer,
  numberedItems,
  openBatchIn,
  openLedger,
  removeAfterTest,
  untilAvailable,
} from "./ledgers.js";
import type { PostgresServer } from "./server.js";

const UNAVAILABLE = { code: "ledger_unavailable" };

/** Three items in a ledger, and a worker. */
async function openWorker(...ledger: Parameters<typeof openLedger>) {
  const batch = await openBatchIn(openLedger(...ledger));
  await batch.add(numberedItems(3));
  return { batch, worker: await joinWorker(batch) };
}

/** Resolves when a statement that has this text waits for an event of this kind, with the process id of its backend. */
async function waitForBackend(
  server: PostgresServer,
  text: string,
  waitEvent: string,
): Promise<unknown> {
  for (;;) {
    const [row] = await server.query(
      "SELECT pid FROM pg_stat_activity WHERE strpos(query, $1) > 0 AND wait_event = $2",
      [text, waitEvent],
    );
    if (row) return row["pid"];
  }
}

/** What a claim waits with for a standby, and for the lock of its batch. */
const COMMIT = "COMMIT";
const LOCK = "AS batches WHERE id = $1 AND is_deleted";

describe("a Postgres ledger", () => {
  test("takes a claim whose wait for the synchronous standby was cancelled for failed, also for a role that wants no durable commits and no warnings", async () => {
    const primary = await createServer();
    await primary.query("ALTER ROLE postgres SET synchronous_commit = off");
    await primary.query("ALTER ROLE postgres SET client_min_messages = error");
    const { worker } = await openWorker(primary);
    const standby = removeAfterTest(await primary.replicate());
    await primary.requireStandby();
    await standby.stop();

    const refused = expect(worker.claim({ limit: 2 })).rejects.toMatchObject(
      UNAVAILABLE,
    );
    const pid = await waitForBackend(primary, COMMIT, "SyncRep");
    await primary.query("SELECT pg_cancel_backend($1)", [pid]);
    await refused;

    const repeated = worker.repeat({ limit: 2 });
    await waitForBackend(primary, COMMIT, "SyncRep");
    await standby.start();
    expect(keysOf(await repeated)).toEqual(["0", "1"]);
  });

  test("survives the end of the server while a statement waits and while connections are idle, with a pool that has no listener", async () => {
    const server = await createServer();
    const { connectionString } = server;
    const pool = new Pool({ connectionString });
    onTestFinished(() => pool.end());
    const { batch, worker } = await openWorker({}, { pool });
    await batch.totals();

    const other = new Client({ connectionString });
    other.on("error", () => undefined);
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT FROM cloud_compute.batches FOR UPDATE");
    const refused = expect(worker.claim({ limit: 2 })).rejects.toMatchObject(
      UNAVAILABLE,
    );
    await waitForBackend(server, LOCK, "transactionid");
    await server.restartAtOnce();
    await refused;
    const repeat = () => worker.repeat({ limit: 2 });
    expect(keysOf(await untilAvailable(repeat))).toEqual(["0", "1"]);
  });

  test("needs no state of a session: each statement may run on another connection, as behind PgBouncer", async () => {
    const server = await createServer();
    const { connectionString } = server;
    const pool: PostgresPool = {
      connect: async () => {
        const client = new Client({ connectionString });
        await client.connect();
        return Object.assign(client, { release: () => void client.end() });
      },
      on: () => undefined,
      end: () => Promise.resolve(),
    };
    const { batch, worker } = await openWorker({}, { pool });
    const { items } = await worker.claim({ limit: 2 });
    const done = await batch.report(
      items.map((item) => ({ ...item, state: "completed", output: "1" })),
    );
    expect(done.map((item) => item?.order)).toEqual([1, 2]);
    await batch.leave(worker.id);
    expect((await batch.totals()).counts).toMatchObject({
      queued: 1,
      completed: 2,
    });
  });

  test.each([
    ["may only create a schema", "GRANT CREATE ON DATABASE postgres TO plain"],
    ["has a schema already", 'CREATE SCHEMA "user" AUTHORIZATION plain'],
  ])("works for a role that %s", async (_, right) => {
    const server = await createServer();
    await server.query("CREATE ROLE plain LOGIN");
    await server.query(right);
    const connectionString = server.connectionString.replace(
      "postgres@",
      "plain@",
    );
    const { worker } = await openWorker(
      { connectionString },
      { schema: "user" },
    );
    expect(keysOf(await worker.claim())).toEqual(["0", "1", "2"]);
  });

  test("is created once by many processes that open it at the same time, gives each item to one of their workers, and orders results without a gap", async () => {
    const server = await createServer();
    const batches = await Promise.all(
      Array.from({ length: 6 }, () => openBatchIn(openLedger(server))),
    );
    const counting = "SELECT count(*) FROM cloud_compute.batches";
    expect(await server.query(counting)).toEqual([{ count: "1" }]);
    const items = numberedItems(90);
    await batches[0]?.add(items);
    const claimed = new Map<string, number>();
    const orders: (number | null | undefined)[] = [];
    await Promise.all(
      batches.map(async (batch) => {
        const worker = await joinWorker(batch);
        for (let claims = 0; claims < 5; claims++) {
          const { items } = await worker.claim({ limit: 3 });
          for (const { key } of items)
            claimed.set(key, (claimed.get(key) ?? 0) + 1);
          const done = await batch.report(
            items.map((item) => ({ ...item, state: "completed" })),
          );
          orders.push(...done.map((item) => item?.order));
        }
      }),
    );
    expect([...claimed.values()]).toEqual(items.map(() => 1));
    expect(orders.sort((one, other) => Number(one) - Number(other))).toEqual(
      items.map((_, index) => index + 1),
    );
  });

  test("lives through connections that are cut again and again while a batch is worked on", async () => {
    const server = await createServer();
    const { emulator, cloud } = createEchoService();
    const batch = await openBatch<NumberedInput>(cloud, {
      name: "cut",
      model: "echo",
      ledger: openLedger(server),
      onWarning: () => undefined,
    });
    onTestFinished(() => batch.close());
    await batch.add(numbered(60));
    const working = batch.work();
    for (let cuts = 0; cuts < 20; cuts++)
      await server.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
      );
    expect(await working).toEqual({ reason: "done" });
    const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(60);
    expect(inputs).toHaveLength(60);
  });

  test("gives up an exhausted pool after ten seconds, and gives a late connection back", async () => {
    let give: (client: PostgresClient) => void = () => undefined;
    const release = vi.fn();
    const pool: PostgresPool = {
      connect: () => new Promise((resolve) => (give = resolve)),
      on: () => undefined,
      end: () => Promise.resolve(),
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const ledger = openStore(postgresLedger({ pool }));
    const opening = expect(openBatchIn(ledger)).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining(
        "the pool gives no connection within 10 seconds",
      ) as string,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await opening;
    give({ release } as unknown as PostgresClient);
    await vi.advanceTimersByTimeAsync(0);
    expect(release).toHaveBeenCalledExactlyOnceWith(false);
  });

  test("lets batch.work end on an abort while the program holds every connection of its pool", async () => {
    const server = await createServer();
    const { connectionString } = server;
    const pool = new Pool({ connectionString, max: 1 });
    onTestFinished(() => pool.end());
    const { cloud, emulator } = createEchoService();
    const ledger = openLedger({}, { pool });
    const batch = await openBatch<NumberedInput>(cloud, {
      name: "test",
      model: "echo",
      ledger,
      onWarning: () => undefined,
    });
    emulator.model("echo", () => new Promise(() => undefined));
    await batch.add([{ key: "a", input: { n: 0 } }]);
    const stop = new AbortController();
    const work = batch.work({ signal: stop.signal });
    const ended = expect(work).rejects.toBe("enough");
    await expect.poll(async () => (await batch.get("a"))?.job).toBeDefined();
    const held = await pool.connect();
    stop.abort("enough");
    await ended;
    held.release();
  });

  test("does not keep its process alive where the program forgets to close it", async () => {
    const { connectionString } = await createServer();
    const source = (name: string) =>
      JSON.stringify(new URL(`../../../src/${name}/index.ts`, import.meta.url));
    const program = `
      import { openBatch } from ${source("batch")};
      import { postgresLedger } from ${source("batch/postgres")};
      import { createClient } from ${source(".")};
      const ledger = postgresLedger({ connectionString: ${JSON.stringify(connectionString)} });
      const options = { name: "test", model: "echo", ledger };
      await openBatch(createClient({ apiKey: "key" }), options);
      const endedAt = performance.now();
      process.on("exit", () => console.log(performance.now() - endedAt));`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--import",
      "tsx",
      "--input-type=module",
      "--eval",
      program,
    ]);
    // pg ends a connection that nobody uses after ten seconds.
    expect(Number(stdout)).toBeLessThan(9000);
  });

  test("cannot be used through a standby", async () => {
    const primary = await createServer();
    await openBatchIn(openLedger(primary));
    const standby = removeAfterTest(await primary.replicate());
    await expect(openBatchIn(openLedger(standby))).rejects.toMatchObject(
      UNAVAILABLE,
    );
  });

  test("says what is wrong with the address of its database", async () => {
    const server = await createServer();
    const at = (connectionString: string) =>
      openBatchIn(openLedger({ connectionString }));
    await expect(
      at(server.connectionString.replace(/\/postgres$/, "/nowhere")),
    ).rejects.toMatchObject({
      code: "ledger_failed",
      message: expect.stringContaining('"nowhere" does not exist') as string,
    });
    await server.stop();
    await expect(at(server.connectionString)).rejects.toMatchObject(
      UNAVAILABLE,
    );
    await server.start();
  });
});

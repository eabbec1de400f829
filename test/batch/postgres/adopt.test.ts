import { describe, expect, onTestFinished, test } from "vitest";
import type { Pool } from "pg";
import { openBatch, type Batch } from "../../../src/batch/index.js";
import {
  postgresLedger,
  type PostgresClient,
  type PostgresPool,
} from "../../../src/batch/postgres/index.js";
import {
  createGate,
  createEchoService,
  numbered,
  type NumberedInput,
} from "../suite/temporary-batch.js";
import {
  createServer,
  openLedger,
  removeAfterTest,
  temporaryFolder,
} from "./ledgers.js";
import type { PostgresServer } from "./server.js";

const ITEMS = 30;
const SUBMITTED = 20;
const RUNNING = 5;

/** A pool that leads to another server when that server has taken over, as the address of a managed service does. */
class SwitchedPool implements PostgresPool {
  readonly #pools: Pool[] = [];

  constructor(server: PostgresServer) {
    this.use(server);
  }

  use(server: PostgresServer): void {
    this.#pools.unshift(server.pool());
  }

  async connect(): Promise<PostgresClient> {
    const [pool] = this.#pools;
    if (!pool) throw new Error("there is no server");
    return pool.connect();
  }

  /** The pools of a test have a listener of their own. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }
}

/** Works until the ledger knows that some jobs run, and lets these jobs end when `finish` opens. */
async function startJobs(
  batch: Batch<NumberedInput>,
  { emulator }: Pick<ReturnType<typeof createEchoService>, "emulator">,
) {
  const started = createGate();
  const finish = createGate();
  emulator.model("echo", async ({ n }: NumberedInput) => {
    await finish.opened;
    return { echo: n };
  });
  const work = batch.work({
    concurrency: RUNNING,
    onCounts: ({ running }) => {
      if (running === RUNNING) started.open();
    },
  });
  await started.opened;
  return { work, finish };
}

/** A batch, and what the service gets of it. */
function openOn(
  server: PostgresServer,
  { cloud }: Pick<ReturnType<typeof createEchoService>, "cloud">,
  witness = temporaryFolder(),
) {
  const ledger = openLedger(server, { witness });
  const open = () =>
    openBatch<NumberedInput>(cloud, {
      name: "test",
      model: "echo",
      ledger,
      onWarning: () => undefined,
    });
  return { ledger, open };
}

/** A copy of a server in which nothing is submitted yet. `goBack` puts the copy in the place of the server. */
interface Copy {
  readonly goBack: () => Promise<PostgresServer>;
}

/** Each way in which a database loses its last commits. */
const COPIES: readonly (readonly [
  string,
  (server: PostgresServer) => Promise<Copy>,
])[] = [
  [
    "whose lagging standby takes over",
    async (server) => {
      const standby = removeAfterTest(await server.replicate());
      await standby.detach();
      return {
        goBack: async () => {
          await standby.promote();
          return standby;
        },
      };
    },
  ],
  [
    "that is restored to a point in time",
    async (server) => {
      const backup = await server.backUp();
      await server.createRestorePoint("before");
      return {
        goBack: async () => removeAfterTest(await backup.restore("before")),
      };
    },
  ],
  [
    "that is restored from a dump",
    async (server) => {
      const restore = await server.dump();
      return { goBack: () => restore().then(() => server) };
    },
  ],
  [
    "that is replaced by a cold copy",
    async (server) => {
      const restore = await server.copyCold();
      return { goBack: () => restore().then(() => server) };
    },
  ],
];

test.each(COPIES)(
  "a batch in Postgres %s submits nothing before the ledger is adopted, and then no input twice",
  async (_name, copy) => {
    const service = createEchoService();
    const { emulator } = service;
    const server = await createServer();
    const witness = temporaryFolder();
    const { open } = openOn(server, service, witness);
    const batch = await open();
    onTestFinished(() => batch.close());
    await batch.add(numbered(ITEMS));
    const { goBack } = await copy(server);
    const stop = new AbortController();
    const end = batch.work({
      signal: stop.signal,
      onResult: () => {
        if (emulator.jobs().length >= SUBMITTED) stop.abort();
      },
    });
    await expect(end).rejects.toMatchObject({ name: "AbortError" });
    const submitted = emulator.jobs().length;

    const adopted = openOn(await goBack(), service, witness);
    await expect(adopted.open()).rejects.toMatchObject({
      code: "ledger_went_back",
    });
    expect(emulator.jobs()).toHaveLength(submitted);

    expect(await adopted.ledger.adopt(submitted)).toBe(submitted);
    const again = await adopted.open();
    onTestFinished(() => again.close());
    expect(await again.work()).toMatchObject({ reason: "doubt" });
    const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(ITEMS);
    expect(inputs).toHaveLength(ITEMS);
  },
);

describe("a batch in Postgres whose standby takes over", () => {
  test("goes on by itself in a process that lives through it, once the ledger is adopted, and leaves no doubt about what that process has submitted", async () => {
    const service = createEchoService();
    const { emulator, cloud } = service;
    const primary = await createServer();
    const pools = new SwitchedPool(primary);
    const ledger = postgresLedger({ pool: pools, witness: false });
    onTestFinished(async () => {
      await ledger.close();
      await pools.end();
    });
    const warned = createGate();
    const warnings: string[] = [];
    const batch = await openBatch<NumberedInput>(cloud, {
      name: "test",
      model: "echo",
      ledger,
      onWarning: (message) => {
        warnings.push(message);
        warned.open();
      },
    });
    onTestFinished(() => batch.close());
    await batch.add(numbered(ITEMS));
    const standby = removeAfterTest(await primary.replicate());
    await standby.detach();
    const { work, finish } = await startJobs(batch, service);
    await primary.stop();
    await standby.promote();
    pools.use(standby);
    await warned.opened;
    expect(warnings).toEqual([
      expect.stringMatching(/pauses its submits: .*ledger\.adopt.*goes on/),
    ]);
    expect(emulator.jobs()).toHaveLength(RUNNING);
    expect(await openOn(standby, service).ledger.adopt(RUNNING)).toBe(RUNNING);
    finish.open();
    expect(await work).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(ITEMS);
    expect(await batch.progress()).toMatchObject({
      completed: ITEMS,
      inDoubt: 0,
    });
  });
});

test("a batch in Postgres that was replaced by a cold copy gets back from the process that ends what this process has submitted", async () => {
  const service = createEchoService();
  const { emulator } = service;
  const server = await createServer();
  const { ledger, open } = openOn(server, service);
  const batch = await open();
  onTestFinished(() => batch.close());
  await batch.add(numbered(ITEMS));
  const restore = await server.copyCold();
  const { work, finish } = await startJobs(batch, service);
  await restore();
  expect(await work).toMatchObject({
    reason: "refused",
    error: { code: "ledger_went_back" },
  });
  finish.open();
  expect(await ledger.adopt()).toBe(0);
  const again = await open();
  onTestFinished(() => again.close());
  expect(await again.work()).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(ITEMS);
});

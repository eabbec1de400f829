import { expect, onTestFinished, test } from "vitest";
import { BatchError, openBatch, type Batch } from "../../../src/batch/index.js";
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
      // A submit under way counts as running too.
      if (running === RUNNING && emulator.jobs().length === RUNNING)
        started.open();
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
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (emulator.jobs().length >= SUBMITTED) stop.abort();
      return { echo: n };
    });
    const end = batch.work({
      signal: stop.signal,
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
    expect(await again.work()).toMatchObject({ reason: "unknown" });
    const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(ITEMS);
    expect(inputs).toHaveLength(ITEMS);
  },
);

test("a batch in Postgres that was replaced by a cold copy names what the process has submitted, so that adoption and settlement leave no doubt", async () => {
  const service = createEchoService();
  const { emulator } = service;
  const server = await createServer();
  const { ledger, open } = openOn(server, service);
  const batch = await open();
  onTestFinished(() => batch.close());
  await batch.add(numbered(ITEMS));
  const restore = await server.copyCold();
  const { work, finish } = await startJobs(batch, service);
  const ended = work.catch((error: unknown) => error);
  await restore();
  const error = await ended;
  if (!(error instanceof BatchError)) throw new Error("the work goes on");
  expect(error.code).toBe("ledger_went_back");
  expect(error.jobs).toHaveLength(RUNNING);
  finish.open();
  expect(await ledger.adopt(RUNNING)).toBe(RUNNING);
  const again = await open();
  onTestFinished(() => again.close());
  for (const { key, id } of error.jobs)
    for await (const item of again.results({ keys: [key] }))
      await again.settle(item, { jobId: id });
  expect(await again.work()).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(ITEMS);
});

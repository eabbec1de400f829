import { expect, onTestFinished, test } from "vitest";
import { BatchError, openBatch } from "../../../src/batch/index.js";
import {
  createGate,
  createEchoService,
  holdJobs,
  numbered,
  temporaryFolder,
  type NumberedInput,
} from "../suite/temporary-batch.js";
import { createServer, openLedger, removeAfterTest } from "./ledgers.js";
import type { PostgresServer } from "./server.js";

const ITEMS = 30;
const SUBMITTED = 20;
const RUNNING = 5;

type Service = ReturnType<typeof createEchoService>;

/** Opens the batch on a server, as one process has it. */
function openOn(server: PostgresServer, { cloud }: Service, witness: string) {
  const ledger = openLedger(server, { witness });
  const open = async () => {
    const batch = await openBatch<NumberedInput>(cloud, {
      name: "test",
      model: "echo",
      ledger,
      onWarning: () => undefined,
    });
    onTestFinished(() => batch.close());
    return batch;
  };
  return { ledger, open };
}

/** Copies a server in which nothing is submitted yet. What is returned puts the copy in the place of the server. */
type Copy = (server: PostgresServer) => Promise<() => Promise<PostgresServer>>;

/** Ways in which a database loses its last commits. */
const COPIES: readonly (readonly [string, Copy])[] = [
  [
    "whose lagging standby takes over",
    async (server) => {
      const standby = removeAfterTest(await server.replicate());
      await standby.detach();
      return () => standby.promote().then(() => standby);
    },
  ],
  [
    "that is restored to a point in time",
    async (server) => {
      const backup = await server.backUp();
      await server.createRestorePoint("before");
      return async () => removeAfterTest(await backup.restore("before"));
    },
  ],
  [
    "that is restored from a dump",
    async (server) => {
      const restore = await server.dump();
      return () => restore().then(() => server);
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
    await batch.add(numbered(ITEMS));
    const goBack = await copy(server);
    const stop = new AbortController();
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (emulator.jobs().length >= SUBMITTED) stop.abort();
      return { echo: n };
    });
    const end = batch.work({ signal: stop.signal });
    await expect(end).rejects.toMatchObject({ name: "AbortError" });
    const submitted = emulator.jobs().length;

    const adopted = openOn(await goBack(), service, witness);
    await expect(adopted.open()).rejects.toMatchObject({
      code: "ledger_went_back",
    });
    expect(emulator.jobs()).toHaveLength(submitted);

    expect(await adopted.ledger.adopt(submitted)).toBe(submitted);
    const again = await adopted.open();
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
  const { ledger, open } = openOn(server, service, temporaryFolder());
  const batch = await open();
  await batch.add(numbered(ITEMS));
  const restore = await server.copyCold();
  const started = createGate();
  const finish = holdJobs(emulator);
  const work = batch.work({
    concurrency: RUNNING,
    onCounts: ({ running }) => {
      // A submit under way counts as running too.
      if (running === RUNNING && emulator.jobs().length === RUNNING)
        started.open();
    },
  });
  const ended = work.catch((error: unknown) => error);
  await started.opened;
  await restore();
  const error = await ended;
  if (!(error instanceof BatchError)) throw new Error("the work goes on");
  expect(error.code).toBe("ledger_went_back");
  expect(error.jobs).toHaveLength(RUNNING);
  finish.open();
  expect(await ledger.adopt(RUNNING)).toBe(RUNNING);
  const again = await open();
  for (const { key, id } of error.jobs)
    for await (const item of again.results({ keys: [key] }))
      await again.settle(item, { jobId: id });
  expect(await again.work()).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(ITEMS);
});

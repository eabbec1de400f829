import { collect } from "../../support/collect.js";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import {
  openBatch,
  type Batch,
  type BatchItem,
  type BatchOptions,
  type BatchResult,
  type Ledger,
} from "../../../src/batch/index.js";
import {
  storeOf,
  type Claimed,
  type ClaimRequest,
  type LedgerBatch,
  type LedgerStore,
  type NewItem,
} from "../../../src/batch/ledger.js";
import type {
  SqlDriver,
  SqlValue,
  Transaction,
} from "../../../src/batch/store/driver.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { createClient } from "../../../src/index.js";
import { createWebhooks } from "../../../src/webhooks/index.js";
import { createEmulator, type Emulator } from "cloud-compute-emulator";

export interface NumberedInput {
  readonly n: number;
}

interface EchoOutput {
  readonly echo: number;
}

/** The route of a submit, for `emulator.fail`. */
export const SUBMIT = "POST /v2/{slug}/run";

/** The webhooks of a batch. */
export const webhooks = createWebhooks({
  secret: "0123456789abcdef0123456789abcdef",
  url: "https://example.com/webhook",
});

/** A promise, and the function that resolves it. */
export function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "batch-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a test puts around the service. */
interface EchoServiceOptions {
  /** Receives the webhooks. */
  readonly webhookFetch?: typeof fetch;
  /** Whether the client may ask the service to hold its responses. */
  readonly longPolling?: boolean;
  /** Changes what the client gets from the service. */
  readonly wrapFetch?: (fetch: Emulator["fetch"]) => Emulator["fetch"];
}

/** An emulator whose model `echo` answers at once with its input and a cost of 0.01, and a client of it. */
export function createEchoService({
  webhookFetch,
  // The tests script and count the status requests of the documents.
  longPolling = false,
  wrapFetch = (fetch) => fetch,
}: EchoServiceOptions = {}) {
  const emulator = createEmulator({ webhookFetch });
  const { apiKey, urls } = emulator;
  const fetch = wrapFetch(emulator.fetch);
  emulator.model<NumberedInput>(
    "echo",
    (input) => ({ echo: input.n, cost: 0.01 }),
    {
      workers: 20,
    },
  );
  const options = { apiKey, ...urls, fetch, retries: 0, longPolling };
  const cloud = createClient(options);
  return { emulator, cloud };
}

/** Makes a ledger whose batches no other test sees. */
export type CreateLedger = () => Ledger;

/** A ledger in SQLite, in a folder that is removed after the test. */
export const createFileLedger: CreateLedger = () =>
  fileLedger(join(temporaryFolder(), "batches"));

/** What the package uses of a ledger. */
export function openStore(ledger: Ledger): LedgerStore {
  return storeOf(ledger, { operation: "test" });
}

/** A ledger whose open batches are changed by `change`. */
export function wrapLedger(
  ledger: Ledger,
  change: (opened: LedgerBatch) => void,
): Ledger {
  const store = openStore(ledger);
  const open = store.open.bind(store);
  const openChanged = async (name: string, definition: string) => {
    const opened = await open(name, definition);
    change(opened);
    return opened;
  };
  store.open = openChanged;
  return store;
}

/** A batch of `echo`, by default in a file ledger of its own, and the warnings of all its processes. */
export async function openEchoBatch(
  options: Partial<BatchOptions<NumberedInput>> = {},
  serviceOptions: EchoServiceOptions = {},
) {
  const ledger = openStore(options.ledger ?? createFileLedger());
  const { emulator, cloud } = createEchoService(serviceOptions);
  const warnings: string[] = [];
  const open = async (more: Partial<BatchOptions<NumberedInput>> = {}) => {
    const opened = await openBatch<NumberedInput, EchoOutput>(cloud, {
      name: "test",
      model: "echo",
      onWarning: (message) => warnings.push(message),
      ...options,
      ledger,
      ...more,
    });
    onTestFinished(() => opened.close());
    return opened;
  };
  onTestFinished(() => ledger.close());
  const batch = await open();
  return { ledger, emulator, cloud, batch, open, warnings };
}

/** A batch whose only item, with the key `7`, is in doubt, though the service has its job. */
export async function openWithDoubt(
  options?: Partial<BatchOptions<NumberedInput>>,
) {
  const opened = await openEchoBatch(options);
  const { batch, emulator } = opened;
  emulator.fail(SUBMIT, { reset: "after" });
  await batch.add([{ key: "7", input: { n: 0 } }]);
  await batch.work();
  const [item] = await collect(batch.results({ state: "unknown" }));
  if (!item) throw new Error("no item is in doubt");
  return { ...opened, item };
}

/** Lets the jobs of `echo` run until the gate opens. */
export function holdJobs(emulator: Emulator, cost = 0.01) {
  const gate = createGate();
  emulator.model("echo", async ({ n }: NumberedInput) => {
    await gate.opened;
    return { echo: n, cost };
  });
  return gate;
}

export function numbered(count: number): BatchItem<NumberedInput>[] {
  return Array.from({ length: count }, (_, n) => ({ input: { n } }));
}

export async function readAll<Input extends object, Output>(
  batch: Batch<Input, Output>,
): Promise<BatchResult<Input, Output>[]> {
  return collect(batch.results());
}

/** Works at a batch until so many jobs run, and leaves those jobs running. */
export async function abortWhenRunning(
  batch: Batch<NumberedInput>,
  count = 1,
): Promise<void> {
  const stop = new AbortController();
  const work = batch.work({
    concurrency: count,
    signal: stop.signal,
    // A submit under way counts as running too, and is finished: only a job has a result that can expire.
    onCounts: ({ running, resultsExpireAt }) => {
      if (running === count && resultsExpireAt !== undefined) stop.abort();
    },
  });
  await expect(work).rejects.toMatchObject({ name: "AbortError" });
}

/** A new item of a ledger, with a key. */
export function newItem(key: string, more: Partial<NewItem> = {}): NewItem {
  return {
    key,
    input: `{"n":"${key}"}`,
    policy: null,
    priority: 0,
    metadata: null,
    estimate: null,
    ...more,
  };
}

/** The batch of the tests in its ledger. */
export function openDefined(ledger: Ledger): Promise<LedgerBatch> {
  return openStore(ledger).open("test", '{"model":"echo"}');
}

/** Ends the worker that has the first item, as if its process had been silent for too long. */
export async function endWorker(ledger: Ledger): Promise<void> {
  const batch = await openDefined(ledger);
  const { items } = await batch.read({
    states: ["submitting", "running"],
    by: "id",
    after: 0,
    limit: 1,
  });
  await batch.leave(items[0]?.worker ?? "");
}

/** A worker of a batch, as its process knows it. */
export async function joinWorker(batch: LedgerBatch) {
  const id = await batch.join();
  let sequence = 0;
  /** Makes the last claim again. */
  const repeat = (request: Partial<ClaimRequest> = {}) =>
    batch.claim({
      worker: id,
      sequence,
      limit: 10,
      claimedAt: 7,
      minReserved: 0,
      ...request,
    });
  /** Makes the next claim. */
  const claim = (request?: Partial<ClaimRequest>) => {
    sequence++;
    return repeat(request);
  };
  return { id, claim, repeat };
}

export function keysOf({ items }: Claimed): string[] {
  return items.map(({ key }) => key);
}

type All = Transaction["all"];

/** A driver whose statements pass `around`, in reads and in transactions. */
export function wrapDriver(
  driver: SqlDriver,
  around: (
    all: All,
    sql: string,
    values: readonly SqlValue[],
  ) => ReturnType<All>,
): SqlDriver {
  const wrap =
    (all: All): All =>
    (sql, ...values) =>
      around(all, sql, values);
  return {
    get dialect() {
      return driver.dialect;
    },
    missingFile: () => driver.missingFile(),
    create: (tables) => driver.create(tables),
    read: wrap((sql, ...values) => driver.read(sql, ...values)),
    write: (run) =>
      driver.write((transaction) =>
        run({ all: wrap((sql, ...values) => transaction.all(sql, ...values)) }),
      ),
    close: () => driver.close(),
  };
}

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
  type LedgerBatch,
  type LedgerStore,
  type NewItem,
} from "../../../src/batch/ledger.js";
import type {
  SqlDriver,
  SqlValue,
  Transaction,
} from "../../../src/batch/store/driver.js";
import { createClient } from "../../../src/index.js";
import { createWebhooks } from "../../../src/webhooks/index.js";
import { createEmulator, type Emulator } from "cloud-compute-emulator";

export interface NumberedInput {
  readonly n: number;
}

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

/** A batch of `echo` in a ledger of its own, and the warnings of all its processes. */
export async function openEchoBatchIn(
  createLedger: CreateLedger,
  options: Partial<BatchOptions<NumberedInput>> = {},
  serviceOptions: EchoServiceOptions = {},
) {
  const ledger = openStore(createLedger());
  const { emulator, cloud } = createEchoService(serviceOptions);
  const warnings: string[] = [];
  const open = (more: Partial<BatchOptions<NumberedInput>> = {}) =>
    openBatch<NumberedInput, { readonly echo: number }>(cloud, {
      name: "test",
      model: "echo",
      ledger,
      onWarning: (message) => warnings.push(message),
      ...options,
      ...more,
    });
  const batch = await open();
  onTestFinished(async () => {
    await batch.close();
    await ledger.close();
  });
  return { ledger, emulator, cloud, batch, open, warnings };
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

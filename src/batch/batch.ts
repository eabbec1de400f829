import type {
  ModelInputs,
  ModelOutputs,
  ModelSlug,
} from "../../generated/models/types.js";
import { checkClient, checkMembers } from "../check-members.js";
import {
  check,
  checkCallbacks,
  checkFlag,
  checkObject,
  checkOneOf,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import type { Client } from "../client.js";
import { ignoreErrors } from "../ignore-errors.js";
import type { AnyInput } from "../jobs/model.js";
import { segment } from "../http/url.js";
import { checkSubmitOptions } from "../jobs/submit-body.js";
import { checkContract } from "../jobs/contract.js";
import { addItems } from "./add.js";
import { Closing } from "./closing.js";
import type { OpenBatch } from "./context.js";
import { BatchError } from "./errors.js";
import { createEstimate } from "./estimate.js";
import { canonicalJson, checkItemKey } from "./keys.js";
import { storeOf, type LedgerBatch, type LedgerStore } from "./ledger.js";
import { readResults, toProgress, toStatus } from "./results.js";
import { KeyRuns } from "./run.js";
import { cancelItems, removeItems, retryItems } from "./select-items.js";
import {
  changeSettings,
  keptSettings,
  readSettings,
  replaceSettings,
} from "./settings.js";
import { settleItem } from "./settle.js";
import type {
  Batch,
  BatchOptions,
  DeleteOptions,
  WorkEnd,
  WorkOptions,
} from "./types.js";
import { createWebhookHandler } from "./webhook.js";
import { Work } from "./work.js";

const OPTIONS: OptionNames<BatchOptions> = {
  name: true,
  model: true,
  ledger: true,
  contract: true,
  policy: true,
  attempts: true,
  onDoubt: true,
  s3Config: true,
  webhooks: true,
  maxCost: true,
  maxFailures: true,
  estimate: true,
  maxOutputBytes: true,
  onWarning: true,
};

const WEBHOOKS = "what createWebhooks() returns";
const DEFAULT_MAX_OUTPUT_BYTES = 1024 * 1024;

/**
 * Opens a batch of a public model, or creates it.
 *
 * @throws InputError if an option is not valid
 * @throws BatchError if the batch was created with another model, policy, `attempts` or `onDoubt`; with the code
 * `ledger_went_back` if the ledger was deleted or restored from a backup, and lacks claims
 *
 * @example
 * ```ts
 * const batch = await openBatch(cloud, {
 *   name: "nightly",
 *   model: "black-forest-labs-flux-1-schnell",
 *   ledger: fileLedger(`${import.meta.dirname}/batches`),
 * });
 * await batch.add([{ input: { prompt: "a pier" } }, { input: { prompt: "a buoy" } }]);
 * await batch.work({ concurrency: 2 });
 * ```
 */
export function openBatch<Slug extends ModelSlug>(
  cloud: Client,
  options: BatchOptions<ModelInputs[Slug]> & { readonly model: Slug },
): Promise<Batch<ModelInputs[Slug], ModelOutputs[Slug]>>;
/** Opens a batch of your own Serverless endpoint, or of a model that the SDK does not know. */
export function openBatch<Input extends object = AnyInput, Output = unknown>(
  cloud: Client,
  options: BatchOptions<Input>,
): Promise<Batch<Input, Output>>;
export function openBatch(
  cloud: Client,
  options: BatchOptions<never>,
): Promise<Batch> {
  return openBatchIn(cloud, options, (store, definition) =>
    store.open(options.name, definition),
  );
}

/** As `openBatch`. The caller says how the ledger is opened once the options are known to be right. */
export async function openBatchIn(
  cloud: Client,
  options: BatchOptions<never>,
  open: (store: LedgerStore, definition: string) => Promise<LedgerBatch>,
): Promise<Batch> {
  const call = { operation: "openBatch" };
  checkClient(cloud, ["model", "job"], call.operation);
  checkOptions(options, OPTIONS, call);
  const { name, model, ledger, contract, policy, onDoubt = "keep" } = options;
  const { s3Config, maxCost, maxFailures, webhooks } = options;
  const { attempts = 1 } = options;
  const { maxOutputBytes = DEFAULT_MAX_OUTPUT_BYTES } = options;
  check(
    typeof name === "string" && /^[a-z\d][\w.-]{0,99}$/i.test(name),
    "name",
    "must be 1 to 100 letters, digits, dots, underscores and dashes, and begin with a letter or digit",
    call,
  );
  checkOneOf("onDoubt", onDoubt, ["keep", "fail", "resubmit-after-ttl"], call);
  segment("model", model);
  const store = storeOf(ledger, call);
  if (contract !== undefined) checkContract(contract, call.operation);
  checkWhole("maxOutputBytes", maxOutputBytes, 0, call);
  checkCallbacks({ onWarning: options.onWarning }, call);
  for (const [option, value] of Object.entries({ policy, s3Config }))
    if (value !== undefined) checkObject(option, value, call);
  if (webhooks !== undefined)
    checkMembers("webhooks", webhooks, ["sign"], WEBHOOKS, call);
  checkWhole("attempts", attempts, 1, call);
  checkSubmitOptions({ policy, s3Config }, call);
  const settings = readSettings({ maxCost, maxFailures }, call);
  const estimate = createEstimate(options);
  const definition = { model, policy, attempts, onDoubt };
  const opened = await open(store, canonicalJson(definition));
  checkDefinition(name, opened.definition, definition);
  const { onWarning: warn = (message) => console.warn(message) } = options;
  for (const change of await replaceSettings(opened, settings))
    ignoreErrors(() => warn(`batch ${name}: ${change}`));
  return createBatch({
    cloud,
    name,
    model,
    ledger: opened,
    contract,
    runner: contract
      ? cloud.model(contract, model)
      : cloud.model<object>(model),
    policy,
    attempts,
    s3Config,
    webhooks,
    onDoubt,
    warn: (message) => ignoreErrors(() => warn(message)),
    estimate,
    maxOutputBytes,
  });
}

/** Throws a `BatchError` if a fixed option differs from the option that the batch was created with. */
function checkDefinition(
  name: string,
  stored: string,
  wanted: Readonly<Record<string, unknown>>,
): void {
  const created = JSON.parse(stored) as Record<string, unknown>;
  for (const option of Object.keys(wanted)) {
    const before = describeOption(created[option]);
    const now = describeOption(wanted[option]);
    if (before !== now)
      throw new BatchError(
        "batch_definition_differs",
        `batch ${name} was created with ${option} ${before}, not ${now}: open it with the same ${option}; to change that, delete the batch (batch delete ${name}) or choose another name, and pay for items again that have been submitted`,
      );
  }
}

function describeOption(value: unknown): string {
  return value === undefined ? "not set" : canonicalJson(value);
}

function createBatch(batch: OpenBatch): Batch {
  const { name, model, ledger } = batch;
  const closing = new Closing();
  const works = new Set<Promise<WorkEnd>>();
  const runs = new KeyRuns(batch, closing);
  const work = (options: WorkOptions) => {
    const running = new Work(batch, options, closing.signal)
      .run()
      .finally(() => works.delete(running));
    works.add(running);
    return running;
  };
  return {
    name,
    model,
    add: (items, options = {}) =>
      closing.run(() => addItems(batch, items, options)),
    work: async (options = {}) => work(options),
    run: (key, input, options = {}) =>
      closing.run(() => runs.run(key, input, options)),
    get: (key) =>
      closing.run(async () => {
        checkItemKey(key, { operation: "batch.get" });
        const item = await ledger.find(key);
        return item && toStatus(model, item);
      }),
    results: (options = {}) =>
      closing.read(readResults(batch, options, closing.signal)),
    webhookHandler: () => createWebhookHandler(batch, closing),
    progress: () =>
      closing.run(async () => {
        const { totals } = await ledger.heartbeat(undefined, 0);
        return toProgress(totals);
      }),
    settle: (item, settlement) =>
      closing.run(() => settleItem(batch, item, settlement)),
    retry: (options = {}) => closing.run(() => retryItems(batch, options)),
    cancel: (selection = {}) =>
      closing.run(() => cancelItems(batch, selection)),
    remove: (selection) => closing.run(() => removeItems(batch, selection)),
    set: (settings) => closing.run(() => changeSettings(ledger, settings)),
    settings: () => closing.run(() => keptSettings(ledger)),
    delete: async (options = {}) => {
      await closing.run(() => deleteBatch(batch, options));
      closing.begin(name);
    },
    close: async () => {
      closing.begin(name);
      await Promise.allSettled([...works, runs.ended]);
    },
  };
}

/** Deletes a batch that no process works on, and whose jobs have ended, unless these may be abandoned. */
async function deleteBatch(
  { name, ledger }: OpenBatch,
  options: DeleteOptions,
): Promise<void> {
  const call = { operation: "batch.delete" };
  checkOptions<DeleteOptions>(options, { abandonJobs: true }, call);
  const { abandonJobs = false } = options;
  checkFlag("abandonJobs", abandonJobs, call);
  await ledger.heartbeat(undefined, 0);
  const { workers, jobs } = await ledger.delete(abandonJobs);
  if (workers > 0)
    throw new BatchError(
      "batch_in_use",
      `batch ${name} cannot be deleted while a process works on it: pause the batch, and delete it when the work has ended; a process that was killed counts for 15 seconds`,
    );
  if (jobs > 0 && !abandonJobs)
    throw new BatchError(
      "batch_in_use",
      `batch ${name} cannot be deleted while jobs run or may run (${jobs}): work on the batch or cancel it, and settle what is in doubt. With abandonJobs (--abandon-jobs), the results of these jobs are lost, and inputs that are added to a new batch are paid twice`,
    );
}

import { check, checkOptions } from "../checks.js";
import { checkMembers } from "../check-members.js";
import { type JobData, JobError } from "../errors.js";
import { sleep } from "../http/timeout.js";
import { copyAsJson } from "../json.js";
import type { Model } from "../jobs/model.js";
import { checkOptionNames } from "../option-names.js";
import { outliveOutput } from "../outlive-output.js";
import { checkShapeOfInput } from "./check-item.js";
import { BatchError, InDoubtError } from "./errors.js";
import { completeItem, endItem, requeueItem, TURNED_AWAY } from "./finish.js";
import { canonicalJson } from "./keys.js";
import { storeOf, type Item, type Ledger, type StoredItem } from "./ledger.js";
import { OnceSession } from "./once-session.js";
import { toJobData } from "./results.js";
import { checkSettlement, trySettle } from "./settle.js";
import { readClaimTime, submitItem } from "./submit.js";
import type { Settlement } from "./types.js";

/** How to run a model once. */
export interface OnceOptions {
  /** Ends the wait. A submit that is being sent is finished first, and the next call with the same key resumes its job. */
  readonly signal?: AbortSignal | undefined;
}

/** What a job that was submitted once has made. */
export interface OnceResult<Output> {
  readonly output: Output;
  readonly job: JobData;
}

/** The pause before a key is read again that another process submits, in milliseconds. */
const READ_PAUSE_MS = 500;

/** Larger outputs are not kept in the ledger: the service has them for 30 minutes after the end of the job. */
const MAX_OUTPUT_BYTES = 1024 * 1024;

const CALL = { operation: "once" };

/**
 * Runs a model once for a key, however often and in however many processes the call is made: in a handler of a queue, a
 * step of a workflow, a cron job. The first call submits; each further one resumes the same job, or gets its output from the
 * ledger. A key belongs to the model and to one input.
 *
 * @throws InputError if the key, the model, the input or an option is not valid
 * @throws InDoubtError if the submit of this key may or may not have reached the service, and nobody knows its job: the key
 * is not submitted again before `settleOnce` says so
 * @throws BatchError with the code `batch_key_conflict` if the key is there with another input, and with the code
 * `once_failed` if its job has failed
 * @throws ResponseError, ConnectionError or TimeoutError if the submit was refused and certainly not carried out: a call with
 * the same key submits again
 * @throws SpendError if the spend guard of the client refuses the submit: nothing was sent, and a call with the same key
 * submits again
 * @throws the reason of the signal on an abort
 *
 * @example
 * ```ts
 * const { output } = await once(ledger, orderId, cloud.model("z-image-turbo"), { prompt: "a lighthouse" });
 * ```
 */
export async function once<Input extends object, Output>(
  ledger: Ledger,
  key: string,
  model: Model<Input, Output>,
  input: Input,
  options: OnceOptions = {},
): Promise<OnceResult<Output>> {
  const store = storeOf(ledger, CALL);
  checkCall(key, model);
  checkOptions(options, CALL);
  checkOptionNames<OnceOptions>(options, { signal: true }, CALL);
  const { signal } = options;
  signal?.throwIfAborted();
  checkShapeOfInput(input, CALL);
  const json = canonicalJson(copyAsJson("input", input, CALL));
  const session = await OnceSession.of(store, model.slug);
  const unlistenOutput = outliveOutput();
  try {
    await session.add(key, json);
    for (;;) {
      const item = await session.read(key);
      const result = await advance(session, model, item, signal);
      if (result) return result;
      signal?.throwIfAborted();
    }
  } finally {
    unlistenOutput();
  }
}

/**
 * Decides what becomes of a key in doubt: `"resubmit"`, which may pay twice; `"fail"`; or `{ jobId }` of the job that you have
 * found. Then call `once` again. Where several callers settle the same key, the first decides, and the others are refused.
 *
 * @throws InputError if an argument is not valid
 * @throws BatchError if the key is not in doubt, or the service does not know the job
 */
export async function settleOnce<Input extends object, Output>(
  ledger: Ledger,
  key: string,
  model: Model<Input, Output>,
  settlement: Settlement,
): Promise<void> {
  const store = storeOf(ledger, CALL);
  checkCall(key, model);
  checkSettlement(settlement, { operation: "settleOnce" });
  const session = await OnceSession.of(store, model.slug);
  const source = { name: session.name, ledger: session.ledger, runner: model };
  const { attempt } = await session.read(key);
  if (await trySettle(source, { key, attempt }, settlement)) return;
  const { state } = await session.read(key);
  throw new BatchError(
    "batch_item_changed",
    `the key ${JSON.stringify(key)} of ${model.slug} is ${state}, and not in doubt: nothing was changed; call once with the key again`,
  );
}

function checkCall(key: unknown, model: unknown): void {
  checkMembers("model", model, ["run", "job"], "cloud.model(slug)", CALL);
  check(
    typeof key === "string" && /^[^\p{Cc}\ud800-\udfff]{1,200}$/su.test(key),
    "key",
    "must be a string of 1 to 200 characters, none of them a control character",
    CALL,
  );
}

/** What is used of a model after the submit. */
type Runner<Output> = Pick<Model<never, Output>, "job" | "slug">;

/** Takes a key one step further. Resolves with its result, or with undefined if it is to be read again. */
async function advance<Output>(
  session: OnceSession,
  model: Model<object, Output>,
  item: StoredItem,
  signal: AbortSignal | undefined,
): Promise<OnceResult<Output> | undefined> {
  const { key, state } = item;
  if (state === "waiting" && item.errorCode === TURNED_AWAY) {
    const { input: _input, output: _output, ...row } = item;
    await session.ledger.report([requeueItem(row)]);
    return undefined;
  }
  if (state === "queued" || state === "waiting") {
    await submitOnce(session, model, key, signal);
    return undefined;
  }
  if (state === "submitting") {
    // Another call submits, in this process or in one that lives.
    await session.tend();
    await sleep(READ_PAUSE_MS, signal);
    return undefined;
  }
  // A lost job is asked for again, which costs nothing.
  if (state === "running" || state === "lost")
    return waitOnce(session, model, item, signal);
  if (state === "completed") return resultOf(model, item, signal);
  if (state === "inDoubt") throw new InDoubtError(key, model.slug);
  throw new BatchError(
    "once_failed",
    `the job of the key ${JSON.stringify(key)} has failed (${item.errorCode ?? ""}): ${item.errorMessage ?? ""}`,
  );
}

/** Claims a key, and submits it if this process got the claim. */
async function submitOnce(
  session: OnceSession,
  model: Model<object>,
  key: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const claimTime = readClaimTime();
  const claimed = await session.claim(key, model);
  if (!claimed) {
    await session.tend();
    await sleep(READ_PAUSE_MS, signal);
    return;
  }
  const { context, refused } = session.createSubmit(model, signal);
  await submitItem(context, claimed, claimTime);
  refused.throwIfAborted();
}

async function waitOnce<Output>(
  session: OnceSession,
  model: Runner<Output>,
  item: StoredItem,
  signal: AbortSignal | undefined,
): Promise<OnceResult<Output> | undefined> {
  const job = jobOf(model, item);
  const { input: _input, output: _output, ...row } = item;
  try {
    const { output } = await job.wait({ signal });
    const source = { model: job.slug, maxOutputBytes: MAX_OUTPUT_BYTES };
    await session.report(completeItem(source, row, job.id, output));
    return { output, job: job.toJSON() };
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    await session.report(endItem(session, row, error));
    throw error;
  }
}

function jobOf<Output>(model: Runner<Output>, item: Item) {
  return model.job(toJobData(model.slug, item) ?? "");
}

async function resultOf<Output>(
  model: Runner<Output>,
  item: StoredItem,
  signal: AbortSignal | undefined,
): Promise<OnceResult<Output>> {
  const { output } = item;
  const job = jobOf(model, item);
  if (output !== null)
    return { output: JSON.parse(output) as Output, job: job.toJSON() };
  // The output was too large to keep.
  const { output: fromService } = await job.wait({ signal });
  return { output: fromService, job: job.toJSON() };
}

import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";
import type { InputError, JobData } from "../errors.js";
import type { ModelContract } from "../jobs/contract.js";
import type { WebhookHandler, Webhooks } from "../webhooks/index.js";
import type { BatchError, ItemError } from "./errors.js";
import type { Ledger, Metadatum } from "./ledger.js";

/**
 * How to open a batch. `model`, `policy`, `attempts` and `onDoubt` are fixed when the batch is created; `maxCost` and
 * `maxFailures` are kept in the ledger, hold for all processes, and can be changed by `batch.set`. Where they are given here,
 * they replace what the ledger has, with a warning; where they are left out, the ledger keeps its own.
 */
export interface BatchOptions<Input extends object = object> {
  /** The name of the batch in its ledger: 1 to 100 letters, digits, `.`, `_` and `-`, the first one a letter or digit. */
  readonly name: string;
  /** The slug of the model, or the id of the Serverless endpoint, that runs all jobs of the batch. */
  readonly model: string;
  /**
   * Where the batch is kept: `fileLedger(folder)` for the processes of one machine, `postgresLedger(options)` for those of
   * several.
   */
  readonly ledger: Ledger;
  /** The contract of an endpoint of your own, which checks each input and each output. */
  readonly contract?: ModelContract | undefined;
  /** The policy of each submit; an item may have its own. */
  readonly policy?: JobPolicy | undefined;
  /**
   * How many jobs an item has at most while they fail: a whole number. A job that has failed or timed out is submitted again
   * after a second, and after twice as long each further time, up to an hour. `retry()` allows as many jobs again. Each
   * submit that completes is billed, and one that fails counts with its estimate unless the model is public. An item may
   * have its own number.
   *
   * @default 1: no job is submitted again
   */
  readonly attempts?: number | undefined;
  /**
   * What happens to an item whose submit may or may not have reached the service. `"keep"` leaves it in doubt until
   * `settle`. `"fail"` fails it with the code `in_doubt` when nothing else is left to do, so that `work` ends without a
   * person; nothing is paid for twice. `"resubmit-after-ttl"` submits it again when the first job can no longer run: its
   * time to live and 15 minutes after the claim, by the clock of the service and by that of this machine. The input may
   * then be paid for twice.
   *
   * @default "keep"
   */
  readonly onDoubt?: OnDoubt | undefined;
  /** S3-compatible storage that the worker uploads large results to. The ledger does not keep it. */
  readonly s3Config?: JobS3Config | undefined;
  /**
   * Signs a webhook URL for each submit. A delivery then stores the output of the job, also of one whose submit lost its
   * answer, so that its item is no longer in doubt: serve `batch.webhookHandler()` at the URL. `work` asks for a job only
   * when its webhook has not come within a minute, unless `onProgress` needs the polls.
   *
   * @default no webhooks
   */
  readonly webhooks?: Webhooks | undefined;
  /**
   * The highest cost of the whole batch, in the currency of the account. A submit is refused if its estimate would
   * exceed the limit. Jobs under way may cost more than their estimate, so the cost can pass the limit by that much.
   *
   * @default no limit
   */
  readonly maxCost?: number | undefined;
  /**
   * After how many failed or lost items nothing more is submitted: a whole number, or a number below 1 for the share of all
   * items. `work` then ends in all processes, with the reason `"failures"`, when its running jobs have ended.
   *
   * @default no limit
   */
  readonly maxFailures?: number | undefined;
  /**
   * What a job is expected to cost: a number, or a function of the input, which `add` asks once for each item. Without the
   * price of the model, `add` needs it with `maxCost`, under which no item without an estimate is submitted. When a job has
   * cost more than its estimate, the next estimates are at least that cost.
   */
  readonly estimate?: number | ((input: Input) => number) | undefined;
  /**
   * Outputs of more bytes of JSON are not kept: `results` shows their size as `outputBytes`, and `work` warns of the first
   * one. `cloud.job(result.job).wait()` reads such an output for 30 minutes after the end of the job.
   *
   * @default 1048576
   */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Called with a sentence for people: what may be lost, which job was submitted twice, why nothing is submitted.
   * What it throws, or rejects with, is ignored.
   *
   * @default console.warn
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** What happens to an item in doubt. */
export type OnDoubt = "keep" | "fail" | "resubmit-after-ttl";

/** Facts about an item that come back with its result, and by which items can be selected. */
export type Metadata = Readonly<Record<string, Metadatum>>;

/** An item of a batch. */
export interface BatchItem<Input extends object = object> {
  /**
   * Identifies the item in the batch: adding a key again adds nothing. 1 to 200 characters, without control characters.
   *
   * @default the SHA-256 of the input and its occurrence within the same `add`
   */
  readonly key?: string | undefined;
  readonly input: Input;
  /** The policy of the submits of this item, instead of that of the batch. */
  readonly policy?: JobPolicy | undefined;
  /** How many jobs the item has at most while they fail, instead of what the batch says. */
  readonly attempts?: number | undefined;
  /**
   * Items with a higher priority are submitted first.
   *
   * @default 0
   */
  readonly priority?: number | undefined;
  readonly metadata?: Metadata | undefined;
}

/** How to add items. */
export interface AddOptions {
  /**
   * Whether each input is checked before it is added: names, types, ranges and allowed values, for the public models that
   * this version of the package knows. A `contract` is always checked.
   *
   * @default true for a public model that this version of the package knows, otherwise false
   */
  readonly checkInput?: boolean | undefined;
  /**
   * Whether an item that is not valid, or whose key the batch has with another input, is left out and reported in the
   * summary, instead of ending the call.
   *
   * @default false
   */
  readonly skipInvalid?: boolean | undefined;
}

/** What `add` did. */
export interface AddSummary {
  /** How many items are new. */
  readonly added: number;
  /** How many items the batch held before. */
  readonly present: number;
  /** The items that `skipInvalid` has left out. */
  readonly invalid: readonly InvalidItem[];
}

/** An item that was left out. */
export interface InvalidItem {
  /** The place of the item among the items of the call, from 0. */
  readonly index: number;
  /** The key that the item was given, if that is a valid one. */
  readonly key: string | undefined;
  /** What is wrong with the item; a `BatchError` if the batch has its key with another input. */
  readonly error: InputError | BatchError;
}

/** How to work on a batch. */
export interface WorkOptions {
  /**
   * How many jobs of this process may be submitted and not ended: a whole number, 1 or more. `batch.set` overrides it in
   * all processes. Jobs that a killed process has left running do not count until this process takes them over: with one
   * process that is killed and started again, up to twice as many run for a while.
   *
   * @default 100
   */
  readonly concurrency?: number | undefined;
  /**
   * Ends the work. Submits that are being sent are finished first, and jobs that run go on without this process.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called at most once a second while there is work, and once at the end. What it throws, or rejects with, is ignored. */
  readonly onCounts?: ((counts: BatchProgress) => void) | undefined;
  /**
   * Called whenever a poll shows that the running job of an item reports another progress, with the value that the worker
   * chose and the key of the item, and awaited before the next poll of this job. What it throws, or rejects with, is
   * ignored.
   */
  readonly onProgress?:
    | ((progress: unknown, key: string) => void | Promise<void>)
    | undefined;
  /**
   * Whether SIGINT, SIGTERM and SIGHUP end the work as an abort of `signal` does: submits that are being sent are finished,
   * so that no item is in doubt. `work` then resolves with the reason `"exit"`. A second signal leaves five seconds.
   *
   * @default false
   */
  readonly onExit?: boolean | undefined;
}

/** Why `work` has ended. */
export type WorkEnd =
  | {
      /**
       * `done`: every item has completed, has failed or was cancelled. `unknown`: no item is left to submit, and some are
       * unknown. `paused`: the setting `paused` is true, and no job of this process runs any more. `spend`: the next submit
       * could pass `maxCost`; a warning says by which figures. `failures`: `maxFailures` is reached, and no job of this
       * process runs any more. `exit`: a signal has asked the process to end, with `onExit`.
       */
      readonly reason:
        | "done"
        | "unknown"
        | "paused"
        | "spend"
        | "failures"
        | "exit";
      readonly error?: never;
    }
  | {
      /** The service refuses the key, the account or the model, or the ledger cannot be written. */
      readonly reason: "refused";
      readonly error: unknown;
    };

/**
 * The state of an item. `queued`: not submitted, or to be submitted again. `running`: a submit or a job is under way, or its
 * output is being stored. `completed`: the job has an output. `failed`: the service refused the submit, or the last attempt
 * failed. `cancelled`: by `cancel`, or by somebody at the service. `unknown`: see `UnknownReason`.
 */
export type ItemState =
  | "queued"
  | "running"
  | "completed"
  | "failed"
  | "cancelled"
  | "unknown";

/** The states of an item that has a result. */
export type ResultState = Exclude<ItemState, "queued" | "running">;

/**
 * Why nobody knows what became of an item. `in doubt`: its submit may or may not have reached the service, and its job is not
 * known. `lost`: the service has said for a minute that it does not know the job, or its status could not be read for as
 * long as the service could have known it; `work` asks for the job again.
 */
export type UnknownReason = "in doubt" | "lost";

/** What the ledger knows of an item. */
export interface ItemStatus<Input = object, Output = unknown> {
  readonly key: string;
  readonly input: Input;
  readonly metadata: Metadata | undefined;
  readonly state: ItemState;
  /** Why the state is `unknown`; undefined in any other state. */
  readonly reason: UnknownReason | undefined;
  /** What the model made; undefined unless the state is `completed`, and where the output was too large to keep. */
  readonly output: Output | undefined;
  /** The size of the output in bytes of JSON; undefined unless the state is `completed`. */
  readonly outputBytes: number | undefined;
  /** Why there is no output; of a queued item, how its last attempt ended. */
  readonly error: ItemError | undefined;
  /** The job; undefined if none is known. Pass it to `cloud.job`. */
  readonly job: JobData | undefined;
  /** How many submits were begun, also those that the service has refused. */
  readonly attempt: number;
  /**
   * What the jobs of the item cost, in the currency of the account; with the estimates of a lost job, and of a submit in
   * doubt after which the item was submitted again.
   */
  readonly cost: number;
}

/** The result of one item. */
export interface BatchResult<
  Input = object,
  Output = unknown,
> extends ItemStatus<Input, Output> {
  readonly state: ResultState;
  /** When the result was stored, in milliseconds since 1970. */
  readonly finishedAt: number;
  /** The place of the result in the order of completion: pass it as `after` to continue behind it. */
  readonly order: number;
}

/** Which results to read. */
export interface ResultsOptions {
  /**
   * Whether to wait for further results until every item has a result.
   *
   * @default false
   */
  readonly follow?: boolean | undefined;
  /**
   * Reads the results behind this `order`.
   *
   * @default 0
   */
  readonly after?: number | undefined;
  /** Reads only results of this state. */
  readonly state?: ResultState | undefined;
  /** Reads only results of items with these keys, in the order of the keys. */
  readonly keys?: readonly string[] | undefined;
  /** Reads only results of items whose metadata have these members with these values. */
  readonly metadata?: Metadata | undefined;
  /** Ends the wait of `follow` with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How far a batch has come: how many items are in each state, and more. */
export interface BatchProgress extends Readonly<Record<ItemState, number>> {
  /** What the ended jobs cost, in the currency of the account. */
  readonly cost: number;
  /**
   * What jobs under way and unknown items may cost on top, and jobs of items that were settled with `"fail"`. When such an
   * item is queued again by `retry`, the estimate of its first submit counts as cost.
   */
  readonly reserved: number;
  /** How many processes work on the batch. One that was killed counts for up to 15 seconds. */
  readonly workers: number;
  /** When the item was added that is submitted next, in milliseconds since 1970. Undefined if none waits. */
  readonly nextAddedAt: number | undefined;
  /**
   * When results may begin to be lost if nobody works on the batch from now on, in milliseconds since 1970: the service
   * keeps a result for 30 minutes after the end of its job. While no process works, these 30 minutes count from when the
   * last process renewed its lease, so the time does not move on, and lies in the past when results may already be lost.
   * Undefined while no job runs.
   */
  readonly resultsExpireAt: number | undefined;
  /**
   * Until when no process submits, because the service has asked for a pause or does not answer, in milliseconds since 1970.
   * Undefined while there is no such pause.
   */
  readonly submitsPausedUntil: number | undefined;
  /** Why no process submits: the error of the last submit. */
  readonly pauseReason: string | undefined;
}

/**
 * How to settle an unknown item: submit it again, which pays twice if the first submit arrived; give it up as failed; or
 * continue with the job that you have found.
 */
export type Settlement = "resubmit" | "fail" | { readonly jobId: string };

/** Which items a call concerns. A member that is left out does not restrict. */
export interface ItemSelection {
  /** Items with these keys. */
  readonly keys?: readonly string[] | undefined;
  /** Items whose metadata have these members with these values. */
  readonly metadata?: Metadata | undefined;
  /** Items whose error has this code. */
  readonly code?: string | undefined;
}

/** Which items to run again. */
export interface RetryOptions extends ItemSelection {
  /**
   * Whether unknown items are queued again as well, and those that were settled with `"fail"`. Their inputs may have been
   * paid for, and may then be paid for twice.
   *
   * @default false
   */
  readonly includeUnknown?: boolean | undefined;
}

/** What can be changed while processes work on the batch. A member that is left out stays; null removes a limit. */
export interface BatchSettings {
  /** Whether nothing is submitted. `work` then waits for the jobs that run, stores their results, and ends. */
  readonly paused?: boolean | undefined;
  /** How many jobs each process may have under way, not all together, instead of its own `concurrency`. */
  readonly concurrency?: number | null | undefined;
  /** See `BatchOptions`. */
  readonly maxCost?: number | null | undefined;
  /** See `BatchOptions`. */
  readonly maxFailures?: number | null | undefined;
  /**
   * How many submits all processes and batches of the ledger send to the endpoint of this batch in any 10 seconds, together.
   *
   * @default 1000, which is what the service takes
   */
  readonly submitsPer10Seconds?: number | undefined;
}

/** The settings that the ledger keeps; null where there is none. */
export interface KeptSettings {
  readonly paused: boolean;
  readonly concurrency: number | null;
  readonly maxCost: number | null;
  readonly maxFailures: number | null;
}

/** What `retry` did. */
export interface RetrySummary {
  /** How many items are queued again. */
  readonly queued: number;
  /** How many items stay as they are because their inputs may have been paid for. */
  readonly leftOut: number;
}

/** How to run one input. */
export interface RunOptions {
  /** Ends the wait. A submit that is being sent is finished first, and the next call with the same key resumes its job. */
  readonly signal?: AbortSignal | undefined;
}

/** What the job of one input has made. */
export interface RunResult<Output> {
  readonly output: Output;
  readonly job: JobData;
}

/** How to delete a batch. */
export interface DeleteOptions {
  /**
   * Whether the batch is deleted although jobs run or items are in doubt. The jobs go on and are billed, and their
   * results are lost.
   *
   * @default false
   */
  readonly abandonJobs?: boolean | undefined;
}

/** A durable batch: its items, jobs and results are in the ledger, so that any process can continue it. */
export interface Batch<Input extends object = object, Output = unknown> {
  readonly name: string;
  readonly model: string;
  /**
   * Adds items, which are read one after the other. An item has the members of `BatchItem` and no others.
   *
   * Where it throws, the items before the wrong one have been added; adding them again adds nothing. The key of an item
   * decides whether the batch has the item: a given key, or else the SHA-256 of the input and its occurrence within this
   * `add`. An item that the batch has keeps its policy, its priority and its metadata.
   *
   * @throws InputError if an item has an unknown member; if its input is no JSON object, or larger than the service takes; if
   * the model or the contract does not take the input; or if a key, a policy or metadata are not valid. The message names
   * the item by its index and its key
   * @throws BatchError with the code `batch_key_conflict` if the batch has a key with another input
   *
   * @example
   * ```ts
   * await batch.add(prompts.map((prompt) => ({ input: { prompt } })));
   * ```
   */
  add(
    items: Iterable<BatchItem<Input>> | AsyncIterable<BatchItem<Input>>,
    options?: AddOptions,
  ): Promise<AddSummary>;
  /**
   * Submits queued items, waits for jobs and stores results, until nothing is left to do, in this process or another.
   * Any number of processes may work at once. Continues the jobs of processes that have ended.
   *
   * An item whose submit may or may not have reached the service is unknown, and not submitted again, unless `onDoubt` or
   * `settle` says so.
   *
   * @throws the reason of the signal on an abort
   * @throws BatchError if the batch is closed, before or during the work
   * @throws BatchError if jobs were accepted that the ledger could not keep; `jobs` names them with the keys of their items,
   * which are unknown
   *
   * @example
   * ```ts
   * const { reason } = await batch.work({ concurrency: 200 });
   * ```
   */
  work(options?: WorkOptions): Promise<WorkEnd>;
  /**
   * Runs one input for a key, however often and in however many processes the call is made: in a handler of a queue, a step
   * of a workflow, a cron job. The first call adds the item and submits it; each further one waits for the same job, or
   * gets its output from the ledger. The item is one of the batch: its failed jobs are submitted again as `attempts` says,
   * `retry` queues it again, and `remove` makes the key free.
   *
   * @throws InputError if the key, the input or an option is not valid
   * @throws InDoubtError if the submit may or may not have reached the service, and nobody knows its job: the key is not
   * submitted again before `settle` says so
   * @throws BatchError with the code `batch_key_conflict` if the batch has the key with another input, `run_failed` if the
   * item has failed or was cancelled, and `run_stopped` if the batch is paused or has reached a limit
   * @throws ResponseError if the service refuses the key of the account or the model: a call with the same key submits again
   * @throws SpendError if the spend guard of the client refuses the submit: nothing was sent, and a call with the same key
   * submits again
   * @throws the reason of the signal on an abort
   *
   * @example
   * ```ts
   * const { output } = await batch.run("order 7", { prompt: "a pier" });
   * ```
   */
  run(
    key: string,
    input: Input,
    options?: RunOptions,
  ): Promise<RunResult<Output>>;
  /** What the ledger knows of the item with this key; undefined if the batch has none. */
  get(key: string): Promise<ItemStatus<Input, Output> | undefined>;
  /**
   * Reads results in the order of completion.
   *
   * @throws InputError if an option is not valid
   *
   * @example
   * ```ts
   * for await (const { key, output, error } of batch.results()) console.log(key, output ?? error);
   * ```
   */
  results(
    options?: ResultsOptions,
  ): AsyncGenerator<BatchResult<Input, Output>, void, undefined>;
  /**
   * Makes the handler of the route that receives the webhooks of this batch. It may run in any process that shares the
   * ledger. It answers 500 to a delivery of another batch: each batch has a `createWebhooks` with a URL of its own.
   *
   * @throws InputError if the batch was opened without `webhooks`
   *
   * @example
   * ```ts
   * export const POST = batch.webhookHandler();
   * ```
   */
  webhookHandler(): WebhookHandler;
  /** Counts the items in each state, and what they cost. A submit of a process that has ended counts as unknown. */
  progress(): Promise<BatchProgress>;
  /**
   * Decides what becomes of an unknown item that `results` has given. With `{ jobId }` the service is asked for the job first.
   *
   * @throws InputError if the item is none that `results` has given, or the settlement is not valid
   * @throws BatchError if the item has changed since it was read, or the service does not know the job
   * @throws ResponseError, ConnectionError or TimeoutError if the service could not be asked for the job; the item then
   * stays unknown
   *
   * @example
   * ```ts
   * for await (const item of batch.results({ state: "unknown" })) await batch.settle(item, "fail");
   * ```
   */
  settle(
    item: BatchResult<Input, Output>,
    settlement: Settlement,
  ): Promise<void>;
  /**
   * Queues failed items again: all of them, or those of a selection. The new job is billed if it completes. Cancelled items
   * are queued again only where `keys` or `code` name them.
   *
   * Items stay as they are whose inputs may have been paid for: unknown ones, and those that were settled with `"fail"`.
   * `includeUnknown: true` submits their inputs again, which may pay twice.
   *
   * @throws InputError if an option is not valid
   *
   * @example
   * ```ts
   * const { queued, leftOut } = await batch.retry({ code: "job_timed_out" });
   * ```
   */
  retry(options?: RetryOptions): Promise<RetrySummary>;
  /**
   * Cancels the queued items and the jobs under way: all of them, or those of a selection; also those whose submits
   * other processes are sending: for these it waits up to a minute. Unknown items stay. A job that had ended before keeps
   * its result. The results of all these jobs are in the ledger when `cancel` resolves, with how many items were cancelled.
   *
   * @throws InputError if an option is not valid
   * @throws BatchError if some jobs could not be cancelled, after all others were cancelled; the message says how many
   */
  cancel(selection?: ItemSelection): Promise<number>;
  /**
   * Removes the items of a selection that are queued or have a result, except items in doubt. Their cost stays counted. An item that is removed and
   * added again is paid for again. Resolves with how many items were removed.
   *
   * @throws InputError if the selection is empty or not valid
   *
   * @example
   * ```ts
   * await batch.remove({ metadata: { customer: "7" } });
   * ```
   */
  remove(selection: ItemSelection): Promise<number>;
  /**
   * Changes settings in the ledger; processes that work on the batch follow within two seconds.
   *
   * @throws InputError if a setting is not valid
   *
   * @example
   * ```ts
   * await batch.set({ concurrency: 20 });
   * ```
   */
  set(settings: BatchSettings): Promise<void>;
  /** Reads the settings that `set` and `openBatch` have left in the ledger. */
  settings(): Promise<KeptSettings>;
  /**
   * Deletes the batch with its results from the ledger.
   *
   * The ledger then no longer knows which inputs were paid for: inputs that are added to a new batch of the same name are
   * submitted and paid for again.
   *
   * @throws InputError if an option is not valid
   * @throws BatchError while a process works on the batch; and while jobs run or items are in doubt, unless `abandonJobs`
   * is true
   */
  delete(options?: DeleteOptions): Promise<void>;
  /**
   * Ends all `work` of this object, as an abort does. The ledger stays open: `ledger.close()` closes it. A
   * `work` that was under way rejects with a `BatchError`, and nothing is lost: another `work` continues its jobs.
   * After that, and after `delete`, every other method of this object throws a `BatchError` with the code `batch_closed`.
   */
  close(): Promise<void>;
}

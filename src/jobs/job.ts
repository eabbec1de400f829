import { check, readCallOptions } from "../checks.js";
import type { JobData } from "../errors.js";
import { segment } from "../http/url.js";
import type { PieceOf } from "../models/text-output.js";
import type { CallOptions } from "../options.js";
import { outputsOf, type OutputFile } from "./outputs.js";
import type { JobService } from "./service.js";
import {
  CANCEL_CALL,
  withJob,
  type CompletedJob,
  type JobState,
  type JobUpdate,
  type WaitOperation,
} from "./state.js";
import { streamPieces } from "./stream.js";
import { findSubmitTimes, JobStateClient } from "./job-state.js";
import {
  checkWaitOptions,
  waitUntilCompleted,
  watchStatus,
  type BegunWait,
  type WaitOptions,
} from "./wait.js";

/**
 * A handle on a submitted job. It holds no connection: drop it, or save what `toJSON()` returns and continue with
 * `cloud.job(data)` in another process.
 */
export interface Job<Output = unknown> {
  /** The slug of the model, or the id of the endpoint, that runs the job. */
  readonly slug: string;
  /** The id of the job. */
  readonly id: string;
  /**
   * Asks for the state of the job once. The `status` of the state decides which members it has: with `"COMPLETED"` there is
   * an `output`.
   *
   * @throws ResponseError if the service refuses the call; with status 404 if the job does not exist, or no longer
   * exists
   * @throws ConnectionError or TimeoutError if there is no response
   *
   * @example
   * ```ts
   * const state = await job.status();
   * if (state.status === "COMPLETED") console.log(state.output);
   * ```
   */
  status<Progress = unknown>(
    options?: CallOptions,
  ): Promise<JobState<Output, Progress>>;
  /**
   * Waits until the job is COMPLETED and resolves with its output. Asks the service to hold its response until then, or
   * polls the status. A request that fails is followed by another one, until the service has given no response for
   * `outageTimeout`, two minutes by default.
   *
   * The wait is bounded by `timeout` milliseconds; by default, by the job's time to live. Each error except an
   * `InputError` has `maybeSent: true` and the `job`: pass the `job` to `cloud.job` to go on. An abort rejects with
   * your own reason.
   *
   * @throws JobError if the job ends in any other state than COMPLETED, or the service does not know it
   * @throws TimeoutError at the timeout
   * @throws ResponseError if the service refuses a poll, or answers with failures for `outageTimeout`
   * @throws ConnectionError if no poll gets a response for `outageTimeout`
   * @throws CallbackError if `onUpdate`, `onProgress`, `interval` or the function of the key fails
   * @throws InputError if an option is not valid
   *
   * @example
   * ```ts
   * const { output } = await job.wait({
   *   timeout: 60_000,
   *   onProgress: (progress) => console.log(progress),
   * });
   * ```
   */
  wait<Progress = unknown>(
    options?: WaitOptions<Output, Progress>,
  ): Promise<CompletedJob<Output>>;
  /**
   * Yields each change of the job's status and progress as a poll shows it, the final one last. A job that ends as FAILED is
   * an update like any other, not an error; an output that the contract of the model refuses is one. Polls only while the
   * consumer asks for the next update.
   *
   * @throws JobError if the service does not know the job; and the other errors of `wait`
   *
   * @example
   * ```ts
   * for await (const update of job.watch<{ percent: number }>())
   *   if (update.status === "IN_PROGRESS") console.log(update.progress?.percent);
   * ```
   */
  watch<Progress = unknown>(
    options?: WaitOptions<Output, Progress>,
  ): AsyncGenerator<JobUpdate<Output, Progress>, void, undefined>;
  /**
   * Yields the pieces of output that a worker sends, each once and in order, and ends with the job. The service holds a
   * poll until there is a piece, so the next poll follows at once; `interval` counts only where the service answers at
   * once and without a piece.
   *
   * The service delivers a piece once, so only one stream should read a job, and pieces are gone if a response is lost. The
   * stream then ends with an error. It also loses pieces that arrive while it is aborted, or reaches its timeout. If the
   * worker is lost, another one runs the job anew, and its pieces come again from the first.
   *
   * A piece is whatever the worker sends: give its type. That of a language model is a `TextPiece`.
   *
   * @throws ConnectionError if a response was lost that may have carried pieces
   * @throws JobError if the job ends in any other state than COMPLETED; and the other errors of `wait`
   *
   * @example
   * ```ts
   * for await (const piece of job.stream<string>()) process.stdout.write(piece);
   * ```
   */
  stream<Piece = PieceOf<Output>>(
    options?: WaitOptions<Output>,
  ): AsyncGenerator<Piece, void, undefined>;
  /**
   * Waits as `wait` does, and resolves with the files that the job made, each with the time until which the service keeps
   * it. Does not wait if `wait` of this handle has seen the job COMPLETED before. `outputsOf` says which texts of an output
   * are files.
   *
   * @throws the errors of `wait`
   *
   * @example
   * ```ts
   * const [picture] = await job.outputs();
   * if (picture) await cloud.download.toFile(picture, "lighthouse.png");
   * ```
   */
  outputs(options?: WaitOptions<Output>): Promise<OutputFile[]>;
  /**
   * Cancels the job, and resolves with its state. A job that has ended stays as it is. One client begins at most 90
   * cancellations of a model in 10 seconds; further cancellations are queued. A `timeout` given here covers that wait as
   * well as the call; the client's own timeout covers the call only.
   *
   * @throws InputError if `timeout` is not valid
   * @throws ResponseError if the service refuses the call
   * @throws ConnectionError or TimeoutError if there is no response
   *
   * @example
   * ```ts
   * const { status } = await job.cancel();
   * ```
   */
  cancel(options?: CallOptions): Promise<JobState<Output>>;
  /**
   * Puts a job that ended as FAILED or TIMED_OUT back in the queue under the same id. The new run is billed if it
   * succeeds.
   *
   * @throws ResponseError if the service refuses the call, for example because the job has not failed
   * @throws ConnectionError or TimeoutError if there is no response
   *
   * @example
   * ```ts
   * await job.retry();
   * ```
   */
  retry(options?: CallOptions): Promise<JobState<Output>>;
  /**
   * Returns what `cloud.job` takes to continue with this job, in this process or another.
   *
   * @example
   * ```ts
   * const saved = JSON.stringify(job);
   * const resumed = cloud.job(JSON.parse(saved));
   * ```
   */
  toJSON(): JobData;
}

/**
 * A handle on a job, and a `wait` for callers within this package, which can continue a wait that has already begun.
 */
export interface WaitableJob<Output> {
  readonly job: Job<Output>;
  readonly wait: (
    operation: WaitOperation,
    options: WaitOptions<Output>,
    begun?: BegunWait<Output>,
  ) => Promise<CompletedJob<Output>>;
}

/** Creates the handle on a job. */
export function createJob<Output>(
  service: JobService,
  source: JobData,
): Job<Output> {
  return createWaitableJob<Output>(service, source).job;
}

/** Creates the handle on a job, and its wait. */
export function createWaitableJob<Output>(
  service: JobService,
  source: JobData,
  /** Given when this client has just submitted the job; `sentAt` is on the clock of `performance.now()`. */
  submitted?: { readonly sentAt: number },
): WaitableJob<Output> {
  const data = readJobData(source);
  const { slug, id, submittedAt } = data;
  const times = findSubmitTimes(data, submitted?.sentAt);
  const state = new JobStateClient<Output>(service, data, times);
  const wait: WaitableJob<Output>["wait"] = (operation, options, begun) =>
    waitUntilCompleted(state, operation, options, begun);
  const checkAndWait = async (
    operation: WaitOperation,
    options: WaitOptions<Output>,
  ) => {
    checkWaitOptions(options, operation);
    // Without `await`, so that no frame of this function stays in memory during the wait.
    return wait(operation, options);
  };
  /** Yields what a wait yields. Each error has the job. */
  async function* iterate<Item>(
    operation: WaitOperation,
    options: WaitOptions<Output>,
    open: () => AsyncGenerator<Item, void, undefined>,
  ): AsyncGenerator<Item, void, undefined> {
    checkWaitOptions(options, operation);
    try {
      yield* open();
    } catch (error) {
      throw withJob(error, data, options.signal, service.redact);
    }
  }
  const job: Job<Output> = {
    slug,
    id,
    status: (options) => state.status(options),
    wait: (options = {}) =>
      checkAndWait("job.wait", options as WaitOptions<Output>),
    watch: <Progress>(options: WaitOptions<Output, Progress> = {}) =>
      iterate("job.watch", options as WaitOptions<Output>, () =>
        watchStatus(state, options),
      ),
    stream: <Piece>(options: WaitOptions<Output> = {}) =>
      iterate("job.stream", options, () =>
        streamPieces<Piece, Output>(state, options),
      ),
    outputs: async (options = {}) => {
      const completed =
        state.completed ?? (await checkAndWait("job.outputs", options));
      return outputsOf(completed, submittedAt);
    },
    cancel: async (options) =>
      state.cancel(readCallOptions(options, CANCEL_CALL)),
    retry: (options) => state.retry(options),
    toJSON: () => data,
  };
  return { job, wait };
}

/** Reads what `toJSON` returned. Throws an `InputError` for anything else: the value may come from a file. */
function readJobData(source: unknown): JobData {
  const call = { operation: "cloud.job" };
  const data = Object(source) as JobData;
  check(
    data === source,
    "data",
    "must be { slug, id }; or use model.job(id)",
    call,
  );
  const { slug, id, submittedAt, ttl } = data;
  segment("slug", slug, call);
  segment("id", id, call);
  for (const [name, value = 0] of Object.entries({ submittedAt, ttl }))
    check(
      Number.isFinite(value) && value >= 0,
      name,
      "must be a number, 0 or more",
      call,
    );
  return {
    slug,
    id,
    ...(submittedAt !== undefined && { submittedAt }),
    ...(ttl !== undefined && { ttl }),
  };
}

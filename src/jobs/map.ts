import {
  check,
  checkCallbacks,
  checkOptions,
  checkWhole,
  readHeaders,
} from "../checks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import {
  CallbackError,
  CloudComputeError,
  ResponseError,
  type CallbackName,
  type JobData,
} from "../errors.js";
import { LOST_JOB } from "../http/response-error.js";
import { askedPause } from "../http/retry.js";
import { EXPIRED, onAbort, sleep, withTimeout } from "../http/timeout.js";
import { createWaitableJob, type Job, type WaitableJob } from "./job.js";
import type { JobService } from "./service.js";
import { createInvalidResponseError, type CompletedJob } from "./state.js";
import {
  describeSubmit,
  noteShortTimeout,
  writeSubmitBody,
  type SubmitOptions,
  type SubmitBody,
} from "./submit-body.js";
import { DEFAULT_TTL_MS } from "./service-times.js";
import { runModel } from "./submit.js";
import { SubmittedIds } from "./submitted-ids.js";
import { isKeyFunctionFailure } from "./poll-failure.js";
import {
  CANCEL_TIMEOUT_MS,
  checkSharedOptions,
  type Callback,
  type RunCallback,
  type WaitOptions,
} from "./wait.js";

/**
 * How to run many inputs. The options of the submit apply to each job, and so do those of the wait. `timeout` counts
 * from the moment at which the service has accepted a job, and covers `onSubmit`, `onCounts` and the wait for that
 * job: if one of these steps has not ended by then, the result of the input has a `TimeoutError` and the handle of the
 * job. An abort of `signal` ends the whole iteration, with `onAbort: "cancel"` after the cancellations, which take at
 * most five seconds.
 */
export interface MapOptions<Progress = unknown>
  extends SubmitOptions, Omit<WaitOptions, "onUpdate" | "onProgress"> {
  /**
   * How many inputs are in progress at once: a whole number, 1 or more.
   *
   * @default 10
   */
  readonly concurrency?: number | undefined;
  /**
   * Called with the handle of each job as soon as the service has accepted it, and the index of its input; awaited before
   * the wait for that job begins, and so before the submit that follows it. Save the handle here if the job is to survive
   * this process: only a process that is killed between the response and this call loses a job. An error that it throws,
   * or a rejection, ends the iteration with a `CallbackError`.
   */
  readonly onSubmit?: Callback<[job: Job, index: number]> | undefined;
  /**
   * Called whenever a job has been submitted, and whenever an input has completed or failed; awaited before the next step
   * of that input. Calls for different inputs may overlap. The call at the end of an input is awaited until the `timeout`
   * of that input, or a second if that is over; then the result is yielded without it. An error that it throws, or a
   * rejection, ends the iteration with a `CallbackError`.
   */
  readonly onCounts?: Callback<[counts: MapCounts]> | undefined;
  /**
   * Called whenever a poll shows another progress of a job than the poll before, with the value that the worker reported,
   * the handle of the job and the index of its input; awaited before the next poll of that job. An error that it throws,
   * or a rejection, ends the iteration with a `CallbackError`.
   */
  readonly onProgress?:
    Callback<[progress: Progress, job: Job, index: number]> | undefined;
  /**
   * Whether the first failure ends the iteration with its error. Jobs in progress are then treated as `onAbort` says, and
   * are the `jobs` of the error.
   *
   * @default false
   */
  readonly stopOnFailure?: boolean | undefined;
}

/** How far a `map` has come. */
export interface MapCounts {
  /** How many jobs the service has accepted. */
  readonly submitted: number;
  /** How many jobs have ended as COMPLETED. */
  readonly completed: number;
  /** How many inputs have failed: their submit, their job or the wait for it. */
  readonly failed: number;
}

/** The result of one input. */
export type MapResult<Input, Output> =
  | {
      /** The index of the input in its source, from 0. */
      readonly index: number;
      readonly input: Input;
      readonly job: CompletedJob<Output>;
      /** The handle on the job. */
      readonly handle: Job<Output>;
      readonly error?: never;
    }
  | {
      readonly index: number;
      readonly input: Input;
      readonly job?: never;
      /** The handle on the job; absent if the service has not accepted one, as far as the client knows. */
      readonly handle?: Job<Output>;
      /** Why there is no result: a `JobError`, or the error of the submit or the wait. */
      readonly error: Error;
    };

const CALL = { operation: "model.map" } as const;
/** The shortest time that the last call of `onCounts` for an input has. */
const MIN_REPORT_TIMEOUT_MS = 1000;

/** How often an input is turned away until its error is its result. */
const MAX_TURNED_AWAY = 10;
/** The shortest pause after a submit was turned away for good. */
const MIN_PAUSE_MS = 1000;

const MAP_OPTIONS: OptionNames<MapOptions> = {
  webhook: true,
  policy: true,
  s3Config: true,
  checkInput: true,
  signal: true,
  headers: true,
  timeout: true,
  outageTimeout: true,
  interval: true,
  held: true,
  onAbort: true,
  onCancel: true,
  concurrency: true,
  onSubmit: true,
  onCounts: true,
  onProgress: true,
  stopOnFailure: true,
};

/** The iteration behind `model.map`. When it ends, jobs in progress are treated as `onAbort` says. */
export async function* mapInputs<Input, Output>(
  service: JobService,
  slug: string,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  checkOptions(options, CALL);
  checkOptionNames(options, MAP_OPTIONS, CALL);
  const { concurrency = 10, signal, stopOnFailure } = options;
  const { onSubmit, onCounts, onProgress } = options;
  checkSharedOptions(options, CALL.operation);
  checkWhole("concurrency", concurrency, 1, CALL);
  checkCallbacks({ onSubmit, onCounts, onProgress }, CALL);
  readHeaders(options.headers, CALL);
  noteShortTimeout(service, options.timeout, CALL);
  signal?.throwIfAborted();
  const source = openSource(inputs);
  const mapping = new MapRun<Input, Output>(service, slug, source, options);
  const unlisten =
    signal && onAbort(signal, () => mapping.abort(signal.reason));
  try {
    for (;;) {
      mapping.pullInput(concurrency);
      if (mapping.isIdle) return;
      const result = await mapping.next();
      if (!result) continue;
      if (stopOnFailure && !result.job)
        throw await mapping.stopWith(result.error);
      yield result;
    }
  } finally {
    unlisten?.();
    await mapping.end();
  }
}

/** Begins to iterate over the inputs. */
function openSource<Input>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
): Iterator<Input> | AsyncIterator<Input> {
  // Without types, `inputs` may be anything.
  const { [Symbol.asyncIterator]: openAsync, [Symbol.iterator]: open } = Object(
    inputs,
  ) as Partial<AsyncIterable<Input> & Iterable<Input>>;
  if (typeof openAsync === "function") return openAsync.call(inputs);
  check(
    typeof open === "function",
    "inputs",
    "must be an iterable or an async iterable of inputs",
    CALL,
  );
  return open.call(inputs);
}

/** The code of the caller that failed. */
interface CallbackFailure {
  readonly name: CallbackName;
  readonly reason: unknown;
}

/** A job that the service has accepted. */
interface AcceptedJob<Output> extends WaitableJob<Output> {
  /** When the service accepted the job, on the clock of `performance.now()`. */
  readonly acceptedAt: number;
}

/** The state of one `model.map`. */
class MapRun<Input, Output> {
  readonly #service: JobService;
  readonly #slug: string;
  readonly #source: Iterator<Input> | AsyncIterator<Input>;
  readonly #options: MapOptions;
  readonly #counts = { submitted: 0, completed: 0, failed: 0 };
  /** Aborts everything that is in progress. */
  readonly #stop = new AbortController();
  /** The results that the consumer has not received. */
  readonly #results: MapResult<Input, Output>[] = [];
  /** The jobs whose results the consumer has not received, by the index of their input. */
  readonly #underWay = new Map<number, AcceptedJob<Output>>();
  /** The submits that are in progress. None of these promises rejects. */
  readonly #submits = new Set<Promise<unknown>>();
  readonly #submittedIds = new SubmittedIds();
  /** Until when the service takes no submits, by `performance.now()`. */
  #pausedUntil = 0;
  /** The inputs that are being submitted or waited for. None of these promises rejects. */
  readonly #processes = new Set<Promise<void>>();
  /** The error of the caller's code that ends the map. */
  #failure: CallbackFailure | undefined;
  /** Wakes the consumer if it waits for something to happen. */
  #wake: () => void = () => undefined;
  /** The number of inputs that are being pulled, submitted or waited for. */
  #inProgress = 0;
  /** Whether an input is being pulled from the source. Stays true after the end of the source. */
  #isPulling = false;
  #isSourceDone = false;
  #nextIndex = 0;

  constructor(
    service: JobService,
    slug: string,
    source: Iterator<Input> | AsyncIterator<Input>,
    options: MapOptions,
  ) {
    this.#service = service;
    this.#slug = slug;
    this.#source = source;
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#inProgress === 0 && !this.#failure;
  }

  /** Begins to pull the next input, unless enough inputs are in progress. */
  pullInput(concurrency: number): void {
    if (this.#isPulling || this.#inProgress >= concurrency || this.#failure)
      return;
    this.#isPulling = true;
    this.#inProgress++;
    void this.#pull();
  }

  /** Waits until something has happened. Resolves with the result of an input, if there is one. */
  async next(): Promise<MapResult<Input, Output> | undefined> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    if (this.#results.length === 0 && !this.#failure)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    signal?.throwIfAborted();
    if (this.#failure) throw await this.#createCallbackError(this.#failure);
    const result = this.#results.shift();
    if (!result) return undefined;
    this.#inProgress--;
    this.#underWay.delete(result.index);
    return result;
  }

  abort(reason: unknown): void {
    this.#stop.abort(reason);
    this.#wake();
  }

  /**
   * Stops whatever is still in progress, and ends the source of inputs. With `onAbort: "cancel"` it waits for the
   * cancellations, but for no longer than a few seconds.
   */
  async end(): Promise<void> {
    this.#stop.abort();
    // The consumer neither waits for the source nor gets its error: the consumer may be ending with another error.
    this.#returnSource().catch(() => undefined);
    const isCancelling = this.#options.onAbort === "cancel";
    if (isCancelling && this.#processes.size > 0)
      await settleInTime(CANCEL_TIMEOUT_MS, undefined, () =>
        Promise.all(this.#processes),
      );
  }

  /** Ends the map with an error. Returns the error, with the jobs under way if it is a `CloudComputeError`. */
  async stopWith(error: unknown): Promise<unknown> {
    const jobs = await this.#stopSubmits();
    return error instanceof CloudComputeError
      ? Object.assign(error, { jobs })
      : error;
  }

  async #createCallbackError({
    name,
    reason,
  }: CallbackFailure): Promise<CallbackError> {
    const jobs = await this.#stopSubmits();
    return new CallbackError(name, reason, jobs, {
      ...CALL,
      maybeSent: jobs.length > 0,
    });
  }

  /**
   * Submits nothing more. Waits for the submits that are sent already, because nobody else would learn the ids of their
   * jobs, and resolves with all jobs under way.
   */
  async #stopSubmits(): Promise<JobData[]> {
    const { signal } = this.#options;
    this.#stop.abort();
    const sent = () => Promise.all(this.#submits);
    await withTimeout(Infinity, signal, sent);
    return [...this.#underWay.values()].map(({ job }) => job.toJSON());
  }

  async #returnSource(): Promise<void> {
    if (!this.#isSourceDone) await this.#source.return?.();
  }

  async #pull(): Promise<void> {
    try {
      const pulled: IteratorResult<Input, unknown> = await this.#source.next();
      if (pulled.done) {
        this.#isSourceDone = true;
        this.#inProgress--;
      } else {
        this.#isPulling = false;
        const process = this.#process(pulled.value, this.#nextIndex++);
        this.#processes.add(process);
        void process.then(() => this.#processes.delete(process));
      }
      this.#wake();
    } catch (reason) {
      this.#isSourceDone = true;
      this.#fail("inputs", reason);
    }
  }

  /** Submits one input, waits for its job, and keeps its result for the consumer. Never rejects. */
  async #process(input: Input, index: number): Promise<void> {
    const result = await this.#submitAndWait(input, index).then(
      ({ handle, job }) => ({ index, input, job, handle }),
      (reason: unknown) => {
        const error = toError(reason);
        if (error instanceof CallbackError)
          this.#fail(error.callback, error.cause);
        const handle = this.#underWay.get(index)?.job;
        return handle
          ? { index, input, handle, error }
          : { index, input, error };
      },
    );
    await this.#recordEnd("job" in result ? "completed" : "failed", index);
    this.#results.push(result);
    this.#wake();
  }

  async #submitAndWait(input: Input, index: number) {
    const { signal } = this.#stop;
    const { onSubmit, onProgress } = this.#options;
    signal.throwIfAborted();
    // The input is read at once, because the source may change the object afterwards.
    const submitBody = writeSubmitBody("run", input, this.#options);
    const accepted = await this.#submitOncePermitted(submitBody, index);
    const { job: handle, acceptedAt: startedAt } = accepted;
    this.#counts.submitted++;
    // A submit that was under way when the map ended is reported here too: nobody else learns the id of its job.
    const saving = this.#call("onSubmit", () => onSubmit?.(handle, index));
    const beforePolls = async (bound: RunCallback) => {
      await bound("onSubmit", () => saving);
      await bound("onCounts", () => this.#reportCounts());
    };
    const job = await accepted.wait(
      CALL.operation,
      {
        ...this.#options,
        signal,
        onProgress: onProgress && ((value) => onProgress(value, handle, index)),
      },
      { startedAt, beforePolls },
    );
    return { handle, job };
  }

  /** Submits one job. While the service turns submits away, it is given none, and the input waits. */
  async #submitOncePermitted(
    submitBody: SubmitBody,
    index: number,
  ): Promise<AcceptedJob<Output>> {
    for (let turnedAway = 1; ; turnedAway++) {
      const remainingMs = this.#pausedUntil - performance.now();
      if (remainingMs > 0) await sleep(remainingMs, this.#stop.signal);
      try {
        return await this.#submit(submitBody, index);
      } catch (error) {
        const pauseMs = askedPauseOf(error);
        if (pauseMs === undefined || turnedAway === MAX_TURNED_AWAY)
          throw error;
        this.#pauseSubmits(Math.max(MIN_PAUSE_MS, pauseMs));
      }
    }
  }

  #pauseSubmits(pauseMs: number): void {
    if (this.#pausedUntil === 0)
      this.#service.warn(
        `${CALL.operation}: the service turns submits away (429), and asks for a pause of ${Math.ceil(pauseMs / 1000)} s; the inputs wait`,
      );
    const until = performance.now() + pauseMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** Submits one job, and remembers it until the consumer has its result. */
  async #submit(
    submitBody: SubmitBody,
    index: number,
  ): Promise<AcceptedJob<Output>> {
    const { signal } = this.#stop;
    const service = this.#service;
    const running = runModel(
      service,
      this.#slug,
      submitBody,
      { signal },
      { finishesOnceSent: true },
    );
    const submitting = running.then(
      (submitted) => {
        const { data, response } = submitted;
        if (!this.#submittedIds.add(data.id))
          throw createInvalidResponseError(
            response,
            "the id of the job of another input, as a cache does",
            service.redact,
            describeSubmit("run"),
            LOST_JOB,
          );
        return this.#remember(
          createWaitableJob(service, data, submitted),
          index,
        );
      },
      (error: unknown) => {
        // A submit that has failed may have been answered with the id of a job.
        const job = error instanceof CloudComputeError ? error.job : undefined;
        if (job && this.#submittedIds.add(job.id))
          this.#remember(createWaitableJob(service, job), index);
        const isKeyMissing = !signal.aborted && isKeyFunctionFailure(error);
        throw isKeyMissing
          ? new CallbackError("apiKey", error, [], CALL)
          : error;
      },
    );
    const settled = submitting.then(
      () => undefined,
      () => undefined,
    );
    this.#submits.add(settled);
    try {
      return await submitting;
    } finally {
      this.#submits.delete(settled);
    }
  }

  #remember(
    { job, wait }: WaitableJob<Output>,
    index: number,
  ): AcceptedJob<Output> {
    const accepted = { job, wait, acceptedAt: performance.now() };
    this.#underWay.set(index, accepted);
    return accepted;
  }

  /** Counts an input that has ended, and reports the counts. Waits for `onCounts` for a limited time only. */
  async #recordEnd(what: "completed" | "failed", index: number): Promise<void> {
    this.#counts[what]++;
    const now = performance.now();
    const { job, acceptedAt = now } = this.#underWay.get(index) ?? {};
    const { timeout = job?.toJSON().ttl ?? DEFAULT_TTL_MS } = this.#options;
    await settleInTime(
      Math.max(MIN_REPORT_TIMEOUT_MS, acceptedAt + timeout - now),
      this.#stop.signal,
      () => this.#reportCounts(),
    );
  }

  /** Reports how far the map has come, unless it has ended. */
  async #reportCounts(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { onCounts } = this.#options;
    const counts = { ...this.#counts };
    await this.#call("onCounts", () => onCounts?.(counts));
  }

  /** Runs a callback of the caller. If the callback fails, the map ends, and the callback is not called again. */
  async #call(name: CallbackName, callback: () => unknown): Promise<void> {
    if (this.#failure?.name === name) return;
    try {
      await callback();
    } catch (reason) {
      this.#fail(name, reason);
    }
  }

  /** Ends the map because code of the caller has failed. The first failure counts. */
  #fail(name: CallbackName, reason: unknown): void {
    this.#failure ??= { name, reason };
    this.#stop.abort();
    this.#wake();
  }
}

/** For how long the service asks to submit nothing, in milliseconds. Undefined if the error does not say so. */
function askedPauseOf(error: unknown): number | undefined {
  const isTurnedAway =
    error instanceof ResponseError && error.status === 429 && !error.maybeSent;
  return isTurnedAway ? askedPause(error.headers) : undefined;
}

/** Returns an error as it is. Anything else becomes the cause of an error: code of the caller may throw any value. */
function toError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new Error(String(reason), { cause: reason });
}

/** Resolves when `act` has ended, after `timeoutMs`, or at an abort, whatever comes first. */
async function settleInTime(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await withTimeout(timeoutMs, signal, act);
  } catch (reason) {
    if (reason !== EXPIRED && !signal?.aborted) throw reason;
  }
}

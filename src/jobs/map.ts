import { check, checkCallbacks, checkWhole, readHeaders } from "../checks.js";
import {
  CallbackError,
  CloudComputeError,
  ResponseError,
  type CallbackName,
  type JobData,
} from "../errors.js";
import { LOST_JOB } from "../http/call-errors.js";
import { askedPause } from "../http/retry.js";
import { onAbort, sleep, withTimeout } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import {
  createJob,
  createWaitableJob,
  type Job,
  type WaitableJob,
} from "./job.js";
import { MAP_OPTIONS, type MapOptions, type MapResult } from "./map-options.js";
import { isKeyFunctionFailure } from "./poll-end.js";
import type { JobService } from "./service.js";
import { createInvalidResponseError, type CompletedJob } from "./state.js";
import {
  describeSubmit,
  writeSubmitBody,
  type SubmitBody,
} from "./submit-body.js";
import { noteShortTimeout, submit, SubmittedIds } from "./submit.js";
import { CANCEL_TIMEOUT_MS, checkWaitOptions } from "./wait.js";

const CALL = { operation: "model.map" } as const;
/** How often an input is turned away until its error is its result. */
const MAX_TURNED_AWAY = 10;
/** The shortest pause after a submit was turned away for good. */
const MIN_PAUSE_MS = 1000;

/** The iteration behind `model.map`. When it ends, jobs in progress are treated as `onAbort` says. */
export async function* mapInputs<Input, Output>(
  service: JobService,
  slug: string,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  checkWaitOptions(options, CALL.operation, MAP_OPTIONS);
  const { concurrency = 10, signal, stopOnFailure } = options;
  const { onSubmit, onCounts } = options;
  checkWhole("concurrency", concurrency, 1, CALL);
  checkCallbacks({ onSubmit, onCounts }, CALL);
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

type Source<Input> = Iterator<Input> | AsyncIterator<Input>;

/** What opens a source; without types, `inputs` may have neither. */
interface Openers<Input> {
  readonly [Symbol.asyncIterator]?: () => Source<Input>;
  readonly [Symbol.iterator]?: () => Source<Input>;
}

/** Begins to iterate over the inputs. */
function openSource<Input>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
): Source<Input> {
  const { [Symbol.asyncIterator]: openAsync, [Symbol.iterator]: openSync } =
    Object(inputs) as Openers<Input>;
  const open = openAsync ?? openSync;
  const problem = "must be an iterable or an async iterable of inputs";
  check(typeof open === "function", "inputs", problem, CALL);
  return open.call(inputs);
}

/** The code of the caller that failed. */
interface CallbackFailure {
  readonly name: CallbackName;
  readonly reason: unknown;
}

/** The state of one `model.map`. */
class MapRun<Input, Output> {
  readonly #source: Source<Input>;
  readonly #options: MapOptions;
  readonly #counts = { submitted: 0, completed: 0, failed: 0 };
  /** Aborts everything that is in progress. */
  readonly #stop = new AbortController();
  readonly #submits: MapSubmits<Output>;
  /** The results that the consumer has not received. */
  readonly #results: MapResult<Input, Output>[] = [];
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
    source: Source<Input>,
    options: MapOptions,
  ) {
    this.#submits = new MapSubmits(service, slug, this.#stop.signal);
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
    this.#submits.underWay.delete(result.index);
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
    if (!this.#isSourceDone) void ignoreErrors(() => this.#source.return?.());
    if (this.#options.onAbort !== "cancel") return;
    const cancellations = () => Promise.all(this.#processes);
    await withTimeout(CANCEL_TIMEOUT_MS, undefined, cancellations).catch(
      () => undefined,
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
    const call = { ...CALL, maybeSent: jobs.length > 0 };
    return new CallbackError(name, reason, jobs, call);
  }

  /**
   * Submits nothing more. Waits for the submits that are sent already, because nobody else would learn the ids of their
   * jobs, and resolves with all jobs under way.
   */
  async #stopSubmits(): Promise<JobData[]> {
    this.#stop.abort();
    const processes = () => Promise.all(this.#processes);
    await withTimeout(Infinity, this.#options.signal, processes);
    return [...this.#submits.underWay.values()].map((job) => job.toJSON());
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
        const handle = this.#submits.underWay.get(index);
        return { index, input, error, ...(handle && { handle }) };
      },
    );
    this.#counts["job" in result ? "completed" : "failed"]++;
    this.#reportCounts();
    this.#results.push(result);
    this.#wake();
  }

  async #submitAndWait(
    input: Input,
    index: number,
  ): Promise<{ handle: Job<Output>; job: CompletedJob<Output> }> {
    const { signal } = this.#stop;
    const { onSubmit, onProgress } = this.#options;
    signal.throwIfAborted();
    // The input is read at once, because the source may change the object afterwards.
    const submitBody = writeSubmitBody("run", input, this.#options);
    const { job: handle, wait } = await this.#submits.submit(submitBody, index);
    const startedAt = performance.now();
    this.#counts.submitted++;
    this.#reportCounts();
    // A submit that was under way when the map ended is reported here too: nobody else learns the id of its job.
    const saving = this.#saveHandle(() => onSubmit?.(handle, index));
    const job = await wait(
      CALL.operation,
      {
        ...this.#options,
        signal,
        onProgress: onProgress && ((value) => onProgress(value, handle, index)),
      },
      {
        startedAt,
        beforePolls: (wait) => wait.bound("onSubmit", () => saving),
      },
    );
    return { handle, job };
  }

  /** Reports how far the map has come, unless it has ended. */
  #reportCounts(): void {
    if (this.#stop.signal.aborted) return;
    void ignoreErrors(() => this.#options.onCounts?.({ ...this.#counts }));
  }

  /** Calls `onSubmit`. If that fails, the map ends, and `onSubmit` is not called again. */
  async #saveHandle(onSubmit: () => unknown): Promise<void> {
    if (this.#failure?.name === "onSubmit") return;
    try {
      await onSubmit();
    } catch (reason) {
      this.#fail("onSubmit", reason);
    }
  }

  /** Ends the map because code of the caller has failed. The first failure counts. */
  #fail(name: CallbackName, reason: unknown): void {
    this.#failure ??= { name, reason };
    this.#stop.abort();
    this.#wake();
  }
}

/** The submits of one `model.map`, and the jobs that they made. */
class MapSubmits<Output> {
  readonly #service: JobService;
  readonly #slug: string;
  readonly #signal: AbortSignal;
  readonly #ids = new SubmittedIds();
  /** The jobs whose results the consumer has not received, by the index of their input. */
  readonly underWay = new Map<number, Job<Output>>();
  /** Until when the service takes no submits, by `performance.now()`. */
  #pausedUntil = 0;

  /** An abort of `signal` ends the submits that are not sent yet. */
  constructor(service: JobService, slug: string, signal: AbortSignal) {
    this.#service = service;
    this.#slug = slug;
    this.#signal = signal;
  }

  /** Submits one job. While the service turns submits away, it is given none, and the input waits. */
  async submit(
    submitBody: SubmitBody,
    index: number,
  ): Promise<WaitableJob<Output>> {
    for (let turnedAway = 1; ; turnedAway++) {
      const remainingMs = this.#pausedUntil - performance.now();
      if (remainingMs > 0) await sleep(remainingMs, this.#signal);
      try {
        return await this.#submitOnce(submitBody, index);
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

  /** Submits one job, and remembers its handle until the consumer has its result. */
  async #submitOnce(
    submitBody: SubmitBody,
    index: number,
  ): Promise<WaitableJob<Output>> {
    const service = this.#service;
    const signal = this.#signal;
    try {
      const submitted = await submit(service, {
        kind: "run",
        slug: this.#slug,
        submitBody,
        signal,
        timeout: service.timeout,
        limitsQueueTime: false,
        finishesOnceSent: true,
      });
      const { data, response } = submitted;
      if (!this.#ids.add(data.id))
        throw createInvalidResponseError(
          {
            status: 200,
            headers: new Headers(),
            body: response,
            problem: "the id of the job of another input, as a cache does",
            end: LOST_JOB,
          },
          service.redact,
          describeSubmit("run"),
        );
      const accepted = createWaitableJob<Output>(service, data, submitted);
      this.underWay.set(index, accepted.job);
      return accepted;
    } catch (error) {
      // A submit that has failed may have been answered with the id of a job.
      const job = error instanceof CloudComputeError ? error.job : undefined;
      if (job && this.#ids.add(job.id))
        this.underWay.set(index, createJob(service, job));
      const isKeyMissing = !signal.aborted && isKeyFunctionFailure(error);
      throw isKeyMissing ? new CallbackError("apiKey", error, [], CALL) : error;
    }
  }
}

/** Returns an error as it is. Anything else becomes the cause of an error: code of the caller may throw any value. */
function toError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new Error(String(reason), { cause: reason });
}

/** For how long the service asks to submit nothing, in milliseconds. Undefined if the error does not say so. */
function askedPauseOf(error: unknown): number | undefined {
  const isTurnedAway =
    error instanceof ResponseError && error.status === 429 && !error.maybeSent;
  return isTurnedAway ? askedPause(error.headers) : undefined;
}

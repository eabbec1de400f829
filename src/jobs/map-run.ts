import {
  CallbackError,
  CloudComputeError,
  type CallbackName,
  type JobData,
} from "../errors.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import type { MapOptions, MapResult } from "./map-options.js";
import { MAP_CALL, MapSubmits } from "./map-submits.js";
import type { JobService } from "./service.js";
import { DEFAULT_TTL_MS } from "./service-times.js";
import { writeSubmitBody } from "./submit-body.js";
import { CANCEL_TIMEOUT_MS, type RunCallback } from "./wait.js";

/** The shortest time that the last call of `onCounts` for an input has. */
const MIN_REPORT_TIMEOUT_MS = 1000;

/** The code of the caller that failed. */
interface CallbackFailure {
  readonly name: CallbackName;
  readonly reason: unknown;
}

/** The state of one `model.map`. */
export class MapRun<Input, Output> {
  readonly #source: Iterator<Input> | AsyncIterator<Input>;
  readonly #options: MapOptions;
  readonly #counts = { submitted: 0, completed: 0, failed: 0 };
  /** Aborts everything that is in progress. */
  readonly #stop = new AbortController();
  /** The results that the consumer has not received. */
  readonly #results: MapResult<Input, Output>[] = [];
  readonly #submits: MapSubmits<Output>;
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
    this.#submits.forget(result.index);
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
      ...MAP_CALL,
      maybeSent: jobs.length > 0,
    });
  }

  /** Submits nothing more. Resolves with all jobs under way. */
  #stopSubmits(): Promise<JobData[]> {
    this.#stop.abort();
    return this.#submits.finish(this.#options.signal);
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
        const handle = this.#submits.jobOf(index)?.job;
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
    const accepted = await this.#submits.submit(submitBody, index);
    const { job: handle, acceptedAt: startedAt } = accepted;
    this.#counts.submitted++;
    // A submit that was under way when the map ended is reported here too: nobody else learns the id of its job.
    const saving = this.#call("onSubmit", () => onSubmit?.(handle, index));
    const beforePolls = async (bound: RunCallback) => {
      await bound("onSubmit", () => saving);
      await bound("onCounts", () => this.#reportCounts());
    };
    const job = await accepted.wait(
      MAP_CALL.operation,
      {
        ...this.#options,
        signal,
        onProgress: onProgress && ((value) => onProgress(value, handle, index)),
      },
      { startedAt, beforePolls },
    );
    return { handle, job };
  }

  /** Counts an input that has ended, and reports the counts. Waits for `onCounts` for a limited time only. */
  async #recordEnd(what: "completed" | "failed", index: number): Promise<void> {
    this.#counts[what]++;
    const now = performance.now();
    const { job, acceptedAt = now } = this.#submits.jobOf(index) ?? {};
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

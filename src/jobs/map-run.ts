import {
  CallbackError,
  CloudComputeError,
  type CallbackName,
  type JobData,
} from "../errors.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import type { MapOptions, MapResult } from "./map-options.js";
import { MAP_CALL, MapSubmits } from "./map-submits.js";
import type { JobService } from "./service.js";
import { writeSubmitBody } from "./submit-body.js";
import { CANCEL_TIMEOUT_MS } from "./wait.js";

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
    if (this.#options.onAbort !== "cancel" || this.#processes.size === 0)
      return;
    const cancellations = () => Promise.all(this.#processes);
    try {
      await withTimeout(CANCEL_TIMEOUT_MS, undefined, cancellations);
    } catch (reason) {
      if (reason !== EXPIRED) throw reason;
    }
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
    this.#counts["job" in result ? "completed" : "failed"]++;
    this.#reportCounts();
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
    this.#reportCounts();
    // A submit that was under way when the map ended is reported here too: nobody else learns the id of its job.
    const saving = this.#saveHandle(() => onSubmit?.(handle, index));
    const job = await accepted.wait(
      MAP_CALL.operation,
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

/** Returns an error as it is. Anything else becomes the cause of an error: code of the caller may throw any value. */
function toError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new Error(String(reason), { cause: reason });
}

import { checkMilliseconds, checkWhole } from "../checks.js";
import { onAbort } from "../http/timeout.js";
import type { Job } from "./job.js";
import type { CompletedJob } from "./state.js";
import type { SubmitOptions } from "./submit.js";
import type { WaitOptions } from "./wait.js";

/**
 * How to run many inputs. The options of the submit apply to each job, and so do those of the wait: `timeout` is that of
 * each wait, and an abort of `signal` ends the whole iteration.
 */
export interface MapOptions
  extends SubmitOptions, Omit<WaitOptions, "onUpdate"> {
  /**
   * How many inputs are in progress at once: a whole number, 1 or more.
   *
   * @default 10
   */
  readonly concurrency?: number | undefined;
  /**
   * Called with the handle of each job as soon as the service has accepted it, and the index of its input. Save the handle
   * here if the job is to survive this process. An error that it throws ends the iteration.
   */
  readonly onSubmit?: ((job: Job, index: number) => void) | undefined;
  /**
   * Called whenever a job has been submitted, and whenever an input has completed or failed. An error that it throws ends
   * the iteration.
   */
  readonly onProgress?: ((progress: MapProgress) => void) | undefined;
  /**
   * Whether the first failure ends the iteration with its error. Jobs in progress are then treated as `onAbort` says.
   *
   * @default false
   */
  readonly stopOnFailure?: boolean | undefined;
}

/** How far a `map` has come. */
export interface MapProgress {
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
      readonly error?: never;
    }
  | {
      readonly index: number;
      readonly input: Input;
      readonly job?: never;
      /** Why there is no result: a `JobError`, or the error of the submit or the wait. */
      readonly error: unknown;
    };

/** The options of one submit of a `map`. */
interface MapRunOptions
  extends SubmitOptions, Pick<WaitOptions, "signal" | "headers"> {}

/** Submits the job of one input. */
type Run<Input, Output> = (
  input: Input,
  options: MapRunOptions,
) => Promise<Job<Output>>;

/**
 * Handles something that has happened. The consumer runs handlers one by one, in the order in which things happened, so
 * that it receives whatever they throw. The handler of a result returns that result.
 */
type Handler<Result> = () => Result | undefined;

/** The iteration behind `model.map`. When it ends, jobs in progress are treated as `onAbort` says. */
export async function* mapInputs<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: Run<Input, Output>,
  options: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  const { concurrency = 10, timeout, signal, stopOnFailure } = options;
  const call = { operation: "model.map" };
  checkWhole("concurrency", concurrency, 1, call);
  checkMilliseconds("timeout", timeout, call);
  signal?.throwIfAborted();
  const mapping = new Mapping(inputs, run, options);
  const unlisten =
    signal && onAbort(signal, () => mapping.abort(signal.reason));
  try {
    for (;;) {
      mapping.pullInput(concurrency);
      if (mapping.isIdle) return;
      const result = await mapping.next();
      if (!result) continue;
      if (stopOnFailure && !result.job) throw result.error;
      yield result;
    }
  } finally {
    unlisten?.();
    mapping.end();
  }
}

/** The state of one `model.map`. */
class Mapping<Input, Output> {
  readonly #source: Iterator<Input> | AsyncIterator<Input>;
  readonly #run: Run<Input, Output>;
  readonly #options: MapOptions;
  readonly #progress = { submitted: 0, completed: 0, failed: 0 };
  /** Aborts everything that is in progress. */
  readonly #stop = new AbortController();
  readonly #handlers: Handler<MapResult<Input, Output>>[] = [];
  /** Wakes the consumer if it waits for a handler. */
  #wake: () => void = () => undefined;
  /** The number of inputs that are being pulled, submitted or waited for. */
  #inProgress = 0;
  /** Whether the source is asked for an input; true for ever after its end. */
  #isPulling = false;
  #isSourceDone = false;
  #nextIndex = 0;

  constructor(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    run: Run<Input, Output>,
    options: MapOptions,
  ) {
    this.#source =
      Symbol.asyncIterator in inputs
        ? inputs[Symbol.asyncIterator]()
        : inputs[Symbol.iterator]();
    this.#run = run;
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#inProgress === 0;
  }

  /** Begins to pull the next input, unless enough inputs are in progress. */
  pullInput(concurrency: number): void {
    if (this.#isPulling || this.#inProgress >= concurrency) return;
    this.#isPulling = true;
    this.#inProgress++;
    void this.#pull();
  }

  /** Waits until something has happened and handles it. Resolves with the result of an input if that is what happened. */
  async next(): Promise<MapResult<Input, Output> | undefined> {
    const { signal } = this.#stop;
    if (this.#handlers.length === 0 && !signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    signal.throwIfAborted();
    const result = this.#handlers.shift()?.();
    if (!result) return undefined;
    this.#inProgress--;
    this.#count(result.job ? "completed" : "failed");
    return result;
  }

  abort(reason: unknown): void {
    this.#stop.abort(reason);
    this.#wake();
  }

  /** Stops whatever is still in progress, and tells the source that no more inputs are wanted. */
  end(): void {
    this.#stop.abort();
    // The consumer must not wait for the source, nor see its error: it may end because of an error of its own.
    this.#returnSource().catch(() => undefined);
  }

  async #returnSource(): Promise<void> {
    if (!this.#isSourceDone) await this.#source.return?.();
  }

  async #pull(): Promise<void> {
    try {
      const pulled: IteratorResult<Input, unknown> = await this.#source.next();
      this.#handle(() => {
        if (pulled.done) {
          this.#isSourceDone = true;
          this.#inProgress--;
        } else {
          this.#isPulling = false;
          void this.#process(pulled.value, this.#nextIndex++);
        }
        return undefined;
      });
    } catch (error) {
      this.#handle(() => {
        this.#isSourceDone = true;
        throw error;
      });
    }
  }

  /** Submits one input and waits for its job. */
  async #process(input: Input, index: number): Promise<void> {
    const result = await this.#submitAndWait(input, index).then(
      (job) => ({ index, input, job }),
      (error: unknown) => ({ index, input, error }),
    );
    this.#handle(() => result);
  }

  async #submitAndWait(
    input: Input,
    index: number,
  ): Promise<CompletedJob<Output>> {
    const { signal } = this.#stop;
    const { webhook, policy, s3Config, headers, onSubmit } = this.#options;
    const runOptions = { webhook, policy, s3Config, signal, headers };
    const job = await this.#run(input, runOptions);
    this.#handle(() => this.#count("submitted"));
    try {
      onSubmit?.(job, index);
    } catch (error) {
      // The handle could not be saved, so no further job may begin.
      this.#stop.abort(error);
    }
    const { timeout, interval, onAbort, onCancel } = this.#options;
    return job.wait({ signal, headers, timeout, interval, onAbort, onCancel });
  }

  #count(what: keyof MapProgress): undefined {
    this.#progress[what]++;
    this.#options.onProgress?.({ ...this.#progress });
  }

  #handle(handler: Handler<MapResult<Input, Output>>): void {
    this.#handlers.push(handler);
    this.#wake();
  }
}

import { checkMilliseconds, checkWhole } from "../checks.js";
import { onAbort } from "../http/timeout.js";
import type { CallOptions } from "../options.js";
import type { Job } from "./job.js";
import type { CompletedJob } from "./state.js";
import type { SubmitOptions } from "./submit.js";
import type { WaitOptions } from "./wait.js";

/** How to work off many inputs. */
export interface MapOptions
  extends SubmitOptions, Omit<WaitOptions, "onUpdate"> {
  /**
   * How many jobs are under way at once.
   * @default 10
   */
  readonly concurrency?: number | undefined;
  /** Called with the handle of each job as soon as there is one: what is to survive this process is saved here. */
  readonly onSubmit?: ((job: Job, index: number) => void) | undefined;
  /** Called when a job has been submitted, and when one has ended. */
  readonly onProgress?: ((progress: MapProgress) => void) | undefined;
  /**
   * Ends the iteration with its error when an input fails; what is under way then is treated as `onAbort` says.
   * @default false
   */
  readonly stopOnFailure?: boolean | undefined;
}

/** How far a `map` has come. */
export interface MapProgress {
  readonly submitted: number;
  readonly completed: number;
  readonly failed: number;
}

/** What became of one input. */
export type MapResult<Input, Output> =
  | {
      /** The place of the input in its source, from 0. */
      readonly index: number;
      readonly input: Input;
      readonly job: CompletedJob<Output>;
      readonly error?: never;
    }
  | {
      readonly index: number;
      readonly input: Input;
      readonly job?: never;
      /** Why there is no result: a `JobError`, or why the submit or the wait failed. */
      readonly error: unknown;
    };

/** Submits one input. */
type Run<Input, Output> = (
  input: Input,
  options: SubmitOptions & CallOptions,
) => Promise<Job<Output>>;

/** Sees to one thing that happened, in the order of what happened; may bring a result. */
type Step<Result> = () => Result | undefined;

/** What it takes to see to one input. */
interface Work<Input, Output> {
  readonly run: Run<Input, Output>;
  /** Their signal is the one of `stop`. */
  readonly options: MapOptions;
  readonly stop: AbortController;
  readonly then: (step: Step<MapResult<Input, Output>>) => void;
  readonly tell: (what: keyof MapProgress) => undefined;
}

/** The engine of `model.map`. After its end the jobs under way are treated as `onAbort` says. */
export async function* mapInputs<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: Run<Input, Output>,
  given: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  const { concurrency = 10, signal } = given;
  const call = { operation: "model.map" };
  checkWhole("concurrency", concurrency, 1, call);
  checkMilliseconds("timeout", given.timeout, call);
  signal?.throwIfAborted();
  const source =
    Symbol.asyncIterator in inputs
      ? inputs[Symbol.asyncIterator]()
      : inputs[Symbol.iterator]();
  const stop = new AbortController();
  const progress = { submitted: 0, completed: 0, failed: 0 };
  const tell = (what: keyof MapProgress): undefined => {
    progress[what]++;
    given.onProgress?.({ ...progress });
  };
  const steps: Step<MapResult<Input, Output>>[] = [];
  let wake = () => {};
  const then = (step: Step<MapResult<Input, Output>>) => {
    steps.push(step);
    wake();
  };
  const options = { ...given, signal: stop.signal };
  const work = { run, options, stop, then, tell };
  const forget =
    signal &&
    onAbort(signal, () => {
      stop.abort(signal.reason);
      wake();
    });
  // Tells the source that no more is wanted, until it has come to its end.
  let leave = async (): Promise<unknown> => source.return?.();
  // A pull is under way as well; while it is, and after the last, there is no other.
  let pulling: Promise<void> | undefined;
  let underWay = 0;
  let count = 0;
  const pull = async () => {
    underWay++;
    try {
      const pulled: IteratorResult<Input, unknown> = await source.next();
      then((): undefined => {
        if (pulled.done) {
          leave = () => Promise.resolve();
          underWay--;
        } else {
          pulling = undefined;
          void workOff(pulled.value, count++, work);
        }
      });
    } catch (error) {
      then(() => {
        leave = () => Promise.resolve();
        throw error;
      });
    }
  };
  try {
    for (;;) {
      if (underWay < concurrency) pulling ??= pull();
      if (underWay === 0) return;
      if (steps.length === 0 && !stop.signal.aborted)
        await new Promise<void>((come) => (wake = come));
      stop.signal.throwIfAborted();
      const result = steps.shift()?.();
      if (!result) continue;
      underWay--;
      tell(result.job ? "completed" : "failed");
      if (given.stopOnFailure && !result.job) throw result.error;
      yield result;
    }
  } finally {
    forget?.();
    stop.abort();
    // Nobody waits for how the source takes it.
    leave().catch(() => undefined);
  }
}

/** Takes an input to its end, whatever that is. */
async function workOff<Input, Output>(
  input: Input,
  index: number,
  { run, options, stop, then, tell }: Work<Input, Output>,
): Promise<void> {
  let result: MapResult<Input, Output>;
  try {
    // The timeout is that of the wait.
    const submit = { ...options, timeout: undefined };
    const handle = await run(input, submit);
    then(() => tell("submitted"));
    try {
      options.onSubmit?.(handle as Job, index);
    } catch (error) {
      // A handle that could not be saved: nothing more is to be begun.
      stop.abort(error);
    }
    result = { index, input, job: await handle.wait(options) };
  } catch (error) {
    result = { index, input, error };
  }
  then(() => result);
}

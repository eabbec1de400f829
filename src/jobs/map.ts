import { check, checkMilliseconds } from "../checks.js";
import { onAbort } from "../deadline.js";
import type { CallOptions } from "../options.js";
import type { Queued } from "../request.js";
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
  options: SubmitOptions & CallOptions & Queued,
) => Promise<Job<Output>>;

/** Sees to one thing that happened, in the order of what happened; may bring a result. */
type Step<Result> = () => Result | undefined;

/** The engine of `model.map`. */
export async function* mapInputs<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: Run<Input, Output>,
  options: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  const { concurrency = 10, timeout, signal } = options;
  const call = { operation: "model.map" };
  check(
    Number.isInteger(concurrency) && concurrency >= 1,
    "concurrency",
    "must be a whole number, 1 or more",
    call,
  );
  checkMilliseconds("timeout", timeout ?? 1, call);
  signal?.throwIfAborted();
  const steps: Step<MapResult<Input, Output>>[] = [];
  let wake = () => {};
  const stop = new AbortController();
  const work = createWork(inputs, run, options, stop, (step) => {
    steps.push(step);
    wake();
  });
  const forget =
    signal &&
    onAbort(signal, () => {
      stop.abort(signal.reason);
      wake();
    });
  try {
    while (work.goesOn(concurrency)) {
      if (steps.length === 0) await new Promise<void>((come) => (wake = come));
      stop.signal.throwIfAborted();
      const result = steps.shift()?.();
      if (result) yield result;
    }
  } finally {
    forget?.();
    stop.abort();
    work.leave();
  }
}

/** Pulls inputs and takes each to its end; after a stop the jobs are treated as `onAbort` says. */
function createWork<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: Run<Input, Output>,
  given: MapOptions,
  stop: AbortController,
  then: (step: Step<MapResult<Input, Output>>) => void,
) {
  const { onProgress, onSubmit, stopOnFailure } = given;
  const options = { ...given, signal: stop.signal };
  const source =
    Symbol.asyncIterator in inputs
      ? inputs[Symbol.asyncIterator]()
      : inputs[Symbol.iterator]();
  const progress = { submitted: 0, completed: 0, failed: 0 };
  // A pull is under way as well; while it is, there is no other.
  let [underWay, count, mayPull, isExhausted] = [0, 0, true, false];

  const tell = (what: keyof MapProgress): undefined => {
    progress[what]++;
    onProgress?.({ ...progress });
  };
  const end = (result: MapResult<Input, Output>) =>
    then(() => {
      underWay--;
      tell(result.job ? "completed" : "failed");
      if (stopOnFailure && !result.job) throw result.error;
      return result;
    });
  const workOff = async (input: Input, index: number) => {
    try {
      // The timeout is that of the wait.
      const submit = { ...options, timeout: undefined, finishes: true };
      const handle = await run(input, submit);
      then(() => tell("submitted"));
      try {
        onSubmit?.(handle as Job, index);
      } catch (error) {
        // A handle that could not be saved: nothing more is to be begun.
        stop.abort(error);
      }
      end({ index, input, job: await handle.wait(options) });
    } catch (error) {
      end({ index, input, error });
    }
  };
  const pull = async () => {
    mayPull = false;
    underWay++;
    try {
      const pulled: IteratorResult<Input, unknown> = await source.next();
      then((): undefined => {
        if (pulled.done) {
          isExhausted = true;
          underWay--;
        } else {
          mayPull = true;
          void workOff(pulled.value, count++);
        }
      });
    } catch (error) {
      then(() => {
        isExhausted = true;
        throw error;
      });
    }
  };

  return {
    /** Whether there is anything to wait for. Pulls a further input where there is room. */
    goesOn: (concurrency: number) => {
      if (mayPull && underWay < concurrency) void pull();
      return underWay > 0;
    },
    /** Tells the source that no more is wanted; nobody waits for how it takes that. */
    leave: () => {
      if (isExhausted) return;
      void (async () => source.return?.())().catch(() => undefined);
    },
  };
}

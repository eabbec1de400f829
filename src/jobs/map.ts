import { InputError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { checkMilliseconds } from "../checks.js";
import { createChannel, type Channel } from "./channel.js";
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

/** Submits one input; the signal may call the submit off until it is sent, not after. */
export type Launch<Input, Output> = (
  input: Input,
  beside: SubmitOptions & Pick<CallOptions, "headers" | "signal">,
) => Promise<Job<Output>>;

/** What the loop of a `map` is told. */
type MapEvent<Input, Output> =
  | { readonly kind: "pulled"; readonly input: Input }
  | { readonly kind: "exhausted" }
  | { readonly kind: "broken"; readonly error: unknown }
  | { readonly kind: "submitted" }
  | { readonly kind: "ended"; readonly result: MapResult<Input, Output> };

/** The engine of `model.map`. */
export async function* mapInputs<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  launch: Launch<Input, Output>,
  options: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  const { concurrency = 10, signal, onProgress, stopOnFailure } = options;
  checkConcurrency(concurrency);
  if (options.timeout !== undefined)
    checkMilliseconds("timeout", options.timeout, { operation: "model.map" });
  signal?.throwIfAborted();
  const events = createChannel<MapEvent<Input, Output>>();
  const source = iteratorOf(inputs);
  const stop = new AbortController();
  const onAbort = () => {
    stop.abort(signal?.reason);
    events.fail(signal?.reason);
  };
  signal?.addEventListener("abort", onAbort);
  const progress = { submitted: 0, completed: 0, failed: 0 };
  let [underWay, count, isPulling, isExhausted] = [0, 0, false, false];
  try {
    while (!isExhausted || underWay > 0) {
      if (!isExhausted && !isPulling && underWay < concurrency) {
        isPulling = true;
        void pull(source, events);
      }
      const event = await events.next();
      if (event.kind === "pulled") {
        isPulling = false;
        underWay++;
        void work(event.input, count++, launch, options, stop.signal, events);
      } else if (event.kind === "exhausted") {
        isExhausted = true;
      } else if (event.kind === "broken") {
        isExhausted = true;
        throw event.error;
      } else if (event.kind === "submitted") {
        progress.submitted++;
        onProgress?.({ ...progress });
      } else {
        underWay--;
        const { result } = event;
        progress[result.job ? "completed" : "failed"]++;
        onProgress?.({ ...progress });
        if (stopOnFailure && !result.job) throw result.error;
        yield result;
      }
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    stop.abort();
    if (!isExhausted) leave(source);
  }
}

async function pull<Input, Output>(
  source: Iterator<Input> | AsyncIterator<Input>,
  events: Channel<MapEvent<Input, Output>>,
): Promise<void> {
  try {
    const pulled = await source.next();
    events.push(
      pulled.done
        ? { kind: "exhausted" }
        : { kind: "pulled", input: pulled.value },
    );
  } catch (error) {
    events.push({ kind: "broken", error });
  }
}

/** Tells the source that no more is wanted; nobody waits for how it takes that. */
function leave(source: Iterator<unknown> | AsyncIterator<unknown>): void {
  void (async () => source.return?.())().catch(() => undefined);
}

/** Takes one input to its end; after a stop its job is treated as `onAbort` says. */
async function work<Input, Output>(
  input: Input,
  index: number,
  launch: Launch<Input, Output>,
  { webhook, policy, s3Config, onSubmit, ...waiting }: MapOptions,
  signal: AbortSignal,
  events: Channel<MapEvent<Input, Output>>,
): Promise<void> {
  const { headers } = waiting;
  const beside = { webhook, policy, s3Config, headers, signal };
  try {
    const handle = await launch(input, beside);
    events.push({ kind: "submitted" });
    try {
      onSubmit?.(handle as Job, index);
    } catch (error) {
      // A handle that could not be saved: nothing more is to be begun.
      events.fail(error);
    }
    const job = await handle.wait({ ...waiting, signal });
    events.push({ kind: "ended", result: { index, input, job } });
  } catch (error) {
    events.push({ kind: "ended", result: { index, input, error } });
  }
}

function iteratorOf<Input>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
): Iterator<Input> | AsyncIterator<Input> {
  return Symbol.asyncIterator in inputs
    ? inputs[Symbol.asyncIterator]()
    : inputs[Symbol.iterator]();
}

function checkConcurrency(concurrency: number): void {
  if (Number.isInteger(concurrency) && concurrency >= 1) return;
  throw new InputError(
    "concurrency",
    "concurrency must be a whole number, 1 or more",
    { operation: "model.map" },
  );
}

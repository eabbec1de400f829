import { check } from "../checks.js";
import type { JobData } from "../errors.js";
import type { Job } from "./job.js";

/**
 * Watches the attempts of one submit, for other entry points of this package. Both functions run while the submit holds
 * a slot of the rate limiter, and nothing else is awaited between `before` and the call of `fetch`.
 */
export interface SubmitHook {
  /**
   * Awaited immediately before each attempt. The request is sent as soon as the promise resolves, even if the signal of
   * the submit has aborted meanwhile. A rejection stops the submit for good: nothing is sent, `after` is not
   * called, and the submit rejects with the same reason.
   */
  readonly before: (attempt: number) => Promise<void>;
  /**
   * Awaited after each attempt for which `before` resolved, before the next attempt and before the submit settles.
   * A rejection ends the submit with the same reason.
   */
  readonly after: (outcome: AttemptOutcome, attempt: number) => Promise<void>;
  /** Called before the submit resolves with a job that an earlier submit of the client has got, as a cache answers. */
  readonly onRepeated: () => void;
}

/** What is known of one attempt. */
export interface AttemptOutcome {
  /**
   * - `"accepted"`: the service answered with the id of the job, even in a failure
   * - `"not carried out"`: certainly not; nothing was sent, or the service turned the request away
   * - `"unknown"`: a job may exist, but its id is not known
   */
  readonly result: "accepted" | "not carried out" | "unknown";
  /** The job; present if it was accepted. */
  readonly job?: JobData;
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** The time of the service by the `Date` header of its response, in milliseconds since 1970; NaN if there is none. */
  readonly serviceTime: number;
}

/**
 * The hidden member of a model that submits with a hook. Registered globally: the entry points of this package may come
 * from two copies of its files, one as an ES module and one as CommonJS.
 */
export const RUN_WITH_HOOK: unique symbol = Symbol.for(
  "cloud-compute-sdk.runWithHook",
);

/** A model, as far as this function needs it. */
interface HookedModel<Input, Options, Output> {
  readonly slug: string;
  run(input: Input, options?: Options): Promise<Job<Output>>;
}

/**
 * Submits a job as `model.run` does, while `hook` watches each attempt. For other entry points of this package. An abort
 * ends the submit until it is sent, and no longer.
 *
 * @throws InputError for an object that is no model of this package
 */
export async function runWithHook<Input, Options, Output>(
  model: HookedModel<Input, Options, Output>,
  input: Input,
  options: Options,
  hook: SubmitHook,
): Promise<Job<Output>> {
  type Run = (
    input: Input,
    options: Options,
    hook: SubmitHook,
  ) => Promise<Job<Output>>;
  const run = Reflect.get(model, RUN_WITH_HOOK) as Run | undefined;
  check(
    run,
    "model",
    "must come from a client of this version of cloud-compute-sdk",
  );
  return run(input, options, hook);
}

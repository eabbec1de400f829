import { check } from "../checks.js";
import type { Job } from "./job.js";
import type { SubmitHook } from "./submit-hook.js";

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

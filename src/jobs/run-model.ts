import type { CallOptions } from "../options.js";
import type { RunOptions } from "./submit-options.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { checkWritten, needsCheck } from "./check-written.js";
import type { JobService } from "./service.js";
import { submit, type SubmittedJob } from "./submit.js";
import type { SubmitHook } from "./submit-hook.js";
import { describeSubmit, type WrittenSubmit } from "./written-submit.js";

/** Internal controls of a submit. They never travel in public options. */
export interface RunControls {
  readonly finishAfterSend?: boolean;
  readonly createKeyError?: (cause: unknown) => Error;
  readonly hook?: SubmitHook;
}

const RUN_OPTIONS: OptionNames<RunOptions> = {
  webhook: true,
  policy: true,
  s3Config: true,
  checkInput: true,
  signal: true,
  timeout: true,
  retries: true,
  headers: true,
  onFinalResponse: true,
};

/** Throws an `InputError` for an option of `model.run` that is not documented. */
export function checkRunOptions(options: object): void {
  checkOptionNames(options, RUN_OPTIONS, describeSubmit("run"));
}

/** Submits a job, as `model.run` documents. */
export async function runModel(
  service: JobService,
  slug: string,
  written: WrittenSubmit,
  options: Omit<CallOptions, "headers">,
  controls: RunControls,
): Promise<SubmittedJob> {
  const { signal, retries, timeout, onFinalResponse } = options;
  // No `await` without need: a job whose submit has begun is not lost when a source of inputs fails.
  if (needsCheck(written))
    await checkWritten(slug, written, describeSubmit("run"), signal);
  return submit(service, {
    kind: "run",
    slug,
    written,
    signal,
    retries,
    onFinalResponse,
    timeout: timeout ?? service.timeout,
    limitsQueueTime: timeout !== undefined,
    ...controls,
    send: (jobs, body, call) => jobs.run(slug, body, call),
  });
}

import type { JobsResource, Job as JobAnswer } from "../../generated/jobs.js";
import { TimeoutError, type CancelOutcome, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Budgets } from "./budgets.js";
import type { WaitOptions } from "./wait.js";

/** The ways a job is called off: asked for, or because its wait was given up. */
export interface Cancellation {
  readonly cancel: (options?: CallOptions) => Promise<JobAnswer>;
  /** The error to end a failed wait with, once the job was treated as `onAbort` says. */
  readonly giveUp: (
    error: unknown,
    options: WaitOptions<never>,
  ) => Promise<unknown>;
}

/** How long a cancellation that nobody waits for may take once its turn has come, in milliseconds. */
const PATIENCE = 20_000;

export function createCancellation(
  jobs: JobsResource,
  budgets: Budgets,
  job: JobData,
): Cancellation {
  const { slug, id } = job;

  const cancel = (options: CallOptions = {}) => {
    const { signal } = options;
    const turn = { rank: performance.now(), milliseconds: Infinity, signal };
    const send = () => jobs.cancel(slug, id, options);
    return budgets.cancels(slug).run(turn, send);
  };

  const cancelAside = async ({ onCancel }: WaitOptions<never>) => {
    const outcome: CancelOutcome = await cancel({ timeout: PATIENCE }).then(
      ({ status }) => ({ job, cancelled: status === "CANCELLED" }),
      (error: unknown) => ({ job, cancelled: false, error }),
    );
    try {
      onCancel?.(outcome);
    } catch {
      // Nobody waits here who could be told.
    }
    return outcome;
  };

  const giveUp: Cancellation["giveUp"] = async (error, options) => {
    if (options.onAbort !== "cancel") return error;
    if (options.signal?.aborted) {
      void cancelAside(options);
      return error;
    }
    if (!(error instanceof TimeoutError)) return error;
    const { message, timeout } = error;
    return new TimeoutError(
      message,
      timeout,
      error,
      job,
      await cancelAside(options),
    );
  };

  return { cancel, giveUp };
}

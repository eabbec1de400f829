import type { JobsResource, Job as JobAnswer } from "../../generated/jobs.js";
import type { Queued } from "../request.js";
import { within } from "../deadline.js";
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
    return budgets
      .cancels(slug)
      .run(turn, (again) => jobs.cancel(slug, id, withTurn(options, again)));
  };

  const cancelAside = async ({ onCancel, headers }: WaitOptions<never>) => {
    const outcome: CancelOutcome = await cancel({
      ...{ timeout: PATIENCE, headers },
    }).then(
      ({ status }) => ({ job, cancelled: status === "CANCELLED" }),
      (error: unknown) => ({ job, cancelled: false, error }),
    );
    // Nobody waits here who could be told of a hook that fails.
    await Promise.resolve(outcome)
      .then(onCancel)
      .catch(() => undefined);
    return outcome;
  };

  const giveUp: Cancellation["giveUp"] = async (error, options) => {
    const { onAbort, signal } = options;
    if (onAbort !== "cancel") return error;
    if (signal?.aborted) {
      void cancelAside(options);
      return error;
    }
    if (!(error instanceof TimeoutError)) return error;
    const cancellation = cancelAside(options);
    const outcome = await within(Infinity, signal, () => cancellation);
    return Object.assign(error, { cancellation: outcome });
  };

  return { cancel, giveUp };
}

function withTurn(options: CallOptions, again: Queued["again"]): CallOptions {
  const queued: CallOptions & Queued = { ...options, again };
  return queued;
}

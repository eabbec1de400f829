import type { Job as JobAnswer } from "../../generated/jobs.js";
import { within } from "../deadline.js";
import { TimeoutError, type CancelOutcome, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { WaitOptions } from "./wait.js";

/** How long a cancellation that nobody waits for may take once its turn has come, in milliseconds. */
const PATIENCE = 20_000;

/** Goes through a wait; where that is aborted or reaches its bound, the job is treated as `onAbort` says. */
export async function* guarded<T>(
  wait: AsyncGenerator<T, void, undefined>,
  { signal, onAbort, onCancel, headers }: WaitOptions<never>,
  job: JobData,
  cancel: (options: CallOptions) => Promise<JobAnswer>,
): AsyncGenerator<T, void, undefined> {
  const cancelAside = async () => {
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

  let isOver = false;
  let expired: TimeoutError | undefined;
  try {
    yield* wait;
    isOver = true;
  } catch (error) {
    if (error instanceof TimeoutError) expired = error;
    throw error;
  } finally {
    // The consumer may also have left on the very signal, without asking for more.
    const isAborted = signal?.aborted && !isOver;
    if (onAbort === "cancel" && (isAborted || expired)) {
      const cancelling = cancelAside();
      if (expired && !isAborted) {
        const cancellation = await within(Infinity, signal, () => cancelling);
        Object.assign(expired, { cancellation });
      }
    }
  }
}

import { within } from "../deadline.js";
import { TimeoutError, type CancelOutcome } from "../errors.js";
import type { Attended } from "./service.js";
import type { WaitOptions } from "./wait.js";

/** How long a cancellation that nobody waits for may take once its turn has come, in milliseconds. */
const PATIENCE = 20_000;

/** Goes through a wait; where that is aborted or reaches its bound, the job is treated as `onAbort` says. */
export async function* guarded<T>(
  wait: AsyncGenerator<T, void, undefined>,
  { signal, onAbort, onCancel, headers }: WaitOptions<never>,
  { data: job, cancel }: Attended<unknown>,
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
    if (onAbort === "cancel" && isAborted) void cancelAside();
    else if (onAbort === "cancel" && expired) {
      const cancellation = await within(Infinity, signal, cancelAside);
      Object.assign(expired, { cancellation });
    }
  }
}

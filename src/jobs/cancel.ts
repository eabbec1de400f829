import { withTimeout } from "../http/timeout.js";
import { TimeoutError, type CancelOutcome } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Attended } from "./service.js";
import { looksAt, PATIENCE, type Look, type WaitOptions } from "./wait.js";

/** Goes through a wait; where that is aborted or reaches its bound, the job is treated as `onAbort` says. */
export async function* guarded<Answer extends { readonly status?: string }>(
  job: Attended<unknown>,
  options: WaitOptions<never>,
  ask: (options: CallOptions) => Promise<Answer>,
): AsyncGenerator<Look<Answer>, void, undefined> {
  const { signal } = options;
  let isSettled = options.onAbort !== "cancel";
  try {
    yield* looksAt(job, options, ask);
    isSettled = true;
  } catch (error) {
    if (!isSettled && error instanceof TimeoutError) {
      isSettled = true;
      const outcome = callOff(job, options);
      const cancellation = await withTimeout(Infinity, signal, () => outcome);
      Object.assign(error, { cancellation });
    }
    throw error;
  } finally {
    // The consumer may also have left on the very signal, without asking for more.
    if (signal?.aborted && !isSettled) void callOff(job, options);
  }
}

/** Calls a job off, and tells `onCancel` how that went; never rejects. */
function callOff(
  { data: job, cancel }: Attended<unknown>,
  { onCancel, headers }: WaitOptions<never>,
): Promise<CancelOutcome> {
  const outcome = cancel({ timeout: PATIENCE, headers }).then(
    ({ status }) => ({ job, cancelled: status === "CANCELLED" }),
    (error: unknown) => ({ job, cancelled: false, error }),
  );
  // Nobody waits here who could be told of a hook that fails.
  outcome.then(onCancel).catch(() => undefined);
  return outcome;
}

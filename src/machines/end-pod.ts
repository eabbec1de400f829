import { CloudComputeError, ResponseError } from "../errors.js";
import { isNotFound, isOfService, isRefusal } from "../http/refusals.js";
import type { ReleaseAction } from "./tag.js";
import type { PodService } from "./pod-service.js";
import { isStopped, isTerminated, type PodState } from "./pod-state.js";
import { repeat } from "./repeat.js";

/** How to end a Pod. */
interface EndPodOptions {
  readonly action: ReleaseAction;
  /** The longest time until the end must be confirmed, in milliseconds. */
  readonly timeoutMs: number;
}

/** How long a release may take by default. */
export const DEFAULT_RELEASE_TIMEOUT_MS = 60_000;
/**
 * For how long the service must go on saying that it does not know a Pod until the Pod counts as gone, if the service has
 * accepted no call that ends the Pod. One such answer proves nothing: the Pod may be new, or a balancer may have asked a
 * machine that does not know the Pod.
 */
export const ABSENT_FOR_MS = 10_000;
/** A refusal that more calls will not change ends the attempts. */
const MAX_REFUSALS = 3;

/**
 * Deletes or stops a Pod, and repeats the call until the service confirms that the Pod is gone or stopped:
 *
 * - The service shows the Pod as ended.
 * - It has accepted the call, and then does not know the Pod.
 * - It has not known the Pod for `ABSENT_FOR_MS`.
 * - It has accepted a delete, no read of the Pod had an answer until the timeout, and the list of Pods has an answer that does
 *   not show the Pod.
 *
 * Throws when there is no confirmation in time; the last error is the cause.
 */
export async function endPod(
  service: PodService,
  id: string,
  { action, timeoutMs }: EndPodOptions,
): Promise<void> {
  const seen = {
    isAccepted: false,
    /** Whether a read has shown the running Pod after the service had accepted the call. */
    isContradicted: false,
  };
  let unknownSince: number | undefined;
  let refusals = 0;
  let failure: unknown;
  let timeLeftMs = () => timeoutMs;
  const outcome = await repeat(
    timeoutMs,
    undefined,
    async ({ callTimeoutMs }) => {
      failure = undefined;
      timeLeftMs = callTimeoutMs;
      let isUnknown = false;
      try {
        await service[action](id, { timeout: callTimeoutMs(), retries: 0 });
        seen.isAccepted = true;
      } catch (error) {
        isUnknown = isNotFound(error);
        if (isUnknown && seen.isAccepted) return "ended";
        if (!isUnknown) failure = error;
      }
      // The call may have failed because the Pod has ended, or although it was carried out.
      try {
        const options = { timeout: callTimeoutMs(), retries: 0 };
        const pod = await service.find(id, options);
        if (pod === undefined && seen.isAccepted) return "ended";
        if (pod !== undefined && hasEnded(pod, action)) return "ended";
        seen.isContradicted ||= seen.isAccepted;
        isUnknown = pod === undefined;
      } catch (error) {
        failure ??= error;
      }
      const now = performance.now();
      unknownSince = isUnknown ? (unknownSince ?? now) : undefined;
      if (now - (unknownSince ?? now) >= ABSENT_FOR_MS) return "ended";
      const isRefused =
        failure instanceof ResponseError &&
        isOfService(failure) &&
        isRefusal(failure.status);
      refusals = isRefused && !seen.isAccepted ? refusals + 1 : 0;
      return refusals >= MAX_REFUSALS ? "refused" : undefined;
    },
  );
  if (outcome === "ended") return;
  const mayBeDeleted =
    action === "delete" && seen.isAccepted && !seen.isContradicted;
  if (mayBeDeleted && (await isUnlisted(service, id, timeLeftMs()))) return;
  throw createUnconfirmedError(id, action, failure);
}

/** Whether the list of Pods has an answer that does not show the Pod. */
async function isUnlisted(
  service: PodService,
  id: string,
  timeout: number,
): Promise<boolean> {
  try {
    const pods = await service.list({ timeout, retries: 0 });
    return !pods.some((pod) => pod.id === id && !isTerminated(pod));
  } catch {
    return false;
  }
}

function hasEnded(pod: PodState, action: ReleaseAction): boolean {
  return action === "stop" ? isStopped(pod) : isTerminated(pod);
}

function createUnconfirmedError(
  id: string,
  action: ReleaseAction,
  cause: unknown,
): Error {
  const wanted = action === "stop" ? "stopped" : "deleted";
  const reason = cause instanceof Error ? `: ${cause.message}` : "";
  return new CloudComputeError(
    "release_failed",
    `the service has not confirmed that Pod ${id} is ${wanted}${reason}`,
    { operation: "pod.release", maybeSent: true, cause },
  );
}

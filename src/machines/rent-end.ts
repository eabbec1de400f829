import type { PodCreation } from "./create-pod.js";
import { endPod } from "./end-pod.js";
import { RentError, type LeftPod } from "./errors.js";
import type { PodState } from "./pod-state.js";
import type { RentDuplicates } from "./rent-duplicates.js";
import type { RentPod } from "./rent-pod.js";
import type { ReleaseAction } from "./tag.js";

/** What is left after the end of a rental. */
export interface Leftovers {
  readonly left: readonly LeftPod[];
  readonly mayBeLeft: boolean;
  readonly cause: unknown;
}

/** The Pods of one rental. */
interface PodsOfRental {
  readonly pod: RentPod;
  readonly creation: PodCreation;
  readonly duplicates: RentDuplicates;
}

/** Ends every Pod of a rental. Never rejects. */
export async function endPods(
  { pod: rented, creation, duplicates }: PodsOfRental,
  action: ReleaseAction,
  timeoutMs: number,
): Promise<Leftovers> {
  const { own } = rented;
  const left: LeftPod[] = [];
  let mayBeLeft = false;
  let cause: unknown;
  const end = async (pod: PodState, how: ReleaseAction) => {
    const endsBy = performance.now() + timeoutMs;
    try {
      const found = await rented.requireOwn(pod, timeoutMs);
      const leftMs = Math.max(1, endsBy - performance.now());
      const options = { action: how, timeoutMs: leftMs };
      if (found) await endPod(own.service, found.id, options);
    } catch (error) {
      left.push({ id: pod.id, name: pod.name });
      cause = error;
    }
  };
  if (rented.state) await end(rented.state, action);
  const { hasLostCreates } = creation;
  // A create that was refused has made nothing: the list is only read to be sure, once.
  const isRefused = !rented.state && own.mayExist && !hasLostCreates;
  if (hasLostCreates || isRefused)
    try {
      const listTimeoutMs = isRefused ? 0 : timeoutMs;
      const rentedId = rented.state?.id;
      for (const pod of await duplicates.find(rentedId, listTimeoutMs))
        await end(pod, "delete");
    } catch (error) {
      mayBeLeft = hasLostCreates;
      cause = error;
    }
  return { left, mayBeLeft, cause };
}

/** The error of a rental that has left something, or may have. */
export function nameLeftovers(
  error: unknown,
  { left, mayBeLeft, cause: endCause }: Leftovers,
  podName: string,
): RentError {
  if (!(error instanceof RentError)) {
    const problem =
      left.length === 0
        ? "the rental was ended, but a Pod of it may still appear"
        : "the rental was ended, but its Pod could not be deleted";
    const details = { left, mayBeLeft, podName, cause: error };
    return new RentError("aborted", problem, details);
  }
  const { code, message, refusals, cause = endCause } = error;
  const problem = message.replace(/^rentPod: /, "");
  const details = { left, mayBeLeft, podName, refusals, cause };
  return new RentError(code, problem, details);
}

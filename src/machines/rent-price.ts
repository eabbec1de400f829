import { sleep } from "../http/timeout.js";
import { RentError } from "./errors.js";
import type { PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";

/** How long a rental waits for the price of its Pod, in milliseconds. */
const PRICE_TIMEOUT_MS = 60_000;
const PRICE_PAUSE_MS = 2000;
const MAX_RENAMES = 5;
const RENAME_PAUSE_MS = 1000;
const CALL_TIMEOUT_MS = 20_000;

/** What the calls for a Pod that is not handed over yet need of its rental. */
interface PriceContext {
  readonly service: PodService;
  readonly podName: string;
  readonly signal: AbortSignal;
}

/** A Pod whose price for each hour is known. */
export type PricedPod = PodState & { readonly costPerHr: number };

/**
 * Waits until the service shows the price of the Pod, which may be some time after the create.
 *
 * @throws RentError `price_unknown` if the service shows none: the option named `limit` cannot be kept
 */
export async function waitForPrice(
  created: PodState,
  limit: string,
  { service, podName, signal }: PriceContext,
): Promise<PricedPod> {
  const givesUpAt = performance.now() + PRICE_TIMEOUT_MS;
  let pod = created;
  let cause: unknown;
  for (;;) {
    const { costPerHr } = pod;
    if (costPerHr !== undefined) return { ...pod, costPerHr };
    if (performance.now() >= givesUpAt) {
      const problem = `the service names no price, so that ${limit} cannot be kept`;
      throw new RentError("price_unknown", problem, { podName, cause });
    }
    await sleep(PRICE_PAUSE_MS, signal);
    try {
      const call = { signal, timeout: CALL_TIMEOUT_MS };
      pod = (await service.find(pod.id, call)) ?? pod;
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
    }
  }
}

/** Gives the Pod another name. Twice the same name does no harm, so a call whose outcome is unknown is sent again. */
export async function renamePod(
  id: string,
  name: string,
  { service, podName, signal }: PriceContext,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const call = { signal, timeout: CALL_TIMEOUT_MS };
      await service.update(id, { name }, call);
      return;
    } catch (cause) {
      signal.throwIfAborted();
      if (attempt >= MAX_RENAMES) {
        const problem =
          "the end that follows from maxCost could not be written to the Pod";
        throw new RentError("limit_not_set", problem, { podName, cause });
      }
    }
    await sleep(RENAME_PAUSE_MS * attempt, signal);
  }
}

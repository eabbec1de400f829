import { sleep } from "../http/timeout.js";
import type { PodCreation } from "./create-pod.js";
import { endPod } from "./end-pod.js";
import type { PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import { scheduleUnref } from "./unref-timer.js";

/** How long the end of one of these Pods may take before the rental goes on. */
const END_TIMEOUT_MS = 20_000;
/** When the list is searched while the Pod is rented, counted from the hand-over. */
const SEARCH_DELAYS_MS = [60_000, 300_000];
/** The pause before a list that could not be read is read again. */
const LIST_PAUSE_MS = 2000;

/** Further Pods of one rental: a create whose outcome was unknown may have made one besides the Pod that is rented. */
export class RentDuplicates {
  readonly #service: PodService;
  readonly #creation: PodCreation;
  /** The ids of those that were found. */
  readonly #ids = new Set<string>();
  #cancels: readonly (() => void)[] = [];

  constructor(service: PodService, creation: PodCreation) {
    this.#service = service;
    this.#creation = creation;
  }

  /** How many were found. */
  get count(): number {
    return this.#ids.size;
  }

  /** Deletes those that the list shows now. What cannot be deleted now is deleted with the release. */
  async deleteFound(rentedId: string): Promise<void> {
    if (!this.#creation.mayHaveMore) return;
    const options = { action: "delete", timeoutMs: END_TIMEOUT_MS } as const;
    try {
      for (const { id } of await this.find(rentedId, 0))
        await endPod(this.#service, id, options);
    } catch {
      // The Pod that was rented can be used.
    }
  }

  /** Deletes those that appear in the list only while the Pod is rented. */
  searchLater(rentedId: string): void {
    if (!this.#creation.mayHaveMore) return;
    const search = () => void this.deleteFound(rentedId);
    this.#cancels = SEARCH_DELAYS_MS.map((delayMs) =>
      scheduleUnref(search, delayMs),
    );
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
  }

  /** The Pods of the rental but the rented one, by the list, which is read until it can be read or the timeout is over. */
  async find(
    rentedId: string | undefined,
    timeoutMs: number,
  ): Promise<readonly PodState[]> {
    const tagged = await this.#readList(timeoutMs);
    const others = tagged.filter(({ id }) => id !== rentedId);
    for (const { id } of others) this.#ids.add(id);
    return others;
  }

  async #readList(timeoutMs: number): Promise<readonly PodState[]> {
    const givesUpAt = performance.now() + timeoutMs;
    for (;;)
      try {
        return await this.#creation.findTagged();
      } catch (error) {
        if (performance.now() + LIST_PAUSE_MS >= givesUpAt) throw error;
        await sleep(LIST_PAUSE_MS, undefined);
      }
  }
}

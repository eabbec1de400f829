import { endPod } from "./end-pod.js";
import type { OwnPods } from "./own-pods.js";
import type { PodState } from "./pod-state.js";
import { repeat } from "./repeat.js";
import { scheduleUnref } from "./unref-timer.js";

/** How long the end of one of these Pods may take before the rental goes on. */
const END_TIMEOUT_MS = 20_000;
/** When the list is searched while the Pod is rented, counted from the hand-over. */
const SEARCH_DELAYS_MS = [60_000, 300_000];

/** Further Pods of one rental: a create whose outcome was unknown may have made one besides the Pod that is rented. */
export class RentDuplicates {
  readonly #own: OwnPods;
  #cancels: readonly (() => void)[] = [];

  constructor(own: OwnPods) {
    this.#own = own;
  }

  /** Deletes those that the list shows now. What cannot be deleted now is deleted with the release. */
  async deleteFound(rentedId: string): Promise<void> {
    const options = { action: "delete", timeoutMs: END_TIMEOUT_MS } as const;
    try {
      for (const { id } of await this.find(rentedId, 0))
        await endPod(this.#own.service, id, options);
    } catch {
      // The Pod that was rented can be used.
    }
  }

  /** Deletes those that appear in the list only while the Pod is rented. */
  searchLater(rentedId: string): void {
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
    const read = () => this.#own.list();
    const pods = (await repeat(timeoutMs, undefined, read)) ?? [];
    return pods.filter(({ id }) => id !== rentedId);
  }
}

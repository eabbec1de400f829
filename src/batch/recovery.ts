import { isUnavailable } from "./call-ledger.js";
import type { WorkContext } from "./work-context.js";
import { describeError } from "./errors.js";
import { findLostJobs } from "./lost.js";
import { resubmitExpired } from "./resubmit.js";

/** How often items in doubt are searched for jobs that can no longer run, in milliseconds. */
const RESUBMIT_INTERVAL_MS = 60_000;

/** How often the service is asked for the jobs of lost items, in milliseconds. */
const LOST_INTERVAL_MS = 600_000;

/** What `work` does once in a while for items in doubt and for lost ones. */
export class Recovery {
  /** When the next steps are due, on the clock of `performance.now()`. */
  #resubmitAt = 0;
  #findLostAt = 0;
  #lostSearch: Promise<void> | undefined;

  /** The search for the jobs of lost items; undefined while none runs. */
  get lostSearch(): Promise<void> | undefined {
    return this.#lostSearch;
  }

  /** Queues items in doubt whose jobs can no longer run, where the batch asks for that. */
  async resubmitExpired(context: WorkContext): Promise<void> {
    const { batch, serviceClock, signal, warnings } = context;
    if (batch.onDoubt !== "resubmit-after-ttl") return;
    if (performance.now() < this.#resubmitAt) return;
    this.#resubmitAt = performance.now() + RESUBMIT_INTERVAL_MS;
    try {
      await resubmitExpired(batch, serviceClock, signal);
      warnings.clocksAgree();
    } catch (error) {
      const { code, message } = describeError(error);
      if (code !== "clocks_differ") throw error;
      warnings.clocksDiffer(message);
    }
  }

  /** Begins to ask the service for the jobs of lost items. `onEnd` is called when it has answered. */
  findLost({ batch, signal, refuse }: WorkContext, onEnd: () => void): void {
    if (this.#lostSearch || performance.now() < this.#findLostAt) return;
    this.#lostSearch = findLostJobs(batch, signal)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) refuse(error);
      })
      .finally(() => {
        this.#lostSearch = undefined;
        this.#findLostAt = performance.now() + LOST_INTERVAL_MS;
        onEnd();
      });
  }
}

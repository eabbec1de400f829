import type { ActiveItems } from "./active-items.js";
import { readPages } from "./call-ledger.js";
import type { WorkContext } from "./work-context.js";
import { withoutPayload, type Settings, type Totals } from "./ledger.js";

/** How often the lease is renewed and the settings are read, in milliseconds. */
const INTERVAL_MS = 2000;

/** Renews the lease of this process, and knows what the last heartbeat has shown of the batch. */
export class Heartbeat {
  #settings: Settings | undefined;
  #workers = 1;
  /** Whether the outcome of a heartbeat is unknown: it may have assigned items. */
  #mustReadItems = false;
  /** When the next heartbeat is due, on the clock of `performance.now()`. */
  #dueAt = 0;

  /** The settings of the batch; undefined before the first heartbeat. */
  get settings(): Settings | undefined {
    return this.#settings;
  }

  /** How many processes work on the batch. */
  get workers(): number {
    return this.#workers;
  }

  /**
   * Renews the lease, reads the settings, and continues as many jobs of processes that have ended as there is room for.
   * Resolves with undefined if no heartbeat is due.
   */
  async beat(
    context: WorkContext,
    active: ActiveItems,
    room: number,
  ): Promise<Totals | undefined> {
    if (performance.now() < this.#dueAt) return undefined;
    const { batch, worker, limits, claims } = context;
    if (this.#mustReadItems) {
      const own = { states: ["running"], worker: worker.id } as const;
      for await (const page of readPages(batch.ledger, own))
        active.continueAll(context, page.map(withoutPayload));
    }
    this.#mustReadItems = true;
    const { taken, totals } = await worker.heartbeat(Math.max(0, room));
    this.#mustReadItems = false;
    this.#dueAt = performance.now() + INTERVAL_MS;
    const { settings, workers, endpoint, now } = totals;
    if (settings.maxCost !== this.#settings?.maxCost) claims.makeRoom();
    this.#settings = settings;
    this.#workers = Math.max(1, workers);
    limits.update(endpoint, now);
    active.continueAll(context, taken);
    return totals;
  }

  /** Whether as many items have failed as the settings allow. */
  hasFailedTooOften({ counts }: Totals): boolean {
    const maxFailures = this.#settings?.maxFailures ?? null;
    if (maxFailures === null) return false;
    const failures = counts.failed + counts.lost;
    let total = 0;
    for (const count of Object.values(counts)) total += count;
    const most = maxFailures < 1 ? maxFailures * total : maxFailures;
    return failures > 0 && failures >= most;
  }
}

import { readPages } from "./call-ledger.js";
import {
  withoutPayload,
  type Item,
  type Settings,
  type Totals,
} from "./ledger.js";
import type { WorkContext } from "./work-context.js";

/** How often the lease is renewed and the settings are read, in milliseconds. */
const INTERVAL_MS = 2000;

/** Renews the lease of this process, and knows what the last heartbeat has shown of the batch. */
export class Heartbeat {
  /** The settings of the batch; undefined before the first heartbeat. */
  settings: Settings | undefined;
  /** How many processes work on the batch. */
  workers = 1;
  /** Whether as many items have failed as the settings allow. */
  hasFailedTooOften = false;
  /** Whether the outcome of a heartbeat is unknown: it may have assigned items. */
  #mustReadItems = false;
  /** When the next heartbeat is due, on the clock of `performance.now()`. */
  #dueAt = 0;

  /**
   * Renews the lease, reads the settings, and takes over as many jobs of processes that have ended as there is room for.
   * Resolves with running items of this process: those that it has just taken over, and after a lost answer all others as
   * well; with none if no heartbeat is due.
   */
  async beat(context: WorkContext, room: number): Promise<readonly Item[]> {
    if (performance.now() < this.#dueAt) return [];
    const { batch, worker, limits, claims } = context;
    const items: Item[] = [];
    if (this.#mustReadItems) {
      const own = { states: ["running"], worker: worker.id } as const;
      for await (const page of readPages(batch.ledger, own))
        items.push(...page.map(withoutPayload));
    }
    this.#mustReadItems = true;
    const { taken, totals } = await worker.heartbeat(Math.max(0, room));
    this.#mustReadItems = false;
    this.#dueAt = performance.now() + INTERVAL_MS;
    const { settings, workers, endpoint, now } = totals;
    if (settings.maxCost !== this.settings?.maxCost) claims.makeRoom();
    this.settings = settings;
    this.workers = Math.max(1, workers);
    this.countFailures(totals);
    limits.update(endpoint, now);
    return [...items, ...taken];
  }

  /** Sees whether as many items have failed as the settings allow. */
  countFailures({ counts, settings: { maxFailures } }: Totals): void {
    const failures = counts.failed + counts.lost;
    let total = 0;
    for (const count of Object.values(counts)) total += count;
    const limit = maxFailures ?? Infinity;
    const most = limit < 1 ? limit * total : limit;
    this.hasFailedTooOften = failures > 0 && failures >= most;
  }
}

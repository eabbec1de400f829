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

/** What a heartbeat gives the loop of `work`. */
interface Beat {
  readonly totals: Totals;
  /** Running items of this process: those that it has just taken over, and after a lost answer all others as well. */
  readonly items: readonly Item[];
}

/** Renews the lease of this process, and knows what the last heartbeat has shown of the batch. */
export class Heartbeat {
  /** The settings of the batch; undefined before the first heartbeat. */
  settings: Settings | undefined;
  /** How many processes work on the batch. */
  workers = 1;
  /** Whether the outcome of a heartbeat is unknown: it may have assigned items. */
  #mustReadItems = false;
  /** When the next heartbeat is due, on the clock of `performance.now()`. */
  #dueAt = 0;

  /**
   * Renews the lease, reads the settings, and takes over as many jobs of processes that have ended as there is room for.
   * Resolves with undefined if no heartbeat is due.
   */
  async beat(context: WorkContext, room: number): Promise<Beat | undefined> {
    if (performance.now() < this.#dueAt) return undefined;
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
    limits.update(endpoint, now);
    return { totals, items: [...items, ...taken] };
  }

  /** Whether as many items have failed as the settings allow. */
  hasFailedTooOften({ counts }: Totals): boolean {
    const maxFailures = this.settings?.maxFailures ?? null;
    if (maxFailures === null) return false;
    const failures = counts.failed + counts.lost;
    let total = 0;
    for (const count of Object.values(counts)) total += count;
    const most = maxFailures < 1 ? maxFailures * total : maxFailures;
    return failures > 0 && failures >= most;
  }
}

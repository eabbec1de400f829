import { onAbort } from "../http/timeout.js";
import { readPages } from "./call-ledger.js";
import {
  ALL_STATES,
  type Item,
  type LedgerBatch,
  type StoredItem,
} from "./ledger.js";

/** How long after its submit a job is first asked for whose webhook has not come, in milliseconds. */
const FIRST_CHECK_MS = 60_000;

/** The longest time between two checks, in milliseconds: well below the 30 minutes for which the service keeps a result. */
const MAX_CHECK_INTERVAL_MS = 600_000;

/** How often the ledger is asked which items have changed, in milliseconds. */
const READ_INTERVAL_MS = 500;

const CHANGED_STATES = ALL_STATES.filter((state) => state !== "running");

/** The time from a check to the next one, in milliseconds. `checks` counts those before. */
export function checkIntervalMs(checks: number): number {
  return Math.min(MAX_CHECK_INTERVAL_MS, FIRST_CHECK_MS * 2 ** (checks - 1));
}

/** Finds out which running items have ended by a webhook, whose handler may be in another process. */
export class WebhookWatch {
  readonly #ledger: LedgerBatch;
  readonly #entries = new Map<string, WatchedItem>();
  #readAt = 0;

  constructor(ledger: LedgerBatch) {
    this.#ledger = ledger;
  }

  /** Watches an item. `signal` aborts when `work` is to end. */
  watch(item: Item, signal: AbortSignal): WatchedItem {
    const forget = () => this.#entries.delete(item.key);
    const entry = new WatchedItem(item, signal, forget);
    this.#entries.set(item.key, entry);
    return entry;
  }

  /** How long the next reading may wait, in milliseconds. */
  get pauseMs(): number {
    return this.#entries.size > 0 ? READ_INTERVAL_MS : Infinity;
  }

  /** Reads which items have changed, once in a while, and lets the checks begin that are due. */
  async readChanges(): Promise<void> {
    const now = performance.now();
    if (this.#entries.size === 0 || now < this.#readAt) return;
    this.#readAt = now + READ_INTERVAL_MS;
    const keys = [...this.#entries.keys()];
    const changed = { states: CHANGED_STATES, keys };
    for await (const page of readPages(this.#ledger, changed))
      for (const row of page) this.#entries.get(row.key)?.change(row);
    for (const entry of this.#entries.values()) entry.startIfDue(now);
  }
}

/** An item whose end a webhook is to store. */
class WatchedItem {
  /** Resolves when the job must be asked for, or when `over` aborts. */
  readonly checkDue: Promise<void>;
  /** The row of an item that has changed. */
  row: StoredItem | undefined;
  /** Must be called when nobody waits for the item any more. */
  readonly end: () => void;
  readonly #checkAt: number;
  readonly #over = new AbortController();
  /** Aborts when the item has changed, or `work` is to end. */
  readonly over = this.#over.signal;
  #startChecks: () => void = () => undefined;

  constructor(
    { submittedAt }: Item,
    signal: AbortSignal,
    removeEntry: () => void,
  ) {
    // The clock of the process that has submitted the job may be another one.
    const ageMs = submittedAt === null ? Infinity : Date.now() - submittedAt;
    const leftMs = Math.max(0, FIRST_CHECK_MS - Math.max(0, ageMs));
    this.#checkAt = performance.now() + leftMs;
    this.checkDue = new Promise((resolve) => (this.#startChecks = resolve));
    const unlisten = onAbort(signal, () => this.#finish());
    if (signal.aborted) this.#finish();
    this.end = () => {
      unlisten();
      removeEntry();
    };
  }

  startIfDue(now: number): void {
    if (now >= this.#checkAt) this.#startChecks();
  }

  change(row: StoredItem): void {
    this.row = row;
    this.#finish();
  }

  #finish(): void {
    this.#over.abort();
    this.#startChecks();
  }
}

import { callUntilDone, type LedgerCaller } from "./call-ledger.js";
import { BatchError } from "./errors.js";
import type { Item, ItemReport, LedgerBatch, StoredItem } from "./ledger.js";

/** How many rows one call reports, and how many characters of outputs, without its last row. */
const MAX_ROWS = 200;
const MAX_LENGTH = 8_000_000;

interface Waiting {
  readonly row: ItemReport;
  readonly resolve: (item: Item | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores rows: as many as wait are reported in one call, because each call waits for the disk once. Calls are repeated while
 * the ledger is unreachable.
 */
export class Reporter {
  readonly #ledger: LedgerBatch;
  readonly #caller: LedgerCaller;
  readonly #waiting: Waiting[] = [];
  #isReporting = false;

  constructor(ledger: LedgerBatch, caller: LedgerCaller) {
    this.#ledger = ledger;
    this.#caller = caller;
  }

  /**
   * Stores a row. Resolves with undefined when the row has changed meanwhile.
   *
   * @throws what the ledger threw last, if it cannot be written and `work` is to end
   */
  report(row: ItemReport): Promise<Item | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (!this.#isReporting) void this.#run();
    });
  }

  /** The row of a key; undefined if the ledger has none. */
  read(key: string): Promise<StoredItem | undefined> {
    return callUntilDone(this.#caller, () => this.#ledger.find(key));
  }

  async #run(): Promise<void> {
    this.#isReporting = true;
    while (this.#waiting.length > 0) {
      // All that ends in this turn is reported together.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#reportGroup(this.#nextGroup());
    }
    this.#isReporting = false;
  }

  #nextGroup(): Waiting[] {
    let count = 0;
    let length = 0;
    for (const { row } of this.#waiting) {
      if (count >= MAX_ROWS || length >= MAX_LENGTH) break;
      count++;
      length += row.output?.length ?? 0;
    }
    return this.#waiting.splice(0, count);
  }

  async #reportGroup(group: readonly Waiting[]): Promise<void> {
    const rows = group.map(({ row }) => row);
    let calls = 0;
    try {
      const stored = await callUntilDone(this.#caller, () => {
        calls++;
        return this.#ledger.report(rows);
      });
      for (const [index, { row, resolve }] of group.entries()) {
        const item = stored[index];
        // A repeated call refuses what the first one may have stored.
        resolve(item || calls === 1 ? item : await this.#readIfStored(row));
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #readIfStored(row: ItemReport): Promise<Item | undefined> {
    const item = await this.read(row.key);
    const isStored =
      item?.version === row.version + 1 &&
      item.state === row.state &&
      item.claim === row.claim &&
      item.jobId === row.jobId;
    return isStored ? item : undefined;
  }
}

/** The error for items that a ledger no longer has, though they were submitted. */
export function createLostItems(name: string): BatchError {
  return new BatchError(
    "ledger_failed",
    `the ledger of batch ${name} has lost items that were submitted`,
  );
}

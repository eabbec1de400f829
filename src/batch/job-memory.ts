import { callUntilDone, readPages, type LedgerCaller } from "./call-ledger.js";
import { ALL_STATES, type Item, type LedgerBatch } from "./ledger.js";

/** How many jobs a process remembers: the latest ones. */
const MAX_JOBS = 10_000;

/** How many items are read and reported at once. */
const GROUP_SIZE = 200;

/** The jobs that a process has submitted or waited for, so that it can give them back to a ledger that has lost them. */
export class JobMemory {
  /** The running items by their keys. A restored ledger may give other ids. */
  readonly #items = new Map<string, Item>();

  remember(item: Item): void {
    this.#items.delete(item.key);
    this.#items.set(item.key, item);
    for (const key of this.#items.keys()) {
      if (this.#items.size <= MAX_JOBS) return;
      this.#items.delete(key);
    }
  }

  /**
   * Makes the items running that lack their jobs in the ledger, for whichever process takes them. Resolves with the ids of
   * the jobs whose items the ledger has.
   */
  async replay(
    ledger: LedgerBatch,
    caller: LedgerCaller,
  ): Promise<ReadonlySet<string | null>> {
    const keys = [...this.#items.keys()];
    const known = new Set<string | null>();
    while (keys.length > 0) {
      const group = keys.splice(0, GROUP_SIZE);
      for (const key of await callUntilDone(caller, () =>
        this.#replayGroup(ledger, group),
      ))
        known.add(this.#items.get(key)?.jobId ?? null);
    }
    return known;
  }

  /** Resolves with the keys that the ledger has. */
  async #replayGroup(
    ledger: LedgerBatch,
    keys: readonly string[],
  ): Promise<readonly string[]> {
    for (;;) {
      const found: string[] = [];
      const lost: Item[] = [];
      const present = { states: ALL_STATES, keys };
      for await (const page of readPages(ledger, present))
        for (const { input: _input, output: _output, ...row } of page) {
          found.push(row.key);
          const submitted = this.#items.get(row.key);
          if (submitted && hasLostClaim(row, submitted))
            lost.push(toRunning(row, submitted));
        }
      if (lost.length === 0) return found;
      // A row that has changed meanwhile is read again.
      await ledger.report(lost);
    }
  }
}

/**
 * Whether a ledger has lost the claim of a submit: it counts fewer attempts, or has made the item doubtful in the place of
 * this attempt. It lowers no number of attempts by itself.
 */
function hasLostClaim(row: Item, submitted: Item): boolean {
  if (row.attempt < submitted.attempt) return true;
  return (
    row.attempt === submitted.attempt &&
    row.state === "inDoubt" &&
    row.jobId === null
  );
}

/** The row with the claim of a submit that the ledger has lost; as it is, if the ledger has the claim or a newer one. */
export function withLostClaim(row: Item, submitted: Item): Item {
  if (!hasLostClaim(row, submitted)) return row;
  const { attempt, claim, claimedAt, reserved } = submitted;
  const claimed = { attempt, claim, claimedAt, reserved };
  return { ...row, ...claimed, jobId: null, dueAt: null };
}

function toRunning(row: Item, submitted: Item): Item {
  return {
    ...withLostClaim(row, submitted),
    state: "running",
    worker: null,
    jobId: submitted.jobId,
    submittedAt: submitted.submittedAt,
    errorCode: null,
    errorMessage: null,
  };
}

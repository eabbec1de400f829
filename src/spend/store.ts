/** An amount that is reserved for one job or one Pod. */
export interface SpendEntry {
  /** Unique in the store. */
  readonly id: string;
  /** Billionths of the currency's unit, a whole number: 1 USD is 1,000,000,000. Whole numbers add up exactly. */
  readonly units: number;
  /** When the job or the Pod has certainly ended, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The sums of a store, in billionths of the currency's unit. */
export interface SpendSums {
  readonly spent: number;
  readonly reserved: number;
}

/** Whether so many further units may be reserved. Every budget decides by this: of a guard, in each store, and of a batch. */
export function hasRoom(
  { spent, reserved }: SpendSums,
  units: number,
  limitUnits: number,
): boolean {
  return spent + reserved + units <= limitUnits;
}

/**
 * Where a guard keeps what is spent and reserved. Processes that share a store share the sums.
 *
 * Each method is one atomic step: no other call, of this process or of another, may see or change the state in between.
 * A SQL store needs one transaction for each method, a Redis store one script. A method may be called again after a
 * failure whose outcome is unknown, so each of them gives the same result when its work was done before.
 */
export interface SpendStore {
  /**
   * Adds the entry if `spent + reserved + entry.units <= limitUnits`, and resolves with whether the entry is in the store.
   * An id that the store holds already changes nothing and gives true.
   */
  reserve(entry: SpendEntry, limitUnits: number): Promise<boolean>;
  /**
   * Gives the entry `id` a new id and a new expiry, and resolves with whether there is now an entry with the new id. A
   * store without an entry `id` stays as it is.
   */
  assign(id: string, newId: string, expiresAt: number): Promise<boolean>;
  /**
   * Removes the entry and adds `units` to what is spent. Resolves with false, and changes nothing, if there is no such
   * entry: two processes that settle the same entry count it once.
   */
  settle(id: string, units: number): Promise<boolean>;
  /** The entry with this id; undefined if there is none. */
  find(id: string): Promise<SpendEntry | undefined>;
  /** Up to 1000 entries whose expiry is not after `time`, in any order. */
  listExpired(time: number): Promise<readonly SpendEntry[]>;
  /** What is spent and reserved now. */
  sums(): Promise<SpendSums>;
}

const MAX_LISTED = 1000;

/** The default store of a guard: keeps what is spent and reserved in the memory of this process. */
export class MemorySpendStore implements SpendStore {
  readonly #entries = new Map<string, SpendEntry>();
  #spent = 0;
  #reserved = 0;

  reserve(entry: SpendEntry, limitUnits: number): Promise<boolean> {
    if (this.#entries.has(entry.id)) return Promise.resolve(true);
    const sums = { spent: this.#spent, reserved: this.#reserved };
    const isWithin = hasRoom(sums, entry.units, limitUnits);
    if (isWithin) this.#add({ ...entry });
    return Promise.resolve(isWithin);
  }

  assign(id: string, newId: string, expiresAt: number): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (entry && !this.#entries.has(newId)) {
      this.#remove(entry);
      this.#add({ id: newId, units: entry.units, expiresAt });
    }
    return Promise.resolve(this.#entries.has(newId));
  }

  settle(id: string, units: number): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (!entry) return Promise.resolve(false);
    this.#remove(entry);
    this.#spent += units;
    return Promise.resolve(true);
  }

  find(id: string): Promise<SpendEntry | undefined> {
    return Promise.resolve(this.#entries.get(id));
  }

  listExpired(time: number): Promise<readonly SpendEntry[]> {
    const all = [...this.#entries.values()];
    const expired = all.filter(({ expiresAt }) => expiresAt <= time);
    return Promise.resolve(expired.slice(0, MAX_LISTED));
  }

  sums(): Promise<SpendSums> {
    return Promise.resolve({ spent: this.#spent, reserved: this.#reserved });
  }

  #add(entry: SpendEntry): void {
    this.#entries.set(entry.id, entry);
    this.#reserved += entry.units;
  }

  #remove(entry: SpendEntry): void {
    this.#entries.delete(entry.id);
    this.#reserved -= entry.units;
  }
}

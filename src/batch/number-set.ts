/** Marks a free place of the table. */
const FREE = -1;

const MIN_PLACES = 1024;

/** The table grows when more of its places are taken. */
const MAX_TAKEN_SHARE = 0.75;

/**
 * A set of whole numbers from 0 to 2^53 - 1, for parts of hashes: the numbers must be evenly distributed. Needs 11 to 22
 * bytes for each number, and a `Set` of the platform 37 in Node 22.
 */
export class NumberSet {
  /** Each number is at the place that its remainder names, or at the next free place after that. */
  #table = createTable(MIN_PLACES);
  #size = 0;

  /** Adds a number. Returns false if the set has the number already. */
  add(value: number): boolean {
    const place = findPlace(this.#table, value);
    if (this.#table[place] === value) return false;
    this.#table[place] = value;
    this.#size++;
    if (this.#size > this.#table.length * MAX_TAKEN_SHARE) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = createTable(this.#table.length * 2);
    for (const value of this.#table)
      if (value !== FREE) larger[findPlace(larger, value)] = value;
    this.#table = larger;
  }
}

function createTable(places: number): Float64Array {
  return new Float64Array(places).fill(FREE);
}

/** The place of a number, or the place where the number is to be put. */
function findPlace(table: Float64Array, value: number): number {
  let place = value % table.length;
  while (table[place] !== FREE && table[place] !== value)
    place = (place + 1) % table.length;
  return place;
}

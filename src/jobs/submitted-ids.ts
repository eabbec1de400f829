/** How many ids are compared, so that a long program does not need more and more memory. */
const MAX_IDS = 10_000;

/**
 * The ids of the last jobs that were submitted to a model. Each submit makes a job of its own, so an id that comes again
 * comes from a cache on the way.
 */
export class SubmittedIds {
  readonly #ids = new Set<string>();

  /** Remembers an id. Returns whether the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest = id] = this.#ids;
    if (this.#ids.size > MAX_IDS) this.#ids.delete(oldest);
    return true;
  }
}

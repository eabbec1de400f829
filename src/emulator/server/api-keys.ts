import type { Settings } from "../options.js";

/** The API keys of an account. */
export class ApiKeys {
  readonly #keys: Set<string>;
  readonly #given: readonly string[];
  readonly #revoked = new Set<string>();

  constructor({ apiKey, keys }: Settings) {
    this.#given = [apiKey, ...keys];
    this.#keys = new Set(this.#given);
  }

  isValid(key: string): boolean {
    return this.#keys.has(key) && !this.#revoked.has(key);
  }

  revoke(key: string): void {
    this.#revoked.add(key);
  }

  /** Makes a key valid. */
  accept(key: string): void {
    this.#keys.add(key);
    this.#revoked.delete(key);
  }

  /** Makes the first keys valid again, and no others. */
  clear(): void {
    this.#keys.clear();
    for (const key of this.#given) this.#keys.add(key);
    this.#revoked.clear();
  }
}

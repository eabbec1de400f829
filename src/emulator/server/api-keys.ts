import type { Settings } from "../options.js";

/** The API keys of an account. */
export class ApiKeys {
  readonly #keys: ReadonlySet<string>;
  readonly #revoked = new Set<string>();

  constructor({ apiKey, keys }: Settings) {
    this.#keys = new Set([apiKey, ...keys]);
  }

  isValid(key: string): boolean {
    return this.#keys.has(key) && !this.#revoked.has(key);
  }

  revoke(key: string): void {
    this.#revoked.add(key);
  }

  /** Makes every revoked key valid again. */
  clear(): void {
    this.#revoked.clear();
  }
}

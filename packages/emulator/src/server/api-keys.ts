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

  /** The JSON of a value, without any valid key in its texts. */
  redactedJson(value: unknown): string {
    return JSON.stringify(value, (_, each: unknown) =>
      typeof each === "string" ? this.#redact(each) : each,
    );
  }

  #redact(text: string): string {
    let redacted = text;
    for (const key of this.#keys)
      redacted = redacted.replaceAll(key, "[redacted]");
    return redacted;
  }

  revoke(key: string): void {
    this.#revoked.add(key);
  }

  /** Makes a key valid. */
  accept(key: string): void {
    this.#keys.add(key);
    this.#revoked.delete(key);
  }

  /** Restores the initial keys, and no others. */
  clear(): void {
    this.#keys.clear();
    for (const key of this.#given) this.#keys.add(key);
    this.#revoked.clear();
  }
}

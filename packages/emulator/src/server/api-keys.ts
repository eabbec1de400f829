import type { Settings } from "../options.js";
import { checkRoute } from "./check-fault-rule.js";
import { canonicalRoute, type Route } from "../http/operations.js";

/** The API keys of an account. */
export class ApiKeys {
  readonly #keys: Set<string>;
  readonly #given: readonly string[];
  readonly #revoked = new Set<string>();
  /** The routes to which a key has no access, by key. */
  readonly #restricted: ReadonlyMap<string, ReadonlySet<Route>>;

  /** Throws an `InputError` for a route that the emulator does not have. */
  constructor({ apiKey, keys, restrictedKeys }: Settings) {
    for (const route of Object.values(restrictedKeys).flat())
      checkRoute("restrictedKeys", route);
    this.#restricted = new Map(
      Object.entries(restrictedKeys).map(([key, routes]) => [
        key,
        new Set(routes.map(canonicalRoute)),
      ]),
    );
    this.#given = [apiKey, ...keys, ...this.#restricted.keys()];
    this.#keys = new Set(this.#given);
  }

  isValid(key: string): boolean {
    return this.#keys.has(key) && !this.#revoked.has(key);
  }

  /** Whether a key has no access to a route. */
  isRestricted(key: string, route: Route): boolean {
    return this.#restricted.get(key)?.has(canonicalRoute(route)) ?? false;
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

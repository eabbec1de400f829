/**
 * Remembers which deliveries were handled. Several processes that receive webhooks share one store: a database, or a
 * key-value store with conditional writes. A value is a short text.
 */
export interface WebhookStore {
  /** The value of a key; undefined if there is none, or it has expired. */
  get(key: string): Promise<string | undefined>;
  /**
   * Writes a value if the present one is `previous` (undefined: there is none), in one indivisible step. Resolves with
   * false if another value is present. The value may be forgotten from `expiresAt` on, in milliseconds since 1970.
   */
  replace(
    key: string,
    previous: string | undefined,
    value: string,
    expiresAt: number,
  ): Promise<boolean>;
}

/** The default store: remembers within this process. */
export function createMemoryWebhookStore(): WebhookStore {
  const entries = new Map<string, { value: string; expiresAt: number }>();
  const find = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > Date.now() ? entry.value : undefined;
  };
  let nextSweepAt = 0;
  return {
    get: (key) => Promise.resolve(find(key)),
    replace: (key, previous, value, expiresAt) => {
      const now = Date.now();
      if (now >= nextSweepAt) {
        nextSweepAt = now + SWEEP_INTERVAL_MS;
        for (const [name, entry] of entries)
          if (entry.expiresAt <= now) entries.delete(name);
      }
      const isCurrent = find(key) === previous;
      if (isCurrent) entries.set(key, { value, expiresAt });
      return Promise.resolve(isCurrent);
    },
  };
}

const SWEEP_INTERVAL_MS = 60_000;

import type { Settings } from "../options.js";

/** The keys of an account. */
interface Keys {
  readonly isKey: (key: string) => boolean;
  readonly revoke: (key: string) => void;
  /** Gives back every key that was revoked. */
  readonly clear: () => void;
}

export function createKeys({ apiKey, keys }: Settings): Keys {
  const all = new Set([apiKey, ...keys]);
  const revoked = new Set<string>();
  return {
    isKey: (key) => all.has(key) && !revoked.has(key),
    revoke: (key) => void revoked.add(key),
    clear: () => revoked.clear(),
  };
}

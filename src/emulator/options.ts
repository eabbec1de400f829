/** How an account is to behave; nothing needs to be given. */
export interface EmulatorOptions {
  /** The key of the account. @default a key of its own */
  readonly apiKey?: string;
  /** Further keys of the same account. @default none */
  readonly keys?: readonly string[];
  /** How many times faster than real its clock goes: a finite number above 0. @default 1 */
  readonly speed?: number;
  /** The same seed and the same calls give the same ids, pictures and faults. @default 1 */
  readonly seed?: number;
  /** A manual clock begins at 2026-01-01 and stands still until `clock.advance`. @default "real" */
  readonly clock?: "real" | "manual";
  /** Milliseconds before each answer: real ones, or those of a manual clock. @default 0 */
  readonly latency?: number;
  /** Whether the job API answers 429 above the limits of the service. @default false */
  readonly limits?: boolean;
  /** Sends the webhooks. @default the global fetch */
  readonly webhookFetch?: typeof fetch;
}

/** The options with their defaults, checked. */
export type Settings = Required<Omit<EmulatorOptions, "webhookFetch">> &
  Pick<EmulatorOptions, "webhookFetch">;

/** Fills in the defaults. Throws a RangeError for a number that cannot be. */
export function settle({
  apiKey = "emulator-key-0123456789",
  keys = [],
  speed = 1,
  seed = 1,
  clock = "real",
  latency = 0,
  limits = false,
  webhookFetch,
}: EmulatorOptions): Settings {
  if (!(speed > 0 && speed < Infinity))
    throw new RangeError("speed must be a finite number above 0");
  if (!(latency >= 0 && latency < Infinity))
    throw new RangeError("latency must be a finite number, 0 or above");
  if (!Number.isFinite(seed))
    throw new RangeError("seed must be a finite number");
  return {
    ...{ apiKey, keys, speed, seed, clock, latency, limits },
    ...(webhookFetch ? { webhookFetch } : {}),
  };
}

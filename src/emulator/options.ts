import {
  checkMembers,
  oneOf,
  pause,
  type Rules,
  type Settled,
} from "./resources/checks.js";

/** How an account is to behave; nothing needs to be given. A member that is `undefined` counts as not given. */
export interface EmulatorOptions {
  /** The key of the account. @default a key of its own */
  readonly apiKey?: string | undefined;
  /** Further keys of the same account. @default none */
  readonly keys?: readonly string[] | undefined;
  /** How many times faster than real its clock goes: a finite number above 0. @default 1 */
  readonly speed?: number | undefined;
  /** The same seed and the same calls give the same ids, pictures and faults. @default 1 */
  readonly seed?: number | undefined;
  /** A manual clock begins at 2026-01-01 and stands still until `clock.advance`. @default "real" */
  readonly clock?: "real" | "manual" | undefined;
  /** Milliseconds before each answer, below 2^31: real ones, or those of a manual clock. @default 0 */
  readonly latency?: number | undefined;
  /** Whether the job API answers 429 above the limits of the service. @default false */
  readonly limits?: boolean | undefined;
  /** Sends the webhooks. @default the global fetch */
  readonly webhookFetch?: typeof fetch | undefined;
}

/** The options with their defaults, checked. */
export type Settings = Settled<Omit<EmulatorOptions, "webhookFetch">> &
  Pick<EmulatorOptions, "webhookFetch">;

const isKey = (value: unknown) =>
  typeof value === "string" && /^[!-~]+$/.test(value);
const isFlag = (value: unknown) => typeof value === "boolean";
const isFunction = (value: unknown) => typeof value === "function";

const rules: Rules<EmulatorOptions> = {
  apiKey: [isKey, "printable ASCII without blanks"],
  keys: [
    (value) => Array.isArray(value) && value.every(isKey),
    "a list of keys, each printable ASCII without blanks",
  ],
  speed: [
    (value) => Number.isFinite(value) && Number(value) > 0,
    "a finite number above 0",
  ],
  seed: [Number.isFinite, "a finite number"],
  clock: oneOf("real", "manual"),
  latency: pause,
  limits: [isFlag, "true or false"],
  webhookFetch: [isFunction, "a function"],
};

/** Fills in the defaults. Throws a TypeError for an option that is none, a RangeError for one that cannot be. */
export function settle(options: EmulatorOptions): Settings {
  checkMembers("createEmulator", options, rules);
  const {
    apiKey = "emulator-key-0123456789",
    keys = [],
    speed = 1,
    seed = 1,
    clock = "real",
    latency = 0,
    limits = false,
    webhookFetch,
  } = options;
  const numbers = { speed, seed, latency };
  return { apiKey, keys, ...numbers, clock, limits, webhookFetch };
}

import {
  balanceRule,
  missingImagesRule,
  podConditionsRule,
  stockRule,
} from "./check-conditions.js";
import { InputError } from "cloud-compute-sdk";
import { quirkNames, type Quirks } from "./quirks.js";
import type { PodConditions, StockLevels } from "./conditions.js";
import type { Route } from "./http/operations.js";
import {
  checkMembers,
  delayRule,
  integer,
  isRecord,
  oneOf,
  type Rule,
  type Rules,
  type WithDefaults,
} from "./check-arguments.js";

/** How an account behaves. Every option is optional; an option that is `undefined` counts as not given. */
export interface EmulatorOptions {
  /** The API key of the account. @default a random key */
  readonly apiKey?: string | undefined;
  /** Further API keys of the same account. @default none */
  readonly keys?: readonly string[] | undefined;
  /**
   * API keys that do not have every right: a request with such a key to one of its routes gets 403. The routes are spelt as in
   * `fail`.
   * @default none
   * @example
   * ```ts
   * const emulator = createEmulator({
   *   restrictedKeys: { "key-without-logs": ["GET /v2/pods/{id}/logs"] },
   * });
   * ```
   */
  readonly restrictedKeys?:
    | Readonly<Record<string, readonly Route[]>>
    | undefined;
  /** How many times faster than real time the clock runs: a finite number above 0. Not with a manual clock. @default 1 */
  readonly speed?: number | undefined;
  /**
   * The same seed and the same calls give the same ids, pictures and fault rule hits, also after `reset`.
   *
   * @default 1, but `reset` does not start the ids again
   */
  readonly seed?: number | undefined;
  /** A manual clock starts at 2026-01-01 and moves only with `clock.advance`. @default "real" */
  readonly clock?: "real" | "manual" | undefined;
  /** Milliseconds before each response, below 2^31: real ones, or those of a manual clock. @default 0 */
  readonly latency?: number | undefined;
  /** Whether the job API answers 429 above the rate limits of the service. @default false */
  readonly limits?: boolean | undefined;
  /**
   * Whether the edge in front of the service shows: a call without an answer after 100 seconds (real ones, or those of a
   * manual clock) gets 524 while its work goes on, and a client that names itself `Python-urllib` gets 403 with the text
   * `error code: 1010` from the management APIs and GraphQL.
   * @default true
   */
  readonly edge?: boolean | undefined;
  /**
   * Images that no registry has: a Pod or an endpoint of version 2 with one of them is refused with 422. Images of a host
   * below `.invalid` are never there.
   * @default none
   */
  readonly missingImages?: readonly string[] | undefined;
  /**
   * Whether GPU types and data centers that the emulator does not know are accepted. The lists of the service grow faster
   * than those of the emulator. @default false
   */
  readonly lenient?: boolean | undefined;
  /**
   * The form in which public models answer: `"captured"`, as the running service was seen to answer since 2026, such as
   * `{ cost, result }` for an image, or `"documented"`, as the interface document says, such as `{ cost, image_url }`.
   * @default "captured"
   */
  readonly modelOutputs?: "captured" | "documented" | undefined;
  /**
   * Whether a job of a public model fails for an input that breaks a rule which only a page of the service states. By
   * default, the answer to the submit warns in the header `x-emulator-warning`. @default false
   */
  readonly strict?: boolean | undefined;
  /** Whether GraphQL answers introspection, which the deployed service refuses. @default false */
  readonly introspection?: boolean | undefined;
  /**
   * The balance of the account in USD. By default, the balance goes down from 100, and an empty balance has no effect.
   */
  readonly balance?: number | undefined;
  /** What the running service does beside its documents. @default nothing */
  readonly quirks?: Quirks | undefined;
  /** How many workers all endpoints together may have as `workersMax`. @default any number */
  readonly workersQuota?: number | undefined;
  /** How many GPUs are free. @default any number of each type */
  readonly stock?: StockLevels | undefined;
  /**
   * Whether Pods and workers start as slowly as was seen in the service: a Pod takes 80 seconds, and 40 more until its ports
   * answer; a worker takes 44 seconds for a public model, 80 with a GPU of an endpoint, and 12 with a CPU. A manual clock, or
   * `speed`, shortens what a test waits. @default false: a Pod takes 2.5 seconds, and one more for its ports; a worker 0.3
   */
  readonly serviceTimes?: boolean | undefined;
  /** How Pods start and end. @default as `serviceTimes` says, and a Pod never ends */
  readonly pods?: PodConditions | undefined;
  /**
   * The folder that keeps the files of network volumes, in one folder for each volume. What is in there at the start belongs
   * to the volumes with these ids. @default a temporary folder, which is removed when the process ends
   */
  readonly volumesFolder?: string | undefined;
  /** Sends the webhooks. @default the global fetch */
  readonly webhookFetch?: typeof fetch | undefined;
}

/** The checked options with their defaults. */
export type Settings = WithDefaults<
  Omit<EmulatorOptions, OptionWithoutDefault>
> &
  Pick<EmulatorOptions, OptionWithoutDefault>;

type OptionWithoutDefault = "webhookFetch" | "balance" | "volumesFolder";

/** An API key, which becomes part of a header. */
export const keyRule: Rule = [
  (value) => typeof value === "string" && /^[!-~]+$/.test(value),
  "printable ASCII without blanks",
];
const [isKey, KEY] = keyRule;
const isBoolean = (value: unknown) => typeof value === "boolean";
const isFunction = (value: unknown) => typeof value === "function";

const rules: Rules<EmulatorOptions> = {
  apiKey: keyRule,
  keys: [
    (value) => Array.isArray(value) && value.every(isKey),
    `a list of keys, each ${KEY}`,
  ],
  restrictedKeys: [
    (value) =>
      isRecord(value) &&
      Object.keys(value).every(isKey) &&
      Object.values(value).every(Array.isArray),
    `an object that names for each key, ${KEY}, a list of routes`,
  ],
  edge: [isBoolean, "true or false"],
  missingImages: missingImagesRule,
  speed: [
    (value) => Number.isFinite(value) && Number(value) > 0,
    "a finite number above 0",
  ],
  seed: [Number.isFinite, "a finite number"],
  clock: oneOf("real", "manual"),
  latency: delayRule,
  limits: [isBoolean, "true or false"],
  lenient: [isBoolean, "true or false"],
  modelOutputs: oneOf("captured", "documented"),
  strict: [isBoolean, "true or false"],
  serviceTimes: [isBoolean, "true or false"],
  introspection: [isBoolean, "true or false"],
  quirks: [
    (value) => {
      checkQuirks(value);
      return true;
    },
    "an object",
  ],
  workersQuota: integer(0),
  balance: balanceRule,
  stock: stockRule,
  pods: podConditionsRule,
  volumesFolder: [
    (value) => typeof value === "string" && value !== "",
    "the path of a folder",
  ],
  webhookFetch: [isFunction, "a function"],
};

/** Checks the options and fills in the defaults. Throws an `InputError` for an unknown option or an invalid value. */
export function readOptions(
  options: EmulatorOptions,
  defaultSeed = 1,
): Settings {
  checkMembers<EmulatorOptions>("createEmulator", options, rules);
  if (options.clock === "manual" && options.speed !== undefined) {
    const problem =
      'createEmulator: speed is for a real clock: leave out speed, or clock: "manual"';
    throw new InputError("speed", problem);
  }
  return {
    apiKey: options.apiKey ?? randomKey(),
    keys: options.keys ?? [],
    restrictedKeys: options.restrictedKeys ?? {},
    edge: options.edge ?? true,
    missingImages: options.missingImages ?? [],
    speed: options.speed ?? 1,
    seed: options.seed ?? defaultSeed,
    clock: options.clock ?? "real",
    latency: options.latency ?? 0,
    limits: options.limits ?? false,
    lenient: options.lenient ?? false,
    modelOutputs: options.modelOutputs ?? "captured",
    strict: options.strict ?? false,
    serviceTimes: options.serviceTimes ?? false,
    introspection: options.introspection ?? false,
    quirks: options.quirks ?? {},
    workersQuota: options.workersQuota ?? Infinity,
    balance: options.balance,
    stock: options.stock ?? {},
    pods: options.pods ?? {},
    volumesFolder: options.volumesFolder,
    webhookFetch: options.webhookFetch,
  };
}

/** Throws an `InputError` for an unknown quirk, and for one that is neither on nor off. */
function checkQuirks(value: unknown): asserts value is Quirks {
  const rule: Rule = [isBoolean, "true or false"];
  const quirkRules = Object.fromEntries(quirkNames.map((name) => [name, rule]));
  checkMembers("quirks", value, quirkRules);
}

const KEY_BYTES = 16;

/**
 * A key that no web page can guess. The key holds no word, because errors redact each piece of 8 characters of a key.
 */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0"));
  return `emu_${digits.join("")}`;
}

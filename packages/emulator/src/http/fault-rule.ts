import {
  delayRule,
  integer,
  isRecord,
  oneOf,
  type Rules,
} from "../check-arguments.js";
import { toJson } from "../json.js";

/** What the edge in front of the service answers in its place: a status, or 1010 for its own code of a refused client. */
const edgeAnswers = [429, 502, 524, 1010] as const;
export type EdgeAnswer = (typeof edgeAnswers)[number];

/** The refusals that only a fault rule brings about. */
const faultRefusals = ["fault", "hostDoesNotFit", "noneLeft"] as const;
export type FaultRefusal = (typeof faultRefusals)[number];

/**
 * What goes wrong with the next requests of a route. With `status`, `headers` or `body`, or without any member, the
 * emulator sends that response, by default a 500, and does not carry out the request. With only `delay`, `truncate` or
 * a `reset` "after", the request is carried out. A member that is `undefined` counts as not given.
 */
export interface FaultRule {
  /** The status of the response, from 200 to 599. @default 500, or 200 with a `body` */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A string is sent as it is, anything else as JSON. Without a body, the surface's own error shape is sent. */
  readonly body?: unknown;
  /** Milliseconds before the request is processed, below 2^31: real ones, or those of a manual clock. */
  readonly delay?: number | undefined;
  /** Resets the connection before the request is carried out or after. Not with `status`, `headers` and `body`. */
  readonly reset?: "before" | "after" | undefined;
  /**
   * Answers at once as the edge in front of the service does. With 524, the page of a call that has no answer after 100
   * seconds, and 502, the page of a service out of reach, the request is carried out all the same. With 429, a page without
   * Retry-After, and 1010, the text of a client that the edge refuses with 403, the request is turned away. Not with `status`,
   * `headers` and `body`.
   */
  readonly edge?: EdgeAnswer | undefined;
  /**
   * Refuses the request in words of the service: `"fault"`, a fault of the service; for creates of Pods also
   * `"hostDoesNotFit"`, the chosen machine does not fit, and `"noneLeft"`, no GPU is free, in the rarer words of 0.1.0. The
   * other refusals follow from the settings of the account. Not with `status`, `headers`, `body` and `edge`.
   */
  readonly refusal?: FaultRefusal | undefined;
  /** Whether the request is carried out before the emulator responds as this rule says. @default false */
  readonly carriedOut?: boolean | undefined;
  /** Cuts the connection after so many bytes of the body. */
  readonly truncate?: number | undefined;
  /** How many requests the rule applies to: a whole number from 1, or Infinity. @default 1 */
  readonly times?: number | undefined;
  /** How many requests pass before the rule applies. @default 0 */
  readonly after?: number | undefined;
  /** The probability that the rule applies to a request, from 0 to 1, drawn from the emulator's seed. @default 1 */
  readonly probability?: number | undefined;
}

/** A fault rule that still applies, as JSON, which has no Infinity: null stands for it. */
export interface ActiveFault {
  readonly id: number;
  readonly route: string;
  readonly rule: Omit<FaultRule, "times"> & {
    readonly times?: number | null | undefined;
  };
  /** How many requests the rule still applies to. */
  readonly remaining: number | null;
  /** How many requests the rule still lets pass first. */
  readonly toSkip: number;
}

const [isCount, countRule] = integer(1);

/** What each member of a fault rule must be. */
export const faultRules: Rules<FaultRule> = {
  status: integer(200, 599),
  headers: [isHeaders, "an object of valid header names and values"],
  body: [isBody, "a string or a JSON value"],
  delay: delayRule,
  reset: oneOf("before", "after"),
  edge: [
    (value) => edgeAnswers.some((answer) => answer === value),
    edgeAnswers.join(", "),
  ],
  refusal: oneOf(...faultRefusals),
  carriedOut: [(value) => typeof value === "boolean", "true or false"],
  truncate: integer(0),
  times: [
    (value) => isCount(value) || value === Infinity,
    `${countRule}, or Infinity`,
  ],
  after: integer(0),
  probability: [
    (value) => typeof value === "number" && value >= 0 && value <= 1,
    "a number from 0 to 1",
  ],
};

function isHeaders(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isText = Object.values(value).every((text) =>
    ["string", "number"].includes(typeof text),
  );
  if (!isText) return false;
  const entries = Object.entries(value).map(
    ([name, text]): [string, string] => [name, String(text)],
  );
  return succeeds(() => new Headers(entries));
}

function isBody(value: unknown): boolean {
  let json: unknown;
  return succeeds(() => (json = toJson(value))) && json !== undefined;
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

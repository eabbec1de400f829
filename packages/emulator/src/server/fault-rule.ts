import {
  checkMembers,
  delayRule,
  integer,
  isRecord,
  oneOf,
  type Rules,
} from "../check-arguments.js";
import { InputError } from "cloud-compute-sdk";
import { findSimilar } from "../similar.js";
import { describeValue } from "../describe-value.js";
import { toJson } from "../json.js";
import { GATEWAY_ROUTE, type Route } from "./operations.js";
import { routeTable } from "./route-table.js";

/**
 * What goes wrong with the next requests of a route. With `status`, `headers` or `body`, or without any member, the
 * emulator sends that response, by default a 500, and does not carry out the request. With only `delay`, `truncate` or
 * a `reset` "after", the request is carried out. A member that is `undefined` counts as not given.
 */
export interface FaultRule {
  /** The status of the response, from 200 to 599. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A string is sent as it is, anything else as JSON. Without a body, the surface's own error shape is sent. */
  readonly body?: unknown;
  /** Milliseconds before the request is processed, below 2^31: real ones, or those of a manual clock. */
  readonly delay?: number | undefined;
  /** Resets the connection before the request is carried out or after. Not with `status`, `headers` and `body`. */
  readonly reset?: "before" | "after" | undefined;
  /**
   * Answers with the HTML page of the edge in front of the service, while the request is carried out: 524 is the page of a
   * call that has no answer after about 100 seconds, and 502 that of a service out of reach. The page comes at once. Not with
   * `status`, `headers` and `body`.
   */
  readonly edge?: 502 | 524 | undefined;
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

const [isCount, countRule] = integer(1);

const rules: Rules<FaultRule> = {
  status: integer(200, 599),
  headers: [isHeaders, "an object of valid header names and values"],
  body: [isBody, "a string or a JSON value"],
  delay: delayRule,
  reset: oneOf("before", "after"),
  edge: [(value) => value === 502 || value === 524, "502 or 524"],
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

const routes: readonly string[] = [
  ...routeTable.map(({ route }) => route),
  GATEWAY_ROUTE,
];

/** Throws an `InputError` for a route that the emulator does not have. */
export function checkRoute(route: unknown): asserts route is Route {
  if (typeof route !== "string" || !routes.includes(route))
    throw unknownRoute(route);
}

/** Throws an `InputError` for what is not an object, an unknown member, an invalid value, or members that contradict. */
export function checkFaultRule(rule: unknown): asserts rule is FaultRule {
  checkMembers<FaultRule>("fail", rule, rules);
  const { reset, status, headers, body, carriedOut, edge } = rule;
  const hasResponse = [status, headers, body].some(
    (member) => member !== undefined,
  );
  if (edge !== undefined && (hasResponse || reset !== undefined))
    throw contradiction(
      "edge",
      "edge decides the response: leave out status, headers, body and reset",
    );
  if (reset === undefined) return;
  if (hasResponse)
    throw contradiction(
      "reset",
      "reset sends no response: leave out status, headers and body",
    );
  if (reset === "before" && carriedOut === true)
    throw contradiction(
      "reset",
      'reset "before" does not carry the request out: use "after", or leave out carriedOut',
    );
}

function contradiction(member: string, problem: string): InputError {
  return new InputError(member, `fail: ${problem}`);
}

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

function unknownRoute(route: unknown): InputError {
  if (typeof route !== "string")
    return new InputError(
      "route",
      `fail: ${ROUTE_RULE} (it was ${describeValue([], route)})`,
    );
  const similar = similarRoute(route);
  // The query of an address may hold a key.
  const shown = describeValue([], route.replace(/\?.*/s, ""));
  const hint = similar ? `did you mean "${similar}"?` : ROUTE_RULE;
  const problem = `fail: the emulator has no route ${shown}: ${hint}`;
  return new InputError("route", problem);
}

const ROUTE_RULE =
  'a route is a method and a path without the base URL, such as "GET /pods/{podId}"';

/** The route that the text spells differently, or else the one with similar words; undefined where none is similar. */
function similarRoute(text: string): string | undefined {
  const wanted = normalize(text);
  const match = routes.find((route) => {
    const pattern = normalize(route).replaceAll("{}", "[^/]+");
    return new RegExp(`^${pattern}$`).test(wanted);
  });
  return match ?? findSimilar(wanted, routes);
}

/** The route without its case, extra blanks, host, version prefix and the names of its parameters. */
function normalize(route: string): string {
  return route
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ (https?:\/\/[^/]*)?(\/v1(?=\/))?/, " ")
    .replace(/\{\w*\}|:\w+/g, "{}")
    .replace(/\/+$/, "");
}

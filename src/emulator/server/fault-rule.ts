import {
  checkMembers,
  isRecord,
  oneOf,
  pause,
  whole,
  type Rules,
} from "../resources/checks.js";
import { routes } from "./routes.js";
import { show } from "./validate.js";

/**
 * How the next requests of a route go wrong. With `status`, `headers` or `body` the request is answered so and not
 * carried out; so it is with nothing at all: a 500. With `delay`, `truncate` or a `reset` "after" alone it is. A member
 * that is `undefined` counts as not given.
 */
export interface Fault {
  /** From 200 to 599. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A string is sent as it is, anything else as JSON. Without one an error of the surface's own shape is sent. */
  readonly body?: unknown;
  /** Milliseconds, below 2^31, before the request is looked at: real ones, or those of a manual clock. */
  readonly delay?: number | undefined;
  /** Cuts the connection without an answer, before the request is carried out or after. */
  readonly reset?: "before" | "after" | undefined;
  /** Cuts the connection after so many bytes of the body. */
  readonly truncate?: number | undefined;
  /** How many requests it hits: a whole number, or Infinity. @default 1 */
  readonly times?: number | undefined;
  /** How many requests pass before the first is hit. @default 0 */
  readonly after?: number | undefined;
  /** The chance of each request to be hit, from 0 to 1, drawn from the emulator's seed. @default 1 */
  readonly probability?: number | undefined;
}

const [isWhole, wholeWords] = whole(0);

const rules: Rules<Fault> = {
  status: whole(200, 599),
  headers: [canBeHeaders, "an object of texts that headers may hold"],
  body: [canBeBody, "a text, or what JSON can say"],
  delay: pause,
  reset: oneOf("before", "after"),
  truncate: whole(0),
  times: [
    (value) => isWhole(value) || value === Infinity,
    `${wholeWords}, or Infinity`,
  ],
  after: whole(0),
  probability: [
    (value) => typeof value === "number" && value >= 0 && value <= 1,
    "a number from 0 to 1",
  ],
};

/**
 * Refuses a fault that could never hit, or not as it says: a TypeError for an unknown route or member, a RangeError for
 * an impossible value.
 */
export function checkFault(route: unknown, fault: Fault): void {
  if (!routes.includes(route as string)) throw noRoute(route);
  checkMembers("fail", fault, rules);
}

function canBeHeaders(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isTexts = Object.values(value).every((text) =>
    ["string", "number"].includes(typeof text),
  );
  return isTexts && succeeds(() => new Headers({ ...value }));
}

function canBeBody(value: unknown): boolean {
  return succeeds(() => JSON.parse(JSON.stringify(value)) as unknown);
}

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

function noRoute(route: unknown): TypeError {
  const near = typeof route === "string" ? nearest(route) : undefined;
  // The query of an address may hold a key.
  const given = typeof route === "string" ? route.replace(/\?.*/s, "") : route;
  const wanted = near
    ? `it would be "${near}"`
    : 'a route is a method and a path without its address, such as "GET /pods/{podId}"';
  return new TypeError(
    `fail: ${show([], given)} is no route the emulator answers: ${wanted}`,
  );
}

/** The route that is meant, or else the one that begins most like this; undefined where none does. */
function nearest(text: string): string | undefined {
  const given = plain(text);
  const meant = routes.find((route) =>
    new RegExp(`^${plain(route).replaceAll("{}", "[^/]+")}$`).test(given),
  );
  if (meant !== undefined) return meant;
  const [best = ""] = [...routes].sort(
    (a, b) => likeness(given, b) - likeness(given, a),
  );
  // No more in common than the method says nothing.
  return likeness(given, best) > best.indexOf("/") + 1 ? best : undefined;
}

/** Without regard to case, blanks, the version of the management API and the names of parameters. */
function plain(route: string): string {
  return route
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/ (https?:\/\/[^/]*)?(\/v1(?=\/))?/, " ")
    .replace(/\{\w*\}|:\w+/g, "{}")
    .replace(/\/+$/, "");
}

/** How many letters the two begin with alike. */
function likeness(given: string, route: string): number {
  const other = plain(route);
  let at = 0;
  while (at < given.length && given[at] === other[at]) at += 1;
  return at;
}

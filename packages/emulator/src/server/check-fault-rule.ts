import { checkMembers } from "../check-arguments.js";
import { InputError } from "cloud-compute-sdk";
import { findSimilar } from "../similar.js";
import { describeValue } from "../describe-value.js";
import { findRow } from "../refusals/table.js";
import {
  faultRules,
  type FaultRefusal,
  type FaultRule,
} from "../http/fault-rule.js";
import { GATEWAY_ROUTE, type Route } from "../http/operations.js";
import { S3_ROUTES } from "../http/s3-operations.js";
import { routeTable } from "./route-table.js";

/** The routes that a fault rule can name. */
export const routes: readonly string[] = [
  ...routeTable.map(({ route }) => route),
  GATEWAY_ROUTE,
  ...S3_ROUTES,
];

/** Throws an `InputError` for a route that the emulator does not have. */
export function checkRoute(
  caller: string,
  route: unknown,
): asserts route is Route {
  if (typeof route !== "string" || !routes.includes(route))
    throw unknownRoute(caller, route);
}

/** Throws an `InputError` for what is not an object, an unknown member, an invalid value, or members that contradict. */
export function checkFaultRule(
  rule: unknown,
  route: Route,
): asserts rule is FaultRule {
  checkMembers<FaultRule>("fail", rule, faultRules);
  const { reset, status, headers, body, carriedOut, edge, refusal } = rule;
  const hasResponse = [status, headers, body].some(
    (member) => member !== undefined,
  );
  if (edge !== undefined && (hasResponse || reset !== undefined))
    throw contradiction(
      "edge",
      "edge decides the response: leave out status, headers, body and reset",
    );
  if (refusal !== undefined) {
    if (hasResponse || reset !== undefined || edge !== undefined)
      throw contradiction(
        "refusal",
        "refusal decides the response: leave out status, headers, body, edge and reset",
      );
    checkRefusal(refusal, route);
  }
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

/** Throws where no surface of the service has such a refusal at the route. */
function checkRefusal(refusal: FaultRefusal, route: Route): void {
  const surface = routeTable.find((each) => each.route === route)?.surface.name;
  if (surface && findRow(refusal, surface, route)) return;
  throw new InputError(
    "refusal",
    `fail: the service is not known to refuse ${route} with "${refusal}": use status, headers and body`,
  );
}

function contradiction(member: string, problem: string): InputError {
  return new InputError(member, `fail: ${problem}`);
}

function unknownRoute(caller: string, route: unknown): InputError {
  if (typeof route !== "string")
    return new InputError(
      "route",
      `${caller}: ${ROUTE_RULE} (it was ${describeValue([], route)})`,
    );
  const similar = similarRoute(route);
  // The query of an address may hold a key.
  const shown = describeValue([], route.replace(/\?.*/s, ""));
  const hint = similar ? `did you mean "${similar}"?` : ROUTE_RULE;
  const problem = `${caller}: the emulator has no route ${shown}: ${hint}`;
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
  // A parameter counts as a word of two letters.
  const worded = (route: string) => normalize(route).replaceAll("{}", "id");
  const similar = findSimilar(worded(text), routes.map(worded));
  return match ?? routes.find((route) => worded(route) === similar);
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

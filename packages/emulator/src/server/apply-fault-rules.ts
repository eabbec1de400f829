import { createRandom } from "../random.js";
import { Refusal } from "../refusals/refusal.js";
import { ApiError } from "../http/api-error.js";
import { edgeResponse } from "./edge.js";
import type { ActiveFault, FaultRule } from "../http/fault-rule.js";
import { checkFaultRule, checkRoute } from "./check-fault-rule.js";
import { jsonResponse } from "../http/json-response.js";
import { canonicalRoute, type Route } from "../http/operations.js";
import type { Surface } from "../requests/surfaces.js";

interface ActiveRule {
  readonly id: number;
  readonly rule: FaultRule;
  /** How many requests the rule still applies to. */
  remaining: number;
  /** How many requests the rule still lets pass before it applies. */
  toSkip: number;
}

/** The fault rules of an emulator by route, oldest first. Both spellings of an update share their rules. */
export class FaultRules {
  readonly #rules = new Map<string, ActiveRule[]>();
  readonly #seed: number;
  #random: () => number;
  #lastId = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = createRandom(seed);
  }

  /** Throws, and adds nothing, for an unknown route or an invalid rule. */
  add(route: unknown, rule: unknown): void {
    checkRoute("fail", route);
    checkFaultRule(rule, route);
    const { times = 1, after = 0 } = rule;
    this.#lastId += 1;
    const id = this.#lastId;
    const active = { id, rule: { ...rule }, remaining: times, toSkip: after };
    const rules = this.#rules.get(canonicalRoute(route)) ?? [];
    this.#rules.set(canonicalRoute(route), [...rules, active]);
  }

  /** The rule that applies to this request, if any. It counts as used once. */
  take(route: Route): FaultRule | undefined {
    const rules = this.#rules.get(canonicalRoute(route));
    if (!rules) return undefined;
    while (rules[0] && rules[0].remaining <= 0) rules.shift();
    return firstMatch(rules, this.#random);
  }

  /** The rules that still apply, in the order in which they were added. */
  list(): ActiveFault[] {
    const all = [...this.#rules].flatMap(([route, rules]) =>
      rules.map((active) => ({ route, ...active })),
    );
    return all
      .filter(({ remaining }) => remaining > 0)
      .sort((a, b) => a.id - b.id)
      .map((fault) =>
        fault.remaining === Infinity
          ? { ...fault, rule: { ...fault.rule, times: null }, remaining: null }
          : fault,
      );
  }

  /** Removes a rule. Returns false where there is none with this id. */
  remove(id: number): boolean {
    for (const [route, rules] of this.#rules) {
      if (!rules.some((active) => active.id === id)) continue;
      const others = rules.filter((active) => active.id !== id);
      this.#rules.set(route, others);
      return true;
    }
    return false;
  }

  clear(): void {
    this.#rules.clear();
    this.#random = createRandom(this.#seed);
  }
}

/** The first rule that does not let the request pass. */
function firstMatch(
  rules: readonly ActiveRule[],
  random: () => number,
): FaultRule | undefined {
  for (const active of rules) {
    if (active.remaining <= 0) continue;
    if (active.toSkip > 0) {
      active.toSkip -= 1;
      continue;
    }
    const { probability = 1 } = active.rule;
    if (probability < 1 && random() >= probability) continue;
    active.remaining -= 1;
    return active.rule;
  }
  return undefined;
}

/**
 * Whether a rule responds in the place of the handler. A rule that only delays or cuts the connection leaves the response
 * to the handler; a rule without any effect responds with 500.
 */
export function replacesResponse(rule: FaultRule): boolean {
  const { status, headers, body, delay, reset, truncate, edge, refusal } = rule;
  const isResponse = [status, headers, body, edge, refusal].some(isGiven);
  const isOther = [delay, reset, truncate].some(isGiven);
  return isResponse || !isOther;
}

function isGiven(value: unknown): boolean {
  return value !== undefined;
}

const STATUSES_WITHOUT_BODY = [204, 205, 304];

/** The response that a rule asks for. */
export function respondByRule(
  { status: givenStatus, headers = {}, body, edge, refusal }: FaultRule,
  surface: Surface,
  route: Route | undefined,
): Response {
  if (edge !== undefined) return edgeResponse(edge, surface);
  if (refusal !== undefined)
    return surface.respondWithError(new Refusal(refusal), route);
  const defaultStatus = body === undefined ? 500 : 200;
  const status = givenStatus ?? defaultStatus;
  if (STATUSES_WITHOUT_BODY.includes(status))
    return new Response(null, { status, headers });
  if (typeof body === "string") return new Response(body, { status, headers });
  if (body !== undefined) return jsonResponse(body, { status, headers });
  const message = "a fault rule of the emulator asked for this error";
  return surface.respondWithError(new ApiError(status, message, headers));
}

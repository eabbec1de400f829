import type { Connection } from "../http/connection.js";
import type { FaultRule } from "../http/fault-rule.js";
import type { Route } from "../http/operations.js";
import type { Surface } from "../requests/surfaces.js";
import { replacesResponse, respondByRule } from "./apply-fault-rules.js";
import { isPassedOn } from "./edge.js";
import { addHeaders, type Service } from "./service.js";

/** A request, and where it has arrived. */
interface Exchange {
  readonly request: Request;
  readonly connection: Connection;
  readonly surface: Surface;
  /** Undefined where the surface has no such route. */
  readonly route: Route | undefined;
}

/** The routes whose responses are held, or whose models and workers may take long. */
const HELD = /\/(runsync|status-sync|stream|openai|job-take|job-stop|lb)\b/;

export function isHeld(route = ""): boolean {
  return HELD.test(route);
}

/**
 * Answers a request as its fault rule says, after the latency and the delay of the rule. `carryOut` answers in the place of
 * the service; a rule that decides the response itself does so whatever `carryOut` returns or throws.
 */
export async function answerByRule(
  { state, settings }: Service,
  rule: FaultRule | undefined,
  { request, connection, surface, route }: Exchange,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  if (rule?.truncate !== undefined) connection.cutAfter = rule.truncate;
  if (rule?.reset) connection.cutAfter = "reset";
  const delayMs = settings.latency + (rule?.delay ?? 0);
  if (delayMs > 0) await state.clock.delay(delayMs, request.signal);
  state.clock.runDue();
  if (!rule) return carryOut();
  if (rule.reset === "before") return new Response(null);
  if (!replacesResponse(rule)) return carryOut();
  const { edge } = rule;
  const { carriedOut = edge !== undefined && isPassedOn(edge) } = rule;
  if (carriedOut) {
    const handled = carryOut().catch(() => null);
    // The edge does not wait for a response that is held.
    if (edge === undefined || !isHeld(route)) await handled;
  }
  return respondByRule(rule, surface, route);
}

/** Answers a request that has no further checks, and records it. */
export async function answerAndRecord(
  service: Service,
  exchange: Exchange,
  carryOut: () => Promise<Response>,
): Promise<Response> {
  const { requestLog, faultRules } = service;
  const { request, surface, route } = exchange;
  const entry = requestLog.add(request, route);
  const rule = route && faultRules.take(route);
  const response = await answerByRule(service, rule, exchange, carryOut).catch(
    (error: unknown) => surface.respondWithError(error, route),
  );
  requestLog.complete(entry, rule?.reset ? undefined : response);
  return response;
}

/** Refuses a request that has no route, and records it like any other. */
export function refuseAndRecord(
  service: Service,
  request: Request,
  surface: Surface,
  error: unknown,
): Response {
  const entry = service.requestLog.add(request);
  const response = surface.respondWithError(error);
  addHeaders(response, surface, false, service);
  service.requestLog.complete(entry, response);
  return response;
}

import { emitChange, emitWarning } from "../state/account-state.js";
import { withoutBlankIds } from "../blank-ids.js";
import { Refusal } from "../refusals/refusal.js";
import type { Connection } from "../http/connection.js";
import { EDGE_LIMIT_MS, refuseAgent, withinEdgeLimit } from "./edge.js";
import { answerByRule, isHeld } from "./exchange.js";
import { addHeaders, type Service } from "./service.js";
import type { UntypedCall } from "../requests/handler.js";
import { jsonResponse } from "../http/json-response.js";
import { isSubmit, type Route } from "../http/operations.js";
import {
  NO_BODY,
  readBody,
  requireJson,
  type RequestBody,
} from "../requests/request-body.js";
import type { RouteEntry } from "../requests/route-entry.js";
import { restSurface } from "../requests/surfaces.js";
import {
  checkBody,
  checkBodyMembers,
  readQuery,
  takesBody,
} from "../requests/validate-request.js";

/** A request and how it arrived. */
interface IncomingRequest {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly connection: Connection;
}

/** Takes a request through the request log, the fault rules, the checks and its handler. */
export async function handleRequest(
  service: Service,
  entry: RouteEntry,
  incoming: IncomingRequest,
): Promise<Response> {
  const { request, connection } = incoming;
  const { state, settings, faultRules, requestLog } = service;
  const logEntry = requestLog.add(request, entry.route);
  const turnedAway = settings.edge && refuseAgent(entry.surface, request);
  if (turnedAway) {
    requestLog.complete(logEntry, turnedAway);
    return turnedAway;
  }
  const rule = faultRules.take(entry.route);
  const access = checkAccess(service, entry, request);
  // A request without a valid key is answered before its body is read.
  const body =
    "error" in access ? NO_BODY : await readBody(entry.route, request);
  requestLog.addBody(logEntry, body.json, body.sizeBytes);
  const exchange = { request, connection, ...entry };
  const respond = () =>
    answerByRule(service, rule, exchange, () =>
      callHandler(service, entry, incoming, access, body),
    );
  const delayMs = settings.latency + (rule?.delay ?? 0);
  const mayBeLate = delayMs >= EDGE_LIMIT_MS || isHeld(entry.route);
  const responding =
    settings.edge && mayBeLate
      ? withinEdgeLimit(state.clock, entry.surface, respond)
      : respond();
  const response = await responding.catch((error: unknown) => {
    if (error instanceof Refusal && error.advice !== undefined)
      emitWarning(state, `${entry.route}: ${error.advice}`);
    return entry.surface.respondWithError(error, entry.route);
  });
  const hasKey = "hasKey" in access && access.hasKey;
  addHeaders(response, entry.surface, hasKey, service);

  await state.events.whenProcessed();
  requestLog.complete(logEntry, rule?.reset ? undefined : response);
  return response;
}

/** Whether a request carries a valid key, or the error that it is answered with. */
type Access = { readonly hasKey: boolean } | { readonly error: unknown };

function checkAccess(
  { apiKeys }: Service,
  { surface, route }: RouteEntry,
  request: Request,
): Access {
  try {
    const isValid = (key: string) => {
      if (!apiKeys.isValid(key)) return false;
      if (apiKeys.isRestricted(key, route)) throw new Refusal("noAccess");
      return true;
    };
    return { hasKey: surface.authenticate(request, isValid) };
  } catch (error) {
    return { error };
  }
}

/** Checks the rate limit, the body and the query, and calls the handler. */
async function callHandler(
  { state, rateLimits, settings }: Service,
  { route, surface, handler }: RouteEntry,
  { request, params }: IncomingRequest,
  access: Access,
  requestBody: RequestBody,
): Promise<Response> {
  if ("error" in access) throw access.error;
  const { hasKey } = access;
  if (surface === restSurface && settings.quirks.retired)
    throw new Refusal("retired");
  const release = settings.limits
    ? rateLimits.acquire(route, params["slug"] ?? "", state.clock)
    : undefined;
  try {
    const { origin, searchParams } = new URL(request.url);
    const call: UntypedCall = {
      state,
      hasKey,
      params,
      query: readQuery(route, searchParams),
      body: validRequestBody(route, request, requestBody),
      headers: request.headers,
      bodyBytes: requestBody.sizeBytes,
      origin,
      // Few handlers wait, and a listening server makes the signal only when it is read.
      get signal() {
        return request.signal;
      },
    };
    const reply = await handler(call);
    if (changesResources(route)) emitChange(state);
    if (reply instanceof Response) return reply;
    const { status, headers } = reply;
    const init = { status, ...(headers && { headers }) };
    return "body" in reply
      ? jsonResponse(reply.body, init)
      : new Response(null, init);
  } finally {
    release?.();
  }
}

function validRequestBody(
  route: Route,
  { headers }: Request,
  requestBody: RequestBody,
): unknown {
  if (isWorkerPost(route)) return requestBody;
  if (!takesBody(route)) return undefined;
  const json = requireJson(headers, requestBody);
  // A submit keeps its blank members: they may belong to the input of the job.
  const body = isSubmit(route) ? json : withoutBlankIds(json);
  checkBodyMembers(route, body);
  checkBody(route, body);
  return body;
}

/** Whether a worker sends the body, whose handler reads the body itself. */
function isWorkerPost(route: Route): boolean {
  return route.endsWith("/{workerId}/{jobId}");
}

/** Whether the route changes a resource. Jobs and GraphQL emit their changes themselves. */
function changesResources(route: Route): boolean {
  return !/^GET |^POST \/v2\/\{slug\}|^POST \/graphql/.test(route);
}

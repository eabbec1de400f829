import type { Fault } from "./fault-rule.js";
import type { Faults } from "./fault-rules.js";
import type { Handler } from "./handler.js";
import { bodyOf, readContent, type Content } from "./content.js";
import { note, noteAnswer, type JournalEntry } from "./journal.js";
import type { Limits } from "../jobs/rate-limits.js";
import type { Settings } from "../options.js";
import { Refusal } from "./refused-error.js";
import type { Route } from "./route.js";
import { changed, type State } from "../resources/state.js";
import type { Surface } from "./surfaces.js";
import { readQuery, takesBody } from "./validate.js";
import type { Wire } from "./connection.js";

/** One emulated account and what is watched and arranged around it. */
export interface Service {
  readonly settings: Settings;
  readonly state: State;
  readonly faults: Faults;
  readonly limits: Limits;
  readonly journal: JournalEntry[];
  /** Whether the key is one of the account's. */
  readonly isKey: (key: string) => boolean;
}

/** A route, what answers it, and on which surface. */
interface Target {
  readonly surface: Surface;
  readonly route: Route;
  readonly handler: Handler;
}

/** A request and how it came. */
interface Visit {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly wire: Wire;
}

/** Takes a request through the journal, the faults, the door and the checks to its handler. */
export async function exchange(
  service: Service,
  target: Target,
  visit: Visit,
): Promise<Response> {
  const { request, wire } = visit;
  const { state, settings, faults } = service;
  const entry = note(service, request, target.route);
  const fault = faults.take(target.route);
  const content = await readContent(request);
  entry.body = content.value;
  await pause(state, settings.latency + (fault?.delay ?? 0), request.signal);
  state.clock.settle();
  const respond = async () => {
    if (fault && isAnswer(fault)) return answerFault(fault, target.surface);
    return handle(service, target, visit, content);
  };
  const response =
    fault?.reset === "before"
      ? new Response(null)
      : await respond().catch(target.surface.complain);
  if (fault?.truncate !== undefined) wire.cut = fault.truncate;
  if (fault?.reset) wire.cut = "reset";
  await state.events.heard();
  noteAnswer(service, entry, fault?.reset ? undefined : response.status);
  return response;
}

async function pause(
  { clock }: State,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  if (ms > 0) await clock.pause(ms, signal);
}

async function handle(
  { state, limits, settings, isKey }: Service,
  { surface, route, handler }: Target,
  { request, params }: Visit,
  content: Content,
): Promise<Response> {
  const hasKey = surface.admit(request, isKey);
  const { origin, searchParams } = new URL(request.url);
  const leave = settings.limits
    ? limits.enter(route, params["slug"] ?? "", state)
    : undefined;
  try {
    const body = takesBody(route) ? bodyOf(route, request, content) : undefined;
    const query = readQuery(route, searchParams);
    const { signal } = request;
    const reply = await handler({
      ...{ state, hasKey, params, query, body, origin, signal },
    });
    if (changesMore(route)) changed(state);
    if (reply instanceof Response) return reply;
    const { status } = reply;
    return reply.body === undefined
      ? new Response(null, { status })
      : Response.json(reply.body, { status });
  } finally {
    leave?.();
  }
}

/** Jobs and GraphQL say for themselves when they change something. */
function changesMore(route: Route): boolean {
  return !/^GET |^POST \/v2\/|^POST \/graphql/.test(route);
}

/** A fault that delays or cuts leaves the answer to the handler, unless it says what to answer. */
function isAnswer(fault: Fault): boolean {
  const { status, headers, body, delay, reset, truncate } = fault;
  const isSaid = [status, headers, body].some((part) => part !== undefined);
  const isOther = [delay, reset, truncate].some((part) => part !== undefined);
  return isSaid || !isOther;
}

const bodiless = [204, 205, 304];

function answerFault(
  { body, headers = {}, ...fault }: Fault,
  surface: Surface,
): Response {
  const status = fault.status ?? (body === undefined ? 500 : 200);
  if (bodiless.includes(status))
    return new Response(null, { status, headers: { ...headers } });
  if (typeof body === "string")
    return new Response(body, { status, headers: { ...headers } });
  if (body !== undefined)
    return Response.json(body, { status, headers: { ...headers } });
  return surface.complain(
    new Refusal(status, "this fault was asked for", headers),
  );
}

import type { Fault, Faults, Route } from "./faults.js";
import type { Handler } from "./handler.js";
import { bodyLimits } from "./job-api.js";
import { note, type JournalEntry } from "./journal.js";
import { Refusal } from "./refusal.js";
import { sleep } from "./sleep.js";
import type { State } from "./state.js";
import type { Surface } from "./surfaces.js";
import { checkBody, readQuery, takesBody } from "./validate.js";

/** One emulated account and what is watched and arranged around it. */
export interface Service {
  readonly apiKey: string;
  readonly state: State;
  readonly faults: Faults;
  readonly journal: JournalEntry[];
}

/** A route, what answers it, and on which surface. */
export interface Target {
  readonly surface: Surface;
  readonly route: Route;
  readonly handler: Handler;
}

/** Takes a request through the journal, the faults, the door and the checks to its handler. */
export async function exchange(
  service: Service,
  target: Target,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const entry = note(service.journal, request, target.route);
  const fault = service.faults.take(target.route);
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  entry.body = parse(text);
  if (fault?.delay !== undefined) await sleep(fault.delay, request.signal);
  const response = isAnswer(fault)
    ? answerFault(fault, target.surface)
    : await handle(service, target, request, params, {
        text,
        size: bytes.length,
      }).catch(target.surface.complain);
  entry.status = response.status;
  return response;
}

interface Content {
  readonly text: string;
  readonly size: number;
}

async function handle(
  { apiKey, state }: Service,
  { surface, route, handler }: Target,
  request: Request,
  params: Record<string, string>,
  content: Content,
): Promise<Response> {
  const hasKey = surface.admit(request, apiKey);
  const { origin, searchParams } = new URL(request.url);
  const body = takesBody(route) ? readBody(route, request, content) : undefined;
  const query = readQuery(route, searchParams);
  const { signal } = request;
  const reply = await handler({
    state,
    hasKey,
    params,
    query,
    body,
    origin,
    signal,
  });
  const { status } = reply;
  return reply.body === undefined
    ? new Response(null, { status })
    : Response.json(reply.body, { status });
}

/** The parsed body: 413 where it is too large, 415 where it is not JSON by its type, 400 where it is not valid. */
function readBody(
  route: Route,
  request: Request,
  { text, size }: Content,
): unknown {
  const limit = bodyLimits[route] ?? Infinity;
  if (size > limit)
    throw new Refusal(
      413,
      `the body must be at most ${limit} bytes (it was ${size})`,
    );
  if (text === "") throw new Refusal(400, "a JSON body is required");
  const type = request.headers.get("content-type") ?? "none";
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal(
      415,
      `the content type must be application/json (it was ${type})`,
    );
  }
  const body = parse(text);
  if (body === undefined) throw new Refusal(400, "the body is not valid JSON");
  checkBody(route, body);
  return body;
}

/** The value of a JSON text, undefined where it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A fault that is a mere delay leaves the answer to the handler. */
function isAnswer(fault: Fault | undefined): fault is Fault {
  if (fault === undefined) return false;
  const { status, headers, body, delay } = fault;
  return (
    status !== undefined ||
    headers !== undefined ||
    body !== undefined ||
    delay === undefined
  );
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

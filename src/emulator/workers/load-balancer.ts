import type { AccountState } from "../account-state.js";
import { Refusal } from "../refusals/refusal.js";
import type { Service } from "../server/handle-request.js";
import { loadBalancerSurface } from "../server/surfaces.js";
import { sleep } from "../time/wait.js";

const MINUTE_MS = 60_000;
/** How long a request waits for a worker that is ready, and how long a worker may take for its response. */
const MAX_WAIT_MS = 2 * MINUTE_MS;
const MAX_RESPONSE_MS = 5.5 * MINUTE_MS;
const MAX_BODY_BYTES = 30_000_000;
/** How often a worker that is not ready is asked again, in real milliseconds. */
const HEALTH_INTERVAL_MS = 250;
const HEALTH_PATH = "/ping";

/** What holds for one connection only. */
const HOP_HEADERS = [
  "connection",
  "expect",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
];
/** The worker does not get the key of the account. */
const OWN_HEADERS = ["authorization", "host"];
/** What no longer holds for a body that fetch has decoded. */
const BODY_HEADERS = ["content-encoding", "content-length"];

/** A request to a load balancing endpoint. */
interface ForwardedRequest {
  readonly request: Request;
  readonly slug: string;
  /** The path and the query at the worker. */
  readonly path: string;
}

/**
 * Passes a request to a load balancing endpoint on to the port of its worker. Undefined for any other request. The response
 * of the worker is not changed.
 */
export async function answerForLoadBalancer(
  { state, apiKeys, requestLog }: Service,
  slug: string,
  request: Request,
): Promise<Response | undefined> {
  if (!isLoadBalanced(state, slug)) return undefined;
  const { pathname, search } = new URL(request.url);
  const path = pathname.replace(/^\/v2\/[^/]+\/?/, "/");
  const entry = requestLog.add(request);
  const respond = async () => {
    loadBalancerSurface.authenticate(request, (key) => apiKeys.isValid(key));
    checkSize(request);
    state.clock.runDue();
    return forward(state, { request, slug, path: path + search });
  };
  const response = await respond().catch(loadBalancerSurface.respondWithError);
  requestLog.complete(entry, response);
  return response;
}

function isLoadBalanced(state: AccountState, slug: string): boolean {
  const { type } = state.endpoints.get(slug)?.extras ?? {};
  return type === "LOAD_BALANCER" || portOf(state, slug) !== undefined;
}

function portOf({ workerConditions }: AccountState, slug: string) {
  return workerConditions.get(slug)?.port;
}

function checkSize({ headers }: Request): void {
  const size = Number(headers.get("content-length") ?? 0);
  const limit = MAX_BODY_BYTES;
  if (size > limit) throw new Refusal("bodyTooLarge", { limit, size });
}

async function forward(
  state: AccountState,
  { request, slug, path }: ForwardedRequest,
): Promise<Response> {
  const { clock } = state;
  const { method, headers, body } = request;
  // The health of a worker is asked for, whether or not the worker is ready.
  const isHealth = path === HEALTH_PATH;
  if (!isHealth) await waitForWorker(state, slug, request.signal);
  const controller = new AbortController();
  const abort = () => controller.abort();
  request.signal.addEventListener("abort", abort);
  const timeLimit = clock.now() + MAX_RESPONSE_MS * clock.speed;
  const cancelTimeLimit = clock.schedule(timeLimit, abort, "keepAlive");
  try {
    const response = await fetch(`${addressOf(state, slug)}${path}`, {
      method,
      headers: without(headers, [...HOP_HEADERS, ...OWN_HEADERS]),
      redirect: "manual",
      signal: controller.signal,
      ...(body && { body, duplex: "half" }),
    });
    return new Response(response.body, {
      status: response.status,
      headers: without(response.headers, [...HOP_HEADERS, ...BODY_HEADERS]),
    });
  } catch {
    if (controller.signal.aborted) throw new Refusal("workerTooSlow");
    throw noWorker("the worker did not respond");
  } finally {
    cancelTimeLimit();
    request.signal.removeEventListener("abort", abort);
  }
}

/** Resolves when the worker of an endpoint is ready. Throws 502 where that takes too long. */
async function waitForWorker(
  state: AccountState,
  slug: string,
  signal: AbortSignal,
): Promise<void> {
  const { clock } = state;
  const until = clock.now() + MAX_WAIT_MS * clock.speed;
  while (!(await isReady(state, slug, signal))) {
    if (signal.aborted || clock.now() >= until)
      throw noWorker("no worker of this endpoint is ready");
    await sleep(HEALTH_INTERVAL_MS, signal);
  }
}

/** A worker that is ready answers its health path with 200, and while it starts with 204. */
async function isReady(
  state: AccountState,
  slug: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const address = `${addressOf(state, slug)}${HEALTH_PATH}`;
    const response = await fetch(address, { signal });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** Throws 502 where no port of a worker is set. */
function addressOf(state: AccountState, slug: string): string {
  const port = portOf(state, slug);
  if (port !== undefined) return `http://127.0.0.1:${port}`;
  throw noWorker("no port of a worker of this endpoint is set");
}

function noWorker(problem: string): Refusal {
  return new Refusal("noWorker", { problem });
}

function without(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers(headers);
  for (const name of names) kept.delete(name);
  return kept;
}

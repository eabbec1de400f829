import { emitWarning, type AccountState } from "../state/account-state.js";
import {
  callWorker,
  isWithoutWorkers,
  openRequest,
} from "../jobs/assign-workers.js";
import {
  findModel,
  hasModel,
  isLoadBalanced,
  isOfPublicModel,
} from "../jobs/find-model.js";
import { addressOf, HEALTH_PATH, healthOf, portOf } from "../jobs/program.js";
import { Refusal } from "../refusals/refusal.js";
import type { Connection } from "../http/connection.js";
import type { Service } from "./service.js";
import { edgeResponse } from "./edge.js";
import { answerAndRecord, refuseAndRecord } from "./exchange.js";
import { GATEWAY_ROUTE } from "../http/operations.js";
import { jobSurface, loadBalancerSurface } from "../requests/surfaces.js";
import type { Clock } from "../time/clock.js";
import { sleep } from "../time/wait.js";

const MINUTE_MS = 60_000;
/**
 * How long a request waits for a worker that is ready, and how long the port of a worker may refuse connections, by the clock
 * of the emulator. How long a worker may take for its response, in real time or that of a manual clock.
 */
const READY_TIMEOUT_MS = 2 * MINUTE_MS;
/** Without a program no worker can become ready: a test learns so before its own time limit, but for `serviceTimes`. */
const READY_TIMEOUT_WITHOUT_PROGRAM_MS = 2000;
const MAX_BOOT_MS = 36_000;
const MAX_RESPONSE_MS = 5.5 * MINUTE_MS;
const MAX_BODY_BYTES = 30_000_000;
/** How often a worker that is not ready is asked again, in real milliseconds. */
const HEALTH_INTERVAL_MS = 250;

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

/** `/lb/{slug}/…` of the emulator, or `{slug}.api.…` as the name of the host. */
const PATH = /^\/lb\/([^/]+)(\/.*)?$/;
const HOST = /^([\w-]+)\.api\./;

/** Whether an address is one of the gateway. */
export function isForLoadBalancer({ hostname, pathname }: URL): boolean {
  return HOST.test(hostname) || PATH.test(pathname);
}

/**
 * Answers in the place of the gateway of load balancing endpoints, which passes a request on to the port of a worker, and
 * its response back without a change. Undefined for a request that is not for the gateway.
 */
export async function answerForLoadBalancer(
  service: Service,
  request: Request,
  connection: Connection,
): Promise<Response | undefined> {
  const { hostname, pathname, search } = new URL(request.url);
  const byHost = HOST.exec(hostname);
  const match = byHost ?? PATH.exec(pathname);
  if (!match) return undefined;
  const slug = decodeURIComponent(match[1] ?? "");
  const path = byHost ? pathname : (match[2] ?? "/");
  const { state, apiKeys } = service;
  const surface = loadBalancerSurface;
  const exchange = {
    request,
    connection,
    surface,
    route: GATEWAY_ROUTE,
  } as const;
  return answerAndRecord(service, exchange, async () => {
    surface.authenticate(request, (key) => apiKeys.isValid(key));
    if (!isLoadBalanced(state, slug)) throw refuseOther(state, slug);
    checkSize(request);
    const forwarded = { request, slug, path: path + search };
    const closeRequest = openRequest(state, slug);
    try {
      return await (connection.isUpgrade
        ? passOn(state, forwarded, connection)
        : forward(state, forwarded));
    } finally {
      closeRequest();
    }
  });
}

/** An endpoint that has a queue is not served by the gateway. */
function refuseOther(state: AccountState, slug: string): Refusal {
  findModel(state, slug);
  return new Refusal("wrongEndpointType");
}

/** Refuses any path of the job API but `/health` for an endpoint without a queue. Undefined for any other request. */
export function refuseWithoutQueue(
  service: Service,
  slug: string,
  request: Request,
): Response | undefined {
  const { pathname } = new URL(request.url);
  const isHealth = pathname.endsWith(`/${slug}/health`);
  if (isHealth || !isLoadBalanced(service.state, slug)) return undefined;
  return refuseForType(service, request);
}

/** Refuses a path that the job API does not have, for an endpoint or a model of the account. Undefined for any other request. */
export function refuseUnknownPath(
  service: Service,
  slug: string,
  request: Request,
): Response | undefined {
  const { state } = service;
  if (!hasModel(state, slug) || isOfPublicModel(state, slug)) return undefined;
  return refuseForType(service, request);
}

function refuseForType(service: Service, request: Request): Response {
  const error = refusalForType(request, (key) => service.apiKeys.isValid(key));
  return refuseAndRecord(service, request, jobSurface, error);
}

/** A request without a valid key is refused for that. */
function refusalForType(
  request: Request,
  isValidKey: (key: string) => boolean,
): unknown {
  try {
    jobSurface.authenticate(request, isValidKey);
    return new Refusal("wrongEndpointType");
  } catch (error) {
    return error;
  }
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
  const isHealth = path === HEALTH_PATH && portOf(state, slug) !== undefined;
  if (await isStillBooting(state, slug, request.signal, isHealth))
    return edgeResponse(502, loadBalancerSurface);
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
    return edgeResponse(502, loadBalancerSurface);
  } finally {
    cancelTimeLimit();
    request.signal.removeEventListener("abort", abort);
  }
}

/**
 * Passes a WebSocket on to the worker. The service does not count an open one as work: neither does the health of the
 * endpoint.
 */
async function passOn(
  state: AccountState,
  { request, slug, path }: ForwardedRequest,
  connection: Connection,
): Promise<Response> {
  const isBooting = await isStillBooting(state, slug, request.signal, false);
  const port = portOf(state, slug);
  if (isBooting || port === undefined)
    return edgeResponse(502, loadBalancerSurface);
  connection.passedOnTo = { port, path };
  return new Response(null);
}

/**
 * Resolves with false when the worker of an endpoint is ready, and with true if its port still refuses connections after the
 * time in which a worker may boot. A request for the health of the worker waits for the cold start alone.
 *
 * @throws Refusal where the worker does not become ready in time, or where there can be none
 */
async function isStillBooting(
  state: AccountState,
  slug: string,
  signal: AbortSignal,
  isHealth: boolean,
): Promise<boolean> {
  const { clock } = state;
  if (isWithoutWorkers(state, slug)) throw new Refusal("noWorker");
  const headers = missingProgram(state, slug);
  const arrivedAt = clock.now();
  const until = arrivedAt + readyTimeout(state, slug);
  for (;;) {
    const startedAt = Math.max(arrivedAt, callWorker(state, slug));
    const bootUntil = startedAt + MAX_BOOT_MS;
    const isStarting = startedAt > clock.now();
    if (!isStarting && isHealth) return false;
    const health = isStarting
      ? "starting"
      : await healthOf(state, slug, signal);
    const now = clock.now();
    if (health === "ready") return false;
    if (health === "booting" && now >= bootUntil && now < until) return true;
    if (signal.aborted || now >= until)
      throw new Refusal("workerNotReady", {}, { headers });
    const next = [startedAt, bootUntil].find((moment) => moment > now) ?? until;
    await sleepUntil(clock, Math.min(next, until), signal);
  }
}

/** How long a request waits for a worker, by the clock. */
function readyTimeout(state: AccountState, slug: string): number {
  const given = state.workerConditions.get(slug)?.readyTimeoutMs;
  if (given !== undefined) return given;
  const { delaysOwnWorkers } = state.startTimes;
  return portOf(state, slug) === undefined && !delaysOwnWorkers
    ? READY_TIMEOUT_WITHOUT_PROGRAM_MS
    : READY_TIMEOUT_MS;
}

/** Waits until a moment of the clock, but no longer than until the worker is to be asked again. */
async function sleepUntil(
  clock: Clock,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  const controller = new AbortController();
  const wake = () => controller.abort();
  const cancel = clock.schedule(until, wake, "keepAlive");
  signal.addEventListener("abort", wake);
  if (signal.aborted) wake();
  await sleep(HEALTH_INTERVAL_MS, controller.signal);
  cancel();
  signal.removeEventListener("abort", wake);
}

/** The header that says that an endpoint has no program, and how to give it one. The first time, the log says so too. */
function missingProgram(
  state: AccountState,
  slug: string,
): Readonly<Record<string, string>> {
  if (portOf(state, slug) !== undefined) return {};
  const message = `the emulator has no program for the load balancing endpoint ${slug}, so each request waits in vain, and no worker is ready: start the emulator with --worker ${slug} --worker-port <port> -- <command>, or call emulator.account.setWorkers("${slug}", { port }), or send PATCH /_emulator/account {"workers":{"${slug}":{"port":8000}}}`;
  if (!state.warnedSlugs.has(slug)) emitWarning(state, message);
  state.warnedSlugs.add(slug);
  return { "x-emulator-warning": message };
}

function without(headers: Headers, names: readonly string[]): Headers {
  const kept = new Headers(headers);
  for (const name of names) kept.delete(name);
  return kept;
}

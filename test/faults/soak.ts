import { randomUUID } from "node:crypto";
import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import {
  CloudComputeError,
  createClient,
  type Client,
} from "../../src/index.js";
import {
  begin,
  close,
  halfClose,
  mislabelled,
  reset,
  responseText,
  silence,
  status,
  trickle,
  withBody,
  type Behaviour,
} from "./behaviours.js";
import { columns, type Column } from "./columns.js";
import { handlesBeyond } from "./matrix.js";
import { turns } from "../support/work-clock.js";
import { startServer, type RawServer, type ServerRequest } from "./server.js";

const CONCURRENT_CALLS = 50;
const TIMEOUT_MS = 250;
const ATTEMPT_TIMEOUT_MS = 80;
const TICK_MS = 50;
/**
 * How many ticks a call may last. A slow machine delays the ticks together with the calls, so the bound does not depend
 * on the speed of the machine.
 */
const MAX_TICKS = TIMEOUT_MS / TICK_MS + 100;

/** What a soak run observed. */
interface Soak {
  readonly calls: number;
  /** How the calls ended: `success`, `aborted`, or the name of the error. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly requests: number;
  /** Calls that ended in none of the ways promised, or after their deadline. */
  readonly broken: readonly string[];
  /** Listeners left on the signals, the shared one and those of single calls. */
  readonly listeners: number;
  /** Handles open beyond those of the start. */
  readonly handles: number;
  readonly unhandled: number;
  /** Warnings that the platform printed, such as of too many listeners on one signal. */
  readonly warnings: readonly string[];
}

/**
 * Makes calls of every kind against a server that fails at random, and aborts many of the calls at random. The same
 * seed gives the same random numbers, but the timing of the network decides which call uses which number.
 */
export async function runSoak(calls: number, seed: number): Promise<Soak> {
  const before = process.getActiveResourcesInfo().length;
  const random = createRandom(seed);
  let requests = 0;
  const server = await startServer({
    onRequest: (request) => {
      requests++;
      misbehave(request, random);
    },
  });
  const restoreBackoff = shortenBackoff(createRandom(seed + 1));
  const stopListening = listenToProcess();
  const clock = startTicks();
  const { signal } = new AbortController();
  const outcomes: Record<string, number> = {};
  const broken: string[] = [];
  let [listeners, left] = [0, calls];
  const work = async () => {
    // A client limits how many submits begin within 10 seconds, so each worker has its own client.
    const cloud = clientOf(server, random);
    while (left-- > 0) {
      const call = await makeCall(cloud, signal, random, clock);
      outcomes[call.outcome] = (outcomes[call.outcome] ?? 0) + 1;
      listeners += call.listeners;
      if (call.broken) broken.push(call.broken);
    }
  };
  await loadAllParts(clientOf(server, random));
  requests = 0;
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
  clock.stop();
  await server.close();
  restoreBackoff();
  listeners += getEventListeners(signal, "abort").length;
  const handles = await handlesBeyond(before);
  return {
    calls,
    outcomes,
    requests,
    broken,
    listeners,
    handles,
    ...stopListening(),
  };
}

/** Counts the ticks of an interval timer. */
interface TickCounter {
  ticks: number;
  readonly stop: () => void;
}

function startTicks(): TickCounter {
  const timer = setInterval(() => counter.ticks++, TICK_MS);
  const counter = { ticks: 0, stop: () => clearInterval(timer) };
  return counter;
}

/** Makes each call once: the first call loads parts of the client, and no timeout covers that. */
async function loadAllParts(cloud: Client): Promise<void> {
  await Promise.allSettled(columns.map(({ call }) => call(cloud, {})));
}

/** Counts unhandled rejections and collects warnings, until the returned function is called. */
function listenToProcess(): () => Pick<Soak, "unhandled" | "warnings"> {
  let unhandled = 0;
  const warnings: string[] = [];
  const onUnhandled = () => unhandled++;
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on("unhandledRejection", onUnhandled);
  process.on("warning", onWarning);
  return () => {
    process.off("unhandledRejection", onUnhandled);
    process.off("warning", onWarning);
    return { unhandled, warnings };
  };
}

const allButLastByte = ({ body }: { readonly body: string }) =>
  responseText(200, body).slice(0, -1);

const FAILURES: readonly Behaviour[] = [
  reset,
  close,
  halfClose,
  begin(() => "HTTP/1.1 200 O", reset),
  begin(allButLastByte, reset),
  begin(allButLastByte, close),
  begin(allButLastByte, silence),
  begin(() => "SSH-2.0-OpenSSH_9.7\r\n", silence),
  silence,
  trickle,
  mislabelled({ "content-encoding": "gzip" }),
  withBody(200, "<p>Hello", "text/html"),
  withBody(502, "<p>Bad gateway", "text/html"),
  status(429, { "retry-after": "0" }),
  status(429),
  status(500),
  status(503, { "retry-after": "0" }),
  status(503, { "retry-after": "3600" }),
  status(404),
];

/** Half of the requests get the right response; the other half meets a failure. */
function misbehave(request: ServerRequest, random: () => number): void {
  const column = columns.find(({ path }) => request.path.startsWith(path));
  const { status, body } = column?.good ?? { status: 404, body: "{}" };
  const good = responseText(status, body);
  if (random() < 0.5) {
    request.reply(good);
    return;
  }
  const since = Date.now();
  const fallSilent = () => undefined;
  const context = { body, good, otherOrigin: "", count: 1, since, fallSilent };
  pick(FAILURES, random)(request, context);
}

/** What a key function rejects with. */
const NO_KEY = new Error("no key");

/** A function that gives another key to each attempt, mostly after a pause, and sometimes none. */
function rotateKeys(random: () => number): () => string | Promise<string> {
  return async () => {
    if (random() < 0.3) await new Promise((resolve) => setTimeout(resolve, 1));
    if (random() < 0.01) throw NO_KEY;
    return `rpa_soak_${randomUUID()}`;
  };
}

/** An asynchronous callback whose promise rejects one time in ten. */
function rejectSometimes(random: () => number): () => Promise<void> {
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    if (random() < 0.1) throw new Error("a callback failed");
  };
}

function showsKey(value: unknown): boolean {
  return /rpa_soak_\w/.test(inspect(value, { depth: 20 }));
}

function clientOf({ port }: RawServer, random: () => number): Client {
  const origin = `http://127.0.0.1:${port}`;
  return createClient({
    apiKey: rotateKeys(random),
    onRequest: rejectSometimes(random),
    onResponse: rejectSometimes(random),
    onRetry: rejectSometimes(random),
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`,
    timeout: TIMEOUT_MS,
    attemptTimeout: ATTEMPT_TIMEOUT_MS,
  });
}

interface CallResult {
  readonly outcome: string;
  /** What was wrong with the call, if anything. */
  readonly broken?: string | undefined;
  /** Listeners left on the call's own signal. */
  readonly listeners: number;
}

/** Makes one call. One call in five is aborted, at any time from before its start. */
async function makeCall(
  cloud: Client,
  shared: AbortSignal,
  random: () => number,
  clock: TickCounter,
): Promise<CallResult> {
  const column = pick(columns, random);
  const own = random() < 0.2 ? new AbortController() : undefined;
  const reason = { why: "the caller changed its mind" };
  const delay = random() * 60 - 5;
  if (own && delay <= 0) own.abort(reason);
  const beganAt = clock.ticks;
  const state = { isSettled: false, isAbortTooSlow: false };
  const timer = setTimeout(() => {
    own?.abort(reason);
    // A write lets two turns of the event loop pass before it is sent, and an abort one more.
    void turns(3).then(() => (state.isAbortTooSlow = !state.isSettled));
  }, delay);
  if (!own) clearTimeout(timer);
  const result = await column
    .call(cloud, { signal: own?.signal ?? shared })
    .then(
      () => "success" as const,
      (error: unknown) => ({ error }),
    )
    .finally(() => (state.isSettled = true));
  clearTimeout(timer);
  const lasted = clock.ticks - beganAt;
  const listeners = own ? getEventListeners(own.signal, "abort").length : 0;
  const outcome = outcomeOf(result, reason);
  const broken = state.isAbortTooSlow
    ? `${column.name}: an abort took longer than three turns`
    : problemOf(column, result, outcome, lasted);
  return { outcome, broken, listeners };
}

type Result = "success" | { readonly error: unknown };

function outcomeOf(result: Result, reason: object): string {
  if (result === "success") return result;
  if (result.error === reason) return "aborted";
  if (result.error === NO_KEY) return "no key";
  return result.error instanceof Error ? result.error.name : "something else";
}

function problemOf(
  { name, route, submit }: Column,
  result: Result,
  outcome: string,
  ticks: number,
): string | undefined {
  if (ticks > MAX_TICKS) return `${name}: lasted ${ticks} ticks`;
  if (result === "success" || ["aborted", "no key"].includes(outcome))
    return undefined;
  const { error } = result;
  if (showsKey(error)) return `${name}: shows a key`;
  const routes = [route, submit?.route];
  if (error instanceof CloudComputeError && routes.includes(error.route))
    return undefined;
  return `${name}: ended with ${String(error)}`;
}

/** An element at random. */
function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}

/** Shortens each backoff to a fiftieth, so that a soak run takes seconds. Returns the function that undoes this. */
function shortenBackoff(random: () => number): () => void {
  const { random: original } = Math;
  Math.random = () => random() / 50;
  return () => (Math.random = original);
}

/** Marsaglia's xorshift: numbers from 0 up to 1, the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

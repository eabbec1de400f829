import { judge, readText, type Answer, type Expectation, type RawAnswer } from "./answer.js";
import { EXPIRED, sleep, within } from "./deadline.js";
import { CloudComputeError, ConnectionError, TimeoutError, type Circumstances } from "./errors.js";
import { checkKey, checkMilliseconds, checkRetries, VERSION, type CallOptions, type Settings } from "./options.js";
import { mayRepeat, maybeSent, neverSent, retryDelay, type Outcome } from "./retry.js";
import { createBlot, safeCause } from "./secrets.js";

/** One request, as every surface hands it over. */
export interface Message extends CallOptions {
  readonly method: string;
  /** The whole address, without the key. */
  readonly url: string;
  readonly body?: string | undefined;
  /** The route as a template, for errors and hooks. */
  readonly route: string;
  /** The name of the call in the client. */
  readonly operation: string;
  /** Whether it only reads: a GET, or a GraphQL query. */
  readonly repeatable: boolean;
  /** Where the service looks for the key. */
  readonly keyIn: "header" | "query";
  readonly expects: Expectation;
  /** What may be wrong with the address. */
  readonly hint?: string | undefined;
}

/** Sends one message and resolves with the service's answer, whatever its status; rejects when none came or none could be read. */
export type Send = (message: Message) => Promise<Answer>;

/** How one try ended. */
interface Try {
  readonly outcome: Outcome;
  readonly answer?: Omit<RawAnswer, "maybeSent">;
  readonly fault?: unknown;
}

/** The loop around `attempt`: tries, pauses, and the deadline over both. */
export function createSend(settings: Settings): Send {
  return async (message) => {
    const { operation, route, signal, repeatable, timeout = settings.timeout, retries = settings.retries } = message;
    checkMilliseconds("timeout", timeout, operation);
    checkRetries(retries, operation);
    const deadline = performance.now() + timeout;
    let open = false;
    for (let number = 1; ; number++) {
      const begun = performance.now();
      const bound = repeatable ? Math.min(settings.attemptTimeout, deadline - begun) : deadline - begun;
      settings.onRequest({ operation, route, attempt: number });
      const ended = await attempt(settings, message, bound);
      const milliseconds = performance.now() - begun;
      const event = { operation, route, attempt: number, status: ended.answer?.status, milliseconds };
      settings.onAnswer(event);
      open ||= maybeSent(ended.outcome);
      if (number > retries || ended.answer?.ok || !mayRepeat(repeatable, ended.outcome)) return conclude(ended, message, open, timeout);
      const retryAfter = ended.outcome.kind === "answered" ? ended.outcome.retryAfter : null;
      const delay = retryDelay(number, retryAfter, Date.now(), Math.random());
      if (performance.now() + delay >= deadline) return conclude(ended, message, open, timeout);
      settings.onRetry({ ...event, delay });
      await sleep(delay, signal);
    }
  };
}

/** What the last try means for the caller. */
function conclude({ answer, outcome, fault }: Try, message: Message, maybeSent: boolean, timeout: number): Answer {
  const { operation, route, expects, hint } = message;
  const call: Circumstances = { operation, route, maybeSent };
  if (answer) return judge({ ...answer, maybeSent }, expects, { ...call, hint });
  const what = `${operation}: ${route}`;
  if (fault === EXPIRED) throw new TimeoutError(`${what} had no answer in time (timeout: ${String(timeout)} ms)`, timeout, call);
  const how = outcome.kind === "unsent" ? "no connection could be made" : "the connection was lost before the answer was whole";
  throw new ConnectionError(`${what}: ${how}`, { ...call, cause: fault });
}

/** One message out, one answer back, within `bound` milliseconds. An abort rejects with the signal's own reason. */
async function attempt(settings: Settings, message: Message, bound: number): Promise<Try> {
  const { signal } = message;
  let sent = false;
  let blot = createBlot("");
  try {
    return await within(bound, signal, async (inner) => {
      const key = await settings.apiKey();
      checkKey(key);
      blot = createBlot(key);
      const url = message.keyIn === "query" ? withKey(message.url, key) : message.url;
      const init = { method: message.method, headers: headersOf(settings, message, key), body: message.body ?? null, signal: inner };
      sent = true;
      const response = await follow(settings.fetch, url, init);
      const text = await readText(response, inner);
      const { status, ok, headers } = response;
      const outcome = { kind: "answered", status, retryAfter: headers.get("retry-after") } as const;
      return { outcome, answer: { status, ok, headers, text, blot } };
    });
  } catch (fault) {
    if (signal?.aborted) throw signal.reason;
    // Not the network's: the key function's own error, or a key that no header can carry.
    if (!sent && fault !== EXPIRED) throw fault;
    if (fault instanceof CloudComputeError) throw fault;
    const unsent = !sent || neverSent(fault);
    return { outcome: { kind: unsent ? "unsent" : "lost" }, fault: fault === EXPIRED ? fault : safeCause(fault, blot) };
  }
}

/** Longest chain of redirects that a read follows. */
const HOPS = 5;

/** Redirects are taken by hand: a GET is followed within its own origin; any other redirect is the answer. */
async function follow(fetch: typeof globalThis.fetch, url: string, init: RequestInit): Promise<Response> {
  for (let [target, hops] = [url, 0]; ; hops++) {
    const response = await fetch(target, { ...init, redirect: "manual" });
    const location = response.headers.get("location");
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
    if (init.method !== "GET" || !isRedirect || location === null || hops === HOPS) return response;
    if (!URL.canParse(location, target)) return response;
    const next = new URL(location, target);
    if (next.origin !== new URL(target).origin) return response;
    await response.body?.cancel();
    target = next.href;
  }
}

function withKey(url: string, key: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}api_key=${encodeURIComponent(key)}`;
}

function headersOf(settings: Settings, { headers, body, keyIn }: Message, key: string): Headers {
  const all = new Headers({ accept: "application/json", ...USER_AGENT, ...settings.headers, ...headers });
  if (body !== undefined && !all.has("content-type")) all.set("content-type", "application/json");
  if (keyIn === "header") all.set("authorization", `Bearer ${key}`);
  return all;
}

/** A browser sends its own; there a further header would also need a preflight's permission. */
const USER_AGENT: Record<string, string> = "window" in globalThis || "importScripts" in globalThis ? {} : { "user-agent": `cloud-compute-sdk/${VERSION}` };

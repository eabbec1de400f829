import type { Expectation, RawAnswer } from "./answer.js";
import { bounded, EXPIRED, within } from "./deadline.js";
import { CloudComputeError } from "./errors.js";
import { VERSION, type CallOptions } from "./options.js";
import { readText } from "./read.js";
import { neverSent, parseRetryAfter, type Outcome } from "./retry.js";
import { maskSent, safeCause } from "./secrets.js";
import { checkKey, type Settings } from "./settings.js";

/** What a call that waits for its turn asks of its sending. */
export interface Queued {
  /** Once it has left, its answer is waited for even when the signal aborts: what it began must not be lost. */
  readonly finishes?: boolean | undefined;
  /** Resolves when it may be sent once more, at the latest after so many milliseconds. */
  readonly again?: ((milliseconds: number) => Promise<void>) | undefined;
}

/** One request, as every surface hands it over. */
export interface Message extends CallOptions, Queued {
  readonly method: string;
  /** The whole address, without the key. */
  readonly url: string;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
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

/** How one try ended: with an answer, or with the fault that took its place. */
export interface Try {
  readonly outcome: Outcome;
  readonly answer?: RawAnswer;
  /** `EXPIRED`, or what `fetch` rejected with, fit to be shown. */
  readonly fault?: unknown;
}

/**
 * One message out, one answer back, within `milliseconds`. Rejects only with what is not the network's: the reason of
 * an abort, the error of a key function, a key that no header can carry.
 */
export async function attempt(
  settings: Settings,
  message: Message,
  milliseconds: number,
): Promise<Try> {
  const { signal, finishes, body } = message;
  const begun = performance.now();
  const stage = { sent: false };
  try {
    const given = settings.apiKey();
    const key =
      typeof given === "string"
        ? given
        : await bounded({ milliseconds, signal }, async () => given);
    checkKey(key);
    settings.keys.learn(key);
    const left = milliseconds - (performance.now() - begun);
    stage.sent = true;
    return await within(left, finishes ? undefined : signal, (inner) =>
      exchange(settings, message, key, inner),
    );
  } catch (fault) {
    if (signal?.aborted && !(stage.sent && finishes)) throw signal.reason;
    if (fault === EXPIRED)
      return { outcome: { kind: stage.sent ? "lost" : "unsent" }, fault };
    if (!stage.sent || fault instanceof CloudComputeError) throw fault;
    const kind = neverSent(fault) ? "unsent" : "lost";
    const hide = (text: string) => maskSent(settings.keys.blot(text), body);
    return { outcome: { kind }, fault: safeCause(fault, hide) };
  }
}

async function exchange(
  settings: Settings,
  message: Message,
  key: string,
  signal: AbortSignal,
): Promise<Try> {
  const { url, body, keyIn } = message;
  const { blot } = settings.keys;
  const response = await follow(
    settings.fetch,
    keyIn === "query" ? withKey(url, key) : url,
    requestInit(settings, message, key, signal),
  );
  const text = await readText(response, signal);
  const { status, ok, headers } = response;
  const retryAfter = parseRetryAfter(headers.get("retry-after"), Date.now());
  return {
    outcome: { kind: "answered", status, retryAfter },
    answer: { status, ok, headers, text, blot, sent: body },
  };
}

function requestInit(
  settings: Settings,
  message: Message,
  key: string,
  signal: AbortSignal,
): RequestInit & { readonly signal: AbortSignal } {
  const { method, body = null, repeatable } = message;
  const headers = headersOf(settings, message, key);
  // Redirects are taken by hand: the key must not follow them.
  const init = { method, headers, body, signal, redirect: "manual" as const };
  return repeatable
    ? init
    : Object.assign(init, sentOnce(method, message.body));
}

/**
 * Keeps a runtime from sending a change again by itself when a reused connection breaks: Deno does so with every body
 * it can replay, which a Blob is not; Bun does so with a DELETE, but not on a connection of its own.
 */
function sentOnce(method: string, body: Message["body"]): RequestInit {
  if ("Deno" in globalThis) return { body: new Blob([body ?? ""]) };
  return "Bun" in globalThis && method === "DELETE" ? { keepalive: false } : {};
}

/** Longest chain of redirects that a read follows. */
const HOPS = 5;

/** A GET is followed within its own origin; any other redirect is the answer. */
async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<Response> {
  let target = url;
  for (let hops = 0; ; hops++) {
    const response = await fetch(target, init);
    if (response.ok || init.method !== "GET" || hops === HOPS) return response;
    const next = nextHop(response, target);
    if (next === undefined) return response;
    await response.body?.cancel();
    init.signal.throwIfAborted();
    target = next;
  }
}

/** Where a redirect leads, if that is within the origin it came from. */
function nextHop(response: Response, from: string): string | undefined {
  const location = response.headers.get("location");
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  if (!isRedirect || location === null || !URL.canParse(location, from))
    return undefined;
  const next = new URL(location, from);
  if (next.username !== "" || next.password !== "") return undefined;
  return next.origin === new URL(from).origin ? next.href : undefined;
}

function withKey(url: string, key: string): string {
  const separator = url.includes("?") ? "&" : "?";
  return `${url}${separator}api_key=${encodeURIComponent(key)}`;
}

/** Names in lower case, so that two spellings of one do not both go out. */
function headersOf(
  settings: Settings,
  { headers, body, keyIn }: Message,
  key: string,
): Record<string, string> {
  const all: Record<string, string> = { ...DEFAULTS };
  if (body !== undefined) all["content-type"] = "application/json";
  addAll(all, settings.headers);
  if (headers) addAll(all, headers);
  if (keyIn === "header") all["authorization"] = `Bearer ${key}`;
  return all;
}

function addAll(
  all: Record<string, string>,
  given: Readonly<Record<string, string>>,
): void {
  for (const name in given) {
    const value = given[name];
    if (value !== undefined) all[name.toLowerCase()] = value;
  }
}

/** A browser sends a user agent of its own; there a further header would also need the permission of a preflight. */
const DEFAULTS: Readonly<Record<string, string>> =
  "document" in globalThis || "importScripts" in globalThis
    ? { accept: "application/json" }
    : {
        accept: "application/json",
        "user-agent": `cloud-compute-sdk/${VERSION}`,
      };

import type { TransportRequest, RequestContext } from "./request-context.js";

/** The methods that only read. */
export const READ_METHODS: readonly string[] = ["GET", "HEAD"];

/** The path of a job's stream. The service delivers each piece of a stream once. */
const STREAM_PATH = /\/stream\/[^/?]+(\?|$)/;

/**
 * Whether a request only reads, so that sending it twice does no harm: a GET or a HEAD, or a GraphQL query. A GET does
 * not count as reading if it goes to GraphQL, because it may hold a mutation; if it takes pieces of a job's stream; or if a
 * middleware has made a GET of another method.
 */
export function isReadRequest(
  { method, url }: TransportRequest,
  { call, isQuery = false }: RequestContext,
): boolean {
  if (call.surface === "graphql") return isQuery;
  if (call.surface === "jobs" && STREAM_PATH.test(url)) return false;
  const [calledMethod = ""] = call.route.split(" ");
  return READ_METHODS.includes(method) && READ_METHODS.includes(calledMethod);
}

/** Statuses below 500 after which another attempt of a read may succeed. */
const PASSING_STATUSES = [408, 425, 429];
/** Statuses from 500 on that every other attempt would meet as well. */
const LASTING_STATUSES = [501, 505];

/** Whether another attempt of a read may succeed after this status. An edge has statuses of its own, such as 520 to 530. */
export function mayReadAgain(status: number): boolean {
  const isServerError = status >= 500 && status < 600;
  if (isServerError) return !LASTING_STATUSES.includes(status);
  return PASSING_STATUSES.includes(status);
}

/**
 * Whether another attempt is allowed after an attempt that ended without a response (`status` undefined) or with a
 * status. A request that does more than read is sent again only if no connection was made, or after 429.
 */
export function mayRetry(
  isRead: boolean,
  result: { readonly status?: number | undefined; readonly maybeSent: boolean },
): boolean {
  const { status } = result;
  if (isRead) return status === undefined || mayReadAgain(status);
  return !result.maybeSent && (status === undefined || status === 429);
}

/**
 * The pause in milliseconds before attempt `attempt + 1`: what the service asks for, else exponential backoff with full
 * jitter, which starts at half a second and doubles up to eight seconds. `random` is a number from 0 up to 1.
 */
export function retryDelay(
  attempt: number,
  pauseMs: number | undefined,
  random: number,
): number {
  return pauseMs ?? random * Math.min(8000, 250 * 2 ** attempt);
}

/** The longest pause that a response can ask for, in milliseconds. A longer one counts as this one. */
const MAX_ASKED_PAUSE_MS = 60_000;

/**
 * How many milliseconds a response asks to wait, by Retry-After or by an empty window of RateLimit, whichever is longer: at
 * most `maxMs`. Undefined when the response asks for no pause.
 */
export function askedPause(
  headers: Headers,
  maxMs = MAX_ASKED_PAUSE_MS,
): number | undefined {
  const pauses = [
    parseRetryAfter(headers.get("retry-after"), Date.now(), maxMs),
    parseRateLimit(headers.get("ratelimit"), maxMs),
  ].filter((pause) => pause !== undefined);
  return pauses.length === 0 ? undefined : Math.max(...pauses);
}

/** Says for how long a response asks to wait, if that is longer than any pause; empty otherwise. */
export function describeLongPause(headers: Headers): string {
  const pauseMs = askedPause(headers, Infinity) ?? 0;
  if (pauseMs <= MAX_ASKED_PAUSE_MS) return "";
  const seconds = Math.ceil(pauseMs / 1000);
  const minutes = Math.ceil(seconds / 60);
  const long =
    minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  const shown = seconds < 120 ? `${seconds} seconds` : long;
  return `; the response asks to wait ${shown}`;
}

/**
 * The milliseconds that a Retry-After header asks for: whole seconds, or an HTTP date. A date in the past means 0.
 * Undefined when the value is neither, or negative.
 */
export function parseRetryAfter(
  value: string | null,
  now: number,
  maxMs = MAX_ASKED_PAUSE_MS,
): number | undefined {
  if (value === null) return undefined;
  const delayMs = delayOf(value.trim(), now);
  return delayMs >= 0 ? Math.min(delayMs, maxMs) : undefined;
}

function delayOf(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // The one form of RFC 9110 that is still sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
  const isDate = new Date(text).toUTCString() === text;
  return isDate ? Math.max(0, Date.parse(text) - now) : NaN;
}

/** One window of the header: its name, and its parameters. */
const WINDOW = /(?:^|,)\s*(?:"[^"]*"|[\w*][^",;]*)((?:;[^",;]*)*)/g;

/**
 * The milliseconds until every empty window of a RateLimit header has reset, at most `maxMs`: 12,000 for
 * `"minute";r=0;t=12, "hour";r=2800;t=1812`, where `r` requests are left and `t` seconds remain. Undefined when no window
 * is empty.
 */
export function parseRateLimit(
  value: string | null,
  maxMs = MAX_ASKED_PAUSE_MS,
): number | undefined {
  const resets = [...(value ?? "").matchAll(WINDOW)].flatMap(
    ([, parameters = ""]) => {
      const resetMs = numberOf(parameters, "t") * 1000;
      const isEmpty = numberOf(parameters, "r") === 0;
      return isEmpty && resetMs >= 0 ? [resetMs] : [];
    },
  );
  if (resets.length === 0) return undefined;
  return Math.min(Math.max(...resets), maxMs);
}

/** A whole number among the parameters `;r=0;t=12`; NaN where there is none. */
function numberOf(parameters: string, name: string): number {
  const found = parameters
    .split(";")
    .map((each) => each.trim().split("="))
    .find(([key]) => key === name);
  return /^\d+$/.test(found?.[1] ?? "") ? Number(found?.[1]) : NaN;
}

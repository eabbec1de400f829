import type { DoorRequest, Exchange } from "./exchange.js";

/**
 * Whether the service may have carried out a request that it answered with this status. It certainly has not when it
 * turned the request away: any 4xx but 408, and 503 with Retry-After. A redirect proves nothing.
 */
export function maybeSent(
  status: number,
  retryAfterMs: number | undefined,
): boolean {
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return !isRefused && (status !== 503 || retryAfterMs === undefined);
}

/** The methods that only read. */
export const READ_METHODS: readonly string[] = ["GET", "HEAD"];

/** The headers by which a service or a gateway takes another method than that of the request. */
const METHOD_HEADERS = [
  "x-http-method-override",
  "x-http-method",
  "x-method-override",
];

/**
 * Whether a request only reads, so that sending it twice does no harm: a GET or a HEAD, or a GraphQL query. A GET does
 * not count as reading if it goes to GraphQL, because it may hold a mutation; if a header names another method; or if a
 * middleware has made a GET of another method.
 */
export function isReadOnly(
  request: Pick<DoorRequest, "method" | "headers">,
  {
    call,
    isQuery = false,
    options,
  }: Pick<Exchange, "call" | "isQuery" | "options">,
  clientHeaders: Readonly<Record<string, string>>,
): boolean {
  const headers = { ...clientHeaders, ...request.headers, ...options.headers };
  const overrides = METHOD_HEADERS.flatMap((name) => headers[name] ?? []);
  const isRead = (method: string) =>
    READ_METHODS.includes(method.trim().toUpperCase());
  if (!overrides.every(isRead)) return false;
  if (call.surface === "graphql") return isQuery;
  const [calledMethod = ""] = call.route.split(" ");
  return isRead(request.method) && isRead(calledMethod);
}

const RETRYABLE_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/**
 * Whether another attempt is allowed after an attempt that `ended` without a response (`status` undefined), or with a
 * status that another attempt may improve. If the request is not `safe`, another attempt is allowed only if the request
 * was certainly not carried out.
 */
export function mayRetry(
  safe: boolean,
  ended: { readonly status?: number | undefined; readonly maybeSent: boolean },
): boolean {
  const { status } = ended;
  if (status !== undefined && !RETRYABLE_STATUSES.includes(status))
    return false;
  // After 425 Too Early the request would have to avoid early data, which `fetch` cannot do: only a safe request is
  // retried.
  return safe || !(ended.maybeSent || status === 425);
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

/** A longer Retry-After counts as this one: a day. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * The milliseconds that a Retry-After header asks for: whole seconds, or an HTTP date. A date in the past means 0.
 * Undefined when the value is neither, or negative.
 */
export function parseRetryAfter(
  value: string | null,
  now: number,
): number | undefined {
  if (value === null) return undefined;
  const delayMs = delayOf(value.trim(), now);
  return delayMs >= 0 ? Math.min(delayMs, MAX_RETRY_AFTER_MS) : undefined;
}

function delayOf(text: string, now: number): number {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // The one form of RFC 9110 that is still sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
  const isDate = new Date(text).toUTCString() === text;
  return isDate ? Math.max(0, Date.parse(text) - now) : NaN;
}

/** A longer time until a window resets is not believed: 7 days. */
const MAX_RESET_SECONDS = 7 * 86_400;

/** One window of the header: its name, and its parameters. */
const WINDOW = /(?:^|,)\s*(?:"[^"]*"|[\w*][^",;]*)((?:;[^",;]*)*)/g;

/**
 * The milliseconds until every empty window of a RateLimit header has reset: 12,000 for
 * `"minute";r=0;t=12, "hour";r=2800;t=1812`, where `r` requests are left and `t` seconds remain. Undefined when no window
 * is empty.
 */
export function parseRateLimit(value: string | null): number | undefined {
  const resets = [...(value ?? "").matchAll(WINDOW)].flatMap(
    ([, parameters = ""]) => {
      const seconds = numberOf(parameters, "t");
      const isEmpty = numberOf(parameters, "r") === 0;
      return isEmpty && seconds <= MAX_RESET_SECONDS ? [seconds * 1000] : [];
    },
  );
  return resets.length === 0 ? undefined : Math.max(...resets);
}

/** A whole number among the parameters `;r=0;t=12`; NaN where there is none. */
function numberOf(parameters: string, name: string): number {
  const found = parameters
    .split(";")
    .map((each) => each.trim().split("="))
    .find(([key]) => key === name);
  return /^\d+$/.test(found?.[1] ?? "") ? Number(found?.[1]) : NaN;
}

/** How one try ended, as far as repeating it is concerned. */
export type Outcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** What a valid Retry-After asked for, in milliseconds. */
      readonly retryAfter: number | undefined;
    }
  /** Not one byte of the request left: refused, name not found, TLS not agreed. */
  | { readonly kind: "unsent" }
  /** The connection broke, or nothing came in time: the fate of the request is unknown. */
  | { readonly kind: "lost" };

/** Statuses after which the same GET may well succeed. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Whether the service may have carried the request out. It certainly did not when nothing was sent, and when it
 * turned the request away: any 4xx but 408, and 503 with Retry-After. A redirect promises nothing either way.
 */
export function maybeSent(outcome: Outcome): boolean {
  if (outcome.kind !== "answered") return outcome.kind === "lost";
  const { status, retryAfter } = outcome;
  if (status === 503) return retryAfter === undefined;
  return status < 400 || status >= 500 || status === 408;
}

/**
 * Whether a try is worth repeating. A read (`repeatable`) is, whenever that might help. Anything else only when it was
 * certainly not carried out: it was never sent, or the service turned it away with 429, or 503 with Retry-After.
 */
export function mayRepeat(repeatable: boolean, outcome: Outcome): boolean {
  if (outcome.kind === "unsent") return true;
  if (outcome.kind === "lost") return repeatable;
  const { status, retryAfter } = outcome;
  if (status === 429 || (status === 503 && retryAfter !== undefined))
    return true;
  return repeatable && PASSING.has(status);
}

/** First step of the back-off in milliseconds; it doubles with each try. */
const BASE = 500;
/** Longest back-off in milliseconds. */
const CAP = 8000;

/**
 * Milliseconds to wait before try `attempt + 1`: what Retry-After asks for, else exponential back-off with full jitter.
 * `random` is a number from 0 up to 1.
 */
export function retryDelay(
  attempt: number,
  retryAfter: number | undefined,
  random: number,
): number {
  return retryAfter ?? random * Math.min(CAP, BASE * 2 ** (attempt - 1));
}

/** Longest Retry-After that is believed: a day. */
const BELIEVED = 86_400_000;

/**
 * The milliseconds that a Retry-After asks for: whole seconds, or an HTTP date. A date that has passed means now.
 * What is neither, or negative, is as if absent; more than a day is taken as a day.
 */
export function parseRetryAfter(
  value: string | null,
  now: number,
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, BELIEVED);
  if (!HTTP_DATE.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date)
    ? undefined
    : Math.min(Math.max(0, date - now), BELIEVED);
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of RFC 9110 that is still sent. */
const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Codes that the runtimes give a connection that never carried a request. */
const UNSENT = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "FailedToOpenSocket",
]);

/**
 * Whether a fault of `fetch` proves that nothing was sent, read from its cause chain. A browser and a worker never
 * tell: there, and wherever the fault is not known, the request counts as sent.
 */
export function neverSent(fault: unknown, depth = 0): boolean {
  if (!(fault instanceof Error) || depth > 5) return false;
  const code = "code" in fault ? fault.code : undefined;
  if (typeof code === "string" && UNSENT.has(code)) return true;
  // Deno has no codes; `client error (Connect)` is how it words a connection that never stood.
  if (fault.message.includes("client error (Connect)")) return true;
  // A port that fetch refuses to connect to, in the words of undici.
  if (fault.message === "bad port") return true;
  if (fault instanceof AggregateError && fault.errors.length > 0)
    return fault.errors.every((one) => neverSent(one, depth + 1));
  return neverSent(fault.cause, depth + 1);
}

/** How one try ended, as far as repeating it is concerned. */
export interface Outcome {
  /**
   * False where not one byte of the request left: refused, name not found, TLS not agreed. Without a status, true means
   * that the connection broke or nothing came in time: the fate of the request is unknown.
   */
  readonly sent: boolean;
  /** The status of the answer, where one came. */
  readonly status?: number | undefined;
  /** What a valid Retry-After asked for, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

/**
 * Whether the service may have carried the request out. It certainly did not when nothing was sent, and when it
 * turned the request away: any 4xx but 408, and 503 with Retry-After. A redirect promises nothing either way.
 */
export function maybeSent(outcome: Outcome): boolean {
  const { sent, status = 0 } = outcome;
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return sent && !isRefused && !isLater(outcome);
}

/**
 * Whether a try is worth repeating. A read (`repeatable`) is, whenever that might help. Anything else only when it was
 * certainly not carried out: it was never sent, or the service turned it away with 429, or 503 with Retry-After.
 */
export function mayRepeat(repeatable: boolean, outcome: Outcome): boolean {
  const { sent, status } = outcome;
  if (!sent || status === 429 || isLater(outcome)) return true;
  return repeatable && (status === undefined || PASSING.includes(status));
}

/** The service turned the request away and says when to come again. */
function isLater({ status, retryAfter }: Outcome): boolean {
  return status === 503 && retryAfter !== undefined;
}

/** Statuses after which the same GET may well succeed. */
const PASSING: readonly number[] = [408, 425, 500, 502, 503, 504];

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
  const asked = /^\d+$/.test(text)
    ? Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Math.max(0, Date.parse(text) - now)
      : NaN;
  return Number.isNaN(asked) ? undefined : Math.min(asked, BELIEVED);
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of RFC 9110 that is still sent. */
const HTTP_DATE = /^[A-Z]\w\w, \d\d [A-Z]\w\w \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * What a connection that never carried a request is called: the codes of Node and Bun, then the words of Deno, which
 * has no codes, and those of undici for a port that it refuses.
 */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket) |client error \(Connect\)| bad port$/;

/**
 * Whether a fault of `fetch` proves that nothing was sent, read from its cause chain. A browser and a worker never
 * tell: there, and wherever the fault is not known, the request counts as sent.
 */
export function neverSent(fault: unknown, depth = 0): boolean {
  if (!(fault instanceof Error) || depth > 5) return false;
  const { code, message, cause, errors } = fault as Partial<AggregateError> & {
    code?: unknown;
  };
  if (UNSENT.test(`${String(code)} ${message}`)) return true;
  return errors?.length
    ? errors.every((one) => neverSent(one, depth + 1))
    : neverSent(cause, depth + 1);
}

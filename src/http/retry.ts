/**
 * Whether the service may have carried out what it answered so. It certainly did not when it turned the request away:
 * any 4xx but 408, and 503 with Retry-After. A redirect promises nothing either way.
 */
export function maybeSent(
  status: number,
  retryAfter: number | undefined,
): boolean {
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return !isRefused && (status !== 503 || retryAfter === undefined);
}

/**
 * Whether a try is worth repeating: it had no answer, or one after which the next may well be better. Unless it only
 * read (`repeatable`), it must certainly not have been carried out.
 */
export function mayRepeat(
  repeatable: boolean,
  { status, maybeSent }: { status?: number; maybeSent: boolean },
): boolean {
  const isPassing =
    status === undefined ||
    [408, 425, 429, 500, 502, 503, 504].includes(status);
  // What comes too early for the service (425) is only read again.
  return isPassing && (repeatable || !(maybeSent || status === 425));
}

/**
 * Milliseconds to wait before try `attempt + 1`: what Retry-After asks for, else exponential back-off with full jitter,
 * from half a second, doubled with each try, to eight seconds. `random` is a number from 0 up to 1.
 */
export function retryDelay(
  attempt: number,
  retryAfter: number | undefined,
  random: number,
): number {
  return retryAfter ?? random * Math.min(8000, 250 * 2 ** attempt);
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
    : // The one form of RFC 9110 that is still sent: `Sun, 06 Nov 1994 08:49:37 GMT`.
      new Date(text).toUTCString() === text
      ? Math.max(0, Date.parse(text) - now)
      : NaN;
  return asked >= 0 ? Math.min(asked, BELIEVED) : undefined;
}

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
  // Whatever was thrown may call anything its errors, and a list may have holes: each is a cause that proves nothing.
  const causes: unknown[] =
    Array.isArray(errors) && errors.length
      ? [...(errors as unknown[])]
      : [cause];
  return (
    UNSENT.test(`${String(code)} ${message}`) ||
    causes.every((one) => neverSent(one, depth + 1))
  );
}

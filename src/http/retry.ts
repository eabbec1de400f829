import { isError } from "./is-error.js";

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

const RETRYABLE_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/**
 * Whether another attempt is allowed after one that ended so: without a response (`status` undefined), or with a status
 * that another attempt may improve. A request that is not `safe` must certainly not have been carried out.
 */
export function mayRetry(
  safe: boolean,
  ended: { readonly status?: number | undefined; readonly maybeSent: boolean },
): boolean {
  const { status } = ended;
  if (status !== undefined && !RETRYABLE_STATUSES.includes(status))
    return false;
  // After 425 Too Early the request would have to avoid early data, which `fetch` cannot: only a safe one is sent again.
  return safe || !(ended.maybeSent || status === 425);
}

/**
 * The pause in milliseconds before attempt `attempt + 1`: what Retry-After asks for, else exponential backoff with full
 * jitter, which starts at half a second and doubles up to eight seconds. `random` is a number from 0 up to 1.
 */
export function retryDelay(
  attempt: number,
  retryAfterMs: number | undefined,
  random: number,
): number {
  return retryAfterMs ?? random * Math.min(8000, 250 * 2 ** attempt);
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

/**
 * The failures of the two system calls that come before the first byte of a request. A reset is not among them: the
 * service may have accepted the connection.
 */
const CONNECT_FAILURE =
  /\b(connect|getaddrinfo) (ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM|ENOTFOUND|EAI_[A-Z]+)\b/;

/** The codes of Node and Bun for a connection that could not be made, where no other phase has them. */
const CONNECT_CODE =
  /^(ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/**
 * The codes of a TLS handshake that failed: the client refused the certificate, or the two sides found no protocol or
 * cipher in common. A connection that was established cannot fail in these ways.
 */
const HANDSHAKE_CODE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE|ERR_SSL_UNSUPPORTED_PROTOCOL)$/;

/**
 * Messages that name the phase, for errors without a system call: of Deno, which has no codes; of Bun; and of undici, for
 * a port that it refuses and for a handshake that was cut.
 */
const CONNECT_MESSAGE =
  /client error \(Connect\)|^bad port$|before secure TLS connection was established|Unable to connect\. Is the computer able/;

/**
 * Whether an error of `fetch` proves, by its chain of causes, that nothing was sent: the name was not found, no
 * connection was made, or its TLS handshake failed. The same code on an open connection, such as `read EHOSTUNREACH`,
 * proves nothing. Browsers and workers do not say: there, and whenever the error is unknown, the request counts as sent.
 */
export function neverSent(error: unknown, depth = 0): boolean {
  if (!isError(error) || depth > 5) return false;
  const { code, syscall, message, cause, errors } =
    error as Partial<AggregateError> & { code?: unknown; syscall?: unknown };
  const name = String(code);
  if (typeof syscall === "string")
    return CONNECT_FAILURE.test(`${syscall} ${name}`);
  if (CONNECT_CODE.test(name) || HANDSHAKE_CODE.test(name)) return true;
  const text = message ?? "";
  if (CONNECT_FAILURE.test(text) || CONNECT_MESSAGE.test(text)) return true;
  // Every error of an AggregateError has to prove it. A custom `fetch` may throw anything, also a list with holes.
  const causes: unknown[] =
    Array.isArray(errors) && errors.length > 0 ? Array.from(errors) : [cause];
  return causes.every((one) => neverSent(one, depth + 1));
}

import { isError } from "../errors.js";

/**
 * The failures of the two system calls that come before the first byte of a request. A reset is not among them: the
 * service may have accepted the connection.
 */
const CONNECT_FAILURE =
  /\b(connect|getaddrinfo) (ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM|ENOTFOUND|EAI_[A-Z]+)\b/;

/** The codes of Node and Bun for a connection that could not be made, where no other phase has them. */
const CONNECT_CODE =
  /^(ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|ERR_PROXY_TUNNEL)$/;

/**
 * The codes of a TLS handshake that failed: the client refused the certificate, or the two sides found no protocol or
 * cipher in common. A connection that was established cannot fail in these ways.
 */
const HANDSHAKE_CODE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE|ERR_SSL_UNSUPPORTED_PROTOCOL)$/;

/**
 * Messages that name the phase, for errors without a system call: of Deno, which has no codes; of Bun; and of undici, for
 * a port that it refuses, for a handshake that was cut, and for a proxy that refuses a tunnel.
 */
const CONNECT_MESSAGE =
  /client error \(Connect\)|^bad port$|before secure TLS connection was established|Unable to connect\. Is the computer able|^Proxy response \(\d+\) !== 200 when HTTP Tunneling$/;

/**
 * Whether an error of `fetch` proves, by its chain of causes, that nothing was sent: the name was not found, no
 * connection was made, a proxy refused the tunnel, or the TLS handshake failed. The same code on an open connection, such
 * as `read EHOSTUNREACH`, proves nothing. Browsers and workers do not say: there, and whenever the error is unknown, the
 * request counts as sent.
 */
export function neverSent(error: unknown, url = "", depth = 0): boolean {
  if (!isError(error) || depth > 5) return false;
  if (isProxyGarbage(error, url)) return true;
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
  return causes.every((one) => neverSent(one, url, depth + 1));
}

/**
 * Whether an error of undici's parser is about what a proxy has answered instead of opening a tunnel. A request to
 * `https:` is written to a TLSSocket only: what a plain Socket has received came before that.
 */
function isProxyGarbage({ name, stack = "" }: Error, url: string): boolean {
  return (
    url.startsWith("https:") &&
    name === "HTTPParserError" &&
    /^\s+at Socket\./m.test(stack)
  );
}

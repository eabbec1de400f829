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

/** A kind of failure of the network, by what runtimes say of it, and the words with which our errors name the failure. */
type Rule = readonly [pattern: RegExp, reason: string];

/** The first rule that matches decides. A proxy comes first: its failure carries the words of other failures. */
const RULES: readonly Rule[] = [
  [
    /ERR_PROXY_TUNNEL|Proxy response \(\d+\)|unsuccessful tunnel|proxy authentication required/i,
    "the proxy refused to open a tunnel to the host",
  ],
  [/ENOTFOUND|EAI_[A-Z]+|dns error/, "the name of the host was not found"],
  [
    /CERT_|_CERT\b|_CERT_|certificate|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/,
    "the certificate of the host is not accepted",
  ],
  [
    /ERR_SSL_|wrong version number|InvalidContentType|secure TLS connection/,
    "the host does not speak TLS as `https:` requires it; a wrong port, or a proxy, often answers like this",
  ],
  [
    /ECONNREFUSED|ConnectionRefused|Connection refused/,
    "the connection was refused",
  ],
  [/\bbad port\b/, "`fetch` makes no connection to this port"],
  [/ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, "there was no answer in time"],
  [
    /EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL/,
    "the address cannot be reached from this network",
  ],
];

/** What runtimes say of a response that is not HTTP. */
const NO_HTTP =
  /HTTPParserError|HPE_|Malformed_HTTP_Response|invalid HTTP version/;

/**
 * Says why no connection was made, by a chain of causes; empty when the runtime says so in no words that we know. The words
 * of the system follow: where the platform uses a proxy, their address is that of the proxy.
 */
export function connectReason(cause: unknown): string {
  const text = chainOf(cause);
  const [, reason = ""] = RULES.find(([pattern]) => pattern.test(text)) ?? [];
  const [, status] =
    /(?:Proxy response \(|open a tunnel: )(\d{3})/.exec(text) ?? [];
  const [system] = /\b(connect|getaddrinfo) E[A-Z_]+ \S+/.exec(text) ?? [];
  const detail = status === undefined ? system : `status ${status}`;
  return reason && detail ? `${reason} (${detail})` : reason;
}

/** Whether a response came that is not HTTP. */
export function isUnreadable(cause: unknown): boolean {
  return NO_HTTP.test(chainOf(cause));
}

/** What an error and its causes say of themselves. */
function chainOf(error: unknown, depth = 0): string {
  if (!isError(error) || depth > 5) return "";
  const { name, message, cause, errors } = error as Partial<AggregateError>;
  const { code } = error as { readonly code?: unknown };
  const others: unknown[] = Array.isArray(errors) ? errors : [];
  const words = `${name ?? ""} ${String(code)} ${message ?? ""}`;
  return [
    words,
    ...[cause, ...others].map((one) => chainOf(one, depth + 1)),
  ].join("\n");
}

import { isError } from "../errors.js";

/** A kind of failure of the network, by what runtimes say of it, and the words with which our errors name the failure. */
type Rule = readonly [pattern: RegExp, reason: string];

/**
 * The first rule that matches decides. A proxy comes first: its failure carries the words of other failures. Where no
 * connection was made, only a proxy can have sent what the parser refuses.
 */
const RULES: readonly Rule[] = [
  [
    /ERR_PROXY_TUNNEL|Proxy response \(\d+\)|unsuccessful tunnel|proxy authentication required|HTTPParserError/i,
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
    "the host refused the connection",
  ],
  [/ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/, "the host did not answer in time"],
  [
    /EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL/,
    "the host cannot be reached from this network",
  ],
];

/** What runtimes say of an answer that is not HTTP. */
const NO_HTTP =
  /HTTPParserError|HPE_|Malformed_HTTP_Response|invalid HTTP version/;

/** Says why no connection was made, by a chain of causes; empty when the runtime says so in no words that we know. */
export function connectReason(cause: unknown): string {
  const text = chainOf(cause);
  const [, reason = ""] = RULES.find(([pattern]) => pattern.test(text)) ?? [];
  const [, status = ""] =
    /(?:Proxy response \(|open a tunnel: )(\d{3})/.exec(text) ?? [];
  return status === "" ? reason : `${reason} (status ${status})`;
}

/** Whether an answer came that is not HTTP. */
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

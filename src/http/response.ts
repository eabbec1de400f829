import { ResponseError } from "../errors.js";
import { parse, type Redact } from "./redact.js";

/** What a caller needs an answer to be: JSON, nothing at all, JSON if there is a body, or whatever came. */
export type Expectation = "json" | "nothing" | "json if any" | "anything";

/** One answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** The body; undefined when it is longer than is ever read (256 MiB). The key is redacted of that of a failure. */
  readonly text: string | undefined;
  /** The parsed JSON, or the text where it is none; undefined where the caller needs nothing of it. */
  value?: unknown;
  /** What a valid Retry-After asks for, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Whether the service may have carried the call out. */
  maybeSent: boolean;
  /** Redacts the key that this answer's request carried. */
  readonly redact: Redact;
  /** Redacts of a text also what was sent. */
  readonly mask: (text: string) => string;
}

/** The call that an answer belongs to; `hint` is what may be wrong with the address it was sent to. */
export interface Asked {
  readonly operation: string;
  readonly route: string;
  readonly hint?: string | undefined;
}

/** Reads the answer's JSON; says what a success holds instead of what the caller needs, and nothing else. */
export function readJson(answer: Answer, expects: Expectation): string {
  const { ok, headers, text } = answer;
  const type = headers.get("content-type") ?? "";
  // Where no body is promised any will do, but for a page: that is a proxy's, not the service's.
  const isPage = text && /\bhtml\b/i.test(type);
  if (ok && (expects === "anything" || (expects === "nothing" && !isPage)))
    return "";
  const isJson = !ok || !type || /[/+]json\b/i.test(type);
  const value = isJson ? parse(text) : undefined;
  answer.value = value === undefined ? text : value;
  const isRead = value !== undefined && (value !== null || expects !== "json");
  if (!ok || isRead || (text === "" && expects === "json if any")) return "";
  if (text === undefined) return "more than 256 MiB";
  if (text === "" || text === "null") return "nothing, where JSON was promised";
  if (isJson) return "JSON that cannot be parsed";
  return `${oneLine(type.replace(/;.*/, ""), 60)} instead of JSON`;
}

/** The error that an answer other than success is; `held` says what an unreadable success held instead. */
export function responseError(
  answer: Answer,
  call: Asked,
  held = "",
): ResponseError {
  const { route, hint } = call;
  const { status, headers, value, maybeSent, redact, mask } = answer;
  const reason =
    !held && status < 400
      ? "a redirect, not followed"
      : oneLine(
          mask(held && typeof value === "string" ? "" : reasonOf(value)),
          300,
        );
  const said = `${route} answered ${status}${held && ` with ${redact(held)}`}${reason && `: ${reason}`}`;
  const kept = {
    status,
    headers: new Headers(redact([...headers])),
    // That of a failure was redacted before it was parsed.
    body: held ? redact(value) : value,
  };
  return new ResponseError(
    hint && (held || status === 404) ? `${said} (${hint})` : said,
    kept,
    { ...call, maybeSent },
    held ? "invalid_response" : undefined,
  );
}

/** The service's own words: a `message`, `error`, `detail` or `title` member, or a short text that is not markup. */
export function reasonOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (typeof value !== "object" || value === null || depth > 3) return "";
  // The reason of a list is its first.
  for (const name of ["message", "error", "detail", "title", "errors", 0]) {
    const reason = reasonOf(Reflect.get(value, name), depth + 1);
    if (reason) return reason;
  }
  return "";
}

/** One printable line of at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

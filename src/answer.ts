import { ResponseError } from "./errors.js";
import { maskSent, type Blot } from "./secrets.js";

/** What a caller needs an answer to be: JSON, nothing at all, JSON if there is a body, or whatever came. */
export type Expectation = "json" | "nothing" | "json if any" | "anything";

/** One answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  /** The body; undefined when it is longer than is ever read (256 MiB). */
  readonly text: string | undefined;
  /** The parsed JSON of an answer that is JSON. */
  readonly value: unknown;
  /** Whether the service may have carried the call out. */
  readonly maybeSent: boolean;
  /** The body of the request, kept to mask it in what is shown. */
  readonly sent: unknown;
  /** Blots out the key that this answer's request carried. */
  readonly blot: Blot;
}

/** An answer whose body is not looked at yet. */
export type RawAnswer = Omit<Answer, "value" | "maybeSent">;

/** The call that an answer belongs to; `hint` is what may be wrong with the address it was sent to. */
export interface Asked {
  readonly operation: string;
  readonly route: string;
  readonly hint?: string | undefined;
}

/** The answer, its JSON parsed. A success that is not what the caller needs is a `ResponseError`. */
export function judge(
  raw: RawAnswer,
  maybeSent: boolean,
  expects: Expectation,
  call: Asked,
): Answer {
  const { text } = raw;
  const whole = (value: unknown) => Object.assign(raw, { maybeSent, value });
  const type = raw.headers.get("content-type");
  if (raw.ok && !isLookedAt(expects, type, text)) return whole(undefined);
  const isJson = type === null || /[/+]json\b/i.test(type);
  const parsed = isJson || !raw.ok ? parse(text) : undefined;
  const isNothing = parsed?.value === null && expects === "json";
  if (parsed && !(raw.ok && isNothing)) return whole(parsed.value);
  if (!raw.ok) return whole(text || undefined);
  if (text === "" && expects === "json if any") return whole(undefined);
  throw responseError(
    { ...whole(text), maybeSent: true },
    call,
    unreadable(text, isJson ? undefined : type),
  );
}

/** Where no body is promised any will do, but for a page: that is a proxy's, not the service's. */
function isLookedAt(
  expects: Expectation,
  type: string | null,
  text: string | undefined,
): boolean {
  if (expects === "nothing") return text !== "" && /\bhtml\b/i.test(type ?? "");
  return expects !== "anything";
}

function unreadable(
  text: string | undefined,
  wrongType: string | null | undefined,
): string {
  if (text === undefined) return "more than 256 MiB";
  if (text === "" || text === "null") return "nothing, where JSON was promised";
  return wrongType
    ? `${oneLine(wrongType.split(";", 1)[0] ?? "", 60)} instead of JSON`
    : "JSON that cannot be parsed";
}

function parse(text: string | undefined): { value: unknown } | undefined {
  if (text === undefined) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The error that an answer other than success is; `held` says what an unreadable success held instead. */
export function responseError(
  answer: Answer,
  call: Asked,
  held?: string,
): ResponseError {
  const { status, headers, value, maybeSent, blot } = answer;
  const hint = call.hint && (status === 404 || held) ? ` (${call.hint})` : "";
  const reason = isRedirect(status)
    ? "a redirect, which is not followed"
    : held && typeof value === "string"
      ? ""
      : oneLine(shown(answer, reasonOf(value)), 300);
  const said = `${held ? ` with ${blot(held)}` : ""}${reason && `: ${reason}`}`;
  const message = `${call.route} answered ${status}${said}${hint}`;
  const kept = {
    status,
    headers: blotHeaders(headers, blot),
    body: blot(value),
  };
  return new ResponseError(
    message,
    kept,
    { ...call, maybeSent },
    held ? "unreadable_answer" : "response_error",
  );
}

/** A text of the service, without the key and without what was sent. */
export function shown({ blot, sent }: Answer, text: string): string {
  return maskSent(blot(text), sent);
}

/** Status 0 is how a browser shows a redirect that it was told not to follow. */
function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

function blotHeaders(headers: Headers, blot: Blot): Headers {
  const kept = new Headers();
  for (const [name, value] of headers) kept.append(name, blot(value));
  return kept;
}

/** The service's own words: a `message`, `error`, `detail` or `title` member, or a short text that is not markup. */
export function reasonOf(value: unknown, depth = 0): string {
  if (typeof value === "string")
    return value.trimStart().startsWith("<") ? "" : value;
  if (typeof value !== "object" || value === null || depth > 3) return "";
  if (Array.isArray(value)) return reasonOf(value[0], depth + 1);
  const members = value as Record<string, unknown>;
  for (const name of ["message", "error", "detail", "title", "errors"]) {
    const reason = reasonOf(members[name], depth + 1);
    if (reason !== "") return reason;
  }
  return "";
}

/** One printable line of at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

import { ResponseError, toMessageText } from "../errors.js";
import type { Settings } from "../settings.js";
import { parse, redactBody, redactHeaders, type Redact } from "./redact.js";
import type { Bytes, CallInfo, TransportRequest } from "./request.js";
import { maybeSent, parseRetryAfter } from "./retry.js";
import { withTimeout } from "./timeout.js";

/** Longest body of a success that is read, in bytes: 256 MiB. */
const MAX_BODY_BYTES = 2 ** 28;
/** Longest body of a failure that is read, in bytes: 64 KiB. */
const MAX_FAILURE_BYTES = 2 ** 16;
/** Longest wait for the body of a failure: its status already says what matters. */
const FAILURE_TIMEOUT_MS = 5000;

/**
 * A response of the service. It has the members that openapi-fetch and graphql-request read, without the cost of a
 * platform `Response`. Its body is read to the end, unless the request asked for a stream.
 */
export class LightResponse {
  readonly status: number;
  readonly ok: boolean;
  /** The headers; those about the body describe it as it is held here: decoded, and of this length. */
  readonly headers: Headers;
  /** The body; undefined when the body is a stream or longer than is ever read. In a failure, the key is redacted. */
  readonly content: string | undefined;
  /** The unread body of a success whose request asked for a stream; null when there is no body. */
  readonly stream: ReadableStream<Bytes> | null | undefined;
  /** What a valid Retry-After asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the service may have carried the call out, in this attempt or an earlier one. */
  maybeSent: boolean;
  /** Redacts the key. */
  readonly redact: Redact;
  readonly #request: TransportRequest;
  #parsed: ParsedBody | undefined;

  /** Wraps a response whose body has been read as `content`, or is left unread. */
  constructor(
    response: Response,
    content: string | undefined,
    request: TransportRequest,
    redact: Redact,
  ) {
    const { status, ok, headers, body } = response;
    const isStream = ok && request.streamResponse;
    const retryAfter = headers.get("retry-after");
    this.status = status;
    this.ok = ok;
    this.content = ok ? content : redact(content);
    this.headers =
      request.method === "HEAD" ? headers : headersOf(response, this.content);
    this.stream = isStream ? body : undefined;
    this.retryAfterMs = parseRetryAfter(retryAfter, Date.now());
    this.maybeSent = maybeSent(status, this.retryAfterMs);
    this.redact = redact;
    this.#request = request;
  }

  /** The body as JSON where it is JSON; parsed once. */
  get parsed(): ParsedBody {
    this.#parsed ??= parseBody(this);
    return this.#parsed;
  }

  text(): Promise<string> {
    return Promise.resolve(this.content ?? "");
  }

  json(): Promise<unknown> {
    return Promise.resolve(this.parsed.value);
  }

  /** Redacts the key, and what the request has sent. */
  redactAll(text: string): string {
    return redactBody(this.redact(text), this.#request.body);
  }
}

/** A body that has been parsed. */
interface ParsedBody {
  readonly isJson: boolean;
  /** The JSON value; the text when the body is no JSON. */
  readonly value: unknown;
}

function parseBody({ ok, headers, content }: LightResponse): ParsedBody {
  const isTried = !ok || isJsonType(headers.get("content-type"));
  const value = isTried ? parse(content) : undefined;
  const isJson = value !== undefined;
  return { isJson, value: isJson ? value : content };
}

/** A body without a content type may well be JSON. */
function isJsonType(contentType: string | null): boolean {
  return !contentType || /[/+]json\b/i.test(contentType);
}

/** The headers of a response, without those that no longer describe the body after it was decoded, redacted or emptied. */
function headersOf(
  { ok, headers }: Response,
  content: string | undefined,
): Headers {
  const length = headers.get("content-length");
  const isUnchanged = ok && !headers.has("content-encoding");
  if (isUnchanged && content === undefined) return headers;
  if (isUnchanged && content && length !== null) return headers;
  if (content === "" && (length === null || length === "0")) return headers;
  const copy = new Headers(headers);
  copy.delete("content-encoding");
  copy.delete("transfer-encoding");
  copy.delete("content-length");
  if (content) {
    const bytes = new TextEncoder().encode(content);
    copy.set("content-length", String(bytes.length));
  }
  return copy;
}

/**
 * Reads the body of a response. The body of a failure is cut where it is long, slow or broken. The body of a success
 * has to be whole: reading rejects when the connection breaks, and resolves with undefined when the body is too long.
 */
export async function readText(
  response: Response,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { ok, headers, body } = response;
  const length = Number(headers.get("content-length") ?? NaN);
  // The platform reads no more than the announced length.
  if (ok && length <= MAX_BODY_BYTES && !headers.has("content-encoding"))
    return response.text();
  const reader = body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let remainingBytes = ok ? MAX_BODY_BYTES : MAX_FAILURE_BYTES;
  const read = async () => {
    while (remainingBytes >= 0) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) return;
      remainingBytes -= value.byteLength;
    }
  };
  try {
    await (ok ? read() : withTimeout(FAILURE_TIMEOUT_MS, signal, read));
  } catch (reason) {
    if (ok || signal.aborted) throw reason;
  }
  // The service may still be sending: release the connection.
  void reader.cancel().catch(() => undefined);
  if (ok) return remainingBytes < 0 ? undefined : text;
  return text.slice(0, MAX_FAILURE_BYTES);
}

/** What a caller needs of a success: JSON, nothing, JSON if there is a body, or any body. */
export type Expectation = "json" | "nothing" | "json if any" | "anything";

/** Passes a response to the drift watcher, and throws a `ResponseError` unless a success holds what is needed. */
export function acceptResponse(
  settings: Settings,
  response: LightResponse,
  call: CallInfo,
  expects: Expectation,
): void {
  notifyDriftWatcher(settings, response, call, expects);
  checkContent(response, call, expects);
}

/** Passes a response to the drift watcher; its body only where the call reads the body. */
export function notifyDriftWatcher(
  { drift, warn }: Settings,
  response: LightResponse,
  { surface, operation, route }: CallInfo,
  expects: Expectation,
): void {
  if (!drift) return;
  const { status, ok, content, parsed, redact } = response;
  const value = !ok || expects.startsWith("json") ? parsed.value : undefined;
  const isEmpty = content === "";
  drift({ surface, operation, route, status, value, isEmpty, redact, warn });
}

/** Throws a `ResponseError` for a success that does not hold what the caller needs. */
export function checkContent(
  response: LightResponse,
  call: CallInfo,
  expects: Expectation,
): void {
  const problem = problemOf(response, expects);
  if (problem !== "") throw responseError(response, call, problem);
}

/** Says what a success holds instead of what the caller needs; empty when it holds that, or is no success. */
function problemOf(response: LightResponse, expects: Expectation): string {
  const { ok, headers, content, stream } = response;
  if (!ok) return "";
  if (content === undefined && stream === undefined)
    return "a body larger than 256 MiB";
  if (expects === "anything") return "";
  const type = headers.get("content-type");
  const wrongType = `${toMessageText((type ?? "").replace(/;.*/, ""), 60)} instead of JSON`;
  // Where no body is promised, any body will do but a page: the service sends none, a proxy does.
  if (expects === "nothing")
    return content && /\bhtml\b/i.test(type ?? "") ? wrongType : "";
  const { isJson, value } = response.parsed;
  if (isJson && (value !== null || expects === "json if any")) return "";
  if (content === "" && expects === "json if any") return "";
  if (content === "" || isJson) return "an empty or null body instead of JSON";
  return isJsonType(type) ? "JSON that cannot be parsed" : wrongType;
}

/** The error for a response that is no success, or for a success that holds something else: its `problem`. */
export function responseError(
  response: LightResponse,
  call: CallInfo,
  problem = "",
): ResponseError {
  const { route, hint } = call;
  const { status, headers, parsed, maybeSent, redact } = response;
  const held = problem && ` with ${redact(problem)}`;
  const reason = toMessageText(reasonOfStatus(response, problem), 300);
  const message = `${route} answered ${status}${held}${reason && `: ${reason}`}`;
  const isAddressWrong = hint !== "" && (problem !== "" || status === 404);
  return new ResponseError(
    isAddressWrong ? `${message} (${hint})` : message,
    {
      status,
      headers: redactHeaders(headers, redact),
      // The body of a failure is redacted already.
      body: problem ? redactedBody(response) : parsed.value,
    },
    { ...call, maybeSent },
    problem ? "invalid_response" : undefined,
  );
}

/** The body of a success that cannot be used: the beginning of its text if it is long. */
function redactedBody({ content, parsed, redact }: LightResponse): unknown {
  if (content !== undefined && content.length > MAX_FAILURE_BYTES)
    return redact(content.slice(0, MAX_FAILURE_BYTES));
  return redact(parsed.value);
}

function reasonOfStatus(response: LightResponse, problem: string): string {
  const { status, parsed } = response;
  if (!problem && status < 400) return "redirect not followed";
  // The text of an unreadable success is no reason for anything.
  if (problem && typeof parsed.value === "string") return "";
  return response.redactAll(reasonOf(parsed.value));
}

/** The service's reason: a `message`, `error`, `detail` or `title` member, or a short text that is no markup. */
export function reasonOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (typeof value !== "object" || value === null || depth > 3) return "";
  // The first item stands for a list.
  for (const name of ["message", "error", "detail", "title", "errors", 0]) {
    const reason = reasonOf(Reflect.get(value, name), depth + 1);
    if (reason) return reason;
  }
  return "";
}

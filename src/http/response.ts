import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { ResponseError } from "../errors.js";
import type { Settings } from "../settings.js";
import { MAX_FAILURE_BYTES, type Body } from "./body.js";
import type { Disclosure } from "./disclosure.js";
import { parse, redactHeaders } from "./redact.js";
import type { Bytes } from "./bytes.js";
import type { CallInfo, TransportRequest } from "./request.js";
import { maybeSent, parseRetryAfter } from "./retry.js";

/** The headers in which services and their gateways name a request, the service's own first. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "cf-ray"];

/**
 * A response of the service. It has the members that openapi-fetch and graphql-request read, without the cost of a
 * platform `Response`. Its body is read to the end, unless the request asked for a stream.
 */
export class LightResponse {
  readonly status: number;
  readonly ok: boolean;
  /** The headers; those about the body describe it as it is held here: decoded, and of this length. */
  readonly headers: Headers;
  /** The body as text; undefined when the body has another form or is longer than is ever read. In a failure, the key is redacted. */
  readonly content: string | undefined;
  /** The body of a success whose request asked for bytes. */
  readonly bytes: Bytes | undefined;
  /** The unread body of a success whose request asked for a stream; null when there is no body. */
  readonly stream: ReadableStream<Bytes> | null | undefined;
  /** What a valid Retry-After asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the service may have carried the call out, in this attempt or an earlier one. */
  maybeSent: boolean;
  /** What an error may show of this response. */
  readonly disclosure: Disclosure;
  #parsed: ParsedBody | undefined;

  /** Wraps a response and its `body`. */
  constructor(
    response: Response,
    { text, bytes, stream }: Body,
    { method }: TransportRequest,
    disclosure: Disclosure,
  ) {
    const { status, ok, headers } = response;
    const retryAfter = headers.get("retry-after");
    this.status = status;
    this.ok = ok;
    this.content = ok ? text : disclosure.redact(text);
    this.bytes = bytes;
    this.stream = stream;
    this.headers =
      method === "HEAD" ? headers : headersOf(response, this.content ?? bytes);
    this.retryAfterMs = parseRetryAfter(retryAfter, Date.now());
    this.maybeSent = maybeSent(status, this.retryAfterMs);
    this.disclosure = disclosure;
  }

  /** The body as JSON where it is JSON; parsed once. */
  get parsed(): ParsedBody {
    this.#parsed ??= parseBody(this);
    return this.#parsed;
  }

  /** The service's own id of this request, if the response has one without spaces and without a key. */
  get requestId(): string | undefined {
    for (const name of REQUEST_ID_HEADERS) {
      const id = this.headers.get(name) ?? "";
      if (!/^[\w.:/+=-]{1,100}$/.test(id)) continue;
      return this.disclosure.redact(id) === id ? id : undefined;
    }
    return undefined;
  }

  /** The `requestId` for an error: absent as well where it repeats what was sent. */
  get requestIdForError(): string | undefined {
    const id = this.requestId;
    return id === undefined ? undefined : this.disclosure.quote(id);
  }

  text(): Promise<string> {
    return Promise.resolve(this.content ?? "");
  }

  json(): Promise<unknown> {
    return Promise.resolve(this.parsed.value);
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
  content: string | Bytes | undefined,
): Headers {
  const length = headers.get("content-length");
  const isUnchanged = ok && !headers.has("content-encoding");
  if (isUnchanged && content === undefined) return headers;
  if (isUnchanged && content?.length && length !== null) return headers;
  if (content?.length === 0 && (length === null || length === "0"))
    return headers;
  const copy = new Headers(headers);
  copy.delete("content-encoding");
  copy.delete("transfer-encoding");
  copy.delete("content-length");
  if (content?.length) {
    const bytes =
      typeof content === "string" ? new TextEncoder().encode(content) : content;
    copy.set("content-length", String(bytes.length));
  }
  return copy;
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
  const { status, ok, content, parsed, disclosure } = response;
  const { redact } = disclosure;
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
  const { ok, headers, content, bytes, stream, disclosure } = response;
  if (!ok) return "";
  if ((content ?? bytes ?? stream) === undefined)
    return "a body larger than 256 MiB";
  if (expects === "anything") return "";
  const type = headers.get("content-type");
  // Compared with the request only when it is needed: that costs more than all the rest of a success.
  const wrongType = () => {
    const shown = disclosure.quote((type ?? "").replace(/;.*/, ""), 60);
    return `${shown ?? "another type"} instead of JSON`;
  };
  // Where no body is promised, any body will do but a page: the service sends none, a proxy does.
  if (expects === "nothing")
    return content && /\bhtml\b/i.test(type ?? "") ? wrongType() : "";
  const { isJson, value } = response.parsed;
  if (isJson && (value !== null || expects === "json if any")) return "";
  if (content === "" && expects === "json if any") return "";
  if (content === "" || isJson) return "an empty or null body instead of JSON";
  return isJsonType(type) ? "JSON that cannot be parsed" : wrongType();
}

/** The error for a response that is no success, or for a success that holds something else: its `problem`. */
export function responseError(
  response: LightResponse,
  call: CallInfo,
  problem = "",
): ResponseError {
  const { route, hint } = call;
  const { status, headers, parsed, maybeSent, disclosure } = response;
  const { redact } = disclosure;
  const held = problem && ` with ${problem}`;
  const reason = quoteReason(response, problem);
  const message = `${route} answered ${status}${held}${reason && `: ${reason}`}`;
  const isAddressWrong = hint !== "" && (problem !== "" || status === 404);
  const note = isAddressWrong ? hint : noteOf(status, call);
  return new ResponseError(
    note ? `${message} (${note})` : message,
    {
      status,
      headers: redactHeaders(headers, redact),
      // The body of a failure is redacted already.
      body: problem ? redactedBody(response) : parsed.value,
    },
    { ...call, maybeSent, requestId: response.requestIdForError },
    problem ? "invalid_response" : CODES[status],
  );
}

/** The codes of the errors for these statuses. */
const CODES: Readonly<Record<number, string>> = { 402: "insufficient_balance" };

/** What to do where a version of the service has ended. */
function noteOf(status: number, { surface }: CallInfo): string {
  const variable = surfaceVariables["v2"];
  if (status !== 410 || surface !== "rest" || !variable) return "";
  return `this version of the API has ended: use cloud.v2 with the option surfaces.v2.baseUrl or ${variable}`;
}

/** The body of a success that cannot be used: the beginning of its text if it is long. */
function redactedBody({
  content,
  parsed,
  disclosure: { redact },
}: LightResponse): unknown {
  if (content !== undefined && content.length > MAX_FAILURE_BYTES)
    return redact(content.slice(0, MAX_FAILURE_BYTES));
  return redact(parsed.value);
}

/** Takes the place of a reason that may repeat what was sent. */
export const HIDDEN_REASON = "see `body` for the reason";

/** The service's reason, where a message may show it. */
function quoteReason(response: LightResponse, problem: string): string {
  const { status, parsed, disclosure } = response;
  if (!problem && status < 400) return "redirect not followed";
  // The text of an unreadable success is no reason for anything.
  if (problem && typeof parsed.value === "string") return "";
  return disclosure.quote(reasonOf(parsed.value)) ?? HIDDEN_REASON;
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

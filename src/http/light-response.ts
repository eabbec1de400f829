import type { Body } from "./body.js";
import type { Bytes } from "./bytes.js";
import { parse } from "./redact.js";
import type { SentRequest } from "./request.js";
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
  /** The headers. Headers about the body, such as `content-length`, describe the decoded body in this object. */
  readonly headers: Headers;
  /** The body as text; undefined if the body has another form or is too long. In a failure, the key is redacted. */
  readonly content: string | undefined;
  /**
   * The text of a failure as it came, or the beginning of a success that is too long: only to read the id of a job from.
   * Undefined unless the request reads ids of jobs. Never shown, because it may repeat the key.
   */
  readonly received: string | undefined;
  /** The body of a success whose request asked for bytes. */
  readonly bytes: Bytes | undefined;
  /** The unread body of a success whose request asked for a stream; null when there is no body. */
  readonly stream: ReadableStream<Bytes> | null | undefined;
  /** What a valid Retry-After asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the service may have carried the call out, in this attempt or an earlier one. */
  maybeSent: boolean;
  /** The request that this response answers. */
  readonly sent: SentRequest;
  #parsed: ParsedBody | undefined;

  /** Wraps a response and its `body`. */
  constructor(
    response: Response,
    { text, bytes, stream, start = text }: Body,
    sent: SentRequest,
  ) {
    const { status, ok, headers } = response;
    const retryAfter = headers.get("retry-after");
    this.status = status;
    this.ok = ok;
    this.content = ok ? text : sent.redact(text);
    this.received = sent.request.controls?.readJobId && start;
    this.bytes = bytes;
    this.stream = stream;
    this.headers =
      sent.request.method === "HEAD"
        ? headers
        : headersOf(response, this.content ?? bytes);
    this.retryAfterMs = parseRetryAfter(retryAfter, Date.now());
    this.maybeSent = maybeSent(status, this.retryAfterMs);
    this.sent = sent;
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
      return this.sent.redact(id) === id ? id : undefined;
    }
    return undefined;
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
export function isJsonType(contentType: string | null): boolean {
  return !contentType || /[/+]json\b/i.test(contentType);
}

/**
 * The headers of a response, without those that no longer describe the body after it was decoded, redacted or emptied.
 * A copy takes time, so the headers themselves are returned where they describe the body: an unread stream, a body that
 * is as long as announced, or an empty body.
 */
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

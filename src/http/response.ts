import { abortableStream } from "./abortable-stream.js";
import type { Received } from "./attempt.js";
import { decode, MAX_FAILURE_BYTES, type Bytes } from "./body.js";
import type { ResponseMetadata } from "./request-context.js";
import { redactHeaders, type Redact } from "./redact.js";
import { isLoopback } from "./url.js";

/** Headers that describe a body as it was on the wire. */
const WIRE_HEADERS = [
  "content-encoding",
  "transfer-encoding",
  "content-length",
];

/**
 * A service for tests, whose clock does not follow the wall clock, says its time in this header. Who believes it ignores the
 * clock of this machine, so the header is removed from a response that has come from another machine.
 */
export const VIRTUAL_TIME = "x-virtual-time";

/**
 * Makes the response to a call: a `Response` whose body has been read in time and within a bound, unless the call asked
 * for a stream. A body that has been read can be read any number of times. Secrets are redacted in the headers and the
 * body of a failure.
 */
export function createResponse(
  { response, content }: Received,
  metadata: ResponseMetadata,
): Response {
  const { status, statusText, ok, body } = response;
  const { redact } = metadata;
  // The platform makes no response with a status such as 0, by which a browser hides a redirect.
  const isPossible = status >= 200 && status < 600;
  const headers = ok
    ? response.headers
    : redactHeaders(response.headers, redact);
  const init = {
    status: isPossible ? status : 502,
    statusText,
    headers: withoutNames(headers, hiddenNames(response)),
  };
  const result =
    content === undefined
      ? new Response(body && abortableStream(body, status, metadata), init)
      : new (readResponseClass())(
          ok ? content : showFailure(content, redact),
          init,
        );
  if (!isPossible) Object.defineProperty(result, "status", { value: status });
  return result;
}

/** Whether the body is no longer as it was on the wire: it was unpacked by `fetch`, or secrets in it were redacted. */
function isDecoded({ ok, headers }: Response): boolean {
  return !ok || headers.has("content-encoding");
}

/** Whether a response was made by a `fetch` of the caller, has no virtual time, or came from this machine. */
function isTimeBelieved({ headers, url }: Response): boolean {
  return !url || !headers.has(VIRTUAL_TIME) || isLoopback(new URL(url));
}

/** The headers that the caller does not get; undefined if there are none. */
function hiddenNames(response: Response): readonly string[] | undefined {
  if (!isTimeBelieved(response)) return [...WIRE_HEADERS, VIRTUAL_TIME];
  return isDecoded(response) ? WIRE_HEADERS : undefined;
}

function withoutNames(
  headers: Headers,
  names: readonly string[] | undefined,
): Headers {
  if (!names) return headers;
  const copy = new Headers(headers);
  for (const name of names) copy.delete(name);
  return copy;
}

function showFailure(content: Bytes, redact: Redact): string {
  return redact(decode(content, MAX_FAILURE_BYTES));
}

type ReadResponseClass = new (
  content: string | Bytes,
  init: ResponseInit,
) => Response;

let madeClass: ReadResponseClass | undefined;

/**
 * The class of responses whose body has been read. The platform would create a stream for the body, which doubles the cost
 * of a call. The class is made at the first response, because Node loads its HTTP client as soon as `Response` is named.
 */
function readResponseClass(): ReadResponseClass {
  return (madeClass ??= class ReadResponse extends Response {
    readonly #content: string | Bytes;
    readonly #init: ResponseInit;

    constructor(content: string | Bytes, init: ResponseInit) {
      super(null, init);
      this.#content = content;
      this.#init = init;
    }

    override get body() {
      return this.#toPlatform().body;
    }

    override text(): Promise<string> {
      const content = this.#content;
      return Promise.resolve(
        typeof content === "string" ? content : decode(content),
      );
    }

    override async json(): Promise<unknown> {
      return JSON.parse(await this.text()) as unknown;
    }

    override arrayBuffer(): Promise<ArrayBuffer> {
      return this.#toPlatform().arrayBuffer();
    }

    /** Newer platforms have this method. */
    override async bytes(): Promise<Bytes> {
      return new Uint8Array(await this.arrayBuffer());
    }

    override blob(): Promise<Blob> {
      return this.#toPlatform().blob();
    }

    override formData(): Promise<FormData> {
      return this.#toPlatform().formData();
    }

    override clone(): Response {
      return this.#toPlatform();
    }

    /** A response of the platform with the same body. */
    #toPlatform(): Response {
      const isEmpty = this.#content.length === 0;
      return new Response(isEmpty ? null : this.#content, this.#init);
    }
  });
}

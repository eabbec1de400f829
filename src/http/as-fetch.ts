import { check, checkHeaders, refuseUnsendable } from "../checks.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import type { Settings } from "../settings.js";
import { redactHeaders, safeCause } from "./redact.js";
import type { Bytes, CallInfo, TransportRequest } from "./request.js";
import type { LightResponse } from "./response.js";
import { EXPIRED, onAbort, withTimeout } from "./timeout.js";
import type { Send } from "./transport.js";
import { findSurface } from "./url.js";

/** The second argument of `cloud.fetch`. Other members that the platform's `fetch` knows are ignored. */
export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: RequestInit["headers"] | undefined;
  /** Whatever the platform's `fetch` takes. A stream is sent once, without retries. */
  readonly body?: RequestInit["body"] | undefined;
  /** Aborts the call, and the body of its response; both reject with the signal's own reason. */
  readonly signal?: AbortSignal | null | undefined;
  /**
   * Bound of the call in milliseconds, up to the headers of a success.
   * @default the client's `timeout`
   */
  readonly timeout?: number | undefined;
  /**
   * How often the call may be retried where that is safe; 0 for never.
   * @default the client's `retries`
   */
  readonly retries?: number | undefined;
}

/** The transport with the signature of `fetch`. */
export type CloudFetch = (
  input: string | URL | Request,
  init?: FetchInit,
) => Promise<Response>;

/** How hooks and errors name the calls of a `fetch`. */
interface FetchName {
  readonly operation: string;
  /** The path of the route, as a template. */
  readonly path?: string;
}

/** Gives the transport the signature of `fetch`, for addresses of the configured surfaces. */
export function createFetch(
  settings: Settings,
  send: Send,
  name: FetchName = { operation: "fetch" },
): CloudFetch {
  return async (input, init = {}) => {
    const request = await readArguments(settings, name, input, init);
    return toResponse(await send(request), request);
  };
}

/** Reads the arguments of `fetch`; an `InputError` names the argument that cannot be sent. */
async function readArguments(
  settings: Settings,
  { operation, path }: FetchName,
  input: string | URL | Request,
  init: FetchInit,
): Promise<TransportRequest> {
  const { addresses } = settings;
  const { body, timeout, retries } = init;
  const signal = init.signal ?? (isRequest(input) ? input.signal : undefined);
  const isStream = body instanceof ReadableStream;
  const address = isRequest(input) ? input.url : String(input);
  const url = new URL(URL.canParse(address) ? address : "none:");
  url.hash = "";
  const surface = findSurface(url, addresses);
  check(
    surface !== undefined,
    "input",
    "must be an address under one of the configured addresses (baseUrl, publicBaseUrl, graphqlUrl)",
    { operation },
  );
  // The transport puts the key where it belongs.
  if (url.searchParams.has("api_key")) url.searchParams.delete("api_key");
  const written = writePlatformRequest(operation, input, init, isStream);
  const { method } = written;
  const headers = Object.fromEntries(written.headers);
  return {
    call: {
      surface,
      operation,
      route: `${method} ${path ?? (surface === "graphql" ? "/graphql" : "/{path}")}`,
      hint: addresses[surface].hint,
    },
    method,
    url: url.href,
    body: isStream
      ? body
      : await readBody(written, { signal, timeout }, settings, operation),
    safe: method === "GET" || method === "HEAD",
    streamResponse: true,
    options: { signal, timeout, retries, headers },
  };
}

function isRequest(input: unknown): input is Request {
  return input instanceof Request;
}

/** Lets the platform serialize headers and body, as its `fetch` does. The signal stays with the transport. */
function writePlatformRequest(
  operation: string,
  input: string | URL | Request,
  { method, headers, body }: FetchInit,
  isStream: boolean,
): Request {
  const init: RequestInit = { signal: null };
  if (method !== undefined) init.method = method;
  if (headers !== undefined) init.headers = headers;
  if (body !== undefined && !isStream) init.body = body;
  const call = { operation };
  checkHeaders(headers, call);
  try {
    return new Request(input, init);
  } catch (error) {
    refuseUnsendable("init", error, call);
  }
}

/**
 * The body of a platform request, as bytes that can be sent again. The body may be a stream that stalls: the timeout of
 * the call bounds its reading.
 */
export async function readBody(
  request: Request,
  options: Pick<FetchInit, "signal" | "timeout">,
  settings: Settings,
  operation: string,
): Promise<Bytes | undefined> {
  if (!request.body) return undefined;
  const { signal, timeout = settings.timeout } = options;
  const read = () => request.arrayBuffer();
  try {
    return new Uint8Array(
      await withTimeout(timeout, signal ?? undefined, read),
    );
  } catch (error) {
    if (error !== EXPIRED) throw error;
    const message = `the body of the request could not be read in time (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, { operation });
  }
}

/** Statuses that a platform `Response` must have no body for. */
const NULL_BODY_STATUSES = [204, 205, 304];

/**
 * A platform `Response` that shows neither the key nor the address. While its body is a stream, an abort of the request
 * ends the stream.
 */
export function toResponse(
  response: LightResponse,
  request: TransportRequest,
): Response {
  const { status, headers, content, stream, redact } = response;
  const whole = stream ? linkAbort(stream, response, request) : content;
  const hasBody = whole && !NULL_BODY_STATUSES.includes(status);
  // The platform makes no `Response` of other statuses, such as 0 for a redirect that a browser hides.
  const isStatusValid = status >= 200 && status < 600;
  const result = new Response(hasBody ? whole : null, {
    status: isStatusValid ? status : 502,
    headers: redactHeaders(headers, redact),
  });
  if (!isStatusValid)
    Object.defineProperty(result, "status", { value: status });
  return result;
}

/** Passes a stream on. An abort of the request ends it with the signal's own reason and releases the connection. */
function linkAbort(
  stream: ReadableStream<Bytes>,
  response: LightResponse,
  request: TransportRequest,
): ReadableStream<Bytes> {
  const { signal } = request.options;
  const reader = stream.getReader();
  const release = () => void reader.cancel().catch(() => undefined);
  let unlink: (() => void) | undefined;
  return new ReadableStream<Bytes>(
    {
      start: (controller) => {
        if (!signal) return;
        const abort = () => {
          unlink?.();
          controller.error(signal.reason);
          release();
        };
        // The signal may have aborted since the headers came.
        if (signal.aborted) abort();
        else unlink = onAbort(signal, abort);
      },
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (signal?.aborted) return;
          if (done) {
            unlink?.();
            controller.close();
          } else {
            controller.enqueue(value);
          }
        } catch (error) {
          unlink?.();
          throw brokenStream(error, response, request.call);
        }
      },
      cancel: () => {
        unlink?.();
        release();
      },
    },
    { highWaterMark: 0 },
  );
}

function brokenStream(
  error: unknown,
  response: LightResponse,
  { operation, route }: CallInfo,
): ConnectionError {
  const { status } = response;
  const cause = safeCause(error, (text) => response.redactAll(text));
  return new ConnectionError(
    `${route}: the response with status ${status} broke off`,
    { operation, route, maybeSent: true, cause },
    status,
  );
}

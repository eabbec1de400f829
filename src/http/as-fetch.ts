import {
  check,
  checkObject,
  readHeaders,
  refuseUnsendable,
} from "../checks.js";
import { ConnectionError, TimeoutError, type CallContext } from "../errors.js";
import type { RequestHeaders } from "../options.js";
import type { Settings } from "../settings.js";
import { discard } from "./body.js";
import { isStream, type Bytes } from "./bytes.js";
import { redactHeaders, safeCause } from "./redact.js";
import type { CallInfo, TransportRequest } from "./request.js";
import type { LightResponse } from "./response.js";
import { EXPIRED, onAbort, withTimeout } from "./timeout.js";
import type { Send } from "./transport.js";
import { findSurface } from "./url.js";

/** The second argument of `cloud.fetch`. Other members that the platform's `fetch` knows are ignored. */
export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: RequestHeaders | RequestInit["headers"] | undefined;
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
  const call = { operation };
  checkObject("init", init, call);
  const { body, timeout, retries } = init;
  const signal = signalOf(input, init);
  const address = isRequest(input) ? input.url : String(input);
  const url = new URL(URL.canParse(address) ? address : "none:");
  url.hash = "";
  const surface = findSurface(url, addresses);
  check(
    surface !== undefined,
    "input",
    "must be an address under one of the configured addresses (baseUrl, publicBaseUrl, graphqlUrl)",
    call,
  );
  // The transport puts the key where it belongs.
  if (url.searchParams.has("api_key")) url.searchParams.delete("api_key");
  const written = writePlatformRequest(input, init, call);
  const { method } = written;
  const headers = readHeaders(written.headers, call);
  return {
    call: {
      surface,
      operation,
      route: `${method} ${path ?? (surface === "graphql" ? "/graphql" : "/{path}")}`,
      hint: addresses[surface].hint,
    },
    method,
    url: url.href,
    body: isStream(body)
      ? body
      : await readBody(written, { signal, timeout }, settings, operation),
    safe: method === "GET" || method === "HEAD",
    responseAs: "stream",
    options: { signal, timeout, retries, headers },
  };
}

/** The signal of the call: as with the platform's `fetch`, `null` replaces the signal of a `Request` by none. */
function signalOf(
  input: string | URL | Request,
  { signal }: FetchInit,
): AbortSignal | undefined {
  if (signal !== undefined) return signal ?? undefined;
  return isRequest(input) ? input.signal : undefined;
}

function isRequest(input: unknown): input is Request {
  return input instanceof Request;
}

/** Lets the platform serialize headers and body, as its `fetch` does. The signal stays with the transport. */
function writePlatformRequest(
  input: string | URL | Request,
  { method, headers, body }: FetchInit,
  call: CallContext,
): Request {
  const init: RequestInit = { signal: null };
  if (method !== undefined) init.method = method;
  if (headers !== undefined) init.headers = readHeaders(headers, call);
  if (body !== undefined && !isStream(body)) init.body = body;
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
  // Some platforms have no `Request.body`: there it is undefined, and the body can be read as a whole only.
  const { method, body } = request;
  if (body === null || method === "GET" || method === "HEAD") return undefined;
  const { signal, timeout = settings.timeout } = options;
  const read = () => request.arrayBuffer();
  try {
    const bytes = await withTimeout(timeout, signal ?? undefined, read);
    return isStream(body) || bytes.byteLength > 0
      ? new Uint8Array(bytes)
      : undefined;
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
  const { status, headers, content, bytes, stream, disclosure } = response;
  const whole = stream ? linkAbort(stream, response, request) : content;
  const body = whole ?? bytes ?? "";
  const hasBody = body !== "" && !NULL_BODY_STATUSES.includes(status);
  // The platform makes no `Response` of other statuses, such as 0 for a redirect that a browser hides.
  const isStatusValid = status >= 200 && status < 600;
  const result = new Response(hasBody ? body : null, {
    status: isStatusValid ? status : 502,
    headers: redactHeaders(headers, disclosure.redact),
  });
  if (!isStatusValid)
    Object.defineProperty(result, "status", { value: status });
  return result;
}

/**
 * Passes a stream on. An abort of the request ends it with the signal's own reason and releases the connection. The
 * signal does not keep a stream in memory that nobody reads any more.
 */
function linkAbort(
  stream: ReadableStream<Bytes>,
  response: LightResponse,
  request: TransportRequest,
): ReadableStream<Bytes> {
  const { signal } = request.options;
  const reader = stream.getReader();
  const release = () => discard(reader);
  let unlink: (() => void) | undefined;
  return new ReadableStream<Bytes>(
    {
      start: (controller) => {
        // The signal may have aborted since the headers came.
        if (signal) unlink = endOnAbort(controller, signal, release);
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

/** What is to be called when a stream is collected that was neither read nor cancelled. Some platforms cannot tell. */
const collected =
  typeof FinalizationRegistry === "function" && typeof WeakRef === "function"
    ? new FinalizationRegistry<() => void>((act) => act())
    : undefined;

/**
 * Ends a stream when `signal` aborts, unless the function that it returns is called before. A stream that nobody holds
 * any more is released at its collection.
 */
function endOnAbort(
  controller: ReadableStreamDefaultController,
  signal: AbortSignal,
  release: () => void,
): () => void {
  const held = weakReference(controller);
  const abort = () => {
    unlink();
    held.deref()?.error(signal.reason);
    release();
  };
  const unlisten = signal.aborted ? undefined : onAbort(signal, abort);
  const unlink = () => {
    unlisten?.();
    collected?.unregister(held);
  };
  const unused = () => {
    unlink();
    release();
  };
  collected?.register(controller, unused, held);
  if (signal.aborted) abort();
  return unlink;
}

/** A reference that does not keep its target in memory, where the platform has such references. */
function weakReference<Target extends object>(
  target: Target,
): { readonly deref: () => Target | undefined } {
  return collected ? new WeakRef(target) : { deref: () => target };
}

function brokenStream(
  error: unknown,
  response: LightResponse,
  { operation, route }: CallInfo,
): ConnectionError {
  const { status } = response;
  const cause = safeCause(error, response.disclosure.hide);
  return new ConnectionError(
    `${route}: the response with status ${status} broke off`,
    { operation, route, maybeSent: true, cause },
    status,
  );
}

import {
  check,
  checkObject,
  readCallOptions,
  readHeaders,
  refuseUnsendable,
  type OptionNames,
} from "../checks.js";
import { TimeoutError, type CallContext } from "../errors.js";
import type { RequestHeaders } from "../options.js";
import { findNearest } from "../similar.js";
import { isStream } from "./body.js";
import type { Transport } from "./transport.js";
import type {
  RequestContext,
  ServiceResponse,
  TransportRequest,
} from "./request-context.js";
import type { Settings } from "./settings.js";
import { EXPIRED, withTimeout } from "./timeout.js";
import { findSurface, isWithin } from "./url.js";

/**
 * Sends a request of the platform through the transport, for one call. A middleware may have written another request than
 * that of the call: a request that leads away from the surface of the call is refused, so that the key goes nowhere else.
 *
 * @param stream the body of the request, if the caller gave a stream: it is passed on unread, and sent once
 */
export async function sendRequest(
  settings: Settings,
  transport: Transport,
  context: RequestContext,
  request: Request,
  stream?: ReadableStream,
): Promise<ServiceResponse> {
  const { call } = context;
  const { base } = settings.addresses[call.surface];
  const { method, url } = request;
  check(isWithin(url, base), "path", `leads away from ${base}`, call);
  const { "content-type": type, ...others } = readHeaders(
    request.headers,
    call,
  );
  const body = stream ?? (await readBody(settings, request, context));
  // An optional body may have been left out.
  const isTyped = body !== undefined && type !== undefined;
  const headers = isTyped ? { ...others, "content-type": type } : others;
  return transport({ method, url, headers, body }, context);
}

/** The body of a request, as bytes that can be sent again. The body may be a stream that stalls. */
async function readBody(
  settings: Settings,
  request: Request,
  { call, options }: RequestContext,
): Promise<TransportRequest["body"]> {
  // Some platforms have no `Request.body`: there it is undefined, and the body can be read as a whole only.
  const { method, body } = request;
  if (body === null || method === "GET" || method === "HEAD") return undefined;
  const { timeout = settings.timeout, signal } = options;
  try {
    return await withTimeout(timeout, signal, () => readContent(request));
  } catch (error) {
    if (error !== EXPIRED) throw error;
    const message = `the body of the request could not be read in time (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, call);
  }
}

/** The content of a request: as text where the type says text and the bytes are UTF-8, else as the bytes themselves. */
async function readContent(
  request: Request,
): Promise<TransportRequest["body"]> {
  const type = request.headers.get("content-type") ?? "";
  const isText = /json|text|urlencoded/i.test(type);
  // React Native has no `Request.body`, and reads only text.
  if (!request.body && isText) return (await request.text()) || undefined;
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (!request.body && bytes.length === 0) return undefined;
  return (isText ? decodeUtf8(bytes) : undefined) ?? bytes;
}

/** The text that bytes are; undefined if they are no UTF-8, such as compressed JSON. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The second argument of `cloud.fetch`. Other members that the platform's `fetch` knows are ignored;
 * a misspelt one is refused. */
export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: RequestHeaders | RequestInit["headers"] | undefined;
  /** Whatever the platform's `fetch` takes. A stream is sent once, without retries. */
  readonly body?: RequestInit["body"] | undefined;
  /** Aborts the call, and the body of its response; both reject with the signal's own reason. */
  readonly signal?: AbortSignal | null | undefined;
  /**
   * Bound of the call in milliseconds, up to the headers of a success. With a `timeout` of its own, a call is not bound by
   * `attemptTimeout` of the client.
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

/** Gives the transport the signature of `fetch`, for addresses of all configured surfaces. */
export function createFetch(
  settings: Settings,
  transport: Transport,
  { operation, path }: FetchName,
): CloudFetch {
  return async (input, init = {}) => {
    const caller: CallContext = { operation };
    checkObject("init", init, caller);
    checkMemberNames(init, caller);
    const { timeout, retries, body } = init;
    const isRequest = input instanceof Request;
    // As with the platform's `fetch`, `null` replaces the signal of a `Request` by none.
    const ownSignal = isRequest ? input.signal : undefined;
    const signal =
      (init.signal === undefined ? ownSignal : init.signal) ?? undefined;
    const options = readCallOptions({ signal, timeout, retries }, caller);
    const { addresses } = settings;
    const address = isRequest ? input.url : String(input);
    const url = new URL(URL.canParse(address) ? address : "none:");
    url.hash = "";
    // The transport puts the key where it belongs.
    if (url.searchParams.has("api_key")) url.searchParams.delete("api_key");
    const surface = findSurface(url, addresses);
    check(
      surface !== undefined,
      "input",
      "must be an address under one of the configured addresses (baseUrl, publicBaseUrl, graphqlUrl, surfaces.v2.baseUrl)",
      caller,
    );
    const stream = isStream(body) ? body : undefined;
    const request = writeRequest(url, input, init, caller);
    const defaultPath = surface === "graphql" ? "/graphql" : "/{path}";
    const route = `${request.method} ${path ?? defaultPath}`;
    const context = {
      call: { surface, operation, route },
      options,
      isStreamed: true,
      // Who sets `timeout` says how long a response may take: the route may be one that holds its responses.
      hasLongAttempts: timeout !== undefined,
    };
    const { response } = await sendRequest(
      settings,
      transport,
      context,
      request,
      stream,
    );
    return response;
  };
}

/** The members of `init` that are read. */
const MEMBERS: OptionNames<FetchInit> = {
  method: true,
  headers: true,
  body: true,
  signal: true,
  timeout: true,
  retries: true,
};

/** Refuses a misspelt member. Any other member may be one that only the platform's `fetch` knows. */
function checkMemberNames(init: object, call: CallContext): void {
  const known = Object.keys(MEMBERS);
  for (const name of Object.keys(init)) {
    const nearest = known.includes(name) ? name : findNearest(name, known);
    const isMeant = nearest === undefined || nearest === name;
    const problem = `is not a property of init: did you mean ${nearest ?? ""}?`;
    check(isMeant, name, problem, call);
  }
}

/** Lets the platform write headers and body, as its `fetch` does. The signal and a stream stay with the transport. */
function writeRequest(
  url: URL,
  input: string | URL | Request,
  { method, headers, body }: FetchInit,
  call: CallContext,
): Request {
  const given: RequestInit = { signal: null };
  if (method !== undefined) given.method = method;
  if (headers !== undefined) given.headers = readHeaders(headers, call);
  if (body !== undefined && !isStream(body)) given.body = body;
  try {
    const isRequest = input instanceof Request;
    const source = isRequest ? new Request(input, given) : given;
    return isRequest && input.url === url.href
      ? (source as Request)
      : new Request(url, source);
  } catch (error) {
    refuseUnsendable("init", error, call);
  }
}

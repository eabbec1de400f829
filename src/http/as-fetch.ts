import {
  check,
  checkObject,
  checkSignal,
  readHeaders,
  refuseUnsendable,
} from "../checks.js";
import type { CallContext } from "../errors.js";
import type { RequestHeaders } from "../options.js";
import type { Settings } from "../settings.js";
import { isStream } from "./bytes.js";
import { lazy } from "./lazy.js";
import type { TransportRequest } from "./request.js";
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

/** Loads what reads the body of a platform request and makes a platform response. */
export const loadPlatform = /* @__PURE__ */ lazy(() => import("./platform.js"));

/** Gives the transport the signature of `fetch`, for addresses of the configured surfaces. */
export function createFetch(
  settings: Settings,
  send: Send,
  name: FetchName = { operation: "fetch" },
): CloudFetch {
  return async (input, init = {}) => {
    // What the caller changes in the arguments later is not sent.
    const { written, ...described } = readArguments(
      settings,
      name,
      input,
      init,
    );
    const { call, options } = described;
    const { signal, timeout = settings.timeout } = options;
    const { readBody, toResponse } = await loadPlatform(
      call.operation,
      signal,
      timeout,
    );
    const body =
      described.body ??
      (await readBody(written, { signal, timeout }, call.operation));
    const request = { ...described, body };
    return toResponse(await send(request), request);
  };
}

/** A request whose body is still to be read from `written`, unless the body is a stream. */
interface DescribedRequest extends TransportRequest {
  readonly written: Request;
}

/** Reads the arguments of `fetch`; an `InputError` names the argument that cannot be sent. */
function readArguments(
  settings: Settings,
  { operation, path }: FetchName,
  input: string | URL | Request,
  init: FetchInit,
): DescribedRequest {
  const { addresses } = settings;
  const call = { operation };
  checkObject("init", init, call);
  const { body, timeout, retries } = init;
  const signal = signalOf(input, init);
  checkSignal(signal, call);
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
    body: isStream(body) ? body : undefined,
    written,
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

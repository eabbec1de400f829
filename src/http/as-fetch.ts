import { checkObject, checkSignal, readHeaders } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { Settings } from "../settings.js";
import type { FetchInit } from "./fetch-init.js";
import { isStream } from "./bytes.js";
import { lazy } from "./lazy.js";
import type { FetchArguments, FetchName } from "./platform.js";
import type { Send } from "./transport.js";

/** The transport with the signature of `fetch`. */
export type CloudFetch = (
  input: string | URL | Request,
  init?: FetchInit,
) => Promise<Response>;

/** Loads what reads a platform request and makes a platform response. */
export const loadPlatform = /* @__PURE__ */ lazy(() => import("./platform.js"));

/**
 * Reads the arguments of a `fetch` at once. What the caller changes in the arguments afterwards is not sent. The function
 * that it returns sends the call, within so many milliseconds.
 */
export type ReadFetch = (
  input: string | URL | Request,
  init: FetchInit,
) => (timeout: number) => Promise<Response>;

/** Gives the transport the signature of `fetch`, for addresses of the configured surfaces. */
export function createFetch(settings: Settings, send: Send): CloudFetch {
  const readFetch = createReadFetch(settings, send, { operation: "fetch" });
  return async (input, init = {}) => {
    const sendRead = readFetch(input, init);
    const { timeout = settings.timeout } = init;
    return sendRead(timeout);
  };
}

/** Creates what reads and sends the calls of a `fetch`, under the name that hooks and errors show. */
export function createReadFetch(
  settings: Settings,
  send: Send,
  name: FetchName,
): ReadFetch {
  const { operation } = name;
  return (input, init) => {
    const call = { operation };
    checkObject("init", init, call);
    const args = readArguments(input, init, call);
    checkSignal(args.signal, call);
    return async (timeout) => {
      const { signal } = args;
      const platform = await loadPlatform(operation, signal, timeout);
      const { sendPlatformRequest } = platform;
      return sendPlatformRequest(settings, send, name, { ...args, timeout });
    };
  };
}

/** Lets the platform serialize headers and body, as its `fetch` does. The signal stays with the transport. */
function readArguments(
  input: string | URL | Request,
  init: FetchInit,
  call: CallContext,
): Omit<FetchArguments, "timeout"> {
  const { method, headers, body, signal, retries } = init;
  const isRequest = input instanceof Request;
  const requestInit: RequestInit = { signal: null };
  if (method !== undefined) requestInit.method = method;
  if (headers !== undefined) requestInit.headers = readHeaders(headers, call);
  if (body !== undefined && !isStream(body)) requestInit.body = body;
  return {
    address: isRequest ? input.url : String(input),
    written: writeRequest(input, requestInit),
    stream: isStream(body) ? body : undefined,
    // As with the platform's `fetch`, `null` replaces the signal of a `Request` by none.
    signal:
      (signal === undefined && isRequest ? input.signal : signal) ?? undefined,
    retries,
    init,
  };
}

function writeRequest(
  input: string | URL | Request,
  init: RequestInit,
): FetchArguments["written"] {
  try {
    return new Request(input, init);
  } catch (error) {
    return { error };
  }
}

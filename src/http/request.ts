import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { checkCallbacks, checkOptions, readHeaders } from "../checks.js";
import type { CallContext } from "../errors.js";
import { VERSION, type CallOptions, type UpdateOptions } from "../options.js";
import type { Settings } from "../settings.js";
import { isStream, type Bytes } from "./bytes.js";
import type { Redact } from "./redact.js";
import { isReadOnly, READ_METHODS } from "./retry.js";

/** Internal controls of one call. They never travel in public options. */
export interface SendControls {
  /** Once the request has left, an abort no longer ends the call: its response must not be lost. */
  readonly finishAfterSend?: boolean;
  /** Awaited before each retry, with the milliseconds that remain of the call. */
  readonly beforeRetry?: (remainingMs: number) => Promise<void>;
  /**
   * Creates the error of a call for which the key function has failed, or has returned no key. By default the call rejects
   * with the error of that function.
   */
  readonly createKeyError?: ((cause: unknown) => Error) | undefined;
  /** Whether the call is a poll of a wait. */
  readonly isPoll?: boolean;
  /**
   * For a submit: reads the id of the job from the body of any response, as JSON, or as text where JSON breaks off. A
   * failure with an `id`, even one that is no id of a job, counts as carried out, so the call is not sent again.
   */
  readonly readJobId?: (body: unknown) => string | undefined;
  /** Appended to the message of an error if the call may have been carried out and no response has named its job. */
  readonly lostNote?: string;
  /**
   * Awaited as the last step before each attempt: `fetch` is called as soon as the promise resolves, even if the signal
   * has aborted meanwhile. Only for calls with `finishAfterSend`. A rejection stops the call, which rejects with the
   * same reason.
   */
  readonly beforeSend?: () => Promise<void>;
  /** Awaited after each attempt for which `beforeSend` has resolved. A rejection ends the call with the same reason. */
  readonly afterSend?: (ended: AttemptEnd) => Promise<void>;
}

/** How one attempt ended. */
export interface AttemptEnd {
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** Whether the service may have carried this attempt out. */
  readonly maybeSent: boolean;
  /** What `readJobId` has found in the response, or in the beginning of a response that broke off. */
  readonly jobId: string | undefined;
  /** The time of the service by the `Date` header of its response, in milliseconds since 1970; NaN if there is none. */
  readonly serviceTime: number;
}

/** The call that a request belongs to, as hooks and errors name it. */
export interface CallInfo {
  readonly surface: SurfaceName;
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  /** What is probably wrong with the configured address; empty when the address seems right. */
  readonly hint: string;
}

/** The options of a call, whose headers have been read. */
export interface SendOptions extends Omit<CallOptions, "headers"> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The options of a call. `updateMethod` is read before the options of an update arrive here. */
export const CALL_OPTIONS: OptionNames<UpdateOptions> = {
  signal: true,
  timeout: true,
  retries: true,
  headers: true,
  onFinalResponse: true,
  updateMethod: true,
};

/** Reads the options of a call at once: what the caller changes in them afterwards is not sent. */
export function readCallOptions(
  options: CallOptions = {},
  call: CallContext,
): SendOptions {
  checkOptions(options, call);
  checkOptionNames(options, CALL_OPTIONS, call);
  const { signal, timeout, retries, onFinalResponse } = options;
  checkCallbacks({ onFinalResponse }, call);
  const headers = readHeaders(options.headers, call);
  return { signal, timeout, retries, headers, onFinalResponse };
}

/** One request that the transport can send as often as the retry policy allows. */
export interface TransportRequest {
  readonly call: CallInfo;
  readonly method: string;
  /** The whole address, without the key. */
  readonly url: string;
  /** A stream can be read once: it is sent in one attempt only. */
  readonly body?: string | Bytes | ReadableStream | undefined;
  /** Whether the body is a GraphQL query, which only reads. */
  readonly isQuery?: boolean;
  /**
   * The form in which the response holds the body of a success: as text, as bytes, or unread as a stream.
   * @default "text"
   */
  readonly responseAs?: "text" | "bytes" | "stream";
  /** Reads what a GraphQL document is sent with: its variables, and the literals within it. */
  readonly readVariables?: () => unknown;
  readonly options: SendOptions;
  readonly controls?: SendControls;
}

/** A request that was sent, and what its keys are redacted with: both decide what an error may show of a text. */
export interface SentRequest {
  readonly request: TransportRequest;
  /** The headers that are sent with every request of the client. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** Redacts every key of the call, and every key that the client remembers. */
  readonly redact: Redact;
}

/** Writes the address and the `init` for `fetch`. This is the only function that puts the key into a request. */
export function writeRequest(
  settings: Settings,
  request: TransportRequest,
  key: string,
  signal: AbortSignal,
): [url: string, init: RequestInit] {
  const { method, url, body, call, options } = request;
  const headers: Record<string, string> = { ...DEFAULT_HEADERS };
  // The transport follows redirects itself: the key must not travel to another origin.
  const init: RequestInit = { method, headers, signal, redirect: "manual" };
  if (typeof body === "string") headers["content-type"] = "application/json";
  if (body !== undefined) init.body = body;
  // `fetch` requires `duplex` for a stream, but the types of the DOM lack this member.
  if (isStream(body)) Object.assign(init, { duplex: "half" });
  // A header of the call replaces the client's.
  Object.assign(headers, settings.headers, options.headers);
  if (!isReadOnly(request, settings.headers)) preventRuntimeRetry(init);
  if (call.surface === "graphql") {
    const separator = url.includes("?") ? "&" : "?";
    return [`${url}${separator}api_key=${encodeURIComponent(key)}`, init];
  }
  headers["authorization"] = `Bearer ${key}`;
  return [url, init];
}

/**
 * Prevents a runtime from resending a request by itself when a reused connection breaks. Deno resends every body that
 * it can replay: a Blob cannot be replayed, and a GET cannot have a body. Bun resends a DELETE or a GET, unless the
 * request has a connection of its own.
 */
function preventRuntimeRetry(init: RequestInit): void {
  const isGet = READ_METHODS.includes(init.method ?? "");
  if ("Deno" in globalThis && !isGet && !isStream(init.body))
    init.body = new Blob([(init.body as BlobPart | undefined) ?? ""]);
  if ("Bun" in globalThis && (isGet || init.method === "DELETE"))
    init.keepalive = false;
}

/** Browsers send a user agent of their own; one more header would also need the permission of a CORS preflight. */
const isBrowser = "document" in globalThis || "importScripts" in globalThis;

const DEFAULT_HEADERS: Readonly<Record<string, string>> = isBrowser
  ? { accept: "application/json" }
  : {
      accept: "application/json",
      "user-agent": `cloud-compute-sdk/${VERSION}`,
    };

import { checkKey, hasMethods } from "../checks.js";
import { parseJson } from "../json.js";
import { VERSION } from "../options.js";
import {
  BodyReader,
  decode,
  discard,
  isStream,
  MAX_FAILURE_BYTES,
  maxBodyBytes,
  type Bytes,
} from "./body.js";
import type {
  CallInfo,
  RequestContext,
  TransportRequest,
} from "./request-context.js";
import { maybeSent } from "./maybe-sent.js";
import { neverSent } from "./network-failure.js";
import { askedPause, READ_METHODS } from "./retry.js";
import { platformFetch, type Settings } from "./settings.js";
import { EXPIRED, withTimeout } from "./timeout.js";

/** An attempt that ended with a response. */
export interface Received {
  readonly response: Response;
  readonly status: number;
  /** The body as it came; undefined if it is left unread. */
  readonly content: Bytes | undefined;
  /** Whether `content` is the whole body. */
  readonly isWhole: boolean;
  /** How many milliseconds the service asks to wait, by Retry-After or by an empty window of RateLimit. */
  readonly pauseMs: number | undefined;
  /** Whether the service may have carried out this attempt. */
  readonly maybeSent: boolean;
  readonly lacksKey?: undefined;
}

/** An attempt that ended without a response. */
export interface NetworkFailure {
  readonly response?: undefined;
  readonly status?: undefined;
  /** `EXPIRED`, or what `fetch` rejected with. */
  readonly cause?: unknown;
  /** The status of a response that broke off in its body. */
  readonly brokenStatus?: number | undefined;
  /** The part of the body of that response that has come. */
  readonly content?: Bytes;
  /** False when not one byte of the request left: connection refused, name not found, TLS failed. */
  readonly maybeSent: boolean;
  /** Whether the key function gave no key in time. */
  readonly lacksKey?: boolean;
  /** Whether the option `fetch` resolved with something else than a response. */
  readonly isNoResponse?: boolean;
}

/** How one attempt ended. */
export type AttemptResult = Received | NetworkFailure;

/** What the transport has decided for one attempt. */
interface AttemptRules {
  /** 1 for the first attempt. */
  readonly number: number;
  readonly timeoutMs: number;
  /** Whether the request only reads. */
  readonly isRead: boolean;
}

/** Longest wait for the body of a failure: its status already says what matters. */
const FAILURE_TIMEOUT_MS = 5000;

/**
 * Sends a request once and resolves with the response, or with the reason why there is none, within `timeoutMs`.
 * Rejects only with errors that are not of the network: the reason of an abort, the error of a key function, the
 * `InputError` for a key that no header can carry, or the error of `controls.before`.
 */
export async function attempt(
  settings: Settings,
  request: TransportRequest,
  context: RequestContext,
  { number, timeoutMs, isRead }: AttemptRules,
): Promise<AttemptResult> {
  const { call, controls = {} } = context;
  const endsAt = performance.now() + timeoutMs;
  let { signal } = context.options;
  let isSent = false;
  let response: Response | undefined;
  const body = new BodyReader();
  try {
    const { apiKey } = settings;
    const key =
      typeof apiKey === "string"
        ? apiKey
        : await withTimeout(timeoutMs, signal, async () => apiKey());
    checkKey(key, call);
    settings.keys.learn(key);
    // The option `fetch` looks after its own connections.
    if (!isRead && settings.fetch === platformFetch)
      await noticeClosedConnections();
    signal?.throwIfAborted();
    await controls.before?.(number, endsAt - performance.now());
    // What was awaited may have used up the time.
    if (performance.now() >= endsAt)
      return { cause: EXPIRED, maybeSent: false };
    isSent = true;
    if (controls.submit?.finishesOnceSent) signal = undefined;
    const remainingMs = endsAt - performance.now();
    return await withTimeout(remainingMs, signal, async (ownSignal) => {
      const own = ownSignal();
      const [url, init] = writeRequest(settings, request, context, key, own);
      if (!isRead) preventPlatformRetry(init, settings.fetch);
      // A request that may change something is sent to one address only.
      const isFollowed = isRead && init.method === "GET";
      const received = await followRedirects(
        settings.fetch,
        url,
        init,
        isFollowed ? MAX_REDIRECTS : 0,
      );
      if (!isResponse(received)) return { maybeSent: true, isNoResponse: true };
      response = received;
      const { ok, body: stream } = received;
      // The call reads a stream itself. A body that is no stream of the platform can be read as a whole only.
      if (ok && context.isStreamed && (stream === null || isStream(stream)))
        return toReceived(received, call, isRead, undefined, true);
      const isWhole = ok
        ? await body.read(received, maxBodyBytes(call.surface, call.route))
        : await readFailure(received, body, own);
      return toReceived(received, call, isRead, body.bytes, isWhole);
    });
  } catch (error) {
    body.release();
    signal?.throwIfAborted();
    if (!isSent && error !== EXPIRED) throw error;
    const content = body.bytes;
    // The status of a failure says what matters, however little of its body came in time.
    if (response && !response.ok)
      return toReceived(response, call, isRead, content, false);
    // A response that has begun proves that the request was sent.
    const mayHaveLeft =
      error === EXPIRED ? isSent : response !== undefined || !neverSent(error);
    return {
      brokenStatus: response?.status,
      content,
      cause: error,
      maybeSent: mayHaveLeft,
      lacksKey: !isSent,
    };
  }
}

/** A longer chain of redirects is not followed to its end. */
const MAX_REDIRECTS = 5;

/** Calls `fetch`. Follows up to `remaining` redirects within the origin of `url`. */
async function followRedirects(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  remaining: number,
): Promise<Response> {
  const response = await fetch(url, init);
  const target = remaining > 0 ? redirectTarget(response, url) : undefined;
  if (target === undefined) return response;
  discard(response.body);
  init.signal?.throwIfAborted();
  return followRedirects(fetch, target, init, remaining - 1);
}

/** Whether a status leads to another address. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** The address that a redirect leads to; undefined when it leaves the origin, or the response is no redirect. */
function redirectTarget(response: Response, from: string): string | undefined {
  // A custom `fetch` may resolve with anything.
  const { status, headers } = Object(response) as Partial<Response>;
  if (status === undefined || !isRedirect(status)) return undefined;
  const location = headers?.get("location");
  if (!location || !URL.canParse(location, from)) return undefined;
  const { href } = new URL(location, from);
  return href.startsWith(new URL("/", from).href) ? href : undefined;
}

/**
 * Whether what `fetch` resolved with is a response. The function may be the caller's own: that of a test often returns
 * nothing. Without this check, the error would say that the connection was lost.
 */
export function isResponse(value: unknown): boolean {
  const { headers } = Object(value) as { readonly headers?: unknown };
  return hasMethods(headers, ["get"]);
}

/** Reads the body of a failure, which is cut where it is long, slow or broken. Resolves with whether it is whole. */
async function readFailure(
  response: Response,
  body: BodyReader,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await withTimeout(FAILURE_TIMEOUT_MS, signal, () =>
      body.read(response, MAX_FAILURE_BYTES),
    );
  } catch (reason) {
    if (signal.aborted) throw reason;
    body.release();
    return false;
  }
}

/** Describes a response, with what has come of its body, if that is read. */
function toReceived(
  response: Response,
  { surface }: CallInfo,
  isRead: boolean,
  content: Bytes | undefined,
  isWhole: boolean,
): Received {
  const { status, headers, ok } = response;
  // Of the successes, only those of GraphQL may be refusals, which are short.
  const mayRefuse = !ok || surface === "graphql";
  const text = mayRefuse && content ? decode(content, MAX_FAILURE_BYTES) : "";
  const isCut = (content?.length ?? 0) > MAX_FAILURE_BYTES;
  return {
    response,
    status,
    content,
    isWhole,
    pauseMs: ok ? undefined : askedPause(headers),
    maybeSent: maybeSent({
      surface,
      isRead,
      status,
      text,
      isWhole: isWhole && !isCut,
    }),
  };
}

/** The body of a response as JSON, whatever its content type; the text if it is no whole JSON. */
export function bodyOf({
  content,
  response,
}: Pick<AttemptResult, "content" | "response">): unknown {
  if (!content) return undefined;
  // What broke off, or is no success, is searched for an id only, which is among the first members.
  const text = decode(content, response?.ok ? Infinity : MAX_FAILURE_BYTES);
  const parsed = parseJson(text);
  return parsed === undefined ? text : parsed;
}

/** Writes the address and the `init` for `fetch`. This is the only function that puts the key into a request. */
function writeRequest(
  settings: Settings,
  request: TransportRequest,
  context: RequestContext,
  key: string,
  signal: AbortSignal,
): [url: string, init: RequestInit] {
  const { method, url, body } = request;
  const headers: Record<string, string> = {
    ...DEFAULT_HEADERS,
    ...settings.headers,
    ...request.headers,
    ...context.options.headers,
  };
  // The transport follows redirects itself: the key must not travel to another origin.
  const init: RequestInit = { method, headers, signal, redirect: "manual" };
  if (body !== undefined) init.body = body;
  // `fetch` requires `duplex` for a stream, but the types of the DOM lack this member.
  if (isStream(body)) Object.assign(init, { duplex: "half" });
  const isInQuery = settings.graphqlKey === "query";
  if (context.call.surface === "graphql" && isInQuery) {
    const separator = url.includes("?") ? "&" : "?";
    return [`${url}${separator}api_key=${encodeURIComponent(key)}`, init];
  }
  headers["authorization"] = `Bearer ${key}`;
  return [url, init];
}

/** Browsers send a user agent of their own; one more header would also need the permission of a CORS preflight. */
const isBrowser = "document" in globalThis || "importScripts" in globalThis;

const DEFAULT_HEADERS: Readonly<Record<string, string>> = isBrowser
  ? { accept: "application/json" }
  : {
      accept: "application/json",
      "user-agent": `cloud-compute-sdk/${VERSION}`,
    };

/**
 * Prevents a platform from resending a request by itself. When a reused connection breaks, Deno resends every body that
 * it can replay: a Blob cannot be replayed, and a GET cannot have a body. Bun resends a DELETE or a GET, unless the
 * request has a connection of its own. Node resends every body after 421, except a stream.
 */
function preventPlatformRetry(
  init: RequestInit,
  fetch: typeof globalThis.fetch,
): void {
  const isGet = READ_METHODS.includes(init.method ?? "");
  // A function that has taken the place of Node's own may expect text.
  const isNodeFetch = fetch === platformFetch && globalThis.fetch === nodeFetch;
  if (isNodeFetch && !isGet) streamBody(init);
  if ("Deno" in globalThis && !isGet && !isStream(init.body))
    init.body = new Blob([(init.body as BlobPart | undefined) ?? ""]);
  if ("Bun" in globalThis && (isGet || init.method === "DELETE"))
    init.keepalive = false;
}

/** Node's own `fetch`; undefined on every other platform. */
const nodeFetch =
  "process" in globalThis &&
  !(
    "Deno" in globalThis ||
    "Bun" in globalThis ||
    "WebSocketPair" in globalThis
  )
    ? globalThis.fetch
    : undefined;

/** Makes a stream of a body that is text or bytes, or of no body. Its length is known, so that the request has the same headers. */
function streamBody(init: RequestInit): void {
  const { body, headers } = init;
  if (isStream(body)) return;
  // A body is text, bytes or a stream.
  const isBytes = body instanceof Uint8Array;
  const bytes = isBytes ? body : new TextEncoder().encode(body as string);
  const stream = new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
  const length = { "content-length": String(bytes.length) };
  Object.assign(init, {
    body: stream,
    duplex: "half",
    headers: { ...(headers as Record<string, string>), ...length },
  });
}

/** Taken from the platform at once: a test may replace it later. Browsers have no such function. */
const { setImmediate: nextTurn } = globalThis as {
  readonly setImmediate?: (act: () => void) => unknown;
};

/**
 * Lets the platform notice which of the connections that it keeps the other side has closed. While a program computes, its
 * event loop stands still, and the platform does not hear of such a close. A request that is written to a closed connection
 * ends without a response, and nobody knows whether it was carried out. The first turn of the event loop reads the end of a
 * connection, and the second one removes the connection. Without `setImmediate`, this does nothing.
 */
async function noticeClosedConnections(): Promise<void> {
  if (!nextTurn) return;
  for (let turn = 0; turn < 2; turn++)
    await new Promise<void>((resolve) => {
      nextTurn(resolve);
    });
}

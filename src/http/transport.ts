import {
  attempt,
  bodyOf,
  type AttemptResult,
  type Received,
} from "./attempt.js";
import {
  decode,
  isStream,
  MAX_FAILURE_BYTES,
  maxBodyBytes,
  type Bytes,
} from "./body.js";
import { failureError, responseError, type Limit } from "./call-errors.js";
import { CallReporter } from "./hooks.js";
import { createRedact, redactHeaders, type Redact } from "./redact.js";
import type {
  AttemptEnd,
  TransportRequest,
  RequestContext,
  ResponseMetadata,
  ServiceResponse,
} from "./request-context.js";
import { isReadRequest, mayRetry, retryDelay } from "./retry.js";
import type { Settings } from "./settings.js";
import { abortableStream } from "./streams.js";
import { sleep } from "./timeout.js";
import { isLoopback, readJobPath } from "./url.js";

/**
 * The one way to the service: adds the key, makes the attempts and the pauses between them within the deadline, and calls
 * the hooks. Resolves with the service's last response, whatever its status. Rejects with a `ConnectionError` when there
 * is no response, with a `TimeoutError` when there is none in time, with a `ResponseError` when a success is longer than
 * the client reads, and with the signal's own reason after an abort.
 */
export type Transport = (
  request: TransportRequest,
  context: RequestContext,
) => Promise<TransportResult>;

/** What the transport resolves with. Tracing reads the status. */
interface TransportResult extends ServiceResponse {
  readonly status: number;
}

/** Creates the transport of a client. */
export function createTransport(settings: Settings): Transport {
  const transport: Transport = (request, context) =>
    sendWithRetries(settings, request, context);
  return settings.tracing?.wrapTransport(transport) ?? transport;
}

async function sendWithRetries(
  settings: Settings,
  request: TransportRequest,
  context: RequestContext,
): Promise<TransportResult> {
  const { call, options, controls = {} } = context;
  const {
    signal,
    timeout = settings.timeout,
    retries = settings.retries,
  } = options;
  signal?.throwIfAborted();
  const isRead = isReadRequest(request, context);
  const maxRetries = isStream(request.body) ? 0 : retries;
  // Each attempt of a read that has retries gets a timeout of its own.
  const isLimited = isRead && maxRetries > 0 && !context.hasLongAttempts;
  const attemptTimeout = isLimited ? settings.attemptTimeout : Infinity;
  const deadline = performance.now() + timeout;
  const isObserved = settings.observers.areAny || options.onFinalResponse;
  const reporter = isObserved
    ? new CallReporter(settings, request, context)
    : undefined;
  let maybeSent = false;
  for (let number = 1; ; number++) {
    const begun = performance.now();
    const remainingMs = deadline - begun;
    reporter?.reportRequest(number);
    const result = await attempt(settings, request, context, {
      number,
      timeoutMs: Math.min(attemptTimeout, remainingMs),
      isRead,
    }).catch((reason: unknown) => {
      // An abort, or a key function that has failed: there is no response.
      reporter?.reportResponse(number, {}, performance.now() - begun);
      reporter?.reportEnd();
      throw reason;
    });
    const durationMs = performance.now() - begun;
    reporter?.reportResponse(number, result, durationMs);
    if (!result.lacksKey) await controls.after?.(toAttemptEnd(result));
    // A call may have been carried out once any of its attempts may have been.
    maybeSent ||= result.maybeSent;
    const delayMs = delayBeforeRetry(isRead, result, number, maxRetries);
    // A write that the deadline cuts off may still be carried out. So a write is retried only if the remaining time
    // is at least the duration of the last attempt.
    const neededMs = isRead ? 0 : durationMs;
    if (performance.now() + delayMs + neededMs < deadline) {
      reporter?.reportRetry(delayMs);
      const { status } = result;
      settings.tracing?.onRetry({ attempt: number, status, delayMs }, context);
      await sleep(delayMs, signal);
      // The pause may have used up the time.
      if (performance.now() < deadline) continue;
    }
    reporter?.reportEnd();
    const redact = createRedact(settings.keys.redact, request);
    if (!result.response) {
      const isOwnTimeout = attemptTimeout < remainingMs;
      const limit: Limit = isOwnTimeout
        ? { option: "attemptTimeout", milliseconds: attemptTimeout }
        : { option: "timeout", milliseconds: timeout };
      throw failureError(request, context, result, maybeSent, limit, redact);
    }
    const address = settings.addresses[call.surface];
    const metadata = { context, maybeSent, address, redact };
    const response = createResponse(result, metadata);
    reporter?.reportFinalResponse(response, number, redact);
    const { status } = response;
    if (result.response.ok && !result.isWhole)
      throw await responseError({ response, metadata }, call, tooLong(context));
    passToDriftWatcher(settings, request, result, metadata);
    return { status, response, metadata };
  }
}

function passToDriftWatcher(
  { drift, warn, addresses }: Settings,
  { url }: TransportRequest,
  result: Received,
  { context: { call }, redact }: ResponseMetadata,
): void {
  if (!drift) return;
  const { surface, operation, route } = call;
  const { slug } = readJobPath(call, url, addresses.jobs);
  const { status, content } = result;
  const isEmpty = content?.length === 0;
  const value = bodyOf(result);
  const named = { surface, operation, route, slug };
  drift({ ...named, status, value, isEmpty, redact, warn });
}

function toAttemptEnd(result: AttemptResult): AttemptEnd {
  const { status, maybeSent, response } = result;
  const date = response?.headers.get("date") ?? "";
  return {
    status,
    maybeSent,
    serviceTime: Date.parse(date),
    get body() {
      return bodyOf(result);
    },
  };
}

/** The pause before the next attempt in milliseconds; infinite when there must be none. */
function delayBeforeRetry(
  isRead: boolean,
  result: AttemptResult,
  attempts: number,
  maxRetries: number,
): number {
  if (attempts > maxRetries || !mayRetry(isRead, result)) return Infinity;
  const pauseMs = result.response ? result.pauseMs : undefined;
  return retryDelay(attempts, pauseMs, Math.random());
}

function tooLong({ call }: RequestContext): string {
  const maxBytes = maxBodyBytes(call.surface, call.route);
  return `a body larger than ${maxBytes / 2 ** 20} MiB`;
}

/** The header in which a service for tests, whose clock does not follow the wall clock, says its time. */
export const VIRTUAL_TIME = "x-virtual-time";

/** Headers that describe a body as it was on the wire. */
const WIRE_HEADERS = [
  "content-encoding",
  "transfer-encoding",
  "content-length",
];

/**
 * Makes the response to a call: a `Response` whose body has been read in time and within a bound, unless the call asked
 * for a stream. A body that has been read can be read any number of times. Secrets are redacted in the headers and the
 * body of a failure.
 */
function createResponse(
  { response, content }: Received,
  metadata: ResponseMetadata,
): Response {
  const { status, statusText, ok, body } = response;
  const { redact } = metadata;
  // The platform makes no response with a status such as 0, by which a browser hides a redirect.
  const isPossible = status >= 200 && status < 600;
  const init = {
    status: isPossible ? status : 502,
    statusText,
    headers: headersOf(response, redact),
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

/**
 * The headers of a response, without those that describe its body as it was on the wire if `fetch` has unpacked the body, or
 * secrets in it were redacted. Who believes a virtual time ignores the clock of this machine, so the time of another machine
 * is left out.
 */
function headersOf({ ok, headers, url }: Response, redact: Redact): Headers {
  // A `fetch` of the caller may make responses without a URL.
  const isForeignTime =
    headers.has(VIRTUAL_TIME) && url !== "" && !isLoopback(new URL(url));
  if (ok && !headers.has("content-encoding") && !isForeignTime) return headers;
  const copy = ok ? new Headers(headers) : redactHeaders(headers, redact);
  for (const name of WIRE_HEADERS) copy.delete(name);
  if (isForeignTime) copy.delete(VIRTUAL_TIME);
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

import { checkMilliseconds, checkWhole } from "../checks.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import { parseJson } from "../json.js";
import { createResponse } from "./response.js";
import {
  attempt,
  type AttemptResult,
  type NetworkFailure,
  type Received,
} from "./attempt.js";
import { decode, isStream, MAX_FAILURE_BYTES, maxBodyBytes } from "./body.js";
import type {
  AttemptEnd,
  TransportRequest,
  RequestContext,
  ResponseMetadata,
  ServiceResponse,
} from "./request-context.js";
import { describeDoubt, LOST_JOB } from "./doubt.js";
import { CallReporter } from "./hooks.js";
import { connectReason, isUnreadable } from "./network-failure.js";
import { createRedact, redactCause, type Redact } from "./redact.js";
import { responseError } from "./response-error.js";
import { isReadRequest, mayRetry, retryDelay } from "./retry.js";
import type { Settings } from "./settings.js";
import { EXPIRED, showLimit, sleep } from "./timeout.js";
import { readJobPath } from "./url.js";

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
    send(settings, request, context);
  return settings.tracing?.wrapTransport(transport) ?? transport;
}

async function send(
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
  checkMilliseconds("timeout", timeout, call);
  checkWhole("retries", retries, 0, call);
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
    const { hint } = settings.addresses[call.surface];
    const metadata = { context, attempts: number, maybeSent, hint, redact };
    const response = createResponse(result, metadata);
    reporter?.reportFinalResponse(response, metadata);
    const { status } = response;
    if (result.response.ok && !result.isWhole)
      throw await responseError({ response, metadata }, call, tooLong(context));
    passToDriftWatcher(settings, request, result, metadata);
    return { status, response, metadata };
  }
}

function passToDriftWatcher(
  { drift, warn }: Settings,
  { url }: TransportRequest,
  result: Received,
  { context: { call }, redact }: ResponseMetadata,
): void {
  if (!drift) return;
  const { surface, operation, route } = call;
  const { slug } = readJobPath(call, url);
  const { status, content } = result;
  const isEmpty = content?.length === 0;
  const value = bodyOf(result);
  const named = { surface, operation, route, slug };
  drift({ ...named, status, value, isEmpty, redact, warn });
}

/** The body of a response as JSON, whatever its content type; the text if it is no whole JSON. */
function bodyOf({ content, response }: AttemptResult): unknown {
  if (!content) return undefined;
  // What broke off, or is no success, is searched for an id only, which is among the first members.
  const text = decode(content, response?.ok ? Infinity : MAX_FAILURE_BYTES);
  const parsed = parseJson(text);
  return parsed === undefined ? text : parsed;
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

/** The option that bounds an attempt. */
interface Limit {
  readonly option: "timeout" | "attemptTimeout";
  readonly milliseconds: number;
}

/** The error after a last attempt without a response, which a time-out may have ended at `limit`. */
function failureError(
  request: TransportRequest,
  { call, controls, isQuery }: RequestContext,
  failure: NetworkFailure,
  maybeSent: boolean,
  { option, milliseconds }: Limit,
  redact: Redact,
): Error {
  const { cause, brokenStatus } = failure;
  const { operation, route } = call;
  const context = { operation, route, maybeSent };
  const jobId = controls?.submit?.readJobId(bodyOf(failure));
  const isLost = maybeSent && controls?.submit && jobId === undefined;
  const isDoubtful = maybeSent && !controls?.submit;
  const doubt = isDoubtful ? describeDoubt(call, isQuery) : "";
  const note = isLost ? LOST_JOB : doubt;
  if (cause === EXPIRED) {
    const message = `${route} ${describeDelay(failure)} (${option}: ${showLimit(milliseconds)})${note}`;
    return new TimeoutError(message, milliseconds, context);
  }
  const message = `${route}: ${describe(failure, request)}${note}`;
  const shownCause = redactCause(cause, redact);
  return new ConnectionError(
    message,
    { ...context, cause: shownCause },
    brokenStatus,
  );
}

function describeDelay({ maybeSent, lacksKey }: NetworkFailure): string {
  if (lacksKey) return "was not sent: apiKey gave no key in time";
  return maybeSent ? "had no response in time" : "was not sent in time";
}

function describe(
  { maybeSent, brokenStatus, isNoResponse, cause }: NetworkFailure,
  { url }: TransportRequest,
): string {
  if (isNoResponse) return "the option `fetch` resolved with no Response";
  const { host } = new URL(url);
  if (!maybeSent) {
    const reason = connectReason(cause);
    return `no connection to ${host} could be made${reason && `: ${reason}`}`;
  }
  if (brokenStatus !== undefined)
    return `the response with status ${brokenStatus} broke off`;
  return isUnreadable(cause)
    ? `what answered at ${host} is not HTTP: is the address right, or does a proxy answer?`
    : "the connection was lost before a response came";
}

import { checkMilliseconds, checkWhole } from "../checks.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import type { Settings } from "../settings.js";
import { attempt, type NetworkFailure } from "./attempt.js";
import { isStream } from "./bytes.js";
import type { CallReporter } from "./events.js";
import { lazy } from "./lazy.js";
import { namesId } from "./named-id.js";
import { parse } from "./redact.js";
import type { AttemptEnd, TransportRequest } from "./request.js";
import { LightResponse } from "./light-response.js";
import { isReadOnly, mayRetry, retryDelay } from "./retry.js";
import { EXPIRED, showLimit, sleep } from "./timeout.js";

/**
 * Sends a request and resolves with the service's last response, whatever its status. Rejects with a `ConnectionError`
 * when there is no response, with a `TimeoutError` when there is none in time, and with the signal's own reason after an
 * abort.
 */
export type Send = (request: TransportRequest) => Promise<LightResponse>;

/** The transport: attempts, the pauses between them, and the deadline over both. */
export function createSend(settings: Settings): Send {
  const send = createUntracedSend(settings);
  return settings.tracing?.wrapSend(send) ?? send;
}

function createUntracedSend(settings: Settings): Send {
  const isObserved = hasObservers(settings);
  return async (request) => {
    const { call, options, controls = {} } = request;
    const {
      signal,
      timeout = settings.timeout,
      retries = settings.retries,
    } = options;
    checkMilliseconds("timeout", timeout, call);
    checkWhole("retries", retries, 0, call);
    signal?.throwIfAborted();
    const safe = isReadOnly(request, settings.headers);
    const maxRetries = isStream(request.body) ? 0 : retries;
    // Each attempt of a safe call that has retries gets a timeout of its own.
    const attemptTimeout =
      safe && maxRetries > 0 ? settings.attemptTimeout : Infinity;
    const deadline = performance.now() + timeout;
    const reporter =
      isObserved || options.onFinalResponse
        ? await createReporter(settings, request, timeout)
        : undefined;
    let maybeSent = false;
    const callKeys = new Set<string>();
    for (let number = 1; ; number++) {
      const begun = performance.now();
      const remainingMs = deadline - begun;
      reporter?.reportRequest(number);
      const ended = await attempt(
        settings,
        request,
        Math.min(attemptTimeout, remainingMs),
        callKeys,
      );
      const durationMs = performance.now() - begun;
      reporter?.reportResponse(number, { ended, durationMs });
      const submitted = controls.readJobId ? bodyOf(ended) : undefined;
      const jobId = controls.readJobId?.(submitted);
      // Also if the id is none that a handle could use.
      if (namesId(submitted) && !isSuccess(ended)) ended.maybeSent = true;
      if (controls.afterSend)
        await controls.afterSend(toAttemptEnd(ended, jobId));
      // A call may have been carried out once any of its attempts may have been.
      maybeSent ||= ended.maybeSent;
      const delayMs = delayBeforeRetry(safe, ended, number, maxRetries);
      // A write that the deadline cuts off may still be carried out. So a write is retried only if the remaining time
      // is at least the duration of the last attempt.
      const neededMs = safe ? 0 : durationMs;
      if (performance.now() + delayMs + neededMs < deadline) {
        reporter?.reportRetry(number, { ended, durationMs }, delayMs);
        const { status } = ended;
        settings.tracing?.onRetry(
          { attempt: number, status, delayMs },
          request,
        );
        await sleep(delayMs, signal);
        await controls.beforeRetry?.(deadline - performance.now());
        // The pause or `beforeRetry` may have used up the time.
        if (performance.now() < deadline) continue;
      }
      if (!(ended instanceof LightResponse)) {
        const isOwnTimeout = attemptTimeout < remainingMs;
        const limit: Limit = isOwnTimeout
          ? { option: "attemptTimeout", milliseconds: attemptTimeout }
          : { option: "timeout", milliseconds: timeout };
        const isLost = maybeSent && jobId === undefined;
        const note = isLost ? controls.lostNote : "";
        throw failureError(request, ended, maybeSent, limit, note);
      }
      ended.maybeSent = maybeSent;
      reporter?.reportFinalResponse(number, ended, options);
      return ended;
    }
  };
}

/** What reports the calls of a client. A client without hooks and logs never loads this. */
export const loadEvents = /* @__PURE__ */ lazy(() => import("./events.js"));

/** Whether a hook or a log of the client receives its calls. */
function hasObservers({ observers }: Settings): boolean {
  const { onRequest, onResponse, onRetry, logLevel } = observers;
  const hasHook = onRequest ?? onResponse ?? onRetry;
  return hasHook !== undefined || !["off", "warn"].includes(logLevel);
}

async function createReporter(
  settings: Settings,
  request: TransportRequest,
  timeoutMs: number,
): Promise<CallReporter> {
  const { call, options } = request;
  const parts = await loadEvents(call.operation, options.signal, timeoutMs);
  return parts.createReporter(settings, request);
}

function isSuccess(ended: LightResponse | NetworkFailure): boolean {
  return ended instanceof LightResponse && ended.ok;
}

/**
 * The body of a response as JSON, whatever its content type, with every key as it came; the text if it is no whole JSON.
 * For a response that broke off, or is too long, the part of its body that arrived.
 */
function bodyOf(ended: LightResponse | NetworkFailure): unknown {
  const { received } = ended;
  if (ended instanceof LightResponse && ended.ok && ended.parsed.isJson)
    return ended.parsed.value;
  return parse(received) ?? received;
}

function toAttemptEnd(
  ended: LightResponse | NetworkFailure,
  jobId: string | undefined,
): AttemptEnd {
  const { status, maybeSent } = ended;
  const date =
    ended instanceof LightResponse ? ended.headers.get("date") : null;
  return { status, maybeSent, jobId, serviceTime: Date.parse(date ?? "") };
}

/** The pause before the next attempt in milliseconds; infinite when there must be none. */
function delayBeforeRetry(
  safe: boolean,
  ended: LightResponse | NetworkFailure,
  attempts: number,
  maxRetries: number,
): number {
  if (attempts > maxRetries || !mayRetry(safe, ended)) return Infinity;
  const retryAfterMs =
    ended instanceof LightResponse ? ended.retryAfterMs : undefined;
  return retryDelay(attempts, retryAfterMs, Math.random());
}

/** The option that bounds an attempt. */
interface Limit {
  readonly option: "timeout" | "attemptTimeout";
  readonly milliseconds: number;
}

/** The error after a last attempt without a response, which a time-out may have ended at `limit`. */
function failureError(
  request: TransportRequest,
  failure: NetworkFailure,
  maybeSent: boolean,
  { option, milliseconds }: Limit,
  note = "",
): Error {
  const { cause, brokenStatus } = failure;
  const { operation, route } = request.call;
  const call = { operation, route, maybeSent };
  if (cause === EXPIRED) {
    const message = `${route} ${describeDelay(failure)} (${option}: ${showLimit(milliseconds)})${note}`;
    return new TimeoutError(message, milliseconds, call);
  }
  const message = `${route}: ${describe(failure, request)}${note}`;
  return new ConnectionError(message, { ...call, cause }, brokenStatus);
}

function describeDelay({ maybeSent, lacksKey }: NetworkFailure): string {
  if (lacksKey) return "was not sent: apiKey gave no key in time";
  return maybeSent ? "had no response in time" : "was not sent in time";
}

function describe(
  { maybeSent, brokenStatus, isNoResponse }: NetworkFailure,
  { url }: TransportRequest,
): string {
  if (isNoResponse) return "the option `fetch` resolved with no Response";
  if (!maybeSent) return `no connection to ${new URL(url).host} could be made`;
  if (brokenStatus !== undefined)
    return `the response with status ${brokenStatus} broke off`;
  return "the connection was lost before a response came";
}

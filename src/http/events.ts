import type { CallOptions, RequestEvent, ResponseEvent } from "../options.js";
import { isolate, type Settings } from "../settings.js";
import type { NetworkFailure } from "./attempt.js";
import { LightResponse } from "./light-response.js";
import { redactHeaders } from "./redact.js";
import type { TransportRequest } from "./request.js";
import { readFilledPath } from "./url.js";

/** Distinguishes the calls of this process from those of others. */
const processId = Math.random().toString(36).slice(2, 8);
let calls = 0;

/** Reports the attempts of one call to the hooks of its client. A call that no hook listens to is never described. */
export class CallReporter {
  readonly #settings: Settings;
  readonly #request: TransportRequest;
  #described: Omit<RequestEvent, "attempt"> | undefined;

  constructor(settings: Settings, request: TransportRequest) {
    this.#settings = settings;
    this.#request = request;
  }

  /** Reports that an attempt begins. */
  reportRequest(attempt: number): void {
    this.#settings.onRequest?.(this.#describe(attempt));
  }

  /** Reports how an attempt has ended. */
  reportResponse(attempt: number, end: ReportedEnd): void {
    this.#settings.onResponse?.(describeEnd(this.#describe(attempt), end));
  }

  /** Reports the pause before a retry. */
  reportRetry(attempt: number, end: ReportedEnd, delayMs: number): void {
    const { onRetry, tracing } = this.#settings;
    if (!onRetry && !tracing) return;
    const event = { ...describeEnd(this.#describe(attempt), end), delayMs };
    onRetry?.(event);
    tracing?.onRetry(event, this.#request);
  }

  /** Calls `onFinalResponse` of the call. Like a hook, it cannot fail the call. */
  reportFinalResponse(
    attempts: number,
    { status, headers, requestId, sent }: LightResponse,
    { onFinalResponse }: Pick<CallOptions, "onFinalResponse">,
  ): void {
    if (!onFinalResponse) return;
    isolate(onFinalResponse)({
      callId: this.#describe(attempts).callId,
      status,
      headers: redactHeaders(headers, sent.redact),
      ...(requestId !== undefined && { requestId }),
      attempts,
    });
  }

  #describe(attempt: number): RequestEvent {
    this.#described ??= describeCall(this.#request);
    return { ...this.#described, attempt };
  }
}

/** How an attempt has ended, and after how many milliseconds. */
interface ReportedEnd {
  readonly ended: LightResponse | NetworkFailure;
  readonly durationMs: number;
}

/** What all events of a call have in common. */
function describeCall({
  url,
  call: { surface, operation, route },
}: TransportRequest): Omit<RequestEvent, "attempt"> {
  const callId = `${processId}-${++calls}`;
  if (surface !== "jobs") return { callId, operation, route };
  const { slug, jobId } = readFilledPath(url, route).parameters;
  return {
    callId,
    operation,
    route,
    ...(slug !== undefined && { slug }),
    ...(jobId !== undefined && { jobId }),
  };
}

/** The event at the end of an attempt. */
function describeEnd(
  event: RequestEvent,
  { ended, durationMs }: ReportedEnd,
): ResponseEvent {
  const { status } = ended;
  if (!(ended instanceof LightResponse))
    return { ...event, status, durationMs };
  const { requestId } = ended;
  const jobId = event.jobId ?? submittedId(event, ended);
  return {
    ...event,
    status,
    durationMs,
    ...(requestId !== undefined && { requestId }),
    ...(jobId !== undefined && { jobId }),
  };
}

/** The id of the job that a submit was answered with. */
function submittedId(
  { slug }: RequestEvent,
  { ok, parsed }: LightResponse,
): string | undefined {
  if (slug === undefined || !ok) return undefined;
  const { id } = Object(parsed.value) as { id?: unknown };
  return typeof id === "string" ? id : undefined;
}

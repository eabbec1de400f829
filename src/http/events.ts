import { isolate } from "../isolate.js";
import type { CallOptions, RequestEvent, ResponseEvent } from "../options.js";
import type { Observers, Settings } from "../settings.js";
import type { NetworkFailure } from "./attempt.js";
import { LightResponse } from "./light-response.js";
import { requestLine, responseLine, retryLine } from "./log.js";
import { loadRedaction } from "./load-redaction.js";
import { redactHeaders, type Redact } from "./redact.js";
import type { TransportRequest } from "./request.js";
import { readFilledPath } from "./filled-path.js";

/** Distinguishes the calls of this process from those of others. */
const processId = Math.random().toString(36).slice(2, 8);
let calls = 0;

/** Reports the attempts of one call to the hooks and to the logger of its client. None of these can fail the call. */
export class CallReporter {
  readonly #observers: Observers;
  readonly #described: Omit<RequestEvent, "attempt">;

  constructor({ observers, keys }: Settings, request: TransportRequest) {
    this.#observers = observers;
    this.#described = describeCall(request, keys.redact);
  }

  /** Reports that an attempt begins. */
  reportRequest(attempt: number): void {
    const { onRequest, logger, logLevel } = this.#observers;
    const event = { ...this.#described, attempt };
    isolate(onRequest)(event);
    if (logLevel === "debug")
      isolate(() => logger.debug(requestLine(event), event))();
  }

  /** Reports how an attempt has ended. */
  reportResponse(attempt: number, end: ReportedEnd): void {
    const { onResponse, logger } = this.#observers;
    const event = this.#describeEnd(attempt, end);
    isolate(onResponse)(event);
    if (this.#logsInfo)
      isolate(() => logger.info(responseLine(event), event))();
  }

  /** Reports the pause before a retry. */
  reportRetry(attempt: number, end: ReportedEnd, delayMs: number): void {
    const { onRetry, logger } = this.#observers;
    const event = { ...this.#describeEnd(attempt, end), delayMs };
    isolate(onRetry)(event);
    if (this.#logsInfo) isolate(() => logger.info(retryLine(event), event))();
  }

  /** Calls `onFinalResponse` of the call. */
  reportFinalResponse(
    attempts: number,
    { status, headers, requestId, sent }: LightResponse,
    { onFinalResponse }: Pick<CallOptions, "onFinalResponse">,
  ): void {
    if (!onFinalResponse) return;
    isolate(onFinalResponse)({
      callId: this.#described.callId,
      status,
      headers: redactHeaders(headers, sent.redact),
      ...(requestId !== undefined && { requestId }),
      attempts,
    });
  }

  get #logsInfo(): boolean {
    return ["info", "debug"].includes(this.#observers.logLevel);
  }

  #describeEnd(attempt: number, end: ReportedEnd): ResponseEvent {
    return describeEnd({ ...this.#described, attempt }, end);
  }
}

/** Creates what reports the attempts of one call, once the code is loaded that redacts keys. */
export async function createReporter(
  settings: Settings,
  request: TransportRequest,
): Promise<CallReporter> {
  const { call, options } = request;
  await loadRedaction(call.operation, options.signal);
  return new CallReporter(settings, request);
}

/** How an attempt has ended, and after how many milliseconds. */
interface ReportedEnd {
  readonly ended: LightResponse | NetworkFailure;
  readonly durationMs: number;
}

/** What all events of a call have in common. A slug or an id may hold a piece of the key: the piece is redacted. */
function describeCall(
  { url, call: { surface, operation, route } }: TransportRequest,
  redact: Redact,
): Omit<RequestEvent, "attempt"> {
  const callId = `${processId}-${++calls}`;
  if (surface !== "jobs") return { callId, operation, route };
  const { slug, jobId } = readFilledPath(url, route).parameters;
  return {
    callId,
    operation,
    route,
    ...(slug !== undefined && { slug: redact(slug) }),
    ...(jobId !== undefined && { jobId: redact(jobId) }),
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
  { ok, parsed, sent }: LightResponse,
): string | undefined {
  if (slug === undefined || !ok) return undefined;
  const { id } = Object(parsed.value) as { id?: unknown };
  return typeof id === "string" ? sent.redact(id) : undefined;
}

import { ignoreErrors } from "../ignore-errors.js";
import { toMessageText } from "../errors.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "../options.js";
import { parseJson } from "../json.js";
import type { AttemptResult } from "./attempt.js";
import { decode } from "./body.js";
import type {
  TransportRequest,
  RequestContext,
  ResponseMetadata,
} from "./request-context.js";
import { idOf } from "./maybe-sent.js";
import { redactHeaders, type Redact } from "./redact.js";
import { requestIdOf } from "./response-error.js";
import type { Settings } from "./settings.js";
import { readJobPath } from "./url.js";

/** The calls whose responses name a new job. */
const SUBMITS: readonly string[] = ["jobs.run", "jobs.runSync"];

/** Distinguishes the calls of this process from those of others. */
const processId = Math.random().toString(36).slice(2, 8);
let calls = 0;

/** Reports the attempts of one call to the hooks and to the logger of its client. None of these can fail the call. */
export class CallReporter {
  readonly #observers: Settings["observers"];
  readonly #context: RequestContext;
  readonly #redact: Redact;
  readonly #described: Omit<RequestEvent, "attempt">;
  /** The end of the last attempt. */
  #last: ResponseEvent | undefined;

  constructor(
    { observers, keys }: Settings,
    { url }: TransportRequest,
    context: RequestContext,
  ) {
    const { operation, route } = context.call;
    this.#observers = observers;
    this.#context = context;
    this.#redact = keys.redact;
    this.#described = {
      callId: `${processId}-${++calls}`,
      operation,
      route,
      ...readJobPath(context.call, url),
    };
  }

  /** Reports that an attempt begins. */
  reportRequest(attempt: number): void {
    const { onRequest, logger, logLevel } = this.#observers;
    const event = { ...this.#described, attempt };
    void ignoreErrors(() => onRequest?.(event));
    if (logLevel === "debug")
      ignoreErrors(() => logger.debug(requestLine(event), event));
  }

  /** Reports how an attempt has ended. */
  reportResponse(
    attempt: number,
    result: AttemptResult,
    durationMs: number,
  ): void {
    const event = this.#describeEnd(attempt, result, durationMs);
    this.#last = event;
    void ignoreErrors(() => this.#observers.onResponse?.(event));
  }

  /** Logs how the call has ended: as its last attempt. The polls of a wait are logged with `"debug"` only. */
  reportEnd(): void {
    const { logger, logLevel, logsCalls } = this.#observers;
    const event = this.#last;
    if (!event || !logsCalls) return;
    const isPoll = this.#context.controls?.isPoll === true;
    if (!isPoll) ignoreErrors(() => logger.info(responseLine(event), event));
    else if (logLevel === "debug")
      ignoreErrors(() => logger.debug(responseLine(event), event));
  }

  /** Reports the pause before a retry. */
  reportRetry(delayMs: number): void {
    const { onRetry, logger, logLevel } = this.#observers;
    if (!this.#last) return;
    const event = { ...this.#last, delayMs };
    void ignoreErrors(() => onRetry?.(event));
    if (logLevel === "debug")
      ignoreErrors(() => logger.debug(retryLine(event), event));
  }

  /** Calls `onFinalResponse` of the call. */
  reportFinalResponse(
    response: Response,
    { attempts, redact }: ResponseMetadata,
  ): void {
    const { onFinalResponse } = this.#context.options;
    const { status, headers } = response;
    const requestId = requestIdOf(headers, redact);
    const final = {
      callId: this.#described.callId,
      status,
      headers: redactHeaders(headers, redact),
      ...(requestId !== undefined && { requestId }),
      attempts,
    };
    void ignoreErrors(() => onFinalResponse?.(final));
  }

  #describeEnd(
    attempt: number,
    { status, response, content }: AttemptResult,
    durationMs: number,
  ): ResponseEvent {
    const event = { ...this.#described, attempt };
    if (!response) return { ...event, status, durationMs };
    const requestId = requestIdOf(response.headers, this.#redact);
    const isSubmit = SUBMITS.includes(event.operation);
    const jobId =
      isSubmit && response.ok && content
        ? idOf(parseJson(decode(content)))
        : event.jobId;
    return {
      ...event,
      status,
      durationMs,
      ...(requestId !== undefined && { requestId }),
      ...(jobId !== undefined && { jobId }),
    };
  }
}

/** Says that an attempt begins. */
function requestLine(event: RequestEvent): string {
  return `${describe(event)} is sent`;
}

/** Says how an attempt has ended. */
function responseLine(event: ResponseEvent): string {
  const { status, durationMs } = event;
  const end = status === undefined ? "got no response" : `answered ${status}`;
  return `${describe(event)} ${end} after ${Math.round(durationMs)} ms`;
}

/** Says how an attempt has ended that is retried, and how long the pause before the retry is. */
function retryLine(event: RetryEvent): string {
  const delay = `in ${Math.round(event.delayMs)} ms`;
  return `${responseLine(event)} and is sent again ${delay}`;
}

/** Names an attempt in one printable line. */
function describe({
  callId,
  operation,
  route,
  attempt,
  slug = "",
  jobId = "",
}: RequestEvent): string {
  const job = [slug, jobId].filter(Boolean).join("/");
  const what = `[cloud-compute-sdk ${callId}] ${operation}: ${route}`;
  return toMessageText(
    `${what}${job && ` (${job})`}, attempt ${attempt},`,
    500,
  );
}

import { ignoreErrors } from "../ignore-errors.js";
import { toMessageText } from "../errors.js";
import type { RequestEvent, ResponseEvent } from "../options.js";
import { bodyOf, type AttemptResult } from "./attempt.js";
import { requestIdOf } from "./call-errors.js";
import { idOf } from "./maybe-sent.js";
import { redactHeaders, type Redact } from "./redact.js";
import type { TransportRequest, RequestContext } from "./request-context.js";
import type { Settings } from "./settings.js";
import { readJobPath } from "./url.js";

/** The calls whose responses name a new job. */
const SUBMITS: readonly string[] = ["model.run", "model.runSync"];

/** Distinguishes the calls of this process from those of others. */
const processId = Math.random().toString(36).slice(2, 8);
let calls = 0;

/** Reports the attempts of one call to the hooks and to the logger of its client. None of these can fail the call. */
export class CallReporter {
  readonly #observers: Settings["observers"];
  readonly #context: RequestContext;
  readonly #redact: Redact;
  readonly #described: Omit<RequestEvent, "attempt">;
  readonly #begunAt = performance.now();
  /** The end of the last attempt. */
  #last: ResponseEvent | undefined;

  constructor(
    { observers, keys, addresses }: Settings,
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
      ...readJobPath(context.call, url, addresses.jobs),
    };
  }

  /** Reports that an attempt begins. */
  reportRequest(attempt: number): void {
    const event = { ...this.#described, attempt };
    void ignoreErrors(() => this.#observers.onRequest?.(event));
    this.#log("debug", event, "is sent");
  }

  /** Reports how an attempt has ended. */
  reportResponse(
    attempt: number,
    result: Pick<AttemptResult, "content" | "response" | "status">,
    durationMs: number,
  ): void {
    const { status, response } = result;
    const { operation, jobId: sentJobId } = this.#described;
    const requestId = response && requestIdOf(response.headers, this.#redact);
    const isSubmitted = response?.ok === true && SUBMITS.includes(operation);
    const jobId = isSubmitted ? idOf(bodyOf(result)) : sentJobId;
    const event: ResponseEvent = {
      ...this.#described,
      attempt,
      status,
      durationMs,
      ...(requestId !== undefined && { requestId }),
      ...(jobId !== undefined && { jobId }),
    };
    this.#last = event;
    void ignoreErrors(() => this.#observers.onResponse?.(event));
  }

  /** Reports the pause before a retry. */
  reportRetry(delayMs: number): void {
    if (!this.#last) return;
    const event = { ...this.#last, delayMs };
    void ignoreErrors(() => this.#observers.onRetry?.(event));
    const delay = `in ${Math.round(delayMs)} ms`;
    this.#log("debug", event, `${endOf(event)} and is sent again ${delay}`);
  }

  /**
   * Logs how the call has ended, as its last attempt, and how long all of it took. The polls of a wait are logged with
   * `"debug"` only.
   */
  reportEnd(): void {
    if (!this.#last) return;
    const isPoll = this.#context.controls?.pollOf !== undefined;
    const durationMs = performance.now() - this.#begunAt;
    const end = { ...this.#last, durationMs };
    this.#log(isPoll ? "debug" : "info", end, endOf(end));
  }

  /** Calls `onFinalResponse` of the call. */
  reportFinalResponse(
    { status, headers }: Response,
    attempts: number,
    redact: Redact,
  ): void {
    const requestId = requestIdOf(headers, redact);
    const final = {
      callId: this.#described.callId,
      status,
      headers: redactHeaders(headers, redact),
      ...(requestId !== undefined && { requestId }),
      attempts,
    };
    void ignoreErrors(() => this.#context.options.onFinalResponse?.(final));
  }

  /** Logs one printable line that names an attempt and says what has become of it. */
  #log(level: "debug" | "info", event: RequestEvent, what: string): void {
    const { logger, logLevel, logsCalls } = this.#observers;
    if (level === "info" ? !logsCalls : logLevel !== "debug") return;
    const { callId, operation, route, attempt, slug, jobId } = event;
    const job = [slug, jobId].filter(Boolean).join("/");
    const call = `[cloud-compute-sdk ${callId}] ${operation}: ${route}${job && ` (${job})`}`;
    const line = toMessageText(`${call}, attempt ${attempt}, ${what}`, 600);
    // At the end of a call only, the level is "info".
    ignoreErrors(() => logger[level](line, event as ResponseEvent));
  }
}

/** How an attempt has ended. */
function endOf({ status, durationMs }: ResponseEvent): string {
  const end = status === undefined ? "got no response" : `answered ${status}`;
  return `${end} after ${Math.round(durationMs)} ms`;
}

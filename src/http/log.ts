import { toMessageText } from "../errors.js";
import type {
  Logger,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "../options.js";

/** Logs that an attempt begins. */
export function logRequest(logger: Logger, event: RequestEvent): void {
  logger.debug(`${describe(event)} is sent`, event);
}

/** Logs how an attempt has ended. */
export function logResponse(logger: Logger, event: ResponseEvent): void {
  const { status, durationMs } = event;
  const end = status === undefined ? "got no response" : `answered ${status}`;
  const time = `after ${Math.round(durationMs)} ms`;
  logger.info(`${describe(event)} ${end} ${time}`, event);
}

/** Logs the pause before a retry. */
export function logRetry(logger: Logger, event: RetryEvent): void {
  const delay = `in ${Math.round(event.delayMs)} ms`;
  logger.info(`${describe(event)} is sent again ${delay}`, event);
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

import { toMessageText } from "../errors.js";
import type {
  Logger,
  LogLevel,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "../options.js";

/** The levels in order; each includes those before. */
export const LOG_LEVELS: readonly LogLevel[] = ["off", "warn", "info", "debug"];
export const WARN = 1;
export const INFO = 2;
export const DEBUG = 3;

export function createRequestLog(logger: Logger) {
  return (event: RequestEvent) =>
    logger.debug(`${describe(event)} is sent`, event);
}

export function createResponseLog(logger: Logger) {
  return (event: ResponseEvent) => {
    const { status, durationMs } = event;
    const end = status === undefined ? "got no response" : `answered ${status}`;
    const time = `after ${Math.round(durationMs)} ms`;
    logger.info(`${describe(event)} ${end} ${time}`, event);
  };
}

export function createRetryLog(logger: Logger) {
  return (event: RetryEvent) => {
    const delay = `in ${Math.round(event.delayMs)} ms`;
    logger.info(`${describe(event)} is sent again ${delay}`, event);
  };
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

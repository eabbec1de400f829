import { toMessageText } from "../errors.js";
import type { RequestEvent, ResponseEvent, RetryEvent } from "../options.js";

/** Says that an attempt begins. */
export function requestLine(event: RequestEvent): string {
  return `${describe(event)} is sent`;
}

/** Says how an attempt has ended. */
export function responseLine(event: ResponseEvent): string {
  const { status, durationMs } = event;
  const end = status === undefined ? "got no response" : `answered ${status}`;
  return `${describe(event)} ${end} after ${Math.round(durationMs)} ms`;
}

/** Says how long the pause before a retry is. */
export function retryLine(event: RetryEvent): string {
  const delay = `in ${Math.round(event.delayMs)} ms`;
  return `${describe(event)} is sent again ${delay}`;
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

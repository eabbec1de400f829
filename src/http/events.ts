import type { RequestEvent, ResponseEvent } from "../options.js";
import type { NetworkFailure } from "./attempt.js";
import type { TransportRequest } from "./request.js";
import { LightResponse } from "./light-response.js";
import { readFilledPath } from "./url.js";

/** Distinguishes the calls of this process from those of others. */
const processId = Math.random().toString(36).slice(2, 8);
let calls = 0;

/** What all events of a call have in common. */
export function describeCall({
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
export function describeEnd(
  event: RequestEvent,
  ended: LightResponse | NetworkFailure,
  durationMs: number,
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

/** The id of the job that a submit was answered with, unless the id repeats the key. */
function submittedId(
  { slug }: RequestEvent,
  { ok, parsed, sent }: LightResponse,
): string | undefined {
  if (slug === undefined || !ok) return undefined;
  const { id } = Object(parsed.value) as { id?: unknown };
  return typeof id === "string" && sent.redact(id) === id ? id : undefined;
}

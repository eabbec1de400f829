import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { ResponseError, type ResponseErrorCode } from "../errors.js";
import { parseJson } from "../json.js";
import { isRedirect } from "./attempt.js";
import { discard, MAX_FAILURE_BYTES } from "./body.js";
import { describeDoubt, LOST_JOB } from "./doubt.js";
import type {
  CallInfo,
  ResponseMetadata,
  ServiceResponse,
} from "./request-context.js";
import { findReason, readRefusal, showReason, type Refusal } from "./reason.js";
import { redactHeaders, redactJson, type Redact } from "./redact.js";
import { describeLongPause } from "./retry.js";

/** The headers in which services and their gateways name a request, the service's own first. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "cf-ray"];

/**
 * The error for a response that is no success, or for a success that holds something else than was promised: its
 * `problem`. The message shows the service's reason.
 *
 * @param parsed what openapi-fetch has read of the body, for a response of a middleware, whose body is read only once
 */
export async function responseError(
  { response, metadata }: ServiceResponse,
  call: CallInfo,
  problem = "",
  parsed?: unknown,
): Promise<ResponseError> {
  const { operation, route } = call;
  const { status, headers } = response;
  // A middleware has made a response without metadata by itself: nothing was sent.
  const {
    redact = (text: string) => text,
    maybeSent = false,
    hint = "",
  } = metadata ?? {};
  const body = response.bodyUsed
    ? redactJson(parsed, redact)
    : await readErrorBody(response, metadata, redact);
  // The text of a success that cannot be read is no reason for anything.
  const isUnreadable = problem !== "" && typeof body === "string";
  const reason = isUnreadable || isRedirect(status) ? "" : showReason(body);
  const held = problem && ` with ${redact(problem)}`;
  const followed = isRedirect(status) ? ": the redirect is not followed" : "";
  const refusal = response.ok ? "unknown" : refusalOf(status, body, call);
  const pause = response.ok ? "" : describeLongPause(headers);
  const message = `${route} answered ${status}${held}${followed}${reason && `: ${reason}`}${pause}`;
  const isAddressWrong = hint !== "" && (problem !== "" || status === 404);
  const note = isAddressWrong
    ? hint
    : (!response.ok && suggestNamesAfterRefusal(status, refusal, metadata)) ||
      adviseOtherCall(status, call, body);
  const { controls, isQuery } = metadata?.context ?? {};
  const submit = controls?.submit;
  const isLost = maybeSent && submit && submit.readJobId(body) === undefined;
  const isText = typeof body === "string" && body.trim() !== "";
  // A success comes here only if it is not what the document promises.
  const isOfGateway = status < 300 || (isText && status < 500);
  const isDoubtful = maybeSent && !submit && note === "";
  const doubt = isLost
    ? LOST_JOB + adviseRunForLongJobs(status, operation)
    : isDoubtful && describeDoubt(call, isQuery, isOfGateway);
  return new ResponseError(
    `${message}${note && ` (${note})`}${doubt || ""}`,
    { status, headers: redactHeaders(headers, redact), body },
    {
      operation,
      route,
      maybeSent,
      requestId: requestIdOf(headers, redact),
    },
    codeOf(problem, refusal),
  );
}

/**
 * What a refusal is about, whatever its status: the management API 0.1.0 says with 500 that no machine is free. The service
 * gives its reason in JSON: a text or a page comes from a gateway in between. The words of the job API may be those of a
 * worker.
 */
function refusalOf(
  status: number,
  body: unknown,
  { surface }: CallInfo,
): Refusal {
  if (status === 402) return "insufficient_balance";
  if (surface === "jobs" || typeof body === "string") return "unknown";
  return readRefusal(findReason(body));
}

/** The body as errors keep it: JSON, or text; the beginning of a long one. An unread stream is released, and not kept. */
async function readErrorBody(
  response: Response,
  metadata: ResponseMetadata | undefined,
  redact: Redact,
): Promise<unknown> {
  if (metadata?.context.isStreamed && response.ok) {
    discard(response.body);
    return undefined;
  }
  const text = await response.text();
  const kept = redact(text.slice(0, MAX_FAILURE_BYTES));
  const parsed = parseJson(kept);
  return parsed === undefined ? kept : parsed;
}

function codeOf(
  problem: string,
  refusal: Refusal,
): ResponseErrorCode | undefined {
  if (problem !== "") return "invalid_response";
  return refusal === "unknown" ? undefined : refusal;
}

/**
 * Names what was probably meant by a name that the service does not know, such as that of a GPU type, and what replaces a
 * retired model. A refusal about money
 * or a quota is not about a name.
 */
export function suggestNamesAfterRefusal(
  status: number,
  refusal: Refusal,
  metadata: ResponseMetadata | undefined,
): string {
  const mayBeName = refusal === "unknown" || refusal === "no_capacity";
  const { suggestNames } = metadata?.context ?? {};
  return (mayBeName && suggestNames?.(status)) || "";
}

/** The service's words for the health of an endpoint that is not of the account: every public model is one. */
const FOREIGN_ENDPOINT = "unauthorized access to endpoint";

/** Version 2 calls valid members of a body additional while another member is missing, as was seen on 2026-08-18. */
const BLAMES_VALID_MEMBERS = /^(?=.*missing propert).*additional propert/s;

/**
 * Names what to use where a version of the service has ended, or where a call is for one's own endpoints only, and explains
 * a refusal that blames valid members.
 */
function adviseOtherCall(
  status: number,
  { surface, operation }: CallInfo,
  body: unknown,
): string {
  if (operation === "jobs.health" && findReason(body) === FOREIGN_ENDPOINT)
    return "only your own endpoints show their health, and public models do not; the key may be right";
  if (status === 422 && BLAMES_VALID_MEMBERS.test(findReason(body)))
    return "add what is missing first: until then, the service calls valid members additional, too";
  const variable = surfaceVariables["v2"];
  if (status !== 410 || surface !== "rest" || !variable) return "";
  return `use cloud.v2, with the option surfaces.v2.baseUrl or ${variable}`;
}

/** The service's own id of a request, if the response has one that is no free text and holds no key. */
export function requestIdOf(
  headers: Headers,
  redact: Redact,
): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name) ?? "";
    if (/^[\w.:/+=-]{1,100}$/.test(id) && redact(id) === id) return id;
  }
  return undefined;
}

/** The edge in front of the service ends a call without a response after about 100 s with a page of its own. */
function adviseRunForLongJobs(status: number, operation: string): string {
  const isOfEdge = status === 502 || status === 504 || status === 524;
  return operation === "jobs.runSync" && isOfEdge
    ? "; use run for jobs that may take longer than 100 s, a cold start included"
    : "";
}

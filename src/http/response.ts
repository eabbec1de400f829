import { ResponseError } from "../errors.js";
import type { Settings } from "../settings.js";
import { MAX_FAILURE_BYTES, maxBodyBytes } from "./body.js";
import { isJsonType, type LightResponse } from "./light-response.js";
import { loadFailureParts } from "./load-failure.js";
import { OMITTED_REASON, redactHeaders } from "./redact.js";
import type { CallInfo } from "./request.js";

/** What a caller needs of a success: JSON, an object or a list of JSON, some of them only if there is a body, nothing, or any body. */
export type Expectation =
  | "json"
  | "json if any"
  | "json object"
  | "json object if any"
  | "json list"
  | "nothing"
  | "anything";

/** Passes a response to the drift watcher, and throws a `ResponseError` unless a success holds what is needed. */
export async function acceptResponse(
  settings: Settings,
  response: LightResponse,
  call: CallInfo,
  expects: Expectation,
): Promise<void> {
  notifyDriftWatcher(settings, response, call, expects);
  await checkContent(response, call, expects);
}

/** Passes a response to the drift watcher; its body only where the call reads the body. */
export function notifyDriftWatcher(
  { drift, warn }: Settings,
  response: LightResponse,
  { surface, operation, route }: CallInfo,
  expects: Expectation,
): void {
  if (!drift) return;
  const { status, ok, content, parsed, sent } = response;
  const { redact } = sent;
  const value = !ok || expects.startsWith("json") ? parsed.value : undefined;
  const isEmpty = content === "";
  drift({ surface, operation, route, status, value, isEmpty, redact, warn });
}

/** Throws a `ResponseError` for a success that does not hold what the caller needs. */
export async function checkContent(
  response: LightResponse,
  call: CallInfo,
  expects: Expectation,
): Promise<void> {
  const problem = problemOf(response, expects);
  if (problem !== "") throw await responseError(response, call, problem);
}

/** The problem of a success whose content type is wrong. The type is shown only where it does not repeat what was sent. */
const WRONG_TYPE = "a wrong type";

/** Says what a success holds instead of what the caller needs; empty when it holds that, or is no success. */
function problemOf(response: LightResponse, expects: Expectation): string {
  const { ok, headers, content, bytes, stream } = response;
  if (!ok) return "";
  if ((content ?? bytes ?? stream) === undefined)
    return `a body larger than ${maxBodyBytes(response.sent.request.call) / 2 ** 20} MiB`;
  if (expects === "anything") return "";
  const type = headers.get("content-type");
  // If no body is promised, any body except an HTML page is accepted. A page comes from a proxy, not from the service.
  if (expects === "nothing")
    return content && /\bhtml\b/i.test(type ?? "") ? WRONG_TYPE : "";
  const { isJson, value } = response.parsed;
  const mayBeEmpty = expects.endsWith(" if any");
  if (content === "" && mayBeEmpty) return "";
  if (isJson && (value !== null || mayBeEmpty)) {
    const found = Array.isArray(value) ? "list" : typeof value;
    const [promised = found] = /object|list/.exec(expects) ?? [];
    return promised === found ? "" : `no ${promised} where one is promised`;
  }
  if (content === "" || isJson) return "an empty or null body instead of JSON";
  return isJsonType(type) ? "JSON that cannot be parsed" : WRONG_TYPE;
}

/** The error for a response that is no success, or for a success that holds something else: its `problem`. */
export async function responseError(
  response: LightResponse,
  call: CallInfo,
  problem = "",
): Promise<ResponseError> {
  const { route, hint } = call;
  const { status, headers, parsed, maybeSent, sent } = response;
  const { redact, request } = sent;
  const { controls, options } = request;
  const parts = await loadFailureParts(
    call.operation,
    controls?.finishAfterSend ? undefined : options.signal,
  );
  const { reason, requestId, type, advice, readErrors } =
    parts?.explainResponse(response, problem) ?? { reason: OMITTED_REASON };
  const shown =
    problem === WRONG_TYPE
      ? `${type ?? "another type"} instead of JSON`
      : problem;
  const held = shown && ` with ${shown}`;
  const message = `${route} answered ${status}${held}${reason && `: ${reason}`}`;
  const isAddressWrong = hint !== "" && (problem !== "" || status === 404);
  const note = isAddressWrong ? hint : advice;
  return new ResponseError(
    note ? `${message} (${note})` : message,
    {
      status,
      headers: redactHeaders(headers, redact),
      // The body of a failure is redacted already.
      body: problem ? redactedBody(response) : parsed.value,
      readErrors,
    },
    { ...call, maybeSent, requestId },
    problem ? "invalid_response" : codeOf(status),
  );
}

function codeOf(status: number): string | undefined {
  return status === 402 ? "insufficient_balance" : undefined;
}

/** The body of a success that cannot be used: the beginning of its text if it has more than `maxLength` characters. */
export function redactedBody(
  { content, parsed, sent: { redact } }: LightResponse,
  maxLength = MAX_FAILURE_BYTES,
): unknown {
  if (content !== undefined && content.length > maxLength)
    return redact(content.slice(0, MAX_FAILURE_BYTES));
  return redact(parsed.value);
}

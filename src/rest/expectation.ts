import type { CallInfo, ServiceResponse } from "../http/request-context.js";
import { responseError } from "../http/response-error.js";

/** What a caller needs of a success: JSON, an object or a list of JSON, some of them only if there is a body, nothing, or any body. */
export type Expectation =
  | "json"
  | "json if any"
  | "json object"
  | "json object if any"
  | "json list"
  | "nothing"
  | "anything";

/** Throws a `ResponseError` for a success whose `data` is not what the call needs. */
export async function checkSuccess(
  result: ServiceResponse,
  data: unknown,
  call: CallInfo,
  expects: Expectation,
  accept = "application/json",
): Promise<void> {
  const { response } = result;
  const type = response.headers.get("content-type") ?? "";
  const problem =
    expects === "anything"
      ? findTypeProblem(response.status, type, accept)
      : findProblem(data, type, expects);
  if (problem !== "") throw await responseError(result, call, problem);
}

/** Says what a success holds instead of what the call needs; empty when it holds that. */
function findProblem(
  data: unknown,
  type: string,
  expects: Exclude<Expectation, "anything">,
): string {
  // If no body is promised, any body except an HTML page is accepted. A page comes from a proxy, not from the service.
  if (expects === "nothing")
    return data && isHtml(type) ? `${shortType(type)} instead of JSON` : "";
  const mayBeEmpty = expects.endsWith(" if any");
  if (data === undefined || data === null)
    return mayBeEmpty ? "" : "an empty or null body instead of JSON";
  if (!isJson(type)) return `${shortType(type)} instead of JSON`;
  const found = Array.isArray(data) ? "list" : typeof data;
  const [promised = found] = /object|list/.exec(expects) ?? [];
  if (promised !== found) return `no ${promised} where one is promised`;
  return promised === "object" && isError(data) ? "an error" : "";
}

/** Whether an object says only what went wrong. A job that has failed shows its error as well, with its id and status. */
function isError(data: unknown): boolean {
  const { error, id, status } = data as Readonly<Record<string, unknown>>;
  return !!error && id === undefined && typeof status !== "string";
}

/** Says what a success holds that should be JSON and cannot be parsed. */
export function describeUnreadable({ headers }: Response): string {
  const type = headers.get("content-type") ?? "";
  return isJson(type)
    ? "JSON that cannot be parsed"
    : `${shortType(type)} instead of JSON`;
}

/** Whether a body is JSON by its type. A body without a type may well be JSON. */
export function isJson(type: string): boolean {
  return type === "" || /[/+]json\b/i.test(type);
}

/** A proxy answers with a page where the service would answer with something else. */
function findTypeProblem(status: number, type: string, accept: string): string {
  const isPage = isHtml(type) && !isHtml(accept);
  const isOtherThanEvents =
    accept.startsWith("text/event-stream") &&
    status !== 204 &&
    !/^text\/event-stream\b/i.test(type);
  if (!isPage && !isOtherThanEvents) return "";
  return `${shortType(type) || "no content type"} instead of ${accept}`;
}

function isHtml(type: string): boolean {
  return /\bhtml\b/i.test(type);
}

/** The content type without its parameters. */
function shortType(type: string): string {
  return type.replace(/;.*/s, "").slice(0, 60);
}

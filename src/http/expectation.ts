import { parseJson } from "../json.js";
import { responseError } from "./call-errors.js";
import { idOf } from "./maybe-sent.js";
import type { CallInfo, ServiceResponse } from "./request-context.js";
import type { SuccessFormat } from "./success-format.js";

/** What a caller needs of a success: JSON, an object or a list of JSON, some of them only if there is a body, nothing, or events. */
export type Expectation =
  | "json"
  | "json if any"
  | "json object"
  | "json object if any"
  | "json list"
  | "nothing"
  | "events";

/**
 * Throws a `ResponseError` for a success that is not what the document of the surface promises: any machine on the way may
 * answer 200 in the name of the service.
 */
export async function checkSuccess(
  result: ServiceResponse,
  data: unknown,
  call: CallInfo,
  expects: Expectation,
  format: SuccessFormat = {},
): Promise<void> {
  const problem = findSuccessProblem(result.response, data, expects, format);
  if (problem !== "") throw await responseError(result, call, problem);
}

function findSuccessProblem(
  { status, headers }: Response,
  data: unknown,
  expects: Expectation,
  format: SuccessFormat,
): string {
  const type = headers.get("content-type") ?? "";
  if (expects === "events")
    return status === NO_CONTENT || /^text\/event-stream\b/i.test(type)
      ? ""
      : `${shortType(type) || "no content type"} instead of text/event-stream`;
  if (data === undefined || data === null || data === "")
    return findEmptyProblem(status, expects, format);
  return expects === "nothing"
    ? findAdditionProblem(data, type, format)
    : findProblem(data, type, expects, format);
}

const NO_CONTENT = 204;

/** Says what a success without a body lacks; empty if the document lists it. `empty` are the statuses of such successes. */
function findEmptyProblem(
  status: number,
  expects: Expectation,
  { empty, emptyOnlyFor = {}, sent }: SuccessFormat,
): string {
  const mayBeEmpty = expects === "nothing" || expects.endsWith(" if any");
  if (!mayBeEmpty) return "an empty or null body instead of JSON";
  if (empty && !empty.includes(status))
    return `an empty body where ${empty.join(" or ")} is promised`;
  const members = Object(sent) as Readonly<Record<string, unknown>>;
  const other = Object.entries(emptyOnlyFor).find(
    ([name, value]) => members[name] !== value,
  );
  if (!other) return "";
  const [name] = other;
  return `an empty body, which is not the answer to ${name} ${JSON.stringify(members[name])}`;
}

/** Says what a success holds whose document promises no body; empty if that may be the service's own. */
function findAdditionProblem(
  data: unknown,
  type: string,
  { empty, id }: SuccessFormat,
): string {
  const permitsBody = !empty?.every((status) => status === NO_CONTENT);
  // JSON that no document promises may be the service's own if it shows what was changed.
  const shown = isJson(type) ? idOf(parseJson(String(data))) : undefined;
  if (permitsBody && shown !== undefined) return findOtherId(shown, id);
  return `${shortType(type) || "a body"} where no body is promised`;
}

/** Says that a success shows another resource than the one asked for, as a cache may answer; empty if it shows that one. */
export function findOtherId(
  shown: string | undefined,
  asked: string | undefined,
): string {
  if (shown === undefined || asked === undefined || shown === asked) return "";
  return `the id ${JSON.stringify(shown)} instead of ${JSON.stringify(asked)}`;
}

/** What the service appends to the name of an endpoint with FlashBoot. */
const FLASHBOOT_SUFFIX = " -fb";

/** Says that a create was answered with another resource, as a cache may answer: with another name than the one that was sent. */
export function findOtherName(shown: unknown, sent: unknown): string {
  const name = nameOf(shown);
  const asked = nameOf(sent);
  const isOther =
    name !== undefined &&
    asked !== undefined &&
    ![asked, asked + FLASHBOOT_SUFFIX].includes(name);
  if (!isOther) return "";
  const id = idOf(shown);
  const owner = id === undefined ? "" : ` (the id ${id} is another resource's)`;
  return `the name ${JSON.stringify(name)} instead of ${JSON.stringify(asked)}${owner}`;
}

function nameOf(value: unknown): string | undefined {
  const { name } = Object(value) as { readonly name?: unknown };
  if (typeof name !== "string") return undefined;
  return name.trim() || undefined;
}

/** Says what a success with a body holds instead of what the call needs; empty when it holds that. */
function findProblem(
  data: unknown,
  type: string,
  expects: Expectation,
  { promised, id, sent }: SuccessFormat,
): string {
  if (!isJson(type)) return `${shortType(type)} instead of JSON`;
  const found = Array.isArray(data) ? "list" : typeof data;
  const [needed = found] = /object|list/.exec(expects) ?? [];
  if (needed !== found) return `no ${needed} where one is promised`;
  if (needed !== "object") return "";
  if (isError(data)) return "an error";
  const shown = idOf(data);
  // Without its id, what was made cannot be found, used or deleted.
  const isShown =
    promised === "id"
      ? shown !== undefined
      : promised === undefined || promised in (data as object);
  if (!isShown) return `no ${promised}`;
  return (
    findOtherId(shown, id) ||
    (id === undefined ? findOtherName(data, sent) : "")
  );
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

/** The content type without its parameters. */
function shortType(type: string): string {
  return type.replace(/;.*/s, "").slice(0, 60);
}

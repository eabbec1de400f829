import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { safeCause } from "./cause.js";
import {
  createDisclosure,
  REPEATING_REASON,
  WHOLE_REASON,
  type Disclosure,
} from "./disclosure.js";
import { neverSent } from "./never-sent.js";
import { isRedirect } from "./redirect.js";
import type { SentRequest } from "./request.js";
import type { LightResponse } from "./light-response.js";

/** What is known of an attempt without a response. */
interface ExplainedError {
  /** What `fetch` rejected with, redacted. */
  readonly cause: unknown;
  /** Whether not one byte of the request left. */
  readonly neverSent: boolean;
}

/** Explains an error of `fetch`. */
export function explainError(
  error: unknown,
  sent: SentRequest,
): ExplainedError {
  return {
    cause: safeCause(error, createDisclosure(sent)),
    neverSent: neverSent(error),
  };
}

/** What an error may show of a response. */
interface ExplainedResponse {
  /** The service's reason, or what takes its place. */
  readonly reason: string;
  /** The service's own id of the request; undefined if there is none, or if it repeats what was sent. */
  readonly requestId?: string | undefined;
  /** The content type; undefined if it repeats what was sent. */
  readonly type?: string | undefined;
  /** What to use where a version of the service has ended; empty for any other response. */
  readonly advice?: string;
  /** Reads the list `errors` of the body, each text of it as an error may show it. */
  readonly readErrors?: () => readonly string[] | undefined;
}

/** Explains a response that is no success, or a success that has a `problem`. */
export function explainResponse(
  response: LightResponse,
  problem: string,
): ExplainedResponse {
  const disclosure = createDisclosure(response.sent);
  const type = response.headers.get("content-type") ?? "";
  return {
    reason: quoteReason(response, problem, disclosure),
    requestId: quoteRequestId(response, disclosure),
    type: problem && disclosure.quoteWhole(type.replace(/;.*/, ""), 60),
    advice: adviceOf(response),
    readErrors: () => quoteErrors(response, disclosure),
  };
}

/** A response with more errors than these says nothing new in the rest. */
const MAX_ERRORS = 100;
/** A longer text is cut. */
const MAX_ERROR_LENGTH = 1000;

/**
 * The list `errors` of a body, as an error may show the list. Node prints the list although it is not enumerable, so
 * each text follows the rules of a message.
 */
function quoteErrors(
  { parsed }: LightResponse,
  { quote }: Disclosure,
): readonly string[] | undefined {
  const { errors } = Object(parsed.value) as { readonly errors?: unknown };
  if (!Array.isArray(errors)) return undefined;
  return errors
    .filter((text): text is string => typeof text === "string")
    .slice(0, MAX_ERRORS)
    .map((text) => quote(text, MAX_ERROR_LENGTH) ?? REPEATING_REASON);
}

/** Names what to use where a version of the service has ended. */
function adviceOf({ status, sent }: LightResponse): string {
  const variable = surfaceVariables["v2"];
  const { surface } = sent.request.call;
  if (status !== 410 || surface !== "rest" || !variable) return "";
  return `this version of the API has ended: use cloud.v2 with the option surfaces.v2.baseUrl or ${variable}`;
}

/** The service's own id of the request, where an error may show it. */
export function quoteRequestId(
  { requestId }: LightResponse,
  { quoteWhole }: Disclosure,
): string | undefined {
  return requestId === undefined ? undefined : quoteWhole(requestId);
}

/** The service's reason, where a message may show it. */
function quoteReason(
  { status, parsed }: LightResponse,
  problem: string,
  { quote }: Disclosure,
): string {
  if (!problem && isRedirect(status)) return "redirect not followed";
  // The text of an unreadable success is no reason for anything.
  if (problem && typeof parsed.value === "string") return "";
  const reason = reasonOf(parsed.value);
  return quote(reason, undefined, WHOLE_REASON) ?? REPEATING_REASON;
}

/** The service's reason: a `message`, `error`, `detail` or `title` member, or a short text that is no markup. */
export function reasonOf(value: unknown, depth = 0): string {
  if (typeof value === "string") return /^\s{0,100}</.test(value) ? "" : value;
  if (typeof value !== "object" || value === null || depth > 3) return "";
  // The first item stands for a list.
  for (const name of ["message", "error", "detail", "title", "errors", 0]) {
    const reason = reasonOf(Reflect.get(value, name), depth + 1);
    if (reason) return reason;
  }
  return "";
}

import { toMessageText, type RefusalCode } from "../errors.js";
import { parseJson } from "../json.js";
import type { Redact } from "./redact.js";

/** A longer reason is cut in a message. */
const MAX_REASON_LENGTH = 300;
/** The reason of an object may be nested, as in `{ error: { message } }`. */
const MAX_DEPTH = 4;

/** The members that may hold the reason of an object, the most telling first. */
const MEMBERS = [
  "message",
  "error",
  "detail",
  "msg",
  "errorMessage",
  "error_message",
  "reason",
  "errors",
];

/** The service's reason for a message: one line of at most 300 characters; empty if the body gives none. */
export function showReason(
  body: unknown,
  redact: Redact = (text) => text,
): string {
  // A cut could leave a part of a secret, which nothing recognizes.
  return toMessageText(redact(findReason(body)), MAX_REASON_LENGTH);
}

/**
 * The reason that a body gives: its text, or its member `message`, `error`, `detail` or `title`. The problems that a body
 * lists (`problems`, `errors`, or a list as `detail`) follow the reason, and take the place of a mere title.
 */
export function findReason(body: unknown, depth = 0): string {
  if (typeof body === "string") return readText(body, depth);
  if (typeof body !== "object" || body === null || depth > MAX_DEPTH) return "";
  if (Array.isArray(body)) return joinReasons(body, depth);
  const members = body as Readonly<Record<string, unknown>>;
  const listed = [members["problems"], members["errors"], members["detail"]]
    .filter((list) => Array.isArray(list))
    .map((list) => joinReasons(list, depth))
    .find((text) => text !== "");
  const stated = MEMBERS.filter((name) => !Array.isArray(members[name]))
    .map((name) => findReason(members[name], depth + 1))
    .find((text) => text !== "");
  if (listed !== undefined && stated !== undefined && stated !== listed)
    return `${stated}: ${listed}`;
  return listed ?? stated ?? findReason(members["title"], depth + 1);
}

function joinReasons(list: readonly unknown[], depth: number): string {
  const reasons = list.map((item) => {
    const reason = findReason(item, depth + 1);
    const field = fieldOf(item);
    return reason && field && !reason.includes(field)
      ? `${field}: ${reason}`
      : reason;
  });
  return [...new Set(reasons)].filter((text) => text !== "").join("; ");
}

/** The field that a problem is about: `loc: ["body", "gpuCount"]`, or `location: "body.gpuCount"`. */
function fieldOf(problem: unknown): string {
  const { loc, location } = Object(problem) as Readonly<
    Record<string, unknown>
  >;
  const place = Array.isArray(loc) ? loc.join(".") : location;
  return typeof place === "string" ? place.replace(/^body\.?/, "") : "";
}

/** Whether a text is a page, as only gateways send it: the service writes JSON, or short words. */
export function isPage(text: string): boolean {
  return /^\s*</.test(text);
}

/** Of a gateway's HTML page, the title is used. A worker that throws writes its error as JSON in a text. */
function readText(text: string, depth: number): string {
  if (isPage(text)) return /<title[^>]*>([^<]+)/i.exec(text)?.[1]?.trim() ?? "";
  const written = /^\s*\{/.test(text) ? parseJson(text) : undefined;
  return findReason(written, depth + 1) || text.trim();
}

/**
 * The words with which the service refuses to make something, on every surface. No status distinguishes these refusals: the
 * management API 0.1.0 sends all of them as 500, and version 2 sends two of them as 400. The first match decides: a text
 * about the balance may also say that nothing is available.
 */
const WORDS: readonly (readonly [RegExp, RefusalCode])[] = [
  [
    /balance is too low|\bno (balance|funds|credits?)\b|in your account balance|insufficient[ _](balance|funds|credits?)/i,
    "insufficient_balance",
  ],
  [/max workers across all endpoints|workers? quota/i, "quota_exceeded"],
  [
    /no (longer any |available )?(instances?|machines?|gpus?|capacity|resources)\b(?! (types?|ids?|named)\b)|not (enough|sufficient) (\w+ )?(capacity|gpus?|resources|instances?)|insufficient (\w+ )?(capacity|gpus?|resources)|out of (stock|capacity)|(gpus?|instances?|machines?) (is|are) (currently )?(unavailable|not available)|does not have the resources|could not find any pods with required specifications|could not be placed|SUPPLY_CONSTRAINT/i,
    "no_capacity",
  ],
];

/** What a refusal of the service is about, by its text; undefined if its words say nothing that we know. */
export function readRefusal(text: string): RefusalCode | undefined {
  return WORDS.find(([pattern]) => pattern.test(text))?.[1];
}

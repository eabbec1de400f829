import type { Capture } from "../../../../spec-tools/src/document/capture.js";
import { shownBody } from "./captures.js";

/** An answer of the emulator. */
export interface EmulatedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Whether the answer came after the time for which the service was seen to hold it. */
  readonly isLate: boolean;
}

/** Each way in which an answer differs from a capture: status, headers, members, types, and words where captured. */
export function differencesOf(
  capture: Capture,
  { status, headers, text, isLate }: EmulatedAnswer,
): string[] {
  const found: string[] = isLate ? ["the answer comes later"] : [];
  const isStatus =
    capture.status === "4xx"
      ? status >= 400 && status < 500
      : status === capture.status;
  if (!isStatus) found.push(`status ${status} instead of ${capture.status}`);
  for (const [name, value] of Object.entries(capture.headers ?? {}))
    found.push(...headerDifferences(name, value, headers.get(name)));
  const shown = shownBody(capture);
  const body = parse(text);
  if (shown !== undefined)
    compare("body", shown, body, capture.body !== undefined, found);
  for (const path of capture.lacks ?? [])
    if (valueAt(body, path) !== undefined) found.push(`body.${path} is there`);
  const said = [text, ...texts(body)].join("\n");
  for (const words of capture.words ?? [])
    if (!said.includes(words)) found.push(`the answer does not say "${words}"`);
  const { textContains = "" } = capture;
  if (!said.includes(textContains))
    found.push(`the text does not contain "${textContains}"`);
  if (capture.text !== undefined && formOf(text) !== formOf(capture.text))
    found.push("the text has another form");
  return found;
}

/** Of a header, a type of content is compared as it is, and any other value by its form. */
function headerDifferences(
  name: string,
  captured: string,
  found: string | null,
): string[] {
  if (found === null) return [`no header ${name}`];
  const [type] = captured.split(";");
  if (name === "content-type")
    return found.startsWith(type ?? "") ? [] : [`${name} ${found}`];
  const isForm = name === "x-request-id" || formOf(found) === formOf(captured);
  return isForm ? [] : [`the header ${name} has another form`];
}

/** A text without what depends on the moment: numbers and ids. A stream of events is compared by its first events. */
function formOf(text: string): string {
  if (/^id: /m.test(text)) return eventForms(text);
  return text.trim().replace(/\d+/g, "0");
}

/** The kinds of the ids of an event stream by the sources of the events, in order, each once. */
function eventForms(text: string): string {
  const forms = text
    .split("\n\n")
    .filter((event) => /^id: /m.test(event) && event.includes("data: "))
    .map((event) => {
      const [, id = ""] = /^id: (.*)$/m.exec(event) ?? [];
      const [, source = ""] = /"source":"(\w+)"/.exec(event) ?? [];
      const grain = /\.\d+Z$/.test(id) ? "fraction of a second" : "second";
      return `${source} by the ${id.endsWith("Z") ? grain : "counter"}`;
    });
  return [...new Set(forms)].sort().join(", ");
}

const PLACEHOLDER = /TEXT|NAME|REDACTED|_ID\b|example|\d{4}-\d\d|00000000/;

/** Compares members and types; of texts only those that are words of the service, such as `RUNNING`. */
function compare(
  path: string,
  captured: unknown,
  found: unknown,
  isWhole: boolean,
  differences: string[],
): void {
  const expected = typeOf(captured);
  if (typeOf(found) !== expected) {
    differences.push(`${path} is ${typeOf(found)} instead of ${expected}`);
    return;
  }
  if (typeof captured === "string" && /^[A-Z_]{2,}$/.test(captured)) {
    if (!PLACEHOLDER.test(captured) && captured !== found)
      differences.push(`${path} is ${String(found)} instead of ${captured}`);
    return;
  }
  if (Array.isArray(captured)) {
    const items = found as readonly unknown[];
    if (captured.length > 0 && items.length === 0)
      differences.push(`${path} is empty`);
    else if (captured.length > 0)
      compare(`${path}[0]`, captured[0], items[0], isWhole, differences);
    else if (isWhole && items.length > 0)
      differences.push(`${path} is not empty`);
    return;
  }
  if (expected !== "object") return;
  const members = found as Readonly<Record<string, unknown>>;
  const wanted = captured as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(wanted))
    if (Object.hasOwn(members, name))
      compare(`${path}.${name}`, value, members[name], isWhole, differences);
    else differences.push(`${path}.${name} is missing`);
  const isMap = Object.keys(wanted).length === 0;
  for (const name of Object.keys(members))
    if (isWhole && !isMap && !Object.hasOwn(wanted, name))
      differences.push(`${path}.${name} is more than was captured`);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function valueAt(body: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((at, name) => {
    const members = Object(at) as Readonly<Record<string, unknown>>;
    return members[name];
  }, body);
}

/** Every text in a value. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(texts);
}

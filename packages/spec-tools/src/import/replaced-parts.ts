import { isDeepStrictEqual } from "node:util";
import {
  isObject,
  own,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { partAt, putAt } from "./overlay-target.js";

/** The member of a document in which an import keeps what our overlay replaces, by the JSONPath of each part. */
export const REPLACED_KEY = "x-replaced";

/** What only people read: an overlay may always replace it. */
export const TEXTS: ReadonlySet<string> = new Set([
  "description",
  "summary",
  "title",
  "example",
]);

/** Whether a place holds a text, and not a schema that has the name of a text. */
export function isTextAt(path: Path): boolean {
  const [name, parent] = path.toReversed();
  return TEXTS.has(String(name)) && !isMap(parent);
}

function isMap(name: string | number | undefined): boolean {
  return name === "properties" || name === "schemas";
}

/** A part without what only people read. */
export function withoutTexts(node: Json, parent?: string): Json {
  if (Array.isArray(node)) return node.map((entry) => withoutTexts(entry));
  if (!isObject(node)) return node;
  const members = Object.entries(node)
    .filter(([name]) => isMap(parent) || !TEXTS.has(name))
    .map(([name, value]) => [name, withoutTexts(value, name)] as const);
  return Object.fromEntries(members);
}

/** A part of the publisher's document that an action of an overlay replaces. */
export interface ReplacedPart {
  /** The JSONPath of the part. */
  readonly target: string;
  /** Where the action stands. */
  readonly place: string;
  /** Undefined where the publisher's document does not have the part. */
  readonly part: Json | undefined;
}

/**
 * What the publisher's document has in place of what the overlay writes. Where the document has what the overlay writes,
 * as our own documents do, the record of the import before is kept.
 */
export function recordReplaced(
  found: readonly ReplacedPart[],
  overlaid: JsonObject,
  before: JsonObject,
): JsonObject {
  const parts = found.map(({ target, part }) => {
    const ours = partAt(overlaid, target);
    const isOurs = isDeepStrictEqual(part, ours && withoutTexts(ours));
    return [target, isOurs ? own(before, target) : part] as const;
  });
  return Object.fromEntries(
    parts.flatMap(([target, part]) =>
      part === undefined ? [] : [[target, part]],
    ),
  );
}

/** A line for each part that the publisher has changed since the import before, and that the overlay hides. */
export function describeReplaced(
  file: string,
  found: readonly ReplacedPart[],
  before: JsonObject,
  now: JsonObject,
): string[] {
  return found.flatMap(({ target, place }) => {
    const [was, is] = [own(before, target), own(now, target)];
    if (isDeepStrictEqual(was, is)) return [];
    return `${describeChange(file, target, was, is)}. ${place} hides this: check that the action still fits`;
  });
}

function describeChange(
  file: string,
  target: string,
  was: Json | undefined,
  is: Json | undefined,
): string {
  if (was === undefined)
    return `${file} has ${target}, which no import has met before: ${shorten(is)}`;
  if (is === undefined)
    return `${file} no longer has ${target}, which was ${shorten(was)}`;
  return `${file} changes ${target}: it was ${shorten(was)}, and is ${shorten(is)}`;
}

const MAX_SHOWN_LENGTH = 160;

function shorten(value: Json | undefined): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_LENGTH
    ? `${text.slice(0, MAX_SHOWN_LENGTH)}…`
    : text;
}

/**
 * Two documents with what their overlays replaced, wherever the publisher changed it between them; undefined if the
 * publisher changed nothing of it, or if the older document has no record.
 */
export function putBackChanged(
  before: JsonObject,
  after: JsonObject,
): { before: JsonObject; after: JsonObject } | undefined {
  const [was, is] = [before[REPLACED_KEY], after[REPLACED_KEY]];
  if (!isObject(was) || !isObject(is)) return undefined;
  const targets = Object.keys({ ...was, ...is }).filter(
    (target) => !isDeepStrictEqual(own(was, target), own(is, target)),
  );
  if (targets.length === 0) return undefined;
  const putBack = (document: JsonObject, parts: JsonObject) =>
    targets.reduce((changed, target) => {
      const part = own(parts, target);
      return part === undefined ? changed : putAt(changed, target, part);
    }, document);
  return { before: putBack(before, was), after: putBack(after, is) };
}

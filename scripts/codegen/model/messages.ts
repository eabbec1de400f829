import { isObject, type Json, type JsonObject } from "../parse/json.js";

/** How a body is written, and how an answer is read. */
export type ContentKind = "json" | "form" | "text" | "bytes" | "events";

/** A media type of a document, without its parameters, in lower case. */
function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/**
 * What a media type is for the generator; undefined for one that it does not support. Where a document names any media
 * type at all, the schema decides: JSON is what has a structure.
 */
function kindOf(mediaType: string, schema: Json): ContentKind | undefined {
  const type = essenceOf(mediaType);
  if (ANY_TYPES.includes(type)) return isPlainText(schema) ? "bytes" : "json";
  if (type === "application/json" || type.endsWith("+json")) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "text/event-stream") return "events";
  if (type.startsWith("multipart/")) return undefined;
  const isText =
    type.startsWith("text/") ||
    type.endsWith("+xml") ||
    type.endsWith("+yaml") ||
    TEXT_TYPES.includes(type);
  return isText ? "text" : "bytes";
}

const ANY_TYPES: readonly string[] = ["*/*", "application/*"];

function isPlainText(schema: Json): boolean {
  if (!isObject(schema)) return true;
  const isEmpty = Object.keys(schema).length === 0;
  return isEmpty || schema["type"] === "string";
}

const TEXT_TYPES: readonly string[] = [
  "application/xml",
  "application/yaml",
  "application/x-yaml",
  "application/javascript",
  "application/graphql",
];

/** One content of a body or of an answer: its media type as the document spells it, and its schema. */
export interface Content {
  readonly kind: ContentKind;
  readonly mediaType: string;
  readonly schema: Json;
  /** How the members of a form are written, where the document says so. */
  readonly encoding: JsonObject;
}

const BODY_KINDS: readonly ContentKind[] = ["json", "form", "text", "bytes"];
const ANSWER_KINDS: readonly ContentKind[] = [
  "json",
  "events",
  "text",
  "bytes",
];

/** The content that the client sends: JSON where the document permits it. A request needs one media type, not a range. */
export function bodyContentOf(body: JsonObject): Content | undefined {
  return preferredOf(body, BODY_KINDS, (mediaType) => !mediaType.includes("*"));
}

/** The content that the client asks for: JSON where the document has it. */
export function answerContentOf(response: JsonObject): Content | undefined {
  return preferredOf(response, ANSWER_KINDS);
}

function preferredOf(
  { content }: JsonObject,
  kinds: readonly ContentKind[],
  isPossible: (mediaType: string) => boolean = () => true,
): Content | undefined {
  const contents = Object.entries(isObject(content) ? content : {})
    .filter(([mediaType]) => isPossible(mediaType))
    .map(([mediaType, media]) => [mediaType, toContent(media)] as const);
  // `application/json` itself comes before other spellings of JSON.
  contents.sort(
    ([one], [other]) => Number(isPlainJson(other)) - Number(isPlainJson(one)),
  );
  for (const kind of kinds)
    for (const [mediaType, { schema, encoding }] of contents)
      if (kindOf(mediaType, schema) === kind)
        return { kind, mediaType, schema, encoding };
  return undefined;
}

function toContent(media: Json): Pick<Content, "schema" | "encoding"> {
  const { schema = {}, encoding } = isObject(media) ? media : {};
  return { schema, encoding: isObject(encoding) ? encoding : {} };
}

function isPlainJson(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/json";
}

/** The media types of a body or an answer. */
export function mediaTypesOf({ content }: JsonObject): string[] {
  return isObject(content) ? Object.keys(content) : [];
}

/** Whether the bytes of a media type are one file of a known end, such as a picture: they are read as a `Blob`. */
export function isFile(mediaType: string): boolean {
  const type = essenceOf(mediaType);
  return (
    type === "application/pdf" || /^(image|audio|video|font)\/[^*]/.test(type)
  );
}

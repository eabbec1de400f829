import { isObject, objectOf, type Json, type Path } from "./json.js";
import type { Content, ContentKind, Schema } from "./model.js";
import type { SchemaReader } from "./schemas.js";

/** Every content of a body or of a response, in the order of the document. */
export function readContents(
  schemas: SchemaReader,
  message: Json | undefined,
  at: Path,
): Content[] {
  return Object.entries(objectOf(objectOf(message)["content"])).map(
    ([mediaType, media]): Content => {
      const { schema: node, encoding, example } = objectOf(media);
      const schema = schemas.read(node, [
        ...at,
        "content",
        mediaType,
        "schema",
      ]);
      const kind = kindOf(mediaType, schema);
      return {
        kind,
        mediaType,
        schema,
        ...(example !== undefined && { example }),
        ...(isObject(encoding) && { encoding }),
      };
    },
  );
}

/** A media type of a document, without its parameters, in lower case. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/**
 * The kind of a media type; undefined for a media type that the generator does not support. For a media type that
 * allows any type, the schema decides: a schema with a structure means JSON.
 */
function kindOf(mediaType: string, schema: Schema): ContentKind | undefined {
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

function isPlainText({ at: _, types, ...others }: Schema): boolean {
  const isEmpty = Object.keys(others).length === 0;
  return types === undefined ? isEmpty : types.join() === "string";
}

const TEXT_TYPES: readonly string[] = [
  "application/xml",
  "application/yaml",
  "application/x-yaml",
  "application/javascript",
  "application/graphql",
];

/** A content that the client can send or read. */
export interface KnownContent extends Content {
  readonly kind: ContentKind;
}

const BODY_KINDS: readonly ContentKind[] = ["json", "form", "text", "bytes"];
const ANSWER_KINDS: readonly ContentKind[] = [
  "json",
  "events",
  "text",
  "bytes",
];

/** The content that the client sends: JSON where the document permits it. A request needs one media type, not a range. */
export function sentContent(
  contents: readonly Content[],
): KnownContent | undefined {
  const exact = contents.filter(({ mediaType }) => !mediaType.includes("*"));
  return preferred(exact, BODY_KINDS);
}

/** The content that the client asks for: JSON where the document has it. */
export function receivedContent(
  contents: readonly Content[],
): KnownContent | undefined {
  return preferred(contents, ANSWER_KINDS);
}

function preferred(
  contents: readonly Content[],
  kinds: readonly ContentKind[],
): KnownContent | undefined {
  // `application/json` itself comes before other spellings of JSON.
  const sorted = contents.toSorted(
    (one, other) =>
      Number(isPlainJson(other.mediaType)) - Number(isPlainJson(one.mediaType)),
  );
  for (const kind of kinds) {
    const found = sorted.find((content) => content.kind === kind);
    if (found) return { ...found, kind };
  }
  return undefined;
}

function isPlainJson(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/json";
}

/** Whether the bytes of a media type are one file of a known end, such as a picture: they are read as a `Blob`. */
export function isFile(mediaType: string): boolean {
  const type = essenceOf(mediaType);
  return (
    type === "application/pdf" || /^(image|audio|video|font)\/[^*]/.test(type)
  );
}

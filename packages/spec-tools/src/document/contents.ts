import { objectOf, type Json, type Path } from "./json.js";
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
      const { schema: node, example } = objectOf(media);
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
 * allows any type, and for events, the schema decides: a schema with a structure means JSON.
 */
function kindOf(mediaType: string, schema: Schema): ContentKind | undefined {
  const type = essenceOf(mediaType);
  if (type === "application/json" || type.endsWith("+json")) return "json";
  if (isText(schema)) return undefined;
  if (type === "text/event-stream") return "events";
  return ["*/*", "application/*"].includes(type) ? "json" : undefined;
}

/** Whether a schema describes a text, or nothing. */
function isText({ ref, types, members, items, anyOf }: Schema): boolean {
  const hasStructure = (ref ?? members ?? items ?? anyOf) !== undefined;
  return !hasStructure && (types ?? ["string"]).join() === "string";
}

/** A content that the client can send or read. */
export interface KnownContent extends Content {
  readonly kind: ContentKind;
}

/** The content that the client sends: JSON where the document permits it. A request needs one media type, not a range. */
export function sentContent(
  contents: readonly Content[],
): KnownContent | undefined {
  const exact = contents.filter(({ mediaType }) => !mediaType.includes("*"));
  return preferred(exact, "json");
}

/** The content that the client asks for: JSON where the document has it. */
export function receivedContent(
  contents: readonly Content[],
): KnownContent | undefined {
  return preferred(contents, "json") ?? preferred(contents, "events");
}

/** The first content of a kind; `application/json` itself comes before other spellings of JSON. */
function preferred(
  contents: readonly Content[],
  kind: ContentKind,
): KnownContent | undefined {
  const known = contents.filter((content) => content.kind === kind);
  const plain = known.find(
    ({ mediaType }) => essenceOf(mediaType) === "application/json",
  );
  const [found] = plain ? [plain] : known;
  return found && { ...found, kind };
}

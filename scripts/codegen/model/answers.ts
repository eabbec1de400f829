import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import {
  answerContentOf,
  isFile,
  mediaTypesOf,
  type Content,
} from "./messages.js";
import type { SurfaceRules } from "./rules.js";
import { partsOf, typesOf } from "./schema-parts.js";

/** What the successful responses of an operation contain, over all their statuses. */
export interface Answer {
  readonly kind: "nothing" | "json" | "text" | "file" | "stream" | "events";
  /** The schemas of the JSON, or of the data of an event; more than one where the statuses differ. */
  readonly schemas: readonly Json[];
  /** The media type that is asked for; empty for `nothing`. */
  readonly mediaType: string;
  /** What every success with JSON holds; undefined where its schema permits other values. */
  readonly container: "object" | "array" | undefined;
  /** Whether some successful statuses have a body and others have none. */
  readonly mayBeEmpty: boolean;
  /** The list that the function returns instead of the whole answer; undefined if the function returns the answer. */
  readonly list: ListAnswer | undefined;
}

/** The list that an answer holds as its only member, apart from `pagination`. */
export interface ListAnswer {
  /** `"pods"` */
  readonly member: string;
  /** The schema of one item. */
  readonly item: Json;
  /** Whether further pages are asked for with the query parameter `cursor`. */
  readonly isPaged: boolean;
}

const NOTHING: Answer = {
  kind: "nothing",
  schemas: [],
  mediaType: "",
  container: undefined,
  mayBeEmpty: false,
  list: undefined,
};

/** The answer of an operation. An operation without a success, or with successes of two kinds, is refused. */
export function answerOf(
  spec: Spec,
  node: Json | undefined,
  at: Path,
  { lists }: SurfaceRules,
  hasCursor: boolean,
): Answer {
  const place = [...at, "responses"];
  const responses = spec.resolve(node, place);
  const statuses = Object.keys(responses)
    .filter((status) => /^2(\d\d|XX)$/.test(status))
    .sort();
  if (statuses.length === 0)
    throw spec.errorAt(place, "lists no response for a success (2xx)");
  const contents = statuses.map((status) => {
    const response = spec.resolve(responses[status], [...place, status]);
    const content = answerContentOf(response);
    const types = mediaTypesOf(response);
    if (!content && types.length > 0)
      throw spec.errorAt(
        [...place, status],
        `answers with ${types.join(", ")}, which the client cannot read`,
      );
    return content;
  });
  const filled = contents.filter((content) => content !== undefined);
  const [first] = filled;
  if (!first) return NOTHING;
  if (filled.some(({ kind }) => kind !== first.kind))
    throw spec.errorAt(
      place,
      "the successful responses of the operation hold different kinds of content: no single type describes them",
    );
  const schemas = uniqueSchemas(filled);
  const mayBeEmpty = filled.length < contents.length;
  const isOneSchema = schemas.length === 1 && !mayBeEmpty;
  return {
    kind: answerKindOf(first),
    schemas,
    mediaType: first.mediaType,
    container: first.kind === "json" ? containerIn(spec, schemas) : undefined,
    mayBeEmpty,
    list:
      lists === "bare" && first.kind === "json" && isOneSchema
        ? listIn(spec, schemas[0] ?? null, hasCursor)
        : undefined,
  };
}

function answerKindOf({ kind, mediaType }: Content): Answer["kind"] {
  if (kind === "bytes") return isFile(mediaType) ? "file" : "stream";
  return kind === "form" ? "text" : kind;
}

function uniqueSchemas(contents: readonly Content[]): Json[] {
  const unique = new Map(
    contents.map(({ schema }) => [JSON.stringify(schema), schema]),
  );
  return [...unique.values()];
}

/** The one container that every schema permits, and nothing else. */
export function containerIn(
  spec: Spec,
  schemas: readonly Json[],
): Answer["container"] {
  return (["object", "array"] as const).find((container) =>
    schemas.every((schema) =>
      partsOf(spec, schema).some((part) => typesOf(part)?.join() === container),
    ),
  );
}

/** The list that a schema contains; undefined if the schema has other members than the list and `pagination`. */
function listIn(
  spec: Spec,
  schema: Json,
  hasCursor: boolean,
): ListAnswer | undefined {
  const { pagination, ...others } = Object.fromEntries(
    partsOf(spec, schema).flatMap(({ properties }) =>
      Object.entries(isObject(properties) ? properties : {}),
    ),
  );
  const [entry, ...further] = Object.entries(others);
  if (!entry || further.length > 0) return undefined;
  const [member, value] = entry;
  const list: JsonObject = isObject(value) ? spec.resolve(value, []) : {};
  if (list["type"] !== "array") return undefined;
  const isPaged = pagination !== undefined && hasCursor;
  return { member, item: list["items"] ?? {}, isPaged };
}

/** Whether the data of the events of a stream is text, rather than JSON. */
export function hasTextData({ schemas }: Answer): boolean {
  return schemas.every(
    (schema) =>
      isObject(schema) && !("$ref" in schema) && schema["type"] === "string",
  );
}

import { receivedContent } from "../../document/contents.js";
import { objectOf, type JsonObject } from "../../document/json.js";
import type {
  Content,
  ContentKind,
  DocumentModel,
  Operation,
  Parameter,
  Response,
} from "../../document/model.js";
import { titleOf, typeSchemaOf } from "./json-schema.js";

/** The document that openapi-typescript makes the types of a surface from. */
export function toTypeDocument({
  operations,
  schemas,
}: DocumentModel): JsonObject {
  const components: Components = { responses: {}, parameters: {}, headers: {} };
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] =
      operationOf(components, operation);
  const named = Object.entries(schemas).map(([name, schema]) => [
    name,
    withAbsentMembers(typeSchemaOf(schema), absentMembers(schemas, name)),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths,
    components: {
      ...components,
      schemas: Object.fromEntries(named) as JsonObject,
    },
  };
}

/**
 * The names that the other objects of a union have and this object cannot have, because it is closed. Its type shows them as
 * never present, so that `urls.base` compiles where `base` is a member of one of the objects only.
 */
function absentMembers(
  schemas: DocumentModel["schemas"],
  name: string,
): string[] {
  const { members = {}, additional } = schemas[name] ?? {};
  if (additional !== false) return [];
  return Object.values(schemas)
    .filter(({ isExclusive }) => isExclusive)
    .map(({ anyOf = [] }) => anyOf.map(({ ref }) => ref))
    .filter((refs) => refs.includes(name))
    .flatMap((refs) => refs.map((ref) => ref && schemas[ref]?.members))
    .flatMap((others) => Object.keys(others || {}))
    .filter((member) => !Object.hasOwn(members, member));
}

function withAbsentMembers(
  schema: JsonObject,
  absent: readonly string[],
): JsonObject {
  if (absent.length === 0) return schema;
  const never = Object.fromEntries(absent.map((member) => [member, false]));
  return {
    ...schema,
    properties: { ...objectOf(schema["properties"]), ...never },
  };
}

/** The parts that several operations share, by their names. */
type Components = Record<"responses" | "parameters" | "headers", JsonObject>;

/** A reference to a part that has a name, or else the part itself. */
function shared(
  components: Components,
  group: keyof Components,
  ref: string | undefined,
  part: JsonObject,
): JsonObject {
  if (ref === undefined) return part;
  components[group][ref] = part;
  const key = ref.replaceAll("~", "~0").replaceAll("/", "~1");
  return { $ref: `#/components/${group}/${encodeURIComponent(key)}` };
}

function operationOf(components: Components, operation: Operation): JsonObject {
  const { id, summary, description, deprecated, body, responses } = operation;
  const { pathParameters, queryParameters, headerParameters } = operation;
  const sent = body?.sent;
  const writeAll = (parameters: readonly Parameter[], location: string) =>
    parameters.map((parameter) =>
      shared(components, "parameters", parameter.ref, {
        in: location,
        name: parameter.name,
        ...headerOf(parameter),
      }),
    );
  return {
    operationId: id,
    ...titleOf(summary, description),
    ...(deprecated && { deprecated }),
    parameters: [
      ...writeAll(pathParameters, "path"),
      ...writeAll(queryParameters, "query"),
      ...writeAll(headerParameters, "header"),
    ],
    ...(sent && {
      requestBody: {
        ...titleOf(body.description),
        required: body.required,
        content: contentOf(sent),
      },
    }),
    responses: Object.fromEntries(
      responses.map((response) => [
        response.status,
        shared(
          components,
          "responses",
          response.ref,
          responseOf(components, response),
        ),
      ]),
    ),
  };
}

/** A header, or what a parameter says beside its name and its place. */
function headerOf({
  required,
  description,
  deprecated,
  example,
  schema,
}: Parameter): JsonObject {
  return {
    required,
    ...titleOf(description),
    ...(deprecated && { deprecated }),
    ...(example !== undefined && { example }),
    schema: typeSchemaOf(schema),
  };
}

function responseOf(
  components: Components,
  { description, contents, headers }: Response,
): JsonObject {
  const chosen = receivedContent(contents);
  const written = (chosen ? [chosen] : contents).map(contentOf);
  const described = headers.map((header) => [
    header.name,
    shared(components, "headers", header.ref, headerOf(header)),
  ]);
  return {
    ...titleOf(description),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(described) as JsonObject,
    }),
    ...(written.length > 0 && {
      content: Object.assign({}, ...written) as JsonObject,
    }),
  };
}

/** How the types of the client recognize a content (`src/rest/typed-client.ts`), and its usual spelling. */
const SPELLINGS: Record<ContentKind, readonly [RegExp, string]> = {
  json: [/^application\/.*json/, "application/json"],
  events: [/^text\/event-stream/, "text/event-stream"],
};

/** The content that the client sends or asks for, and no other. */
function contentOf({ kind, mediaType, example, schema }: Content): JsonObject {
  const [known, spelling] = (kind && SPELLINGS[kind]) ?? [/^/, mediaType];
  const name = known.test(mediaType) ? mediaType : spelling;
  return {
    [name]: {
      ...(example !== undefined && { example }),
      schema: typeSchemaOf(schema),
    },
  };
}

import type {
  ReferenceEntry,
  ReferenceField,
} from "../../../src/emulator/page/reference-entry.js";
import type { Answer } from "../model/answers.js";
import type { Operation } from "../model/operations.js";
import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import { parsePointer } from "../parse/references.js";
import { type Spec } from "../parse/spec.js";
import type { Surface } from "./fetchers.js";

/** The reference that the emulator's page shows: what each operation does, takes and returns, in words. */
export function renderReference(
  surfaces: readonly {
    readonly surface: Surface;
    readonly spec: Spec;
    readonly operations: readonly Operation[];
  }[],
): string {
  const entries = surfaces.flatMap(({ surface, spec, operations }) =>
    operations.map((operation) => entryOf(surface, spec, operation)),
  );
  const rows = entries.map((entry) => `  ${JSON.stringify(entry)},`);
  return `import type { ReferenceEntry } from "../../src/emulator/page/reference-entry.js";

/** Every operation of the specs, in their order. */
export const reference: readonly ReferenceEntry[] = [\n${rows.join("\n")}\n];`;
}

function entryOf(
  { prefix }: Surface,
  spec: Spec,
  operation: Operation,
): ReferenceEntry {
  const { resource, name, route, synonym, summary, description, answer } =
    operation;
  return {
    resource: prefix + resource,
    name,
    route,
    ...(synonym === undefined ? {} : { synonym }),
    prefix: prefixOf(spec),
    summary,
    description,
    fields: fieldsOf(spec, operation),
    answer: answerTypeOf(spec, answer),
  };
}

/** What a success holds, in a few words; empty where it holds nothing. */
function answerTypeOf(
  spec: Spec,
  { kind, schemas, mediaType }: Answer,
): string {
  if (kind === "nothing") return "";
  return kind === "json"
    ? schemas.map((schema) => typeOf(spec, schema)).join(" | ")
    : mediaType;
}

/** The path of the first server, such as `/v1`. */
function prefixOf({ document }: Spec): string {
  const { servers } = document;
  const server = Array.isArray(servers) ? servers[0] : undefined;
  const url = isObject(server) ? textOf(server["url"]) : "";
  return url.replace(/^\w+:\/\/[^/]*/, "").replace(/\/$/, "");
}

function fieldsOf(spec: Spec, operation: Operation): ReferenceField[] {
  const { pathParameters, queryParameters, body } = operation;
  const parts = body ? partsOf(spec, body.schema) : [];
  const properties = Object.assign(
    {},
    ...parts.map(propertiesOf),
  ) as JsonObject;
  const required = parts.flatMap(requiredOf);
  return [
    ...pathParameters.map((name): ReferenceField => {
      const description = pathDescription(spec, operation, name);
      return { name, in: "path", type: "string", required: true, description };
    }),
    ...queryParameters.map((parameter): ReferenceField => ({
      name: parameter.name,
      in: "query",
      type: typeOf(spec, parameter.schema),
      ...(parameter.required ? { required: true } : {}),
      description: parameter.description,
    })),
    ...Object.entries(properties).map(([name, property]): ReferenceField => ({
      name,
      in: "body",
      type: typeOf(spec, property),
      ...(required.includes(name) ? { required: true } : {}),
      description: textOf(follow(spec, property)["description"]),
    })),
  ];
}

/** A schema and the schemas that it consists of. */
function partsOf(spec: Spec, node: Json): JsonObject[] {
  const schema = follow(spec, node);
  const { allOf } = schema;
  const parts = Array.isArray(allOf) ? allOf : [];
  return [schema, ...parts.flatMap((part) => partsOf(spec, part))];
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function requiredOf({ required }: JsonObject): Json[] {
  return Array.isArray(required) ? [...required] : [];
}

/** The description of a path parameter, which the path or the operation declares. */
function pathDescription(
  spec: Spec,
  operation: Operation,
  name: string,
): string {
  const paths = spec.document["paths"] as JsonObject;
  const item = follow(spec, paths[operation.path] ?? {});
  const node = follow(spec, item[operation.method.toLowerCase()] ?? {});
  const lists = [item["parameters"], node["parameters"]];
  const parameter = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((entry) => follow(spec, entry))
    .find((entry) => entry["in"] === "path" && entry["name"] === name);
  return textOf(parameter?.["description"]);
}

/** A type in a few words: `"integer from 1 to 64"`, `"GPU | CPU"`, `"Pod[]"`. */
function typeOf(spec: Spec, node: Json): string {
  if (!isObject(node)) return "any JSON";
  const schema = follow(spec, node);
  const { $ref } = node;
  const { type, enum: values } = schema;
  const isNamed = isObject(schema["properties"]) || type === undefined;
  if (typeof $ref === "string" && isNamed)
    return parsePointer($ref).at(-1) ?? "";
  if (Array.isArray(values)) return values.map(String).join(" | ");
  if (type !== "array")
    return `${textOf(type) || "any JSON"}${limitsOf(schema)}`;
  const item = typeOf(spec, schema["items"] ?? {});
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}

function limitsOf(schema: JsonObject): string {
  const words = [
    ["minimum", "from #"],
    ["maximum", "to #"],
    ["maxLength", "of at most # characters"],
  ] as const;
  return words
    .filter(([name]) => typeof schema[name] === "number")
    .map(
      ([name, text]) => ` ${text.replace("#", JSON.stringify(schema[name]))}`,
    )
    .join("");
}

function follow(spec: Spec, node: Json): JsonObject {
  return isObject(node) ? spec.resolve(node, []) : {};
}

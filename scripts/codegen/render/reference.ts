import type { Operation } from "../model/operations.js";
import {
  isObject,
  pointer,
  textOf,
  type Json,
  type JsonObject,
  type Spec,
} from "../parse/spec.js";

/** Every operation in words, for people: what it does, what it takes and what it answers. */
export function renderReference(
  surfaces: readonly { spec: Spec; operations: readonly Operation[] }[],
): string {
  const entries = surfaces.flatMap(({ spec, operations }) =>
    operations.map((operation) => entryOf(spec, operation)),
  );
  const rows = entries.map((entry) => `  ${JSON.stringify(entry)},`);
  return `${DECLARATION}\n\n/** Every operation of the specs, in their order. */
export const reference: readonly ReferenceEntry[] = [\n${rows.join("\n")}\n];`;
}

const DECLARATION = `/** One operation, described. */
export interface ReferenceEntry {
  /** \`"pods"\` */
  readonly resource: string;
  /** \`"list"\` */
  readonly name: string;
  readonly route: string;
  /** The POST spelling of an update. */
  readonly synonym?: string;
  /** What its paths begin with, such as \`/v1\`; may be empty. */
  readonly prefix: string;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly ReferenceField[];
  /** The type of its answer; empty where it has no body. */
  readonly answer: string;
}

/** A parameter, or a member of the body. */
export interface ReferenceField {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}`;

function entryOf(spec: Spec, operation: Operation): JsonObject {
  const { resource, name, route, synonym, summary, description } = operation;
  const servers = spec.document["servers"];
  const server = Array.isArray(servers) ? servers[0] : undefined;
  const prefix = isObject(server) ? textOf(server["url"]) : "";
  return {
    ...{ resource, name, route },
    ...(synonym === undefined ? {} : { synonym }),
    // An address of a host counts for its path alone.
    prefix: prefix.replace(/^\w+:\/\/[^/]*/, "").replace(/\/$/, ""),
    ...{ summary, description, fields: fieldsOf(spec, operation) },
    answer:
      operation.answer === undefined ? "" : typeOf(spec, operation.answer),
  };
}

function fieldsOf(spec: Spec, operation: Operation): JsonObject[] {
  const { pathParameters, queryParameters, body } = operation;
  const schema = body ? open(spec, body.schema) : {};
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const needed = Array.isArray(schema["required"]) ? schema["required"] : [];
  return [
    ...pathParameters.map((name) => ({
      ...{ name, in: "path", type: "string", required: true },
      description: pathText(spec, operation, name),
    })),
    ...queryParameters.map((parameter) => ({
      name: textOf(parameter["name"]),
      in: "query",
      type: typeOf(spec, parameter["schema"] ?? {}),
      required: parameter["required"] === true,
      description: textOf(parameter["description"]),
    })),
    ...Object.entries(properties).map(([name, property]) => ({
      ...{ name, in: "body", type: typeOf(spec, property) },
      required: needed.includes(name),
      description: textOf(open(spec, property)["description"]),
    })),
  ];
}

/** The description of a path parameter, which stands at the path or at the operation. */
function pathText(spec: Spec, operation: Operation, name: string): string {
  const paths = spec.document["paths"] as JsonObject;
  const item = open(spec, paths[operation.path] ?? {});
  const node = open(spec, item[operation.method.toLowerCase()] ?? {});
  const lists = [item["parameters"], node["parameters"]];
  const parameter = lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((entry) => open(spec, entry))
    .find((entry) => entry["in"] === "path" && entry["name"] === name);
  return textOf(parameter?.["description"]);
}

/** A type in a few words: `"integer from 1 to 64"`, `"GPU | CPU"`, `"Pod[]"`. */
function typeOf(spec: Spec, node: Json): string {
  if (!isObject(node)) return "any JSON";
  const schema = open(spec, node);
  const { $ref } = node;
  const { type, enum: values } = schema;
  const isNamed = isObject(schema["properties"]) || type === undefined;
  if (typeof $ref === "string" && isNamed) return pointer($ref).at(-1) ?? "";
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

function open(spec: Spec, node: Json): JsonObject {
  return isObject(node) ? spec.resolve(node, []) : {};
}

import type { Operation } from "../model/operations.js";
import { answerType, type TypeContext } from "../model/types.js";
import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import type { Surface } from "./fetchers.js";

/** An example is written on one line up to this length. */
const MAX_LINE_CHARACTERS = 90;

/** Members of members are shown up to this depth. */
const MAX_DEPTH_LEVELS = 4;

/** The example of a call: its required arguments, and what is done with the answer. */
export function renderExample(
  context: TypeContext,
  surface: Surface,
  operation: Operation,
): string {
  const { resource, name, answer } = operation;
  const call = `cloud.${surface.prefix}${resource}.${name}(${argumentsOf(context.spec, operation)})`;
  const type = answerType(context, operation);
  if (answer.kind === "events")
    return `for await (const line of ${call}) console.log(line);`;
  const variable = variableOf(type, answer);
  if (answer.list?.isPaged)
    return `for await (const ${singleOf(type)} of ${call}) console.log(${singleOf(type)});`;
  return variable === undefined
    ? `await ${call};`
    : `const ${variable} = await ${call};`;
}

/** The name of the variable for an answer; undefined where there is none. */
function variableOf(
  type: string,
  { kind, list }: Operation["answer"],
): string | undefined {
  if (kind === "nothing") return undefined;
  if (kind !== "json") return kind;
  const isList = list !== undefined || type.endsWith("[]");
  const single = singleOf(type.replace("[]", ""));
  return isList && single !== "result" ? pluralOf(single) : single;
}

/** `networkVolume` for `NetworkVolume`; `result` for what is no name. */
function singleOf(type: string): string {
  if (!/^[A-Z]\w*$/.test(type)) return "result";
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  return name === "package" || name.length < 2 ? "result" : name;
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** The arguments that a call needs. An update without required members shows one. */
function argumentsOf(spec: Spec, operation: Operation): string {
  const { pathParameters, body, queryParameters, headerParameters } = operation;
  const args: string[] = pathParameters.map((name) => JSON.stringify(name));
  const query = requiredOf(spec, queryParameters);
  const headers = requiredOf(spec, headerParameters);
  if (body) args.push(bodyOf(spec, body));
  if (query !== undefined) args.push(query);
  else if (headers !== undefined && hasQuery(operation)) args.push("undefined");
  if (headers !== undefined) args.push(headers);
  return args.join(", ");
}

function hasQuery({ method, queryParameters }: Operation): boolean {
  return method === "GET" || queryParameters.length > 0;
}

function requiredOf(
  spec: Spec,
  parameters: Operation["queryParameters"] | Operation["headerParameters"],
): string | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  if (required.length === 0) return undefined;
  const members = required.map(({ name, schema }): [string, string] => [
    name,
    valueText(spec, schema, 1),
  ]);
  return objectText(members);
}

function bodyOf(spec: Spec, body: NonNullable<Operation["body"]>): string {
  if (body.kind === "text") return '"text"';
  if (body.kind === "bytes") return "new Uint8Array([1, 2, 3])";
  return valueText(spec, body.schema, 0);
}

/** A value that matches a schema, as TypeScript: the example of an object, or else its required members. */
function valueText(spec: Spec, schema: Json, depth: number): string {
  if (!isObject(schema) || depth > MAX_DEPTH_LEVELS) return "{}";
  const resolved = mergeParts(spec, schema);
  const { default: byDefault, example, const: constant } = resolved;
  const values = resolved["enum"];
  if (isObject(example)) return literalText(example);
  const given = [example, byDefault, constant].find(isScalar);
  if (Array.isArray(values)) return JSON.stringify(values[0] ?? null);
  const type = typeOf(resolved);
  if (isScalar(given) && isOfType(given, type)) return JSON.stringify(given);
  if (type === "object") return membersText(spec, resolved, depth);
  if (type === "array")
    return `[${valueText(spec, resolved["items"] ?? {}, depth + 1)}]`;
  if (type === "boolean") return "true";
  if (type === "null") return "null";
  if (type === "integer" || type === "number")
    return JSON.stringify(resolved["minimum"] ?? 1);
  if (type === "string") return JSON.stringify(textFor(resolved));
  return "{}";
}

/** A value of a document as TypeScript. */
function literalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literalText).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return objectText(
    Object.entries(value).map(([name, member]) => [name, literalText(member)]),
  );
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isOfType(value: string | number | boolean, type: string): boolean {
  return typeof value === (type === "integer" ? "number" : type);
}

function textFor({ format }: JsonObject): string {
  return TEXTS[textOf(format)] ?? "text";
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  uri: "https://example.com",
  email: "user@example.com",
};

function typeOf({ type, properties, items }: JsonObject): string {
  const [named] = [type ?? []].flat().filter((each) => each !== "null");
  if (typeof named === "string") return named;
  if (isObject(properties)) return "object";
  return items === undefined ? "" : "array";
}

/** The required members of an object; of an object without required members, the first one. */
function membersText(spec: Spec, schema: JsonObject, depth: number): string {
  const { properties, required, additionalProperties } = schema;
  const all = isObject(properties) ? Object.entries(properties) : [];
  const names = Array.isArray(required) ? required : [];
  const needed = all.filter(([name]) => names.includes(name));
  const shown = needed.length > 0 || depth > 0 ? needed : all.slice(0, 1);
  if (shown.length === 0 && isObject(additionalProperties))
    return objectText([
      ["name", valueText(spec, additionalProperties, depth + 1)],
    ]);
  return objectText(
    shown.map(([name, member]) => [name, valueText(spec, member, depth + 1)]),
  );
}

function objectText(members: readonly (readonly [string, string])[]): string {
  if (members.length === 0) return "{}";
  const texts = members.map(
    ([name, value]) =>
      `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${value}`,
  );
  const line = `{ ${texts.join(", ")} }`;
  if (line.length <= MAX_LINE_CHARACTERS && !line.includes("\n")) return line;
  return `{\n${texts.map((text) => `  ${text.replaceAll("\n", "\n  ")},\n`).join("")}}`;
}

/** One schema that a schema and its parts amount to, with the first of its alternatives. */
function mergeParts(spec: Spec, schema: JsonObject, depth = 0): JsonObject {
  const { allOf, anyOf, oneOf, ...own } = spec.resolve(schema, []);
  const alternatives = [anyOf, oneOf].map((list) =>
    Array.isArray(list) ? list.find((each) => !isNullOnly(each)) : undefined,
  );
  const parts = [...(Array.isArray(allOf) ? allOf : []), ...alternatives];
  let merged = own;
  for (const part of parts) {
    if (!isObject(part) || depth > MAX_DEPTH_LEVELS) continue;
    const other = mergeParts(spec, part, depth + 1);
    merged = {
      ...other,
      ...merged,
      ...(isObject(other["properties"]) && {
        properties: {
          ...other["properties"],
          ...(isObject(merged["properties"]) ? merged["properties"] : {}),
        },
      }),
      required: [...listOf(other["required"]), ...listOf(merged["required"])],
    };
  }
  return merged;
}

function isNullOnly(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null";
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

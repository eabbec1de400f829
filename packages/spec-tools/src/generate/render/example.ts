import { isObject, type Json } from "../../document/json.js";
import type { Operation, Parameter, Schema } from "../../document/model.js";
import { answerType } from "../../document/signatures.js";
import { targetIn } from "../../document/targets.js";
import type { SurfaceModel } from "./fetchers.js";
import { literal } from "./literal.js";

/** Members of members are shown up to this depth. */
const MAX_DEPTH_LEVELS = 4;

/** The example of a call: its required arguments, and what is done with the answer. */
export function renderExample(
  { surface, model }: SurfaceModel,
  operation: Operation,
): string {
  const { resource, name, answer } = operation;
  const write = (schema: Schema, depth: number) =>
    valueOf(targetIn(model.schemas), schema, depth);
  const call = `cloud.${surface.prefix}${resource}.${name}(${argumentsOf(write, operation)})`;
  const type = answerType(model, operation);
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
  const isList = list !== undefined || type.endsWith("[]");
  const single = singleOf(type.replace("[]", ""));
  return isList && single !== "result" ? pluralOf(single) : single;
}

/** `networkVolume` for `NetworkVolume`; `result` for a type that is not a name. */
function singleOf(type: string): string {
  if (!/^[A-Z]\w*$/.test(type)) return "result";
  const name = type.charAt(0).toLowerCase() + type.slice(1);
  return name === "package" || name.length < 2 ? "result" : name;
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

type WriteValue = (schema: Schema, depth: number) => Json;

/** The arguments that a call needs. A body without required members shows its first member. */
function argumentsOf(write: WriteValue, operation: Operation): string {
  const { pathParameters, body, queryParameters } = operation;
  const args: string[] = pathParameters.map(({ name }) => JSON.stringify(name));
  const query = requiredOf(write, queryParameters);
  if (body) args.push(literal(write(body.sent?.schema ?? {}, 0)));
  if (query !== undefined) args.push(query);
  return args.join(", ");
}

function requiredOf(
  write: WriteValue,
  parameters: readonly Parameter[],
): string | undefined {
  const required = parameters.filter((parameter) => parameter.required);
  if (required.length === 0) return undefined;
  const values = required.map(({ name, schema }) => [name, write(schema, 1)]);
  return literal(Object.fromEntries(values));
}

/** A value that matches a schema: the example of an object, or else its required members. */
function valueOf(
  targetOf: (schema: Schema) => Schema,
  schema: Schema,
  depth: number,
  within: readonly string[] = [],
): Json {
  if (depth > MAX_DEPTH_LEVELS) return {};
  const target = firstOf(targetOf, schema);
  const { default: byDefault, example, values, limits = {} } = target;
  if (isObject(example)) return example;
  if (values) return values[0] ?? null;
  const type = typeOf(target);
  const given = [example, byDefault].find(isScalar);
  if (given !== undefined && isOfType(given, type)) return given;
  const around = schema.ref === undefined ? within : [...within, schema.ref];
  const inner = (each: Schema) => valueOf(targetOf, each, depth + 1, around);
  switch (type) {
    case "object":
      return membersOf(target, depth, inner);
    case "array":
      // A list of itself would not end.
      return around.includes(target.items?.ref ?? "")
        ? []
        : [inner(target.items ?? {})];
    case "boolean":
      return true;
    case "null":
      return null;
    case "integer":
    case "number":
      return limits["minimum"] ?? 1;
    case "string":
      return TEXTS[target.format ?? ""] ?? "text";
    default:
      return {};
  }
}

/** What a schema stands for: of several alternatives, the first. */
function firstOf(targetOf: (schema: Schema) => Schema, schema: Schema): Schema {
  const { anyOf, ...beside } = targetOf(schema);
  const [first] = anyOf ?? [];
  return first ? { ...firstOf(targetOf, first), ...beside } : beside;
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isOfType(value: string | number | boolean, type: string): boolean {
  return typeof value === (type === "integer" ? "number" : type);
}

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  uri: "https://example.com",
  email: "user@example.com",
};

function typeOf({ types, members, items }: Schema): string {
  const [first] = types ?? [];
  if (first) return first;
  if (members) return "object";
  return items ? "array" : "";
}

/** The required members of an object. A whole body without required members shows its first member. */
function membersOf(
  { members = {}, required = [], additional }: Schema,
  depth: number,
  write: (schema: Schema) => Json,
): Json {
  const all = Object.entries(members);
  const needed = all.filter(([name]) => required.includes(name));
  const shown = needed.length > 0 || depth > 0 ? needed : all.slice(0, 1);
  const isMap = additional && (additional.types ?? additional.ref);
  if (shown.length === 0 && isMap) return { name: write(additional) };
  return Object.fromEntries(
    shown.map(([name, member]) => [name, write(member)]),
  );
}

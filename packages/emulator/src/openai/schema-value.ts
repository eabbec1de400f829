import { isRecord } from "../check-arguments.js";
import { createRandom } from "../random.js";
import { writeWords } from "../jobs/write-text.js";

type Schema = Readonly<Record<string, unknown>>;

/** Below this depth, members that need not be there are left out, and lists are as short as they may be. */
const SHALLOW_DEPTH = 4;
const MAX_DEPTH = 32;
const USUAL_ITEMS = 2;
/** From 0 to this, where the schema allows. */
const USUAL_MAX = 100;

/** A schema for which the emulator finds no value. */
export class SchemaError extends Error {}

/** Makes a value that fits a JSON schema. The same seed makes the same value. Throws a `SchemaError` where it finds none. */
export function makeValue(root: unknown, seed: number): unknown {
  const random = createRandom(seed);
  const pick = (values: readonly unknown[]) =>
    values[Math.floor(random() * values.length)];
  return make(root, "", 0);

  /** @param path where the value stands, for messages */
  function make(given: unknown, path: string, depth: number): unknown {
    if (depth > MAX_DEPTH)
      throw new SchemaError(`${path} is nested too deeply`);
    const schema = resolve(given);
    if ("const" in schema) return schema["const"];
    const { enum: values, default: usual, anyOf, oneOf = anyOf } = schema;
    if (Array.isArray(values)) return pick(values);
    if (usual !== undefined) return usual;
    if (Array.isArray(oneOf))
      return make(pickBranch(oneOf, depth), path, depth + 1);
    switch (typeOf(schema)) {
      case "object":
        return makeObject(schema, path, depth + 1);
      case "array":
        return makeList(schema, path, depth + 1);
      case "number":
      case "integer":
        return makeNumber(schema, path, random());
      case "boolean":
        return random() < 0.5;
      case "null":
        return null;
      default:
        return makeText(schema, path, random);
    }
  }

  /** Follows `$ref`, and joins the parts of `allOf`. */
  function resolve(given: unknown): Schema {
    if (!isRecord(given)) return {};
    const { $ref: reference, allOf, ...own } = given;
    const parts: unknown[] = Array.isArray(allOf) ? allOf : [];
    const all = typeof reference === "string" ? [find(root, reference)] : [];
    return [...all, ...parts].map(resolve).reduce(join, own);
  }

  /** Deep down, a branch without members or items ends a schema that contains itself. */
  function pickBranch(branches: readonly unknown[], depth: number): unknown {
    if (depth < SHALLOW_DEPTH) return pick(branches);
    const isLeaf = (branch: unknown) =>
      isRecord(branch) &&
      !("$ref" in branch) &&
      !["object", "array"].includes(typeOf(branch));
    return branches.find(isLeaf) ?? branches[0];
  }

  function makeObject(schema: Schema, path: string, depth: number): object {
    const { additionalProperties: others, required } = schema;
    const { properties = isRecord(others) ? { key: others } : {} } = schema;
    const needed = Array.isArray(required) ? required : [];
    const isWanted = (name: string) =>
      depth <= SHALLOW_DEPTH || needed.includes(name);
    const entries = Object.entries(Object(properties) as Schema)
      .filter(([name]) => isWanted(name))
      .map(([name, part]) => [name, make(part, `${path}.${name}`, depth)]);
    return Object.fromEntries(entries) as object;
  }

  function makeList(schema: Schema, path: string, depth: number): unknown[] {
    const { prefixItems, items } = schema;
    const first: unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
    const usual = depth > SHALLOW_DEPTH || first.length > 0 ? 0 : USUAL_ITEMS;
    const min = Math.max(numberIn(schema, "minItems", 0), usual);
    const length = Math.min(min, numberIn(schema, "maxItems", Infinity));
    const rest = Math.max(0, length - first.length);
    const parts = [...first, ...Array.from({ length: rest }, () => items)];
    return parts.map((part) => make(part, `${path}[]`, depth));
  }
}

function find(root: unknown, reference: string): unknown {
  const names = reference.replace(/^#\/?/, "").split("/").filter(Boolean);
  const found = names.reduce<unknown>(
    (value, name) => (isRecord(value) ? value[name] : undefined),
    root,
  );
  if (found !== undefined) return found;
  throw new SchemaError(`${reference} leads nowhere`);
}

/** @param share how far the number is between its bounds, from 0 to 1 */
function makeNumber(schema: Schema, path: string, share: number): number {
  const above = numberIn(schema, "exclusiveMinimum", -Infinity);
  const below = numberIn(schema, "exclusiveMaximum", Infinity);
  const min = Math.max(numberIn(schema, "minimum", -Infinity), above);
  const max = Math.min(numberIn(schema, "maximum", Infinity), below);
  const low = Math.max(min, Math.min(0, max - USUAL_MAX));
  const high = Math.min(max, Math.max(USUAL_MAX, low + USUAL_MAX));
  if (low === high && low > above && high < below) return low;
  const usualStep = typeOf(schema) === "integer" ? 1 : (high - low) / USUAL_MAX;
  const step = numberIn(schema, "multipleOf", usualStep);
  const first = Math.ceil(low / step) + (low === above ? 1 : 0);
  const last = Math.floor(high / step) - (high === below ? 1 : 0);
  if (!(first <= last)) throw new SchemaError(`no number fits ${path}`);
  const steps = first + Math.floor(share * (last - first + 1));
  return Number((steps * step).toPrecision(12));
}

function makeText(schema: Schema, path: string, random: () => number): string {
  const { format, pattern } = schema;
  const min = numberIn(schema, "minLength", 0);
  const max = numberIn(schema, "maxLength", Infinity);
  const example = EXAMPLES[String(format)];
  let text = example ?? writeWords(random, 2);
  if (example === undefined) {
    while (text.length < min) text += ` ${writeWords(random, 2)}`;
    text = text.slice(0, max).trimEnd().padEnd(min, ".");
  }
  if (typeof pattern !== "string" || new RegExp(pattern, "u").test(text))
    return text;
  throw new SchemaError(
    `the emulator finds no text for the pattern of ${path}: give it an enum or a default`,
  );
}

/** The type of a value; the first of several that is not "null". */
function typeOf(schema: Schema): string {
  const types = [schema["type"] ?? []].flat().map(String);
  const type = types.find((each) => each !== "null") ?? types[0];
  if (type !== undefined) return type;
  if ("properties" in schema || "additionalProperties" in schema)
    return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : "string";
}

function join(one: Schema, other: Schema): Schema {
  const required = [one["required"] ?? [], other["required"] ?? []].flat();
  const properties = {
    ...Object(one["properties"]),
    ...Object(other["properties"]),
  } as Schema;
  return {
    ...one,
    ...other,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

function numberIn(schema: Schema, name: string, otherwise: number): number {
  const value = schema[name];
  return typeof value === "number" ? value : otherwise;
}

/** A text of each format. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "date-time": "2026-01-02T03:04:05Z",
  date: "2026-01-02",
  time: "03:04:05Z",
  duration: "PT1H",
  email: "keeper@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "3f2c1b0a-5d4e-4c6b-8a79-1e0d2c3b4a59",
};

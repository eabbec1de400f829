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
const FRACTION_STEP = 0.01;
/** How often another item is tried where the items of a list must differ. */
const MAX_TRIES = 50;

/** A schema for which the emulator finds no value. */
export class SchemaError extends Error {}

/** Makes a value that fits a JSON schema. The same seed makes the same value. Throws a `SchemaError` where it finds none. */
export function makeValue(schema: unknown, seed: number): unknown {
  return new ValueMaker(schema, createRandom(seed)).make(schema, "", 0);
}

class ValueMaker {
  readonly #root: unknown;
  readonly #random: () => number;

  constructor(root: unknown, random: () => number) {
    this.#root = root;
    this.#random = random;
  }

  /** @param path where the value stands, for messages */
  make(given: unknown, path: string, depth: number): unknown {
    if (depth > MAX_DEPTH)
      throw new SchemaError(`${path} is nested too deeply`);
    const schema = this.#resolve(given, path);
    if ("const" in schema) return schema["const"];
    const { enum: values, default: usual, anyOf, oneOf = anyOf } = schema;
    if (Array.isArray(values)) return this.#pick(values);
    if (usual !== undefined) return usual;
    if (Array.isArray(oneOf))
      return this.make(this.#pickBranch(oneOf, depth), path, depth + 1);
    switch (typeOf(schema)) {
      case "object":
        return this.#makeObject(schema, path, depth + 1);
      case "array":
        return this.#makeList(schema, path, depth + 1);
      case "number":
        return this.#makeNumber(schema, path, FRACTION_STEP);
      case "integer":
        return this.#makeNumber(schema, path, 1);
      case "boolean":
        return this.#random() < 0.5;
      case "null":
        return null;
      default:
        return this.#makeText(schema, path);
    }
  }

  /** Follows `$ref`, and joins the parts of `allOf`. */
  #resolve(given: unknown, path: string): Schema {
    if (!isRecord(given)) return {};
    const { $ref: reference, allOf, ...own } = given;
    const parts: unknown[] = Array.isArray(allOf) ? allOf : [];
    const all = typeof reference === "string" ? [this.#find(reference)] : [];
    return [...all, ...parts].reduce<Schema>(
      (joined, part) => join(joined, this.#resolve(part, path)),
      own,
    );
  }

  #find(reference: string): unknown {
    const names = reference.replace(/^#\/?/, "").split("/").filter(Boolean);
    const found = names.reduce<unknown>(
      (value, name) => (isRecord(value) ? value[name] : undefined),
      this.#root,
    );
    if (found !== undefined) return found;
    throw new SchemaError(`${reference} leads nowhere`);
  }

  /** Deep down, a branch without members or items ends a schema that contains itself. */
  #pickBranch(branches: readonly unknown[], depth: number): unknown {
    if (depth < SHALLOW_DEPTH) return this.#pick(branches);
    const isLeaf = (branch: unknown) =>
      isRecord(branch) &&
      !("$ref" in branch) &&
      !["object", "array"].includes(typeOf(branch));
    return branches.find(isLeaf) ?? branches[0];
  }

  #makeObject(schema: Schema, path: string, depth: number): object {
    const { properties, required, additionalProperties: others } = schema;
    const known = isRecord(properties) ? properties : {};
    const needed = Array.isArray(required) ? required : [];
    const names = Object.keys(known).filter(
      (name) => depth <= SHALLOW_DEPTH || needed.includes(name),
    );
    const entries = names.map((name) => [
      name,
      this.make(known[name], `${path}.${name}`, depth),
    ]);
    const free = isRecord(others)
      ? Math.max(properties ? 0 : 1, Number(schema["minProperties"] ?? 0))
      : 0;
    for (let count = entries.length; count < free; count += 1)
      entries.push([`key${count + 1}`, this.make(others, path, depth)]);
    return Object.fromEntries(entries) as object;
  }

  #makeList(schema: Schema, path: string, depth: number): unknown[] {
    const { prefixItems, items, uniqueItems, minItems, maxItems } = schema;
    const first = Array.isArray(prefixItems) ? prefixItems : [];
    const list = first.map((item) => this.make(item, path, depth));
    const min = Number(minItems ?? 0);
    const usual = depth > SHALLOW_DEPTH || first.length > 0 ? 0 : USUAL_ITEMS;
    const length = Math.min(Math.max(min, usual), Number(maxItems ?? Infinity));
    const seen = new Set(list.map((item) => JSON.stringify(item)));
    let tries = length + MAX_TRIES;
    while (list.length < length && tries > 0) {
      tries -= 1;
      const item = this.make(items, `${path}[]`, depth);
      const text = JSON.stringify(item);
      if (uniqueItems === true && seen.has(text)) continue;
      seen.add(text);
      list.push(item);
    }
    if (list.length >= min) return list;
    throw new SchemaError(`${path} has too few values that differ`);
  }

  #makeNumber(schema: Schema, path: string, usualStep: number): number {
    const above = numberIn(schema, "exclusiveMinimum", -Infinity);
    const below = numberIn(schema, "exclusiveMaximum", Infinity);
    const min = Math.max(numberIn(schema, "minimum", -Infinity), above);
    const max = Math.min(numberIn(schema, "maximum", Infinity), below);
    const low = Math.max(min, Math.min(0, max - USUAL_MAX));
    const high = Math.min(max, Math.max(USUAL_MAX, low + USUAL_MAX));
    const isNarrow = usualStep < 1 && high - low < 4 * usualStep;
    const narrow = isNarrow && high > low ? (high - low) / 4 : usualStep;
    const step = numberIn(schema, "multipleOf", narrow);
    const start = low === above ? Math.floor(low / step) + 1 : low / step;
    const end = high === below ? Math.ceil(high / step) - 1 : high / step;
    const first = Math.ceil(start);
    const count = Math.floor(end) - first + 1;
    // A single number that is allowed need not be a multiple of the usual step.
    if (count < 1 && min === max && min > above && max < below) return min;
    if (count < 1) throw new SchemaError(`no number fits ${path}`);
    const steps = first + Math.floor(this.#random() * count);
    return Number((steps * step).toPrecision(12));
  }

  #makeText(schema: Schema, path: string): string {
    const { format, pattern } = schema;
    const min = numberIn(schema, "minLength", 0);
    const max = numberIn(schema, "maxLength", Infinity);
    const words = this.#makeWords(min, max);
    if (typeof format !== "string" && typeof pattern !== "string") return words;
    const isRight = createTest(pattern, path);
    const ofFormat = EXAMPLES[String(format)];
    const candidates = ofFormat === undefined ? [words, ...TEXTS] : [ofFormat];
    const text = candidates.find(
      (each) => each.length >= min && each.length <= max && isRight(each),
    );
    if (text !== undefined) return text;
    const advice = "give it an enum or a default";
    throw new SchemaError(
      `the emulator finds no text for the pattern of ${path}: ${advice}`,
    );
  }

  #makeWords(min: number, max: number): string {
    let text = writeWords(this.#random, 2);
    while (text.length < min) text += ` ${writeWords(this.#random, 2)}`;
    const cut = text.slice(0, max).trimEnd();
    return cut.padEnd(min, ".");
  }

  #pick(values: readonly unknown[]): unknown {
    return values[Math.floor(this.#random() * values.length)];
  }
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
  const properties = { ...Object(one["properties"]) } as Schema;
  const required = [one["required"] ?? [], other["required"] ?? []].flat();
  return {
    ...one,
    ...other,
    ...(one["properties"] && other["properties"]
      ? { properties: { ...properties, ...Object(other["properties"]) } }
      : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function numberIn(schema: Schema, name: string, otherwise: number): number {
  const value = schema[name];
  return typeof value === "number" ? value : otherwise;
}

function createTest(pattern: unknown, path: string): (text: string) => boolean {
  if (typeof pattern !== "string") return () => true;
  try {
    const expression = new RegExp(pattern, "u");
    return (text) => expression.test(text);
  } catch {
    throw new SchemaError(`the pattern of ${path} is not a regular expression`);
  }
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

/** Texts that many patterns ask for. */
const TEXTS: readonly string[] = [
  "lamp",
  "Lamp",
  "LAMP",
  "EN",
  "EUR",
  "en-US",
  "lamp-stone",
  "lamp_stone",
  "a1",
  "A1",
  "ABC-123",
  "AB-1234",
  "7",
  "42",
  "123",
  "2026",
  "12345",
  "1.50",
  "1.2.3",
  "v1.2.3",
  "12:30",
  "#1a2b3c",
  "+15550100",
  "555-0100",
  ...Object.values(EXAMPLES),
];

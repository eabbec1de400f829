import { DocumentError } from "./error.js";
import {
  discriminatorOf,
  tagsIn,
  withTags,
  type Tags,
} from "./discriminators.js";
import {
  isObject,
  listOf,
  objectOf,
  own,
  textOf,
  type Json,
  type JsonObject,
  type Path,
} from "./json.js";
import { mergeSchemas } from "./merge.js";
import type { Annotations, JsonType, Limit, Schema } from "./model.js";
import { oneLine } from "./one-line.js";
import type { SchemaRules } from "./rules.js";
import { componentName, lookUp, parsePointer, resolve } from "./references.js";

/** Reads the schemas of one document into the model. */
export class SchemaReader {
  readonly #document: JsonObject;
  readonly #schemas: JsonObject;
  readonly #rules: SchemaRules;
  readonly #named = new Map<string, Schema>();
  readonly #tags: Tags;
  /** What is being merged: a schema that is reached again is a part of itself. */
  readonly #pending = new Set<string>();

  /** `rules` are applied to every schema that is read. */
  constructor(document: JsonObject, rules: SchemaRules) {
    this.#document = document;
    this.#schemas = objectOf(objectOf(document["components"])["schemas"]);
    this.#rules = rules;
    this.#tags = tagsIn(document);
  }

  /**
   * The schema of a node at a place of the document.
   * @throws {DocumentError} when a reference points to nothing, or a schema is a part of itself
   */
  read(node: Json | undefined, at: Path): Schema {
    if (node === false) return { at, conditions: [{ not: {} }] };
    if (!isObject(node)) return { at };
    const { $ref } = node;
    const beside = { ...annotationsOf(node), ...nullableOf(node) };
    const parts = [
      this.#readPlain(node, at),
      this.#readAlternatives(node, "anyOf", at),
      this.#readAlternatives(node, "oneOf", at),
      ...(typeof $ref === "string" ? [this.#readReference($ref, at)] : []),
      ...listOf(node["allOf"]).map((part, index) =>
        this.read(part, [...at, "allOf", index]),
      ),
    ].filter(isConstraint);
    const merged = this.#merge(parts, at);
    const whole =
      node["unevaluatedProperties"] === false ? close(merged) : merged;
    return this.#rules.open({ ...whole, ...beside, at }, at);
  }

  /** The named schema. */
  named(name: string): Schema {
    const known = this.#named.get(name);
    if (known) return known;
    const at = ["components", "schemas", name];
    const schema = this.#guard(name, at, () =>
      this.#rules.complete(
        name,
        withTags(
          this.read(own(this.#schemas, name), at),
          this.#tags.get(name) ?? new Map<string, string[]>(),
        ),
      ),
    );
    this.#named.set(name, schema);
    return schema;
  }

  #guard(ref: string, at: Path, read: () => Schema): Schema {
    if (this.#pending.has(ref))
      throw new DocumentError(
        `${oneLine(ref)} is a part of itself: put an object or a list in between`,
        { at },
      );
    this.#pending.add(ref);
    try {
      return read();
    } finally {
      this.#pending.delete(ref);
    }
  }

  /** A reference to anything but a named schema is replaced by what it points to. */
  #readReference($ref: string, at: Path): Schema {
    resolve(this.#document, { $ref }, at);
    const name = componentName($ref, "schemas");
    if (name !== undefined) return { ref: name, at };
    return this.#guard($ref, at, () =>
      this.read(lookUp(this.#document, $ref), parsePointer($ref)),
    );
  }

  /** The schema that a chain of names ends in, with what stands beside the names. */
  target(schema: Schema): Schema {
    if (schema.ref === undefined) return schema;
    const { ref, ...beside } = schema;
    const target = this.target(this.named(ref));
    return { ...target, ...beside };
  }

  /** One schema for all parts of a value. A single part keeps its name. */
  #merge(parts: readonly Schema[], at: Path): Schema {
    const [first = { at }, ...others] = parts;
    if (others.length === 0) return first;
    // What a part says for people is about the part.
    return parts
      .map((part) => ({
        ...withoutAnnotations(this.target(part)),
        ...(part.ref !== undefined && { parts: [part.ref] }),
      }))
      .reduce((one, other) =>
        mergeSchemas(one, other, (it) => this.target(it)),
      );
  }

  /** What a schema says without references, parts and alternatives. */
  #readPlain(node: JsonObject, at: Path): Schema {
    const inner = (value: Json | undefined, ...steps: Path) =>
      this.read(value, [...at, ...steps]);
    const { properties, items, additionalProperties: additional } = node;
    const required = listOf(node["required"]).filter(
      (name) => typeof name === "string",
    );
    const types = typesOf(node);
    // Some documents describe a map as an object with `items`.
    const isMap = types?.join() === "object" && isObject(items);
    const limits = limitsOf(node);
    const conditions = conditionsOf(node);
    const members = Object.entries(objectOf(properties)).map(
      ([name, value]) => [name, inner(value, "properties", name)] as const,
    );
    return {
      ...(types && { types }),
      ...nullableOf(node),
      ...valuesOf(node),
      ...(isObject(properties) && {
        members: Object.fromEntries(members),
      }),
      ...(required.length > 0 && { required: [...new Set(required)] }),
      ...(isMap && { additional: inner(items, "items") }),
      ...(!isMap && isSchema(items) && { items: inner(items, "items") }),
      ...(additional === false && { additional }),
      ...((additional === true || isObject(additional)) && {
        additional: inner(additional, "additionalProperties"),
      }),
      ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
      ...(conditions.length > 0 && {
        conditions: [Object.fromEntries(conditions)],
      }),
      at,
    };
  }

  #readAlternatives(
    node: JsonObject,
    keyword: "anyOf" | "oneOf",
    at: Path,
  ): Schema {
    const all = listOf(node[keyword]);
    const alternatives = all
      .map((each, index) => this.read(each, [...at, keyword, index]))
      .filter((each) => !isNullOnly(each));
    const nullable = alternatives.length < all.length && {
      nullable: true as const,
    };
    const [first, second] = alternatives;
    if (!first) return all.length > 0 ? { types: ["null"], at } : { at };
    if (!second) return { ...first, ...nullable, at };
    const open = openEnumeration(alternatives);
    if (open) return { ...open, ...nullable, at };
    const discriminator = discriminatorOf(this.#document, node);
    return {
      anyOf: alternatives,
      ...(keyword === "oneOf" && { isExclusive: true }),
      ...(discriminator && { discriminator }),
      ...nullable,
      at,
    };
  }
}

/** Whether a schema says anything about a value, apart from null, which does not make it a part of its own. */
function isConstraint(schema: Schema): boolean {
  return Object.keys(withoutAnnotations(schema)).some(
    (name) => name !== "at" && name !== "nullable",
  );
}

/** Permits no member that the schema does not name. */
function close(schema: Schema): Schema {
  return schema.anyOf
    ? { ...schema, anyOf: schema.anyOf.map(close) }
    : { ...schema, additional: false };
}

function isNullOnly({ types }: Schema): boolean {
  return types?.join() === "null";
}

/** Known values beside any text. */
function openEnumeration(alternatives: readonly Schema[]): Schema | undefined {
  const known = alternatives.filter(({ values }) => values);
  const open = alternatives.filter((schema) => isAnyText(schema));
  const [first] = known;
  const isOpen =
    first?.types?.join() === "string" &&
    known.length === 1 &&
    open.length === 1 &&
    alternatives.length === 2;
  return isOpen ? { ...first, open: "always" } : undefined;
}

function isAnyText({ types, values, nullable, ...others }: Schema): boolean {
  const { at: _, description: __, ...limits } = others;
  return (
    types?.join() === "string" && !values && Object.keys(limits).length === 0
  );
}

function isSchema(value: Json | undefined): boolean {
  return isObject(value) || typeof value === "boolean";
}

const TYPES: readonly string[] = [
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
] satisfies JsonType[];

function isType(type: Json): type is JsonType {
  return typeof type === "string" && TYPES.includes(type);
}

/** Without null, except for a schema that permits nothing else. */
function typesOf(node: JsonObject): readonly JsonType[] | undefined {
  const named = [node["type"] ?? []].flat();
  if (!named.every(isType)) return undefined;
  const types =
    named.length > 0 ? named : (listed(node)?.map(typeOfValue) ?? []);
  const unique = [...new Set(types)];
  const others = unique.filter((type) => type !== "null");
  if (others.length > 0) return others;
  return unique.length > 0 ? unique : undefined;
}

function nullableOf(node: JsonObject): { readonly nullable?: true } {
  const named = [node["type"] ?? []].flat();
  const isListed = named.length === 0 && listed(node)?.includes(null);
  const isNullable =
    node["nullable"] === true || named.includes("null") || isListed;
  return isNullable ? { nullable: true } : {};
}

function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "string" | "object";
}

/** The values of an enumeration or a constant. */
function listed(node: JsonObject): Json[] | undefined {
  if ("const" in node) return [node["const"] ?? null];
  return Array.isArray(node["enum"]) ? node["enum"] : undefined;
}

function valuesOf(node: JsonObject): Pick<Schema, "values" | "isConstant"> {
  const all = listed(node);
  if (!all) return {};
  const values = new Map(
    all
      .filter((value) => value !== null)
      .map((value) => [JSON.stringify(value), value]),
  );
  if (values.size === 0) return {};
  return {
    values: [...values.values()],
    ...("const" in node && { isConstant: true }),
  };
}

function annotationsOf(node: JsonObject): Annotations {
  const { default: byDefault, example } = node;
  const texts = (["title", "description", "format"] as const).flatMap((name) =>
    textOf(node[name]) === "" ? [] : [[name, node[name]] as const],
  );
  const marks = (["deprecated", "readOnly"] as const).flatMap((name) =>
    node[name] === true ? [[name, true] as const] : [],
  );
  return {
    ...Object.fromEntries(texts),
    ...Object.fromEntries(marks),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(example !== undefined && { example }),
  };
}

function withoutAnnotations(schema: Schema): Schema {
  const {
    title: _title,
    description: _description,
    default: _default,
    example: _example,
    deprecated: _deprecated,
    readOnly: _readOnly,
    ...others
  } = schema;
  return others;
}

/** The keywords that limit a value. A service checks them. */
const LIMITS: readonly string[] = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];

function limitsOf(node: JsonObject): [string, Limit][] {
  return LIMITS.flatMap((name): [string, Limit][] => {
    const value = limitOf(node, name);
    // `false` limits nothing.
    return ["number", "string"].includes(typeof value) || value === true
      ? [[name, value as Limit]]
      : [];
  });
}

/** OpenAPI 3.0 marks a limit as exclusive with `true`; 3.1 gives the limit itself. */
const EXCLUSIVE: ReadonlyMap<string, string> = new Map([
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
]);

/** The value of a limit as OpenAPI 3.1 writes it. */
function limitOf(node: JsonObject, name: string): Json | undefined {
  const value = node[name];
  const exclusive = EXCLUSIVE.get(name);
  if (exclusive === undefined) return value;
  const other = node[exclusive];
  if (value === true) return typeof other === "number" ? other : undefined;
  return other === true && typeof value === "number" ? undefined : value;
}

/** Keywords that are checked as they are. */
const CONDITIONS: readonly string[] = [
  "not",
  "if",
  "then",
  "else",
  "dependentRequired",
];

function conditionsOf(node: JsonObject): [string, Json][] {
  return CONDITIONS.flatMap((name): [string, Json][] => {
    const value = node[name];
    return value === undefined ? [] : [[name, value]];
  });
}

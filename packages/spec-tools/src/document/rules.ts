import { isObject, objectOf, own, type JsonObject, type Path } from "./json.js";
import type { Answer, Problem, Schema, Schemas } from "./model.js";
import { lookUp, resolve } from "./references.js";
import { mapInner } from "./walk.js";
import type { SurfaceRules } from "./surface-rules.js";

/**
 * What `specs/surfaces.yaml` decides about the schemas of a document: `open` lets enumerations accept other values, and
 * names them; `members` adds members that the document lacks; `required` makes members required.
 */
export class SchemaRules {
  readonly #document: JsonObject;
  readonly #schemas: JsonObject;
  readonly #rules: SurfaceRules;
  /** What problems call the document. */
  readonly #file: string;
  /** The name of the type of each enumeration that is open. */
  readonly #typeByName: ReadonlyMap<string, string>;
  readonly #found = new Set<string>();
  readonly #added = new Map<string, Schema>();
  /** `Pod.cost` for a member that `required` lists and the schema lacks. */
  readonly #missingMembers: string[] = [];
  readonly problems: Problem[] = [];

  constructor(document: JsonObject, rules: SurfaceRules, file: string) {
    this.#document = document;
    this.#file = file;
    this.#schemas = objectOf(lookUp(document, "#/components/schemas"));
    this.#rules = rules;
    this.#typeByName = new Map(
      Object.entries(rules.open ?? {}).flatMap(([type, names]) =>
        names.map((name) => [name, type] as const),
      ),
    );
  }

  /** The schema, opened where it is an enumeration that a rule names. */
  open(schema: Schema, at: Path): Schema {
    const name = this.#nameAt(at);
    if (name === undefined) return schema;
    const isType =
      at.length === 3 && [...this.#typeByName.values()].includes(name);
    if (isType) return this.#openType(name, schema, at);
    const type = this.#typeByName.get(name);
    if (type === undefined) return schema;
    this.#found.add(name);
    if (!isEnumeration(schema)) return schema;
    const { types: _, values = [], ...beside } = schema;
    const known = this.#added.get(type)?.values ?? [];
    this.#added.set(type, {
      ...NAMED_ENUMERATION,
      values: [...new Set([...known, ...values])],
    });
    return { ...beside, ref: type, listed: values };
  }

  /** A schema of the document that has the name of a type is kept. */
  #openType(type: string, schema: Schema, at: Path): Schema {
    this.#found.add(type);
    if (schema.types?.join() !== "string" || schema.anyOf)
      this.problems.push({
        kind: "mistake",
        at,
        text: `is not text, but open in specs/surfaces.yaml names an enumeration ${type}: choose another name`,
      });
    return openText(schema);
  }

  /** A named schema with the members that the rules add or require. */
  complete(name: string, schema: Schema): Schema {
    const completed = completeMembers(this.#rules, name, schema, (target) =>
      Object.hasOwn(this.#schemas, target),
    );
    for (const member of own(this.#rules.required ?? {}, name) ?? [])
      if (!own(completed.members ?? {}, member))
        this.#missingMembers.push(`${name}.${member}`);
    return completed;
  }

  /** The enumerations that rules name and the document does not. */
  get added(): Schemas {
    const added = [...this.#added].filter(
      ([type]) => !Object.hasOwn(this.#schemas, type),
    );
    return Object.fromEntries(added);
  }

  /**
   * A line for each part that a rule names and the document lacks, once every schema is read. `routes` are those of the
   * document, and those that its import has skipped. Such a rule does nothing;
   * it is kept, because the part may come back in the next document.
   */
  outdated(routes: readonly string[]): string[] {
    const { names = {}, types = {}, lists = {} } = this.#rules;
    const { required = {}, members = {}, emptyOnlyFor = {} } = this.#rules;
    const lacksRoute = (route: string) => !routes.includes(route);
    const lacksSchema = (name: string) => !Object.hasOwn(this.#schemas, name);
    const missing = {
      names: Object.keys(names).filter(lacksRoute),
      lists: Object.keys(lists).filter(lacksRoute),
      emptyOnlyFor: Object.keys(emptyOnlyFor).filter(lacksRoute),
      types: Object.keys(types).filter(lacksSchema),
      open: [...this.#typeByName.keys()].filter(
        (name) => !this.#found.has(name),
      ),
      required: [
        ...Object.keys(required).filter(lacksSchema),
        ...this.#missingMembers,
      ],
      members: Object.entries(members)
        .flatMap(([name, added]) => [name, ...Object.values(added)])
        .filter(lacksSchema),
    };
    return Object.entries(missing).flatMap(([rule, parts]) =>
      parts.map(
        (part) =>
          `${this.#file} has no ${part}, which specs/surfaces.yaml names in ${rule}`,
      ),
    );
  }

  /** The name of the schema, member or parameter at a place. The items of a list have the name of the list. */
  #nameAt(at: Path): string | undefined {
    const [last, parent] = at.toReversed();
    if (last === "items") return this.#nameAt(at.slice(0, -1));
    if (parent === "properties" || parent === "schemas") return String(last);
    if (last !== "schema") return undefined;
    const place = at.slice(0, -1);
    const node = place.reduce<unknown>(
      (value, key) => (value as JsonObject | undefined)?.[key],
      this.#document,
    );
    if (!isObject(node)) return undefined;
    const { name } = resolve(this.#document, node, place);
    return typeof name === "string" ? name : undefined;
  }
}

const NAMED_ENUMERATION: Schema = {
  description:
    "The known values are listed. The service adds and retires values, so any other text is accepted too.",
  types: ["string"],
  open: "always",
};

/** Whether a schema is an enumeration of text that does not allow null. */
function isEnumeration({
  types,
  values,
  nullable,
  isConstant,
}: Schema): boolean {
  return (
    types?.join() === "string" &&
    values !== undefined &&
    !nullable &&
    !isConstant
  );
}

/** The schema, which accepts any other text if it is an enumeration of text. */
function openText(schema: Schema): Schema {
  const isText = schema.types?.includes("string") && schema.values;
  return isText ? { ...schema, open: "always" } : schema;
}

/**
 * A schema with the members that rules add to, or require of, the schema of a name. `isKnown` decides whether there
 * is a schema of a name.
 */
export function completeMembers(
  { members: added = {}, required = {} }: SurfaceRules,
  name: string,
  schema: Schema,
  isKnown: (name: string) => boolean,
): Schema {
  const wanted = Object.entries(own(added, name) ?? {}).filter(([, ref]) =>
    isKnown(ref),
  );
  const shown = own(required, name) ?? [];
  if (wanted.length === 0 && shown.length === 0) return schema;
  const more = wanted.map(([member, ref]) => [member, { ref }] as const);
  const members = { ...Object.fromEntries(more), ...schema.members };
  return requireMembers({ ...schema, members }, shown);
}

/** The schema with these members required, as far as it has them. */
export function requireMembers(
  schema: Schema,
  names: readonly string[],
): Schema {
  const present = names.filter((name) => own(schema.members ?? {}, name));
  if (present.length === 0) return schema;
  const required = new Set([...(schema.required ?? []), ...present]);
  return { ...schema, required: [...required] };
}

/**
 * The schemas with a required `id` in each that operations return, directly or in a list. The service always sends the
 * id of a resource, and a program needs the id for the next call.
 */
export function requireIds(
  schemas: Schemas,
  answers: readonly Answer[],
): Schemas {
  const identified = new Set<string>();
  for (const { list, schemas: answered } of answers)
    for (const schema of list ? [list.item] : answered) {
      const chain = namesOf(schemas, schema);
      const target =
        chain.at(-1) === undefined ? schema : own(schemas, chain.at(-1) ?? "");
      const item = target?.types?.join() === "array" ? target.items : undefined;
      for (const name of item ? namesOf(schemas, item) : chain)
        identified.add(name);
    }
  const entries = Object.entries(schemas).map(([name, schema]) => {
    const isIdentified =
      identified.has(name) && isCertainText(own(schema.members ?? {}, "id"));
    return [
      name,
      isIdentified ? requireMembers(schema, ["id"]) : schema,
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The names of a schema, of what it stands for, and so on. */
function namesOf(schemas: Schemas, { ref }: Schema): string[] {
  const names: string[] = [];
  for (
    let at = ref;
    at !== undefined && !names.includes(at);
    at = own(schemas, at)?.ref
  )
    names.push(at);
  return names;
}

/** Whether a member is always text, and neither null nor one of listed values. */
function isCertainText(schema: Schema | undefined): boolean {
  return (
    schema?.types?.join() === "string" && !schema.nullable && !schema.values
  );
}

/**
 * The schema of a value that only responses hold: each enumeration of text in it may have values that the document does
 * not list yet.
 */
export function openReceived(schema: Schema): Schema {
  const { types, values, isConstant, open } = schema;
  // A single value tells the schemas of a union apart.
  const isConstantText = isConstant ?? values?.length === 1;
  const isOpened =
    types?.join() === "string" && values && !isConstantText && !open;
  return {
    ...mapInner(schema, openReceived),
    ...(isOpened && { open: "received" }),
  };
}

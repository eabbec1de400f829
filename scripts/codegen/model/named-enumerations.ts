import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../parse/json.js";
import { mapNodes } from "../parse/node-types.js";
import type { Spec } from "../parse/spec.js";
import { SpecError } from "../parse/spec-error.js";
import { nameAt, openEnumeration } from "./open-enumerations.js";
import { schemasOf } from "./type-names.js";

/**
 * The document with one schema for each name that `specs/surfaces.yaml` lists under `open`: the values of all listed
 * enumerations, or any other text. Each of these enumerations refers to that schema.
 */
export function nameOpen(
  spec: Spec,
  open: Readonly<Record<string, readonly string[]>>,
): JsonObject {
  const typeOf = new Map(
    Object.entries(open).flatMap(([type, names]) =>
      names.map((name) => [name, type] as const),
    ),
  );
  const valuesOf = collectValues(spec, typeOf);
  const document = mapNodes(spec.document, "Schema", (schema, path) => {
    const type = typeOf.get(nameAt(spec.document, path) ?? "");
    const isOther = type === undefined || !isEnumeration(schema);
    return isOther || isSchema(type, path) ? schema : refer(schema, type);
  });
  return addSchemas({ ...spec, document }, valuesOf);
}

/** The values of each named enumeration, in the order of the document. A name without a listed value is left out. */
function collectValues(
  spec: Spec,
  typeOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<Json>> {
  const schemas = schemasOf(spec);
  const valuesOf = new Map<string, Set<Json>>();
  for (const type of new Set(typeOf.values()))
    if (Object.hasOwn(schemas, type)) valuesOf.set(type, new Set());
  mapNodes(spec.document, "Schema", (schema, path) => {
    const type = typeOf.get(nameAt(spec.document, path) ?? "");
    if (type === undefined || !isEnumeration(schema)) return schema;
    const known = valuesOf.get(type) ?? new Set();
    [schema["enum"] ?? []].flat().forEach((value) => known.add(value));
    valuesOf.set(type, known);
    return schema;
  });
  return valuesOf;
}

/** Whether a schema is an enumeration of text that does not allow null. */
function isEnumeration({ type, nullable, enum: values }: JsonObject): boolean {
  return (
    type === "string" &&
    nullable !== true &&
    Array.isArray(values) &&
    !values.includes(null)
  );
}

/** Whether a path is that of the schema `name` itself. */
function isSchema(name: string, path: Path): boolean {
  return path.join("/") === `components/schemas/${name}`;
}

/** A reference to the named enumeration, with all other keywords of the schema. */
function refer(schema: JsonObject, type: string): JsonObject {
  const { type: _, enum: __, ...others } = schema;
  const reference = { $ref: `#/components/schemas/${type}` };
  if (Object.keys(others).length === 0) return reference;
  return { ...others, allOf: [reference] };
}

/** Adds the named enumerations. If the document already has a schema of a name, that schema is kept and opened. */
function addSchemas(
  spec: Spec,
  valuesOf: ReadonlyMap<string, ReadonlySet<Json>>,
): JsonObject {
  const schemas = { ...schemasOf(spec) };
  for (const [type, values] of valuesOf) {
    const own = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
    if (own !== undefined && !isText(own))
      throw new SpecError(
        `specs/surfaces.yaml:1: open names an enumeration ${type}, but the schema ${type} of ${spec.file} is not text: choose another name`,
      );
    schemas[type] = openEnumeration(
      isObject(own)
        ? own
        : { description: DESCRIPTION, type: "string", enum: [...values] },
    );
  }
  const { components } = spec.document;
  return {
    ...spec.document,
    components: { ...(isObject(components) && components), schemas },
  };
}

const DESCRIPTION =
  "The known values are listed. The service adds and retires values, so any other text is accepted too.";

/** Whether a schema is text, or a choice of which every part is text. */
function isText(schema: Json): boolean {
  if (!isObject(schema)) return false;
  const { type, anyOf } = schema;
  return type === "string" || (Array.isArray(anyOf) && anyOf.every(isText));
}

import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../parse/json.js";
import { mapNodes } from "../parse/node-types.js";
import { createResolver, lookUp } from "../parse/references.js";
import type { Spec } from "../parse/spec.js";
import { SpecError } from "../parse/spec-error.js";
import type { SurfaceRules } from "./rules.js";

/**
 * The document with every enumeration opened that `specs/surfaces.yaml` lists under `open`, by the name of its schema, of
 * a member or of a parameter: the listed values, or any other text.
 */
export function openListed(spec: Spec, { open = [] }: SurfaceRules): Spec {
  if (open.length === 0) return spec;
  const found = new Set<string>();
  const document = mapNodes(spec.document, "Schema", (schema, path) => {
    const name = nameAt(spec.document, path);
    if (name === undefined || !open.includes(name)) return schema;
    found.add(name);
    return openEnumeration(schema);
  });
  const [unknown] = open.filter((name) => !found.has(name));
  if (unknown !== undefined)
    throw new SpecError(
      `specs/surfaces.yaml:1: open lists ${unknown}, but ${spec.file} has no schema, member or parameter of this name`,
    );
  return { ...spec, document, resolve: createResolver(document, spec.errorAt) };
}

/** The name of what a schema describes; that of a list is the name of its items as well. */
function nameAt(document: JsonObject, path: Path): string | undefined {
  const [last, ...before] = path.toReversed();
  const [parent] = before;
  if (last === "items") return nameAt(document, path.slice(0, -1));
  if (parent === "properties" || parent === "schemas") return String(last);
  if (last !== "schema") return undefined;
  const parameter = lookUp(
    document,
    `#/${path.slice(0, -1).map(escape).join("/")}`,
  );
  return isObject(parameter) && typeof parameter["name"] === "string"
    ? parameter["name"]
    : undefined;
}

/** A key as a part of a JSON pointer. */
function escape(key: string | number): string {
  return encodeURIComponent(
    String(key).replaceAll("~", "~0").replaceAll("/", "~1"),
  );
}

/** The values of the enumeration, or any text; a schema without an enumeration of text stays as it is. */
function openEnumeration(schema: JsonObject): JsonObject {
  const { enum: values, type, nullable, ...others } = schema;
  const types: Json[] = [type ?? []].flat();
  const isText = types.includes("string");
  if (!Array.isArray(values) || !isText) return schema;
  const isNullable =
    nullable === true || types.includes("null") || values.includes(null);
  const known = values.filter((value) => value !== null);
  return {
    ...others,
    ...(nullable === true && { nullable }),
    anyOf: [
      { type: "string", enum: known },
      { type: "string" },
      ...(isNullable && nullable !== true ? [{ type: "null" }] : []),
    ],
  };
}

import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../parse/json.js";
import { mapNodes } from "../parse/node-types.js";
import { lookUp } from "../parse/references.js";
import type { Spec } from "../parse/spec.js";

/**
 * Opens every enumeration that `specs/surfaces.yaml` lists under `open`, by the name of a schema, a member or a
 * parameter. An open enumeration accepts the listed values and any other text.
 */
export function openListed(spec: Spec, names: readonly string[]): JsonObject {
  return mapNodes(spec.document, "Schema", (schema, path) => {
    const name = nameAt(spec.document, path);
    const isListed = name !== undefined && names.includes(name);
    return isListed ? openEnumeration(schema) : schema;
  });
}

/** The name of the schema, member or parameter at `path`. The items of a list have the name of the list. */
export function nameAt(document: JsonObject, path: Path): string | undefined {
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
export function openEnumeration(schema: JsonObject): JsonObject {
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

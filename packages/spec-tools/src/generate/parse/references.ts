import {
  componentName,
  DocumentError,
  resolve,
} from "../../document/references.js";
import {
  childPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../document/json.js";
import type { SpecError } from "./spec-error.js";

/** Makes the error about the node at a path of a document. */
export type ErrorAt = (path: Path, problem: string) => SpecError;

/** The errors of every reference that leaves the document, points to nothing or refers to itself. */
export function findBrokenReferences(
  document: JsonObject,
  errorAt: ErrorAt,
): SpecError[] {
  const errors: SpecError[] = [];
  const visit = (node: Json, path: Path): void => {
    if (typeof node !== "object" || node === null) return;
    try {
      resolve(document, node, path);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      errors.push(errorAt(error.at, error.message));
    }
    for (const [key, value] of Object.entries(node))
      visit(value, childPath(path, node, key));
  };
  visit(document, []);
  return errors;
}

/**
 * The errors of every schema that is a part of itself, as an alternative or a part of an `allOf`: no value has such a
 * schema. An object may have a member, and a list an item, of its own type.
 */
export function findCircularSchemas(
  schemas: JsonObject,
  errorAt: ErrorAt,
): SpecError[] {
  const errors: SpecError[] = [];
  const visited = new Set<string>();
  const visit = (name: string, parents: readonly string[]): void => {
    if (parents.includes(name))
      errors.push(
        errorAt(
          ["components", "schemas", name],
          "is a part of itself: put an object or a list in between",
        ),
      );
    if (visited.has(name)) return;
    visited.add(name);
    for (const part of partsOf(schemas[name] ?? null))
      visit(part, [...parents, name]);
  };
  for (const name of Object.keys(schemas)) visit(name, []);
  return errors;
}

const PART_KEYWORDS = ["allOf", "anyOf", "oneOf"];

/** The names of the schemas that this one is made of, without those of its members and items. */
function partsOf(node: Json): string[] {
  if (!isObject(node)) return [];
  const name = componentName(node["$ref"], "schemas");
  const parts = PART_KEYWORDS.flatMap((keyword) => {
    const part = node[keyword] ?? [];
    return Array.isArray(part) ? part.flatMap(partsOf) : partsOf(part);
  });
  return name === undefined ? parts : [name, ...parts];
}

import {
  DocumentError,
  componentName,
  resolve as resolveIn,
} from "../../../src/document/references.js";
import {
  childPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "./json.js";
import { SpecError } from "./spec-error.js";

export { lookUp, parsePointer } from "../../../src/document/references.js";

/** Makes the error about the node at a path of a document. */
export type ErrorAt = (path: Path, problem: string) => SpecError;

/** The object that a value is or refers to. `path` is where the value stands, for the message of an error. */
export type Resolve = (value: Json | undefined, path: Path) => JsonObject;

/** Follows references within `document`. A broken or circular reference is an error. */
export function createResolver(
  document: JsonObject,
  errorAt: ErrorAt,
): Resolve {
  return (value, path) => {
    if (!isObject(value)) throw errorAt(path, "must be an object");
    try {
      return resolveIn(document, value, path);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      throw errorAt(error.at, error.message);
    }
  };
}

/** The errors of every reference that leaves the document, points to nothing or refers to itself. */
export function findBrokenReferences(
  node: Json,
  path: Path,
  resolve: Resolve,
): SpecError[] {
  if (typeof node !== "object" || node === null) return [];
  const errors: SpecError[] = [];
  const ref = isObject(node) ? node["$ref"] : undefined;
  if (typeof ref === "string") {
    const error = findBrokenReference(ref, path, resolve);
    if (error) errors.push(error);
  }
  for (const [key, value] of Object.entries(node))
    errors.push(
      ...findBrokenReferences(value, childPath(path, node, key), resolve),
    );
  return errors;
}

function findBrokenReference(
  ref: string,
  path: Path,
  resolve: Resolve,
): SpecError | undefined {
  try {
    resolve({ $ref: ref }, path);
    return undefined;
  } catch (error) {
    if (error instanceof SpecError) return error;
    throw error;
  }
}

/**
 * The errors of every schema that is a part of itself, as an alternative, a condition or an item: TypeScript has no such
 * type. An object may have a member of its own type.
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
          "is a part of itself: put an object in between",
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

const PART_KEYWORDS = ["allOf", "anyOf", "oneOf", "items", "prefixItems"];

/** The names of the schemas that this one is made of, without those of its members. */
function partsOf(node: Json): string[] {
  if (!isObject(node)) return [];
  const name = componentName(node["$ref"], "schemas");
  const parts = PART_KEYWORDS.flatMap((keyword) => {
    const part = node[keyword] ?? [];
    return Array.isArray(part) ? part.flatMap(partsOf) : partsOf(part);
  });
  return name === undefined ? parts : [name, ...parts];
}

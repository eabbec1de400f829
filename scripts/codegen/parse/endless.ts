import type { SpecError } from "./fault.js";
import { isObject, type Json, type JsonObject } from "./json.js";
import type { Spec } from "./spec.js";

/**
 * A fault for each schema that is made of itself, as an alternative, a condition or an item: the compiler knows no such
 * type. A member of an object may be of the type of that object.
 */
export function endlessSchemas({ document, fault }: Spec): SpecError[] {
  const { schemas } = document["components"] as { schemas: JsonObject };
  const faults: SpecError[] = [];
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) {
      const path = ["components", "schemas", name];
      faults.push(
        fault(path, "is made of itself: let an object stand between"),
      );
    }
    if (done.has(name)) return;
    done.add(name);
    for (const part of partsOf(schemas[name] ?? null))
      visit(part, [...above, name]);
  };
  for (const name of Object.keys(schemas)) visit(name, []);
  return faults;
}

/** The schemas of the document that this one is made of, not those that it has members of. */
function partsOf(node: Json): string[] {
  if (!isObject(node)) return [];
  const { $ref } = node;
  const [, name] =
    typeof $ref === "string"
      ? (/^#\/components\/schemas\/([^/]+)$/.exec($ref) ?? [])
      : [];
  const parts = KEYWORDS.flatMap((keyword) => {
    const part = node[keyword] ?? [];
    return Array.isArray(part) ? part.flatMap(partsOf) : partsOf(part);
  });
  return name === undefined ? parts : [name, ...parts];
}

const KEYWORDS = ["allOf", "anyOf", "oneOf", "items", "prefixItems"];

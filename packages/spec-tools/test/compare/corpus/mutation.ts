import type { Json, JsonObject } from "../../../src/document/json.js";

/** A change that the corpus makes to a document, with the verdict that the comparer must give it. */
export interface Mutation {
  /** `"remove response field: Boat.name"` */
  readonly title: string;
  /** `"remove response field"` */
  readonly kind: string;
  /** `"none"`: the comparer must report nothing at all. */
  readonly verdict: "breaking" | "additive" | "none";
  /** What the failing lines of the consumer use; absent when the consumer must still compile. */
  readonly breaks?: string;
  readonly apply: (document: JsonObject) => void;
}

/** Makes mutations of one element of the document, such as `Boat.name`. */
export function mutationsOf(element: string) {
  const create = (
    kind: string,
    verdict: Mutation["verdict"],
    apply: Mutation["apply"],
  ): Mutation => ({ title: `${kind}: ${element}`, kind, verdict, apply });
  return {
    /** `breaks` is what the consumer's failing lines use; undefined when types do not show the change. */
    breaking: (
      kind: string,
      breaks: string | undefined,
      apply: Mutation["apply"],
    ): Mutation => {
      const mutation = create(kind, "breaking", apply);
      return breaks === undefined ? mutation : { ...mutation, breaks };
    },
    additive: (kind: string, apply: Mutation["apply"]) =>
      create(kind, "additive", apply),
    unreported: (kind: string, apply: Mutation["apply"]) =>
      create(kind, "none", apply),
  };
}

/** The object at a path through a document. The mutations only follow paths that exist. */
export function objectAt(
  document: Json | undefined,
  ...path: (string | number)[]
): JsonObject {
  return path.reduce<unknown>(
    (node, key) => (node as JsonObject)[key],
    document,
  ) as JsonObject;
}

/** The list at a path through a document. */
export function listAt(
  document: Json | undefined,
  ...path: (string | number)[]
): Json[] {
  return objectAt(document, ...path) as unknown as Json[];
}

/**
 * Sets what stands at a place, or removes it with undefined. A place begins with a path, such as
 * `/boats get deprecated`, with the name of a schema, such as `Boat required`, or with a member of the document.
 */
export function setAt(
  document: JsonObject,
  place: string,
  value: Json | undefined,
): void {
  const keys = place.split(" ");
  if (place.startsWith("/")) keys.unshift("paths");
  if (/^[A-Z]/.test(place)) keys.unshift("components", "schemas");
  const last = keys.pop() ?? "";
  const owner = objectAt(document, ...keys);
  if (value !== undefined) owner[last] = value;
  else if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else Reflect.deleteProperty(owner, last);
}

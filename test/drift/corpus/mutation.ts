/** JSON of a document, to be changed in place. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A change that the corpus makes to a document, with what it must be called. */
export interface Mutation {
  /** `"remove answered field: Pod.costPerHr"` */
  readonly title: string;
  readonly kind: string;
  readonly verdict: "breaking" | "additive";
  /** The member whose lines of the consumer no longer compile; absent where types do not tell the change. */
  readonly breaks?: string;
  readonly apply: Apply;
}

type Apply = (document: JsonObject) => void;

/** A change that breaks whoever uses `breaks`; where that is undefined, types do not tell. */
export function breaking(
  kind: string,
  where: string,
  breaks: string | undefined,
  apply: Apply,
): Mutation {
  return {
    ...{ title: `${kind}: ${where}`, kind, verdict: "breaking", apply },
    ...(breaks !== undefined && { breaks }),
  };
}

export function additive(kind: string, where: string, apply: Apply): Mutation {
  return { title: `${kind}: ${where}`, kind, verdict: "additive", apply };
}

/** What the document is, as far as the corpus needs to know. */
export interface Known {
  readonly document: JsonObject;
  /** Named schemas that are sent alone, and answered alone. */
  readonly sent: readonly string[];
  readonly answered: readonly string[];
  /** Named schemas met both ways: in these documents, open enumerations. */
  readonly both: readonly string[];
  /** The name in the client of a route. */
  readonly nameOf: (route: string) => string;
}

import { own } from "./json.js";
import type { Schema, Schemas } from "./model.js";
import { DocumentError } from "./references.js";

/** A named schema may itself stand for another one. */
const MAX_NAMES = 100;

/** Finds the schema that a chain of names ends in, with what stands beside the names. */
export function targetIn(schemas: Schemas): (schema: Schema) => Schema {
  return (schema) => {
    let at = schema;
    for (let steps = 0; at.ref !== undefined; steps++) {
      const { ref, ...beside } = at;
      const next = own(schemas, ref);
      if (!next || steps > MAX_NAMES)
        throw new DocumentError(`the reference ${ref} leads nowhere`);
      at = { ...next, ...beside };
    }
    return at;
  };
}

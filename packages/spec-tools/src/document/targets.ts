import { DocumentError } from "./error.js";
import { own } from "./json.js";
import type { Schema, Schemas } from "./model.js";

/** Finds the schema that a chain of names ends in, with what stands beside the names. */
export function targetIn(schemas: Schemas): (schema: Schema) => Schema {
  return (schema) => {
    let at = schema;
    while (at.ref !== undefined) {
      const { ref, ...beside } = at;
      const next = own(schemas, ref);
      if (!next) throw new DocumentError(`the reference ${ref} leads nowhere`);
      at = { ...next, ...beside };
    }
    return at;
  };
}

import type { Json, JsonObject } from "../document/json.js";
import { DocumentError, resolve } from "../document/references.js";

/** The object that a value is or refers to. A broken reference gives an empty object: the check of the document reports it. */
export function follow(
  document: JsonObject,
  value: Json | undefined,
): JsonObject {
  try {
    return resolve(document, value, []);
  } catch (error) {
    if (error instanceof DocumentError) return {};
    throw error;
  }
}

import { parse } from "yaml";
import { DocumentError } from "./description.js";
import { shortened } from "./json.js";

/** The value of a JSON or YAML text; throws a `DocumentError` where it is neither, or nested without end. */
export function parseDocument(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? parseJson(text) : parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [first = ""] = reason.split("\n");
    throw new DocumentError(
      `it is neither JSON nor YAML: ${shortened(first)}`,
      { cause: error },
    );
  }
}

/** YAML may begin like JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parse(text);
  }
}

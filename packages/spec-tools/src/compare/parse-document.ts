import { parse } from "yaml";
import { findJsonMistakes } from "../document/json-mistake.js";
import { oneLine } from "../document/one-line.js";
import { DocumentError } from "../document/references.js";

/** The value of a JSON or YAML text; throws a `DocumentError` when the text is neither. */
export function parseDocument(text: string): unknown {
  const [mistake] = findJsonMistakes(text);
  if (mistake)
    throw new DocumentError(
      `line ${mistake.line} is not valid JSON: ${mistake.reason}`,
    );
  try {
    return /^\s*[[{]/.test(text) ? parseJsonOrYaml(text) : parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [first = ""] = reason.split("\n");
    throw new DocumentError(
      `the text is neither JSON nor YAML: ${oneLine(first)}`,
      { cause: error },
    );
  }
}

/** YAML may begin like JSON. */
function parseJsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parse(text);
  }
}

import { parse } from "yaml";
import { DocumentError } from "../document/error.js";
import { oneLine } from "../document/one-line.js";

/** The value of a JSON or YAML text; throws a `DocumentError` when the text is neither. */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return parseYaml(text);
  }
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [first = ""] = reason.split("\n");
    throw new DocumentError(
      `the text is neither JSON nor YAML: ${oneLine(first)}`,
      { cause: error },
    );
  }
}

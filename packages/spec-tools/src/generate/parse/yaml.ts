import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import { DocumentError } from "../../document/error.js";
import type { Json, Path } from "../../document/json.js";

/** The data of a YAML or JSON text, and where each part of the data stands in the text. */
interface ParsedYaml {
  readonly data: Json;
  /** The line of the deepest part of `path` that exists. */
  readonly lineOf: (path: Path) => number;
}

/**
 * Parses a YAML or JSON document, called `file` in messages.
 * @throws {DocumentError} with file and line where the text is not well-formed
 */
export function parseYaml(file: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  // The errors after the first one mostly follow from it.
  const [error] = document.errors;
  if (error) {
    const [reason = ""] = error.message.split(/ at line \d+|\n/, 1);
    throw new DocumentError(
      `${file}:${error.linePos?.[0].line ?? 1}: ${reason}`,
    );
  }
  return {
    data: dataOf(file, document),
    lineOf: (path) => lineIn(document, lines, path),
  };
}

/** The data, unless an alias has no anchor, or aliases unfold to too much. */
function dataOf(file: string, document: Document): Json {
  try {
    return document.toJS() as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DocumentError(`${file}:1: ${reason}`, { cause: error });
  }
}

function lineIn(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

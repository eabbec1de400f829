import {
  isNode,
  LineCounter,
  parseDocument,
  type Document,
  type YAMLError,
} from "yaml";
import {
  childPath,
  isObject,
  type Json,
  type Path,
} from "../../document/json.js";
import { findJsonMistakes } from "../../document/json-mistake.js";
import { SpecError, throwErrors } from "./spec-error.js";

/** The functions that read a document call themselves for each level, so that the depth has a limit. */
const MAX_DEPTH_LEVELS = 200;

/** A message about a place that is too deep shows this many keys of its path. */
const MAX_SHOWN_KEYS = 8;

const TOO_DEEP = "the document is nested too deeply";

/** The data of a YAML or JSON text, and where each part of the data stands in the text. */
interface ParsedYaml {
  readonly data: Json;
  /** The line of the deepest part of `path` that exists. */
  readonly lineOf: (path: Path) => number;
}

/**
 * Parses a YAML or JSON document, called `file` in messages.
 * @throws {SpecError} with file and line where the text is not well-formed, is nested too deeply, or holds something
 * that JSON cannot hold
 */
export function parseYaml(file: string, text: string): ParsedYaml {
  throwErrors(
    findJsonMistakes(text).map(
      ({ line, reason }) =>
        new SpecError(`${file}:${line}: this is not valid JSON: ${reason}`),
    ),
  );
  const lines = new LineCounter();
  const document = catchParserErrors(file, () =>
    parseDocument(text, { lineCounter: lines }),
  );
  // The errors after the first one mostly follow from it.
  const [error] = document.errors;
  if (error)
    throw new SpecError(
      `${file}:${error.linePos?.[0].line ?? 1}: ${reasonOf(error)}`,
    );
  const data = catchParserErrors(file, () => document.toJS() as Json);
  const lineOf = (path: Path) => lineIn(document, lines, path);
  checkJson(data, [], (path, reason) => {
    const place = path.slice(0, MAX_SHOWN_KEYS).join(" › ");
    throw new SpecError(`${file}:${lineOf(path)}: ${place}: ${reason}`);
  });
  return { data, lineOf };
}

function reasonOf(error: YAMLError): string {
  if (error.code === "RESOURCE_EXHAUSTION") return TOO_DEEP;
  const [reason = ""] = error.message.split(/ at line \d+|\n/, 1);
  return reason;
}

/** The parser throws when the making of the data overflows the stack, and when aliases unfold to too much data. */
function catchParserErrors<T>(file: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError)
      throw new SpecError(`${file}:1: ${TOO_DEEP}`);
    if (error instanceof ReferenceError)
      throw new SpecError(`${file}:1: ${error.message}`);
    throw error;
  }
}

/** Refuses what JSON cannot hold, and data that is nested too deeply. */
function checkJson(
  node: unknown,
  path: Path,
  refuse: (path: Path, reason: string) => never,
): void {
  if (typeof node === "number" && !Number.isFinite(node))
    refuse(path, `JSON has no number ${node}`);
  if (typeof node !== "object" || node === null) {
    if (!["string", "number", "boolean"].includes(typeof node) && node !== null)
      refuse(path, "JSON cannot hold this value");
    return;
  }
  if (path.length > MAX_DEPTH_LEVELS)
    refuse(
      path,
      `the document is nested more than ${MAX_DEPTH_LEVELS} levels deep here, or an alias refers to a part that contains the alias`,
    );
  if (!Array.isArray(node) && !isPlainObject(node))
    refuse(path, "JSON cannot hold this value");
  for (const [key, value] of Object.entries(node))
    checkJson(value, childPath(path, node, key), refuse);
}

function isPlainObject(node: object): boolean {
  return isObject(node) && Object.getPrototypeOf(node) === Object.prototype;
}

function lineIn(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

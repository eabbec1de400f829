import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import { SpecError } from "./fault.js";
import { isObject, type Json, type Path } from "./json.js";

/** The most levels that one part of a document may lie within another. */
const MAX_DEPTH = 200;

/** The data of a YAML or JSON text, and where in the text each part of it stands. */
interface Parsed {
  readonly data: Json;
  /** The line of the deepest part of `path` that exists. */
  readonly lineOf: (path: Path) => number;
}

/** Parses a document; throws a `SpecError` with `file` and line where it is not well-formed, or no plain data. */
export function parseData(file: string, text: string): Parsed {
  const lines = new LineCounter();
  const parsed = wellFormed(file, () =>
    parseDocument(text, { lineCounter: lines }),
  );
  const faults = parsed.errors.map(({ linePos, message }) => {
    const [said = ""] = message.split(/ at line \d+|\n/, 1);
    return `${file}:${linePos?.[0].line ?? 1}: ${said}`;
  });
  // What follows the first fault of a text is mostly its echo.
  if (faults[0] !== undefined) throw new SpecError(faults[0]);
  const data = wellFormed(file, () => parsed.toJS() as Json);
  const lineOf = (path: Path) => lineIn(parsed, lines, path);
  checkPlain(data, [], (path, message) => {
    const where = path.slice(0, SHOWN).join(" › ");
    throw new SpecError(`${file}:${lineOf(path)}: ${where}: ${message}`);
  });
  return { data, lineOf };
}

/** So many keys of a path are named where it is too deep to be read. */
const SHOWN = 8;

/** The parser recurses, and unfolds each alias: what is too deep or too large ends it with an error of its own. */
function wellFormed<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof RangeError)
      throw new SpecError(`${file}:1: is nested too deeply to be read`);
    if (error instanceof ReferenceError)
      throw new SpecError(`${file}:1: ${error.message}`);
    throw error;
  }
}

/** Refuses what JSON cannot hold, and what lies so deep that no recursion over it is safe. */
function checkPlain(
  node: unknown,
  path: Path,
  refuse: (path: Path, message: string) => never,
): void {
  if (typeof node === "number" && !Number.isFinite(node))
    refuse(path, `${node} is not a number of JSON`);
  if (typeof node !== "object" || node === null) {
    if (!["string", "number", "boolean"].includes(typeof node) && node !== null)
      refuse(path, "is not data of JSON");
    return;
  }
  if (path.length > MAX_DEPTH)
    refuse(path, `lies more than ${MAX_DEPTH} levels deep, or within itself`);
  if (!Array.isArray(node) && !isPlain(node))
    refuse(path, "is not data of JSON");
  for (const [key, value] of Object.entries(node)) {
    const at = [...path, Array.isArray(node) ? Number(key) : key];
    checkPlain(value, at, refuse);
  }
}

function isPlain(node: object): boolean {
  return isObject(node) && Object.getPrototypeOf(node) === Object.prototype;
}

function lineIn(document: Document, lines: LineCounter, path: Path): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

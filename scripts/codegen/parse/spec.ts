import { readFile } from "node:fs/promises";
import { endlessSchemas } from "./endless.js";
import { refuse, SpecError } from "./fault.js";
import { isObject, type Json, type JsonObject, type Path } from "./json.js";
import { parseData } from "./parse.js";
import { leanDocument } from "../model/shape.js";

export { reportFaults, SpecError } from "./fault.js";
export { isObject, textOf, type Json, type JsonObject } from "./json.js";

/** One parsed OpenAPI document, able to say where each of its parts stands. */
export interface Spec {
  readonly file: string;
  readonly document: JsonObject;
  /** An error about the node at `path`, with its line. */
  readonly fault: (path: Path, message: string) => SpecError;
  /** The object that `$ref` points to, or the object itself; refuses a reference to nothing, and one to itself. */
  readonly resolve: (value: Json | undefined, path: Path) => JsonObject;
}

/**
 * Reads and parses a YAML or JSON document, called `name` in errors; throws a `SpecError` where it is not well-formed.
 */
export async function readSpec(file: string, name = file): Promise<Spec> {
  return parseSpec(name, await readFile(file, "utf8"));
}

export function parseSpec(file: string, text: string): Spec {
  const { data, lineOf } = parseData(file, text);
  return specOf(file, data, lineOf);
}

/** A spec of data already parsed: its document holds what can be generated from, and nothing else. */
export function specOf(
  file: string,
  data: Json,
  lineOf: (path: Path) => number,
): Spec {
  const fault: Spec["fault"] = (path, message) =>
    new SpecError(
      [`${file}:${lineOf(path)}`, ...where(path), message].join(": "),
    );
  if (!isObject(data) || !("openapi" in data))
    throw new SpecError(
      `${file}:1: not an OpenAPI document: it has no member \`openapi\``,
    );
  const faults: SpecError[] = [];
  const report = (path: Path, message: string) =>
    faults.push(fault(path, message));
  const document = leanDocument(data, report);
  const resolve = resolver(document, fault);
  const spec = { file, document, fault, resolve };
  checkReferences(spec, document, [], faults);
  faults.push(...endlessSchemas(spec));
  refuse(faults);
  return spec;
}

function where(path: Path): string[] {
  return path.length > 0 ? [path.join(" › ")] : [];
}

function resolver(document: JsonObject, fault: Spec["fault"]): Spec["resolve"] {
  return (value, path) => {
    const seen = new Set<string>();
    for (let at = value; ;) {
      if (!isObject(at)) throw fault(path, "expected an object");
      const { $ref } = at;
      if (typeof $ref !== "string") return at;
      if (seen.has($ref)) throw fault(path, `${$ref} refers to itself`);
      seen.add($ref);
      at = lookUp(document, $ref);
      if (!isObject(at)) throw fault(path, `${$ref} points to nothing`);
    }
  };
}

/** Refuses every reference, wherever it stands, that leaves the document or points to nothing. */
function checkReferences(
  spec: Spec,
  node: Json,
  path: Path,
  faults: SpecError[],
): void {
  if (typeof node !== "object" || node === null) return;
  if (isObject(node) && typeof node["$ref"] === "string") {
    const { $ref } = node;
    try {
      if (!$ref.startsWith("#/"))
        throw spec.fault(path, `${$ref} is not within this document`);
      spec.resolve(node, path);
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      faults.push(error);
    }
  }
  for (const [key, value] of Object.entries(node)) {
    const at = [...path, Array.isArray(node) ? Number(key) : key];
    checkReferences(spec, value, at, faults);
  }
}

/** What a reference such as `#/components/schemas/Pod` points to in `document`. */
export function lookUp(document: Json, ref: string): Json | undefined {
  return pointer(ref).reduce<Json | undefined>((at, key) => {
    const isOwn =
      typeof at === "object" && at !== null && Object.hasOwn(at, key);
    return isOwn ? (at as JsonObject)[key] : undefined;
  }, document);
}

/** The keys of a JSON pointer such as `#/components/schemas/Pod`; a broken escape stands for itself. */
export function pointer(ref: string): string[] {
  return ref
    .replace(/^#\//, "")
    .split("/")
    .map((key) => decoded(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

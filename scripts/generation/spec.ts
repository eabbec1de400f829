import { readFile } from "node:fs/promises";
import { isNode, LineCounter, parseDocument, type Document } from "yaml";

/** A spec that cannot be generated from; its message names file, line and path. */
export class SpecError extends Error {
  override name = "SpecError";
}

/** Runs a script; a spec at fault ends it with its message alone and exit code 1. */
export async function reportFaults(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** JSON as it stands in a spec. */
export type Json =
  null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** One parsed OpenAPI document, able to say where each of its parts stands. */
export interface Spec {
  readonly file: string;
  readonly document: JsonObject;
  /** An error about the node at `path`, with its line. */
  readonly fault: (
    path: readonly (string | number)[],
    message: string,
  ) => SpecError;
  /** The object that `$ref` points to, or the object itself; refuses a reference to nothing. */
  readonly resolve: (
    value: Json | undefined,
    path: readonly (string | number)[],
  ) => JsonObject;
}

/**
 * Reads and parses a YAML or JSON document, called `name` in errors; throws a `SpecError` where it is not well-formed.
 */
export async function readSpec(file: string, name = file): Promise<Spec> {
  return parseSpec(name, await readFile(file, "utf8"));
}

function parseSpec(file: string, text: string): Spec {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines });
  const broken = parsed.errors[0];
  if (broken) {
    const line = broken.linePos?.[0].line ?? 1;
    const [message = ""] = broken.message.split(/ at line \d+|\n/, 1);
    throw new SpecError(`${file}:${line}: ${message}`);
  }
  const document = parsed.toJS() as Json;
  if (!isObject(document))
    throw new SpecError(`${file}:1: not an OpenAPI document`);
  const fault: Spec["fault"] = (path, message) =>
    new SpecError(
      `${file}:${lineOf(parsed, lines, path)}: ${path.join(" › ")}: ${message}`,
    );
  const resolve: Spec["resolve"] = (value, path) => {
    if (!isObject(value)) throw fault(path, "expected an object");
    const { $ref } = value;
    if (typeof $ref !== "string") return value;
    let target: Json | undefined = document;
    for (const key of pointer($ref))
      target = isObject(target) ? target[key] : undefined;
    if (!isObject(target)) throw fault(path, `${$ref} points to nothing`);
    return resolve(target, path);
  };
  const spec = { file, document, fault, resolve };
  checkReferences(spec, document, []);
  return spec;
}

/** Refuses every reference, wherever it stands, that leaves the document or points to nothing. */
function checkReferences(
  spec: Spec,
  node: Json,
  path: readonly (string | number)[],
): void {
  if (typeof node !== "object" || node === null) return;
  if (isObject(node) && typeof node["$ref"] === "string") {
    if (!node["$ref"].startsWith("#/"))
      throw spec.fault(path, `${node["$ref"]} is not within this document`);
    spec.resolve(node, path);
  }
  for (const [key, value] of Object.entries(node))
    checkReferences(spec, value, [
      ...path,
      Array.isArray(node) ? Number(key) : key,
    ]);
}

/** The keys of a JSON pointer such as `#/components/schemas/Pod`. */
export function pointer(ref: string): string[] {
  return ref
    .replace(/^#\//, "")
    .split("/")
    .map((key) =>
      decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"),
    );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text member of a spec; empty where there is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The line of the deepest part of `path` that exists. */
function lineOf(
  document: Document,
  lines: LineCounter,
  path: readonly (string | number)[],
): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

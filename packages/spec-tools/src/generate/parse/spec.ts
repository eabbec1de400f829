import { readFile } from "node:fs/promises";
import { DocumentError } from "../../document/error.js";
import {
  childPath,
  isObject,
  type Json,
  type JsonObject,
  type Path,
} from "../../document/json.js";
import { resolve } from "../../document/references.js";
import { lintStructure } from "./lint.js";
import { throwErrors, type ErrorAt } from "./errors.js";
import { keepUsedParts } from "./used-parts.js";
import { parseYaml } from "./yaml.js";

/** One OpenAPI document that is read and checked. */
export interface Spec {
  /** What messages call the document. */
  readonly file: string;
  /** The parts of the document that the generator uses. */
  readonly document: JsonObject;
  /** An error about the node at a path, with its line. */
  readonly errorAt: ErrorAt;
  /** Where a part of the document stands: `specs/rest.openapi.yaml:12`. */
  readonly placeOf: (path: Path) => string;
}

/**
 * Reads and checks an OpenAPI document in YAML or JSON, called `name` in messages.
 * @throws {DocumentError} with all problems of the document
 */
export async function readSpec(file: string, name = file): Promise<Spec> {
  const spec = parseSpec(name, await readFile(file, "utf8"));
  throwErrors(await structureErrors(spec));
  return spec;
}

/** Parses the text of a document, called `file` in messages. References are checked, but not the structure. */
export function parseSpec(file: string, text: string): Spec {
  const { data, lineOf } = parseYaml(file, text);
  const { spec, errors } = examineSpec(
    file,
    data,
    (path) => `${file}:${lineOf(path)}`,
  );
  throwErrors(errors);
  return spec;
}

/**
 * As `parseSpec`, of data that is parsed already. The errors of references are returned beside the document, so that others
 * can join them.
 */
export function examineSpec(
  file: string,
  data: Json,
  placeOf: Spec["placeOf"],
): { readonly spec: Spec; readonly errors: readonly DocumentError[] } {
  if (!isObject(data) || !("openapi" in data))
    throw new DocumentError(
      `${file}:1: this is not an OpenAPI document: it has no member \`openapi\``,
    );
  const errorAt: ErrorAt = (path, problem) => {
    const place = path.length > 0 ? [path.join(" › ")] : [];
    return new DocumentError([placeOf(path), ...place, problem].join(": "), {
      at: path,
    });
  };
  const { openapi } = data;
  if (typeof openapi !== "string" || !/^3\.[01](\.|$)/.test(openapi))
    throw errorAt(["openapi"], 'must be 3.0 or 3.1, in quotes: "3.1.0"');

  const document = keepUsedParts(data);
  const errors = findBrokenReferences(document, errorAt);
  return { spec: { file, document, errorAt, placeOf }, errors };
}

/** The errors of every reference that leaves the document, points to nothing or refers to itself. */
function findBrokenReferences(
  document: JsonObject,
  errorAt: ErrorAt,
): DocumentError[] {
  const errors: DocumentError[] = [];
  const visit = (node: Json, path: Path): void => {
    if (typeof node !== "object" || node === null) return;
    try {
      resolve(document, node, path);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      errors.push(errorAt(error.at, error.message));
    }
    for (const [key, value] of Object.entries(node))
      visit(value, childPath(path, node, key));
  };
  visit(document, []);
  return errors;
}

/** Everything in a document that its version of OpenAPI does not permit. */
export async function structureErrors(spec: Spec): Promise<DocumentError[]> {
  const problems = await lintStructure(spec.document);
  return problems.map(({ path, message }) => spec.errorAt(path, message));
}

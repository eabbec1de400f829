import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument, stringify } from "yaml";
import { operationsOf } from "../codegen/model/operations.js";
import { isObject, type JsonObject } from "../codegen/parse/json.js";
import { checkStructure, createSpec } from "../codegen/parse/spec.js";
import { SpecError } from "../codegen/parse/spec-error.js";
import {
  LIST_FILE,
  readSurfaces,
  type ListedSurface,
} from "../codegen/parse/surfaces.js";
import { parseYaml } from "../codegen/parse/yaml.js";
import { amend } from "./amendments.js";
import { findSurface } from "./find-surface.js";
import type { NewSpecs } from "./import-document.js";
import type { Source } from "./read-source.js";

/**
 * The files of `specs/` that an OpenAPI document makes: the document with its known mistakes mended, and the list of
 * surfaces with the version of the document.
 * @throws {SpecError} with all problems of the document
 */
export async function readOpenapiSpecs(
  { name, text }: Source,
  requestedSurface: string | undefined,
): Promise<NewSpecs> {
  const { data, lineOf } = parseYaml(name, text);
  if (!isObject(data))
    throw new SpecError(`${name}:1: this is not an OpenAPI document`);
  const { document, applied } = amend(data);
  const spec = createSpec(name, document, lineOf);
  await checkStructure(spec);
  operationsOf(spec);
  const { info } = spec.document;
  const version = isObject(info) ? info["version"] : undefined;
  if (typeof version !== "string")
    throw spec.errorAt(["info", "version"], "the document must have a version");
  const surfaces = await readSurfaces("specs");
  const surface = await findSurface(
    name,
    spec.document,
    surfaces,
    requestedSurface,
  );
  const isUnchangedYaml = applied.length === 0 && !/^\s*\{/.test(text);
  const files = new Map([
    [surface.document, isUnchangedYaml ? text : toYaml(document)],
    [LIST_FILE, await listWithVersion(surface, surfaces, version)],
  ]);
  return { surface: surface.name, files, applied };
}

function toYaml(document: JsonObject): string {
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** The text of the list with another version of one surface. Everything else in the list stays as it is. */
async function listWithVersion(
  surface: ListedSurface,
  surfaces: readonly ListedSurface[],
  version: string,
): Promise<string> {
  const text = await readFile(join("specs", LIST_FILE), "utf8");
  if (surface.version === version) return text;
  const list = parseDocument(text);
  list.setIn([surfaces.indexOf(surface), "version"], version);
  return list.toString({ lineWidth: 0 });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument, stringify } from "yaml";
import { SpecError } from "../codegen/parse/fault.js";
import { isObject, type JsonObject } from "../codegen/parse/json.js";
import { operationsOf } from "../codegen/model/operations.js";
import { parseData } from "../codegen/parse/parse.js";
import { specOf } from "../codegen/parse/spec.js";
import { readSurfaces, type ListedSurface } from "../codegen/parse/surfaces.js";
import { amend, type Applied } from "./amendments.js";
import type { Source } from "./source.js";
import { surfaceOf } from "./surface.js";

/** What a document makes of `specs/`: the new content of some of its files, by name. */
export interface NewSpecs {
  readonly surface: string;
  readonly files: ReadonlyMap<string, string>;
  readonly applied: readonly Applied[];
}

/** The files of `specs/` that an OpenAPI document makes: its own, mended, and the list with its version. */
export async function openapiFiles(
  { name, text }: Source,
  asked: string | undefined,
): Promise<NewSpecs> {
  const { data, lineOf } = parseData(name, text);
  if (!isObject(data))
    throw new SpecError(`${name}:1: not an OpenAPI document`);
  const { document, applied } = amend(data);
  const spec = specOf(name, document, lineOf);
  operationsOf(spec);
  const { info } = spec.document;
  const version = isObject(info) ? info["version"] : undefined;
  if (typeof version !== "string")
    throw spec.fault(["info", "version"], "the document must say its version");
  const surfaces = await readSurfaces("specs");
  const surface = await surfaceOf(name, spec.document, surfaces, asked);
  const isAsGiven = applied.length === 0 && !/^\s*\{/.test(text);
  const files = new Map([
    [surface.document, isAsGiven ? text : yamlOf(document)],
    ["surfaces.yaml", await listWith(surface, surfaces, version)],
  ]);
  return { surface: surface.name, files, applied };
}

function yamlOf(document: JsonObject): string {
  return stringify(document, {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });
}

/** The text of the list with another version of one surface; all else in it stays as it is. */
async function listWith(
  surface: ListedSurface,
  surfaces: readonly ListedSurface[],
  version: string,
): Promise<string> {
  const text = await readFile(join("specs", "surfaces.yaml"), "utf8");
  if (surface.version === version) return text;
  const list = parseDocument(text);
  list.setIn([surfaces.indexOf(surface), "version"], version);
  return list.toString({ lineWidth: 0 });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "../../document/error.js";
import { CLIENT_MEMBERS, toUsableName } from "../../document/names.js";
import type { SurfaceRules } from "../../document/surface-rules.js";
import type { Path } from "../../document/json.js";
import { checkSchema, compileSchema } from "./schema-errors.js";
import surfacesSchema from "./surfaces.schema.json" with { type: "json" };
import { parseYaml } from "./yaml.js";

/** The name of the list within the folder of the specs. */
export const LIST_FILE = "surfaces.yaml";

/** The surfaces that the handwritten code of the client needs. */
const BUILT_IN_SURFACES = ["rest", "jobs"];

/** The folders of `generated/` that belong to no single surface. */
const SHARED_FOLDERS = ["drift", "emulator", "graphql", "models", "surfaces"];

/** One OpenAPI surface of the client, as `specs/surfaces.yaml` lists it. */
export interface ListedSurface extends SurfaceRules {
  /** `"rest"`: the name of the folder in `generated/`, and of the client's member where the surface is not built in. */
  readonly name: string;
  /** The file of the document, within the folder of the specs. */
  readonly document: string;
  /** The `info.version` that the document must have. */
  readonly version: string;
}

const isList = compileSchema<ListedSurface[]>(surfacesSchema);

/**
 * Reads the list of the surfaces in `folder`.
 * @throws {DocumentError} with the line of an entry that is not possible
 */
export async function readSurfaces(
  folder: string,
): Promise<readonly ListedSurface[]> {
  const text = await readFile(join(folder, LIST_FILE), "utf8");
  const file = `specs/${LIST_FILE}`;
  const { data, lineOf } = parseYaml(file, text);
  const errorAt = (path: Path, problem: string) =>
    new DocumentError(`${file}:${lineOf(path)}: ${problem}`);
  const surfaces = checkSchema(isList, data, (path, problem) =>
    errorAt(path, `${path.join(" › ")}: ${problem}`),
  );
  const names = surfaces.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const problem =
      names.indexOf(name) < index
        ? "is already listed above"
        : problemOfName(name);
    if (problem !== undefined)
      throw errorAt([index], `the name ${name} ${problem}`);
  }
  for (const name of BUILT_IN_SURFACES)
    if (!names.includes(name))
      throw new DocumentError(
        `${file}:1: must list ${name}, which the client is built on`,
      );
  return surfaces;
}

/** What the name of each call of a surface begins with: `v2.`; empty for a surface that is built in. */
export function prefixOf(surface: string): string {
  return BUILT_IN_SURFACES.includes(surface) ? "" : `${surface}.`;
}

/** What is decided about a surface, without its name, document and version. */
export function rulesOf({
  name: _name,
  document: _document,
  version: _version,
  ...rules
}: ListedSurface): SurfaceRules {
  return rules;
}

/** Why a name is not possible for a surface. */
function problemOfName(name: string): string | undefined {
  if (BUILT_IN_SURFACES.includes(name)) return undefined;
  if (toUsableName(name) === undefined)
    return "must consist of letters and digits, and begin with a small letter";
  if (CLIENT_MEMBERS.includes(name) || SHARED_FOLDERS.includes(name))
    return "is already taken";
  return undefined;
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DocumentError } from "../document/error.js";
import { routeKey } from "../compare/operations.js";
import { objectOf, type JsonObject } from "../document/json.js";
import { LIST_FILE, type ListedSurface } from "../generate/parse/surfaces.js";
import { variableOf } from "../generate/render/tables.js";
import { parseYaml } from "../generate/parse/yaml.js";

/** The surface that a document is for: the requested one, or the one whose document shares most paths with it. */
export async function findSurface(
  name: string,
  document: JsonObject,
  surfaces: readonly ListedSurface[],
  requested: string | undefined,
): Promise<ListedSurface> {
  const names = surfaces.map((surface) => surface.name).join(", ");
  if (requested !== undefined) {
    const surface = surfaces.find((listed) => listed.name === requested);
    if (surface) return surface;
    throw new DocumentError(
      `specs/${LIST_FILE}: lists no surface ${requested}: choose one of ${names}, or add this line to the file and import again:\n${lineFor(requested, document)}`,
    );
  }
  const paths = pathPatternsOf(document);
  const matches = await Promise.all(
    surfaces.map(async (surface) => {
      const present = await readPresent(surface);
      const shared = [...pathPatternsOf(present)].filter((path) =>
        paths.has(path),
      );
      return { surface, count: shared.length };
    }),
  );
  const [first, second] = matches.sort((a, b) => b.count - a.count);
  if (first && first.count > (second?.count ?? 0)) return first.surface;
  throw new DocumentError(
    `${name}:1: the paths of this document do not show which surface it is for: add --surface with one of ${names}`,
  );
}

/** The document that a surface has now; empty where the surface was just listed. */
export async function readPresent({
  document,
}: ListedSurface): Promise<JsonObject> {
  const file = join("specs", document);
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? {} : objectOf(parseYaml(file, text).data);
}

/** The line of the list for a new surface. Its comment names the variable without which a call of the surface throws. */
function lineFor(surface: string, document: JsonObject): string {
  const { version } = objectOf(document["info"]);
  const shown = JSON.stringify(typeof version === "string" ? version : "1.0.0");
  return `- { name: ${surface}, document: ${surface}.openapi.yaml, version: ${shown} } # its calls need the variable ${variableOf(surface)}`;
}

/** The paths, without the names of their parameters. */
function pathPatternsOf({ paths }: JsonObject): Set<string> {
  return new Set(Object.keys(objectOf(paths)).map(routeKey));
}

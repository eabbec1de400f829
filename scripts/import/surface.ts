import { join } from "node:path";
import { SpecError } from "../codegen/parse/fault.js";
import { isObject, type JsonObject } from "../codegen/parse/json.js";
import { readSpec } from "../codegen/parse/spec.js";
import type { ListedSurface } from "../codegen/parse/surfaces.js";

/** The surface that an OpenAPI document is for: the one asked for, or the only one whose paths it shares. */
export async function surfaceOf(
  name: string,
  document: JsonObject,
  surfaces: readonly ListedSurface[],
  asked: string | undefined,
): Promise<ListedSurface> {
  const names = surfaces.map((surface) => surface.name).join(", ");
  if (asked !== undefined) {
    const surface = surfaces.find((listed) => listed.name === asked);
    if (surface) return surface;
    throw new SpecError(
      `specs/surfaces.yaml: lists no surface ${asked} (${names}): add a line for it, with a first document, or name another`,
    );
  }
  const shapes = shapesOf(document);
  const shared = await Promise.all(
    surfaces.map(async (surface) => {
      const known = await readSpec(join("specs", surface.document));
      const common = [...shapesOf(known.document)].filter((shape) =>
        shapes.has(shape),
      );
      return { surface, count: common.length };
    }),
  );
  const [first, second] = shared.sort((a, b) => b.count - a.count);
  if (first && first.count > (second?.count ?? 0)) return first.surface;
  throw new SpecError(
    `${name}:1: its paths do not tell which surface it is for: add --surface with one of ${names}`,
  );
}

/** The paths with blanks for their parameters. */
function shapesOf({ paths }: JsonObject): Set<string> {
  return new Set(
    Object.keys(isObject(paths) ? paths : {}).map((path) =>
      path.replace(/\{[^{}]*\}/g, "{}"),
    ),
  );
}

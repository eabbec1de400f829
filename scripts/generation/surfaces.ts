import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { isObject, SpecError } from "./spec.js";

const LIST = "surfaces.yaml";

/** One OpenAPI surface of the client, as `specs/surfaces.yaml` lists it. */
interface ListedSurface {
  /** `"rest"`: the name of its generated files. */
  readonly name: string;
  /** Its document, within the folder of the specs. */
  readonly document: string;
  /** The `info.version` that the document must have. */
  readonly version: string;
}

/** The surfaces that `surfaces.yaml` in `folder` lists, in its order. */
export async function readSurfaces(
  folder: string,
): Promise<readonly ListedSurface[]> {
  const list: unknown = parse(await readFile(join(folder, LIST), "utf8"));
  if (!Array.isArray(list) || !list.every(isListed))
    throw new SpecError(
      `${LIST}: must be a list of { name, document, version }`,
    );
  return list;
}

function isListed(entry: unknown): entry is ListedSurface {
  return (
    isObject(entry) &&
    ["name", "document", "version"].every(
      (member) => typeof entry[member] === "string",
    )
  );
}

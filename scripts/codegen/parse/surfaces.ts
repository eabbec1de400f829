import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isNode, LineCounter, parseDocument } from "yaml";
import { CLIENT_MEMBERS, usable } from "../model/names.js";
import { isObject, SpecError } from "./spec.js";

/** The name of the list within the folder of the specs. */
export const LIST = "surfaces.yaml";

/** The surfaces that the facade is written for: resources of the client itself, and jobs. */
const BUILT_IN = ["rest", "jobs"];

/** One OpenAPI surface of the client, as `specs/surfaces.yaml` lists it. */
export interface ListedSurface {
  /** `"rest"`: the name of its generated files, and of the client's member where it is not built in. */
  readonly name: string;
  /** Its document, within the folder of the specs. */
  readonly document: string;
  /** The `info.version` that the document must have. */
  readonly version: string;
}

/** The surfaces that `surfaces.yaml` in `folder` lists, in its order; throws a `SpecError` that names the line. */
export async function readSurfaces(
  folder: string,
): Promise<readonly ListedSurface[]> {
  const lines = new LineCounter();
  const text = await readFile(join(folder, LIST), "utf8");
  const document = parseDocument(text, { lineCounter: lines });
  const fault = (index: number, message: string) => {
    const node = document.getIn([index], true);
    const at = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    return new SpecError(`specs/${LIST}:${lines.linePos(at).line}: ${message}`);
  };
  const list: unknown = document.toJS();
  if (document.errors.length > 0 || !Array.isArray(list))
    throw fault(0, "must be a list of { name, document, version }");
  const surfaces = list.map((entry: unknown, index) => {
    if (isListed(entry)) return entry;
    throw fault(index, "must be { name, document, version }");
  });
  surfaces.forEach(({ name }, index) => {
    const isTwin = surfaces.findIndex((one) => one.name === name) < index;
    const why = isTwin ? "is listed above already" : refusal(name);
    if (why !== undefined) throw fault(index, `the name ${name} ${why}`);
  });
  for (const name of BUILT_IN.filter(
    (one) => !surfaces.some((surface) => surface.name === one),
  ))
    throw fault(0, `must list ${name}: the client stands on it`);
  return surfaces;
}

/** Whether a surface is a member of the client under its own name, beside those the facade is written for. */
export function isFurther({ name }: ListedSurface): boolean {
  return !BUILT_IN.includes(name);
}

function isListed(entry: unknown): entry is ListedSurface {
  return (
    isObject(entry) &&
    ["name", "document", "version"].every(
      (member) => typeof entry[member] === "string",
    )
  );
}

/** Why a name cannot be that of a surface. */
function refusal(name: string): string | undefined {
  if (BUILT_IN.includes(name)) return undefined;
  if (usable(name) === undefined || name === "then")
    return "must be letters and digits, beginning with a small letter";
  if (CLIENT_MEMBERS.includes(name) || GENERATED.includes(name))
    return "is taken already";
  return undefined;
}

/** The folders of `generated/` that are no surface. */
const GENERATED = ["drift", "emulator", "graphql", "models", "surfaces"];

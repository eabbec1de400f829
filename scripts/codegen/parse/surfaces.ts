import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CLIENT_MEMBERS, toUsableName } from "../../../src/document/names.js";
import type { SurfaceRules } from "../../../src/document/surface-rules.js";
import { isObject } from "../../../src/document/json.js";
import { SpecError } from "./spec-error.js";
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

/**
 * Reads the list of the surfaces in `folder`.
 * @throws {SpecError} with the line of an entry that is not possible
 */
export async function readSurfaces(
  folder: string,
): Promise<readonly ListedSurface[]> {
  const text = await readFile(join(folder, LIST_FILE), "utf8");
  const file = `specs/${LIST_FILE}`;
  const { data, lineOf } = parseYaml(file, text);
  const errorAt = (index: number, problem: string) =>
    new SpecError(`${file}:${lineOf([index])}: ${problem}`);
  if (!Array.isArray(data))
    throw new SpecError(
      `${file}:1: must be a list of { name, document, version }`,
    );
  const surfaces = data.map((entry: unknown, index) => {
    if (!isListedSurface(entry))
      throw errorAt(
        index,
        "must be { name, document, version }, all of them texts",
      );
    const problem = problemOfRules({ ...entry });
    if (problem !== undefined) throw errorAt(index, problem);
    return entry;
  });
  const names = surfaces.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const problem =
      names.indexOf(name) < index
        ? "is already listed above"
        : problemOfName(name);
    if (problem !== undefined)
      throw errorAt(index, `the name ${name} ${problem}`);
  }
  for (const name of BUILT_IN_SURFACES)
    if (!names.includes(name))
      throw new SpecError(
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

function isListedSurface(entry: unknown): entry is ListedSurface {
  return (
    isObject(entry) &&
    ["name", "document", "version"].every(
      (member) => typeof entry[member] === "string",
    )
  );
}

/** What is wrong with the rules of an entry; undefined where nothing is. */
function problemOfRules({
  lists,
  pages,
  skip,
  names,
  types,
  open,
  required,
  members,
  ...others
}: Readonly<Record<string, unknown>>): string | undefined {
  if (lists !== undefined && lists !== "bare") return "lists can only be bare";
  for (const [member, routes] of Object.entries({ pages, skip }))
    if (routes !== undefined && !isListOfTexts(routes))
      return `${member} must be a list of routes`;
  for (const [member, value] of Object.entries({ names, types }))
    if (value !== undefined && !isObject(value))
      return `${member} must hold a name for each ${member === "names" ? "route" : "schema"}`;
  for (const name of Object.values({
    ...(names as object),
    ...(types as object),
  }))
    if (typeof name !== "string") return "names and types must hold texts";
  if (open !== undefined && !isListOfTexts(open) && !isListsByName(open))
    return "open must be a list of schemas, members and parameters, or such a list for each name of a type";
  if (required !== undefined && !isListsByName(required))
    return "required must hold a list of members for each schema";
  if (members !== undefined && !isMembersBySchema(members))
    return "members must hold the name of a schema for each member of each schema";
  const opened = Object.values(
    (open ?? {}) as Readonly<Record<string, string[]>>,
  ).flat();
  const [twice] = opened.filter((name, index) => opened.indexOf(name) < index);
  if (twice !== undefined) return `open lists ${twice} twice`;
  const [unknown] = Object.keys(others).filter(
    (member) => !["name", "document", "version"].includes(member),
  );
  return unknown === undefined
    ? undefined
    : `has an unknown member ${unknown}: possible are lists, pages, skip, names, types, open, required and members`;
}

function isListOfTexts(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((entry) => typeof entry === "string")
  );
}

function isMembersBySchema(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.values(value).every(
      (members) =>
        isObject(members) &&
        Object.values(members).every((name) => typeof name === "string"),
    )
  );
}

function isListsByName(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isListOfTexts);
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

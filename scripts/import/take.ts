import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { alone } from "../codegen/alone.js";
import { readDocuments, readSchema } from "../codegen/parse/documents.js";
import { refuse, SpecError } from "../codegen/parse/fault.js";
import { changesOf, compareGenerated } from "../codegen/folder.js";
import { renderGenerated } from "../codegen/render/render.js";
import { replaceFiles, STAGE } from "../codegen/replace.js";
import type { Applied } from "./amendments.js";
import { kindOf } from "./kind.js";
import { openapiFiles, type NewSpecs } from "./openapi.js";
import { prove } from "./prove.js";
import type { Source } from "./source.js";

/** What an import has done. */
export interface Taken {
  /** `rest`, `jobs`, `graphql` or another surface that is listed. */
  readonly surface: string;
  /** Every file that was changed, its path from the root of the repository. */
  readonly changed: readonly string[];
  readonly applied: readonly Applied[];
  /** Where the emulator or the command does not compile any more. */
  readonly byHand: readonly string[];
}

/**
 * Replaces the document of a surface by `source`, and `generated/` with it: both or neither, and only when the client
 * compiles over them. Throws a `SpecError` with all that is wrong.
 */
export function takeIn(
  source: Source,
  asked: string | undefined,
): Promise<Taken> {
  return alone(async () => {
    const specs = await newSpecs(source, asked);
    const scratch = await scratchOf(specs.files);
    const wanted = await renderGenerated(scratch);
    const { client, byHand } = prove(wanted);
    refuse(client.slice(0, MOST).map((fault) => new SpecError(fault)));
    const drift = await compareGenerated(wanted);
    const changes = new Map([
      ...(await changedSpecs(specs.files)),
      ...changesOf(drift, wanted),
    ]);
    await replaceFiles(changes);
    const { surface, applied } = specs;
    return { surface, applied, byHand, changed: [...changes.keys()] };
  });
}

/** So many faults of the compiler are told; those after them are mostly their echo. */
const MOST = 20;

async function newSpecs(
  source: Source,
  asked: string | undefined,
): Promise<NewSpecs> {
  const found = kindOf(source);
  if (found.kind === "openapi") {
    if (asked === "graphql")
      throw new SpecError(
        `${source.name}:1: is an OpenAPI document, not a GraphQL schema`,
      );
    return openapiFiles(source, asked);
  }
  if (asked !== undefined && asked !== "graphql")
    throw new SpecError(
      `${source.name}:1: is a GraphQL schema, not an OpenAPI document`,
    );
  const schema = readSchema(source.name, found.sdl);
  const folder = join("specs", "operations");
  const names = (await readdir(folder)).filter((name) =>
    name.endsWith(".graphql"),
  );
  await readDocuments(
    names.sort().map((name) => join(folder, name)),
    schema,
  );
  return {
    surface: "graphql",
    files: new Map([["schema.graphql", found.sdl]]),
    applied: [],
  };
}

/** A copy of `specs/` with the new files in it, in the folder that goes when this ends. */
async function scratchOf(files: ReadonlyMap<string, string>): Promise<string> {
  const scratch = join(STAGE, "specs");
  await cp("specs", scratch, { recursive: true });
  for (const [name, text] of files) await writeFile(join(scratch, name), text);
  return scratch;
}

async function changedSpecs(
  files: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  for (const [name, text] of files) {
    const path = join("specs", name);
    if ((await readFile(path, "utf8")) !== text) changed.set(path, text);
  }
  return changed;
}

import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { GraphQLSchema } from "graphql";
import { DocumentError } from "../document/error.js";
import {
  renderGenerated,
  type GeneratedFiles,
} from "../generate/generated-files.js";
import { parseSchema, readDocuments } from "../generate/parse/graphql.js";
import { LIST_FILE } from "../generate/parse/surfaces.js";
import { pathOf, writeGenerated } from "../generate/write.js";
import { compileClient } from "./compile.js";
import { detectKind } from "./detect-kind.js";
import type { NewSpecs } from "./new-specs.js";
import { readOpenapiSpecs } from "./openapi-specs.js";
import type { Source } from "../compare/source.js";
import { describeSkipped } from "./unsupported.js";

const SPECS_FOLDER = "specs";

/** How many compiler errors are shown: further errors mostly follow from the first ones. */
const MAX_COMPILER_ERRORS = 20;

/** What an import has done. */
export interface ImportResult extends Omit<NewSpecs, "files"> {
  /** Every file that was written or removed, its path from the root of the repository. */
  readonly changed: readonly string[];
  /** The compiler's errors in the emulator and the command: what is left to be adapted by hand. */
  readonly toAdapt: readonly string[];
}

/**
 * Replaces the document of a surface by `source`, and `generated/` with it. Nothing is written before everything is
 * rendered and the client compiles over the new files.
 *
 * @param requestedSurface the surface to replace; without it, the surface is found by the paths of the document
 * @throws {DocumentError} with all problems of the document, or with the compiler's errors
 */
export async function importDocument(
  source: Source,
  requestedSurface: string | undefined,
): Promise<ImportResult> {
  const { files, ...found } = await readNewSpecs(source, requestedSurface);
  const generated = await renderOver(files);
  const { clientErrors, otherErrors } = compileClient(generated);
  if (clientErrors.length > 0) {
    await keepRefused(files, generated);
    throw new DocumentError(
      [
        ...describeSkipped(found.skipped),
        ...found.warnings.map((line) => `warning: ${line}`),
        ...clientErrors.slice(0, MAX_COMPILER_ERRORS),
        `The client does not compile over this document. Nothing was changed; ${REFUSED_FOLDER}/ holds the files.`,
        `Edit these lines so that they fit the new document (the new types are in ${REFUSED_FOLDER}/generated/), then import again.`,
        ...[...files.keys()]
          .filter((file) => file !== LIST_FILE)
          .map((file) => join(SPECS_FOLDER, file))
          .filter((file) => existsSync(file))
          .map(
            (file) =>
              `See what changed: npm run spec:diff -- ${file} ${join(REFUSED_FOLDER, file)}`,
          ),
      ].join("\n"),
    );
  }
  const changedSpecs = await writeSpecs(files);
  const differences = await writeGenerated(generated);
  const changed = [...changedSpecs, ...differences.map(({ file }) => file)];
  return { ...found, changed, toAdapt: otherErrors };
}

/** Where the files of the last refused document are. Git ignores the folder. */
const REFUSED_FOLDER = ".cache/spec-import";

/** Writes the files that did not compile beside the repository's own. */
async function keepRefused(
  specs: ReadonlyMap<string, string>,
  generated: GeneratedFiles,
): Promise<void> {
  await rm(REFUSED_FOLDER, { recursive: true, force: true });
  const files = [
    ...Array.from(specs, ([name, text]) => [join(SPECS_FOLDER, name), text]),
    ...Array.from(generated, ([name, text]) => [pathOf(name), text]),
  ] as [string, string][];
  for (const [name, text] of files) {
    const file = join(REFUSED_FOLDER, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function readNewSpecs(
  source: Source,
  requestedSurface: string | undefined,
): Promise<NewSpecs> {
  const found = detectKind(source);
  if (found.kind === "openapi") {
    if (requestedSurface === "graphql")
      throw new DocumentError(
        `${source.name}:1: this is an OpenAPI document, not a GraphQL schema`,
      );
    return readOpenapiSpecs(source, requestedSurface);
  }
  if (requestedSurface !== undefined && requestedSurface !== "graphql")
    throw new DocumentError(
      `${source.name}:1: this is a GraphQL schema, not an OpenAPI document`,
    );
  const schema = parseSchema(source.name, found.sdl);
  await checkShippedDocuments(schema);
  return {
    surface: "graphql",
    files: new Map([["schema.graphql", found.sdl]]),
    applied: [],
    skipped: [],
    warnings: [],
  };
}

/** Throws if the schema no longer has what the operations that the package ships ask for, and says what to do. */
async function checkShippedDocuments(schema: GraphQLSchema): Promise<void> {
  const folder = join(SPECS_FOLDER, "operations");
  try {
    await readDocuments(folder, schema);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentError(
      `${error.message}\nThe schema does not have what these operations of ${folder}/ ask for. Nothing was changed. Edit each of these files, or delete it, and import the schema again.`,
      { cause: error },
    );
  }
}

/** Renders `generated/` from a copy of `specs/` that holds the new files. */
async function renderOver(
  files: ReadonlyMap<string, string>,
): Promise<GeneratedFiles> {
  const copy = await mkdtemp(join(tmpdir(), "spec-import-"));
  try {
    await cp(SPECS_FOLDER, copy, { recursive: true });
    for (const [name, text] of files) await writeFile(join(copy, name), text);
    return await renderGenerated(copy);
  } finally {
    await rm(copy, { recursive: true });
  }
}

/** Writes the files whose text is new, and returns their paths. */
async function writeSpecs(
  files: ReadonlyMap<string, string>,
): Promise<string[]> {
  const written: string[] = [];
  for (const [name, text] of files) {
    const file = join(SPECS_FOLDER, name);
    // A surface that was just listed has no document yet.
    const before = await readFile(file, "utf8").catch(() => undefined);
    if (before === text) continue;
    await writeFile(file, text);
    written.push(file);
  }
  return written;
}

import { readFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect } from "vitest";
import type { NewSpecs } from "../../../src/import/new-specs.js";
import { readOpenapiSpecs } from "../../../src/import/openapi-specs.js";
import {
  runScript,
  type Ended,
} from "../../../../../test/support/run-script.js";

export const ROOT = join(import.meta.dirname, "../../../../..");
const FIXTURES = join(import.meta.dirname, "../fixtures");

/** The modules whose types the generated files import, and what these modules import in turn. */
const IMPORTED_TYPES = withImports([
  "src/drift/compare.ts",
  "src/options.ts",
  "src/rest/typed-client.ts",
  "src/models/info.ts",
  "src/models/text-output.ts",
  "src/models/value-rule.ts",
  "packages/emulator/src/http/request-checks.ts",
]);

/** These files, and all files that they import. */
function withImports(files: readonly string[]): readonly string[] {
  const found = new Set(files);
  // The loop also visits the files that it adds.
  for (const file of found) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, path = ""] of text.matchAll(/ from "(\.[^"]+)\.js";/g)) {
      const imported = join(dirname(file), `${path}.ts`);
      if (/^(src|packages)\//.test(imported)) found.add(imported);
    }
  }
  return [...found];
}

/** A client of the fixture's surfaces, and an emulator that must handle each route. */
const SOURCES: Readonly<Record<string, string>> = {
  "src/client.ts": `import type { BoatsResource, Boat } from "../generated/rest/resources.js";
import type { JobsResource } from "../generated/jobs/resources.js";
import type { GraphqlDocuments } from "../generated/graphql/functions.js";

export async function renameBoat(boats: BoatsResource, boat: Boat): Promise<string> {
  const { id, name } = await boats.update(boat.id, { name: "Aurora" }, {}, { updateMethod: "post" });
  return id + name;
}

export async function waitForJob(jobs: JobsResource): Promise<boolean> {
  const { id = "" } = await jobs.run("north", { input: {} });
  const { status } = await jobs.status("north", id);
  return status === "DONE";
}

export async function readHarbor(graphql: GraphqlDocuments): Promise<string | undefined> {
  const { harbor } = await graphql.harbor();
  return harbor?.name;
}
`,
  // The emulator's own module imports the whole client.
  "packages/emulator/src/shape.ts": "export type Shape = unknown;\n",
  "packages/emulator/src/handlers.ts": `import type { JobsRoute, RestRoute } from "../generated/routes.js";

type Routes = Record<JobsRoute | RestRoute, () => void>;
const handle = (): void => undefined;
export const handlers: Routes = {
  "GET /boats": handle,
  "POST /boats": handle,
  "GET /boats/{boatId}": handle,
  "PATCH /boats/{boatId}": handle,
  "POST /boats/{boatId}/update": handle,
  "DELETE /boats/{boatId}": handle,
  "POST /boats/{boatId}/launch": handle,
  "GET /repairorders": handle,
  "POST /jobs/{crane}/run": handle,
  "GET /jobs/{crane}/status/{jobId}": handle,
};
`,
};

/** A small project of its own, with the fixture's specs, on which the scripts of this repository run. */
export interface Project {
  readonly folder: string;
  /** The text of a file of the project. */
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, text: string) => Promise<void>;
  /** Replaces the first `from` of a file, and returns its line. */
  readonly edit: (file: string, from: string, to: string) => Promise<number>;
  /** Runs one of the commands within this process: `run("spec-import", ["new.yaml"])`. */
  readonly run: (command: string, args?: readonly string[]) => Promise<Ended>;
  /** What an import of this text as `new.yaml` would make of the specs. Nothing is written. */
  readonly readNew: (text: string, surface?: string) => Promise<NewSpecs>;
  readonly remove: (file: string) => Promise<void>;
  /** The content of every file below some folders, by its path in the project. */
  readonly contents: (...folders: string[]) => Promise<Map<string, string>>;
}

/** A folder for the projects of one test file. */
export async function createProjects(): Promise<{
  /** A new project; with `from`, a copy of another one. */
  readonly create: (from?: Project) => Promise<Project>;
  readonly remove: () => Promise<void>;
}> {
  const parent = await fs.mkdtemp(join(tmpdir(), "codegen-"));
  return {
    create: async (from) => {
      const folder = await fs.mkdtemp(join(parent, "project-"));
      if (from)
        await fs.cp(from.folder, folder, {
          recursive: true,
          verbatimSymlinks: true,
        });
      else await fillProject(folder);
      return openProject(folder);
    },
    remove: () => fs.rm(parent, { recursive: true }),
  };
}

async function fillProject(folder: string): Promise<void> {
  await fs.cp(join(FIXTURES, "specs"), join(folder, "specs"), {
    recursive: true,
  });
  for (const file of IMPORTED_TYPES)
    await fs.cp(join(ROOT, file), join(folder, file));
  const { write } = openProject(folder);
  for (const [file, text] of Object.entries(SOURCES)) await write(file, text);
  await write("package.json", '{ "type": "module" }');
  const extended = join(ROOT, "tsconfig.json");
  await write(
    "tsconfig.json",
    JSON.stringify({
      extends: extended,
      include: ["src", "generated", "packages"],
    }),
  );
  const modules = await fs.realpath(join(ROOT, "node_modules"));
  await fs.symlink(modules, join(folder, "node_modules"));
}

function openProject(folder: string): Project {
  const read = (file: string) => fs.readFile(join(folder, file), "utf8");
  const write = async (file: string, text: string) => {
    await fs.mkdir(dirname(join(folder, file)), { recursive: true });
    await fs.writeFile(join(folder, file), text);
  };
  return {
    folder,
    read,
    write,
    async edit(file, from, to) {
      const text = await read(file);
      expect(text).toContain(from);
      await write(
        file,
        text.replace(from, () => to),
      );
      return text.slice(0, text.indexOf(from)).split("\n").length;
    },
    run: (command, args = []) => runScript(folder, `scripts/${command}`, args),
    async readNew(text, surface) {
      const before = process.cwd();
      process.chdir(folder);
      try {
        return await readOpenapiSpecs({ name: "new.yaml", text }, surface);
      } finally {
        process.chdir(before);
      }
    },
    remove: (file) => fs.rm(join(folder, file)),
    async contents(...folders) {
      const contents = new Map<string, string>();
      for (const name of folders)
        for (const file of ts.sys.readDirectory(join(folder, name)))
          contents.set(relative(folder, file), await fs.readFile(file, "utf8"));
      return contents;
    },
  };
}

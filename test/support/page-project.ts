import { execFile, type PromiseWithChild } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { compilerErrors } from "./compile.js";
import { blocksOf } from "./page-blocks.js";

const ROOT = new URL("../..", import.meta.url).pathname;

const execute = promisify(execFile);

/** A folder with the programs of a page that begin with the name of their file, such as `// worker.ts`. */
export interface PageProject {
  readonly folder: string;
  readonly files: readonly string[];
  /** The file of settings with which tsx finds the sources of this package: the value of `TSX_TSCONFIG_PATH`. */
  readonly settings: string;
  /** The compiler's messages, under the options of this repository and those of the page. */
  readonly errors: () => string[];
  /** Runs one of the files, in the folder of the project. */
  readonly run: (
    file: string,
    args: readonly string[],
    variables?: Readonly<Record<string, string>>,
  ) => PromiseWithChild<{ stdout: string; stderr: string }>;
  /** Runs the tests of the folder, and returns the report of vitest. Rejects where one fails. */
  readonly test: () => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

/** Writes the programs of a page into a folder of this repository, whose packages they find there. */
export async function writePageProject(
  page: string,
  compilerOptions: object,
): Promise<PageProject> {
  await mkdir(join(ROOT, ".cache"), { recursive: true });
  const folder = await mkdtemp(join(ROOT, ".cache", "project-"));
  const files: string[] = [];
  for (const block of blocksOf(
    await readFile(join(ROOT, page), "utf8"),
    "ts",
  )) {
    const name = /^\/\/ (\S+\.ts)$/m.exec(block)?.[1] ?? "";
    files.push(join(folder, name));
    await writeFile(join(folder, name), block);
  }
  const paths = {
    "cloud-compute-emulator": [join(ROOT, "packages/emulator/src/index.ts")],
    "cloud-compute-sdk": [join(ROOT, "src/index.ts")],
    "cloud-compute-sdk/*": [join(ROOT, "src/*/index.ts")],
  };
  const settings = join(folder, "tsconfig.json");
  await writeFile(
    settings,
    JSON.stringify({ compilerOptions: { ...compilerOptions, paths } }),
  );
  return {
    folder,
    files,
    settings,
    errors: () => compilerErrors(files, compilerOptions),
    run: (file, args, variables) => {
      const env = { ...process.env, TSX_TSCONFIG_PATH: settings, ...variables };
      const program = ["--import", "tsx", join(folder, file), ...args];
      return execute(process.execPath, program, { env, cwd: folder });
    },
    test: () => runTests(folder),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function runTests(folder: string): Promise<unknown> {
  const alias = [
    {
      find: "cloud-compute-emulator",
      replacement: "packages/emulator/src/index.ts",
    },
    { find: "cloud-compute-sdk/models", replacement: "src/models/index.ts" },
    { find: "cloud-compute-sdk/worker", replacement: "src/worker/index.ts" },
    { find: "cloud-compute-sdk", replacement: "src/index.ts" },
  ].map(({ find, replacement }) => ({
    find,
    replacement: join(ROOT, replacement),
  }));
  const config = JSON.stringify({ resolve: { alias } });
  await writeFile(
    join(folder, "vitest.config.mjs"),
    `export default ${config};`,
  );
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", folder, "--reporter", "json"];
  const { stdout } = await execute(process.execPath, args);
  return JSON.parse(stdout);
}

/** Runs the command of a page that bundles `worker.ts` in the folder, with a further flag. */
export async function bundleAsShown(
  page: string,
  folder: string,
  flag = "",
): Promise<void> {
  const text = await readFile(join(ROOT, page), "utf8");
  const [command = ""] = /^npx esbuild .*/m.exec(text) ?? [];
  const ESBUILD = join(ROOT, "node_modules/.bin/esbuild");
  const shell = command.replace("npx esbuild", `"$ESBUILD" ${flag}`);
  const options = { cwd: folder, env: { ...process.env, ESBUILD } };
  await execute("sh", ["-c", shell], options);
}

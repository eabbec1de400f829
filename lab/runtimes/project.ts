import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import type * as EmulatorModule from "../../src/emulator/index.js";
import { LAB } from "../shared/paths.js";
import { install, pack } from "../shared/tarball.js";

const { name } = packageJson;

/** An empty project with the packed tarball installed, and the suite in it. */
export interface Project {
  readonly folder: string;
  /** The emulator of the tarball. */
  readonly emulator: typeof EmulatorModule;
  /** The path of a file in the project. */
  readonly path: (...names: readonly string[]) => string;
}

/** Packs what `npm run build` made, installs the tarball into an empty folder, and compiles the suite into the folder. */
export async function createProject(folder: string): Promise<Project> {
  const path = (...names: readonly string[]) => join(folder, ...names);
  const manifest = { name: "project", private: true, type: "module" };
  writeFileSync(path("package.json"), JSON.stringify(manifest));
  install(folder, pack(folder));
  await compileSuite(folder);
  const installed = path("node_modules", name, "dist", "emulator.js");
  const emulator = (await import(
    pathToFileURL(installed).href
  )) as typeof EmulatorModule;
  return { folder, path, emulator };
}

/** Makes one file of the suite and one of each host; the imports of the package stay as they are. */
async function compileSuite(folder: string): Promise<void> {
  const source = join(LAB, "runtimes");
  const files = ["suite", "hosts/process", "hosts/worker", "hosts/page"];
  await build({
    entryPoints: files.map((file) => join(source, `${file}.ts`)),
    outbase: source,
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    external: [
      "cloud-compute-sdk",
      "cloud-compute-sdk/*",
      "../suite.js",
      "node:*",
    ],
    logLevel: "warning",
  });
}

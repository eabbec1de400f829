import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import packageJson from "../../package.json" with { type: "json" };
import type * as EmulatorModule from "../../src/emulator/index.js";
import { install, pack } from "../package/tarball.js";

const { name } = packageJson;

/** An empty project with the packed tarball installed, and the suite in it. */
export interface Project {
  readonly folder: string;
  /** The emulator of the tarball. */
  readonly emulator: typeof EmulatorModule;
  /** The path of a file in it. */
  readonly path: (...names: string[]) => string;
}

/** Packs what `npm run build` made, installs it into an empty folder, and puts the suite there as plain modules. */
export async function createProject(folder: string): Promise<Project> {
  const path = (...names: string[]) => join(folder, ...names);
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

/** One file for the suite and one for each host, with the imports of the package left bare. */
async function compileSuite(folder: string): Promise<void> {
  const hosts = ["process", "worker", "page"].map((host) => `hosts/${host}.ts`);
  await build({
    entryPoints: ["suite.ts", ...hosts].map(
      (file) => `scripts/runtimes/${file}`,
    ),
    outbase: "scripts/runtimes",
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

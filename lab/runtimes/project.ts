import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as EmulatorModule from "cloud-compute-emulator";
import packageJson from "../../package.json" with { type: "json" };
import { LAB } from "../shared/paths.js";
import { install, packBoth } from "../shared/tarball.js";

/** An empty project with both tarballs installed, and the suite in it. */
export interface Project {
  readonly folder: string;
  /** The emulator of the tarball. */
  readonly emulator: typeof EmulatorModule;
  /** The path of a file in the project. */
  readonly path: (...names: readonly string[]) => string;
}

/** Packs what `npm run build` made, installs the tarballs into an empty folder, and compiles the suite into the folder. */
export async function createProject(folder: string): Promise<Project> {
  const path = (...names: readonly string[]) => join(folder, ...names);
  const manifest = { name: "project", private: true, type: "module" };
  writeFileSync(path("package.json"), JSON.stringify(manifest));
  install(
    folder,
    ...packBoth(folder),
    `aws4fetch@${packageJson.peerDependencies.aws4fetch}`,
  );
  await compileSuite(folder);
  const installed = path(
    "node_modules",
    "cloud-compute-emulator",
    "dist",
    "index.js",
  );
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
      "cloud-compute-emulator",
      "cloud-compute-sdk",
      "cloud-compute-sdk/*",
      "../suite.js",
      "node:*",
    ],
    logLevel: "warning",
  });
}

import { build } from "esbuild";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PublishedPackage } from "./entry-points.js";
import { LINE_LIMIT } from "./line-limit.js";
import { manifestPart, stubs } from "./manifest.js";

/**
 * Writes `cjs/` of a package: the modules and declarations of `dist/` as CommonJS, file by file, so that both builds share and load
 * the same parts. Where a module imports another one on first use, its CommonJS form requires it on first use.
 */
export async function buildCommonJs(
  { folder }: PublishedPackage,
  modules: readonly string[],
): Promise<void> {
  const cjs = join(folder, "cjs");
  const dist = join(folder, "dist");
  await rm(cjs, { recursive: true, force: true });
  await mkdir(cjs);
  // Declares the module format of the files in this folder, for Node and TypeScript.
  await writeFile(join(cjs, "package.json"), '{ "type": "commonjs" }\n');
  // TypeScript takes the declarations in this folder for those of CommonJS modules, as it must with `module: "nodenext"`.
  await cp(join(dist, "types"), join(cjs, "types"), { recursive: true });
  for (const file of modules) await cp(join(dist, file), join(cjs, file));
  await build({
    entryPoints: modules.map((file) => join(cjs, file)),
    outdir: cjs,
    allowOverwrite: true,
    format: "cjs",
    platform: "node",
    target: "es2022",
    // `import()` would need a flag of Node under Jest.
    supported: { "dynamic-import": false },
    bundle: true,
    external: ["./*"],
    packages: "external",
    // The paths of this repository are not those of a program that installs the package.
    tsconfigRaw: {},
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
    logLevel: "warning",
  });
}

/** Writes the folders for tools that do not read `exports`. */
export async function writeStubs(of: PublishedPackage): Promise<void> {
  for (const [file, text] of stubs(of)) {
    const path = join(of.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/** Throws if the package.json of a package does not match the list of entry points. */
export async function checkManifest(of: PublishedPackage): Promise<void> {
  const file = join(of.folder, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as object;
  const wanted = { ...manifest, ...manifestPart(of) };
  if (JSON.stringify(wanted) !== JSON.stringify(manifest))
    throw new Error(
      `${file} does not match scripts/build/entry-points.ts: run \`npm run build -- entries\``,
    );
}

import { build } from "esbuild";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compact } from "./declarations.js";
import { LINE_LIMIT } from "./line-limit.js";
import { stubs } from "./manifest.js";

/**
 * Writes `cjs/`: the modules and declarations of `dist/` as CommonJS, file by file, so that both builds share and load
 * the same parts. Where a module imports another one on first use, its CommonJS form requires it on first use.
 */
export async function buildCommonJs(modules: readonly string[]): Promise<void> {
  await rm("cjs", { recursive: true, force: true });
  await mkdir("cjs");
  // Declares the module format of the files in this folder, for Node and TypeScript.
  await writeFile("cjs/package.json", '{ "type": "commonjs" }\n');
  await copyDeclarations();
  for (const file of modules) await cp(join("dist", file), join("cjs", file));
  await build({
    entryPoints: modules.map((file) => join("cjs", file)),
    outdir: "cjs",
    allowOverwrite: true,
    format: "cjs",
    platform: "node",
    target: "es2022",
    // `import()` would need a flag of Node under Jest.
    supported: { "dynamic-import": false },
    bundle: true,
    external: ["./*"],
    packages: "external",
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
    logLevel: "warning",
  });
}

/** Copies the declarations without their maps, which would add a tenth to the size of the package. */
async function copyDeclarations(): Promise<void> {
  const files = await readdir("dist/types", { recursive: true });
  for (const file of files.filter((name) => name.endsWith(".d.ts"))) {
    const text = await readFile(join("dist/types", file), "utf8");
    const target = join("cjs/types", file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, compact(text));
  }
}

/** Writes the folders for tools that do not read `exports`. */
export async function writeStubs(): Promise<void> {
  for (const [file, text] of stubs()) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** Throws if package.json does not match the list of entry points. */
export async function checkManifest(part: object): Promise<void> {
  const manifest = JSON.parse(await readFile("package.json", "utf8")) as object;
  const wanted = { ...manifest, ...part };
  if (JSON.stringify(wanted) !== JSON.stringify(manifest))
    throw new Error(
      "package.json does not match scripts/build/entry-points.ts: run `npm run entries`",
    );
}

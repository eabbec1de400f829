import { build, transform, type Metafile } from "esbuild";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { unhandledRoutes } from "../src/emulator/server/route-table.js";
import { buildCommonJs, checkManifest, writeStubs } from "./build/commonjs.js";
import { emitDeclarations } from "./build/declarations.js";
import {
  ENTRY_POINTS,
  outputOf,
  sourceOf,
  type EntryPoint,
} from "./build/entry-points.js";
import { LINE_LIMIT } from "./build/line-limit.js";
import { manifestPart } from "./build/manifest.js";

/**
 * `npm run build`: writes every entry point, and the modules that an entry point loads at first use, as ES modules into
 * `dist/` and as CommonJS into `cjs/`. Writes the declarations by the TypeScript compiler.
 */
await checkManifest(manifestPart());
await rm("dist", { recursive: true, force: true });
const built: Metafile["outputs"] = {};
for (const group of ["client", "emulator", "drift"] as const) {
  console.log(`building the ${group} as ES modules`);
  Object.assign(built, await buildGroup(group));
}
console.log("writing the declarations");
emitDeclarations(ENTRY_POINTS.map(sourceOf));
console.log("writing CommonJS");
await buildCommonJs(reachedFrom(ENTRY_POINTS));
await writeStubs();
for (const route of unhandledRoutes)
  console.warn(`warning: the emulator answers 501 at ${route}: no handler`);

/** The modules that entry points load, at once or on first use: all but those of the command. */
function reachedFrom(entries: readonly EntryPoint[]): string[] {
  const reached = new Set(entries.map((entry) => `dist/${outputOf(entry)}.js`));
  // The loop also visits the elements that it adds.
  for (const file of reached)
    for (const { path, external } of built[file]?.imports ?? [])
      if (!external) reached.add(path);
  return [...reached].map((file) => basename(file));
}

async function buildGroup(
  group: EntryPoint["group"],
): Promise<Metafile["outputs"]> {
  const entries = ENTRY_POINTS.filter((entry) => entry.group === group);
  const entryPoints = Object.fromEntries(
    entries.map((entry) => [outputOf(entry), sourceOf(entry)]),
  );
  if (group === "emulator") entryPoints["cli"] = "bin/index.ts";
  const { metafile } = await build({
    entryPoints,
    metafile: true,
    bundle: true,
    format: "esm",
    target: "es2022",
    // The parsers of React Native do not support static blocks of classes.
    supported: { "class-static-blocks": false },
    platform: "neutral",
    packages: "external",
    external: ["node:*"],
    // The emulator is half of the package, mostly generated validators. Maps, spaces and long names would make it
    // too large.
    sourcemap: group !== "emulator",
    sourcesContent: false,
    minifySyntax: true,
    splitting: true,
    outdir: "dist",
    chunkNames: `${group}-[name]-[hash]`,
    logLevel: "warning",
  });
  if (group === "emulator") await shorten(Object.keys(metafile.outputs));
  return metafile.outputs;
}

/** Removes spaces, comments and long names from each file, unless it holds a comment that bundlers read. */
async function shorten(files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = await readFile(file, "utf8");
    if (text.includes("webpackIgnore")) continue;
    const { code } = await transform(text, {
      minifyWhitespace: true,
      minifyIdentifiers: true,
      lineLimit: LINE_LIMIT,
    });
    await writeFile(file, code);
  }
}

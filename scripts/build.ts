import { build, transform, type Metafile, type Plugin } from "esbuild";
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
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
for (const group of ["client", "emulator", "drift"] as const)
  Object.assign(built, await buildGroup(group));
emitDeclarations(ENTRY_POINTS.map(sourceOf));
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
  const sources = entries.map(sourceOf);
  const entryPoints = Object.fromEntries(
    entries.map((entry) => [outputOf(entry), sourceOf(entry)]),
  );
  if (group === "emulator") entryPoints["cli"] = "src/cli/index.ts";
  const [first = "", ...others] = sources.map((source) => resolve(source));
  // A program that imports only `createClient` needs nothing else of the main entry point.
  const main = group === "client" ? resolve("src/client.ts") : first;
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
    // Otherwise `sideEffects: false` in package.json removes the import that `keepInOneChunk` adds.
    ignoreAnnotations: true,
    outdir: "dist",
    chunkNames: `${group}-[name]-[hash]`,
    logLevel: "warning",
    plugins: [keepInOneChunk(main, ...others), copyIntoIndex()],
  });
  if (group === "emulator") await shorten(Object.keys(metafile.outputs));
  return metafile.outputs;
}

/**
 * Gives the main entry point copies of the small modules that it shares with other entry points and with lazily loaded
 * modules. Without the copies these modules are files of their own, and a bundler that keeps or leaves out whole files
 * loads them with a program that only creates a client: `npm run lab size` then prints about 900 bytes more for
 * `createClient`. For the whole client it prints about 600 bytes less, because nothing is in there twice.
 */
function copyIntoIndex(): Plugin {
  const index = resolve("src/index.ts");
  const filter = /\/(outputs|pricing|with-response)\.js$/;
  return {
    name: "copy into index",
    setup: (build) => {
      build.onResolve({ filter }, ({ importer, path, resolveDir }) => {
        if (importer !== index) return undefined;
        const source = resolve(resolveDir, path.replace(/js$/, "ts"));
        return { path: source, suffix: "?index" };
      });
    },
  };
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

/**
 * Puts everything that an entry point loads at once into one chunk. Otherwise esbuild puts what the entry point and a
 * lazily loaded module share into chunks of their own, which load more slowly and compress worse. To prevent this, the
 * plugin adds an import of the entry point to each lazily loaded module and to each further entry point. A module must
 * not be imported both lazily and statically: esbuild could read the module before the plugin has seen the lazy import.
 */
function keepInOneChunk(entry: string, ...furtherEntries: string[]): Plugin {
  return {
    name: "keep in one chunk",
    setup: (build) => {
      const lazyModules = new Set(furtherEntries);
      const staticModules = new Set<string>();
      build.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        const modules = kind === "dynamic-import" ? lazyModules : staticModules;
        modules.add(resolve(resolveDir, path.replace(/js$/, "ts")));
        return undefined;
      });
      build.onEnd(() => ({
        errors: [...lazyModules]
          .filter((module) => !furtherEntries.includes(module))
          .filter((module) => staticModules.has(module))
          .map((module) => ({
            text: `${module} is imported both lazily and statically`,
          })),
      }));
      build.onResolve({ filter: /^the entry$/ }, () => ({ path: entry }));
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        lazyModules.has(path)
          ? {
              contents: `import "the entry"; ${await readFile(path, "utf8")}`,
              loader: "ts",
            }
          : undefined,
      );
    },
  };
}

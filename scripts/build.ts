import { build, type Plugin } from "esbuild";
import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { emitDeclarations } from "./build/declarations.js";

/** `npm run build`: a bundle per entry point, beside it what is loaded at first use, and declarations by tsc. */
await rm("dist", { recursive: true, force: true });
const shared = {
  bundle: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  external: Object.keys(packageJson.dependencies),
  sourcemap: true,
  sourcesContent: false,
  minifySyntax: true,
  splitting: true,
  // Otherwise `sideEffects: false` in package.json removes the import that `keepInOneChunk` adds.
  ignoreAnnotations: true,
  outdir: "dist",
  logLevel: "warning",
} as const;
await build({
  ...shared,
  entryPoints: {
    index: "src/index.ts",
    machines: "src/machines/index.ts",
    models: "src/models/index.ts",
    spend: "src/spend/index.ts",
  },
  chunkNames: "client-[name]-[hash]",
  plugins: [
    keepInOneChunk(
      resolve("src/index.ts"),
      resolve("src/machines/index.ts"),
      resolve("src/models/index.ts"),
      resolve("src/spend/index.ts"),
    ),
  ],
});
await build({
  ...shared,
  entryPoints: { emulator: "src/emulator/index.ts", cli: "src/cli/index.ts" },
  external: [...shared.external, "node:*"],
  chunkNames: "emulator-[name]-[hash]",
  plugins: [keepInOneChunk(resolve("src/emulator/index.ts"))],
});
await build({ ...shared, entryPoints: { drift: "src/drift/index.ts" } });
emitDeclarations([
  "src/index.ts",
  "src/drift/index.ts",
  "src/emulator/index.ts",
  "src/machines/index.ts",
  "src/models/index.ts",
  "src/spend/index.ts",
]);

/**
 * Puts everything that an entry point loads at once into one chunk. Otherwise esbuild puts what the entry point and a
 * lazily loaded module share into chunks of their own, which load more slowly and compress worse. For that, each lazily
 * loaded module and each of the further entry points imports the entry point as well.
 */
function keepInOneChunk(entry: string, ...furtherEntries: string[]): Plugin {
  return {
    name: "keep in one chunk",
    setup: (build) => {
      const lazyModules = new Set(furtherEntries);
      build.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        if (kind === "dynamic-import")
          lazyModules.add(resolve(resolveDir, path.replace(/js$/, "ts")));
        return undefined;
      });
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

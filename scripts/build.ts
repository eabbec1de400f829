import { build, type Plugin } from "esbuild";
import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { emitDeclarations } from "./build/declarations.js";

/** One bundled file per entry, what is loaded on first use beside it, and declarations by tsc. */
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
  // `sideEffects: false` of package.json would drop the import that makes one chunk of an entry.
  ignoreAnnotations: true,
  outdir: "dist",
  logLevel: "warning",
} as const;
await build({
  ...shared,
  entryPoints: { index: "src/index.ts" },
  chunkNames: "[name]",
  plugins: [oneChunk(resolve("src/index.ts"))],
});
await build({
  ...shared,
  entryPoints: { emulator: "src/emulator/index.ts", cli: "src/cli/index.ts" },
  external: [...shared.external, "node:*"],
  chunkNames: "emulator-[name]-[hash]",
  plugins: [oneChunk(resolve("src/emulator/index.ts"))],
});
await build({ ...shared, entryPoints: { drift: "src/drift/index.ts" } });
emitDeclarations([
  "src/index.ts",
  "src/drift/index.ts",
  "src/emulator/index.ts",
]);

/**
 * Puts all that is loaded at once into one chunk: what is loaded later imports the entry too, so that all of the entry
 * is shared. Else esbuild makes a file of what they happen to share, which loads slower and compresses worse.
 */
function oneChunk(entry: string): Plugin {
  return {
    name: "one chunk",
    setup: (made) => {
      const later = new Set<string>();
      made.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        later.add(resolve(resolveDir, path.replace(/js$/, "ts")));
        return undefined;
      });
      made.onResolve({ filter: /^the entry$/ }, () => ({ path: entry }));
      made.onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        later.has(path)
          ? {
              contents: `import "the entry"; ${await readFile(path, "utf8")}`,
              loader: "ts",
            }
          : undefined,
      );
    },
  };
}

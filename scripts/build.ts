import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import packageJson from "../package.json" with { type: "json" };

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
  outdir: "dist",
  logLevel: "warning",
} as const;
await build({
  ...shared,
  entryPoints: { index: "src/index.ts" },
  splitting: true,
  chunkNames: "[name]",
});
await build({ ...shared, entryPoints: { emulator: "src/emulator/index.ts" } });
execFileSync(
  "npx",
  [
    ...[
      "tsc",
      "--project",
      ".",
      "--noEmit",
      "false",
      "--emitDeclarationOnly",
      "--declaration",
      "--declarationMap",
    ],
    ...["--outDir", "dist/types", "--rootDir", "."],
  ],
  { stdio: "inherit" },
);

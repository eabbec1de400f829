import { build } from "esbuild";
import { rm } from "node:fs/promises";
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
  outdir: "dist",
  logLevel: "warning",
} as const;
await build({
  ...shared,
  entryPoints: { index: "src/index.ts" },
  splitting: true,
  chunkNames: "[name]",
});
await build({
  ...shared,
  entryPoints: { emulator: "src/emulator/index.ts", cli: "src/cli/index.ts" },
  external: [...shared.external, "node:*"],
  splitting: true,
  chunkNames: "emulator-[name]-[hash]",
});
emitDeclarations(["src/index.ts", "src/emulator/index.ts"]);

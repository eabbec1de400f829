import { build } from "esbuild";
import { rm } from "node:fs/promises";
import ts from "typescript";
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
await build({
  ...shared,
  entryPoints: { emulator: "src/emulator/index.ts", cli: "src/cli/index.ts" },
  external: [...shared.external, "node:*"],
  splitting: true,
  chunkNames: "emulator-[name]-[hash]",
});
await build({ ...shared, entryPoints: { drift: "src/drift/index.ts" } });
emitDeclarations([
  "src/index.ts",
  "src/drift/index.ts",
  "src/emulator/index.ts",
]);

/** The declarations of the entries and of all they reach, each with a map to its source. */
function emitDeclarations(entries: readonly string[]): void {
  const { config } = ts.readConfigFile("tsconfig.json", (file) =>
    ts.sys.readFile(file),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: false,
      declaration: true,
      declarationMap: true,
      emitDeclarationOnly: true,
      outDir: "dist/types",
      rootDir: ".",
    },
    ".",
  );
  const program = ts.createProgram(entries, options);
  const { diagnostics } = program.emit();
  const faults = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (faults.length === 0) return;
  const host = {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => "\n",
  };
  console.error(ts.formatDiagnostics(faults, host));
  process.exitCode = 1;
}

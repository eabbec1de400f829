import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";

/**
 * Writes the declarations of the entries and of all they name, each with a map to its source. What no declaration
 * leads to is left out: nobody could import it.
 */
export function emitDeclarations(entries: readonly string[]): void {
  const program = ts.createProgram(entries, options());
  const faults = [
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  const sources = new Set(entries);
  for (const source of sources) {
    const file = program.getSourceFile(source);
    if (!file) throw new Error(`a declaration names ${source}: no source`);
    const { diagnostics } = program.emit(file, (name, text) => {
      write(name, text);
      if (name.endsWith(".d.ts"))
        for (const named of sourcesNamedBy(source, text)) sources.add(named);
    });
    faults.push(...diagnostics);
  }
  report(faults);
}

function options(): ts.CompilerOptions {
  const { config } = ts.readConfigFile("tsconfig.json", (file) =>
    ts.sys.readFile(file),
  ) as { config: { compilerOptions: object } };
  return ts.convertCompilerOptionsFromJson(
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
  ).options;
}

/** The sources of the declarations that the declaration of a source imports. */
function sourcesNamedBy(source: string, declaration: string): string[] {
  return ts
    .preProcessFile(declaration)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => posix.join(posix.dirname(source), name))
    .map((name) => name.replace(/\.js$/, ".ts"));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function report(faults: readonly ts.Diagnostic[]): void {
  if (faults.length === 0) return;
  const host = {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => "\n",
  };
  console.error(ts.formatDiagnostics(faults, host));
  process.exitCode = 1;
}

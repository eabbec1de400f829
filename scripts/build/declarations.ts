import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";

const FOLDER = "dist/types";

/**
 * Writes the declarations of the entries and of all they name, each with a map to its source. What no declaration
 * leads to is left out: nobody could import it.
 */
export function emitDeclarations(entries: readonly string[]): void {
  const program = ts.createProgram(entries, options());
  const emitted = new Map<string, string>();
  const { diagnostics } = program.emit(undefined, (file, text) => {
    emitted.set(file, text);
  });
  report([...ts.getPreEmitDiagnostics(program), ...diagnostics]);
  const roots = entries.map((entry) => declarationOf(`${FOLDER}/${entry}`));
  for (const file of reached(roots, emitted))
    for (const name of [file, `${file}.map`]) write(name, emitted.get(name));
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
      outDir: FOLDER,
      rootDir: ".",
    },
    ".",
  ).options;
}

function declarationOf(file: string): string {
  return file.replace(/\.[jt]s$/, ".d.ts");
}

/** The declarations that these lead to, themselves included. */
function reached(
  roots: readonly string[],
  emitted: ReadonlyMap<string, string>,
): Set<string> {
  const found = new Set(roots);
  for (const file of found) {
    const { importedFiles } = ts.preProcessFile(emitted.get(file) ?? "");
    for (const { fileName } of importedFiles) {
      const target = posix.join(posix.dirname(file), declarationOf(fileName));
      if (fileName.startsWith(".")) found.add(target);
    }
  }
  return found;
}

function write(file: string, text: string | undefined): void {
  if (text === undefined)
    throw new Error(`a declaration names ${file}, which was not emitted`);
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

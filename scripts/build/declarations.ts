import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";
import { PACKAGES, sourceOf, type EntryPoint } from "./entry-points.js";

/**
 * Writes the declarations of the entry points and of every module that a declaration imports. The other modules are
 * internal and get no declarations.
 */
export function emitDeclarations(entries: readonly EntryPoint[]): void {
  const roots = entries.map(sourceOf);
  const program = ts.createProgram(roots, options());
  const problems = [
    ...program.getOptionsDiagnostics(),
    ...program.getSyntacticDiagnostics(),
    ...program.getSemanticDiagnostics(),
  ];
  const sources = new Set(roots);
  for (const source of sources) {
    const file = program.getSourceFile(source);
    if (!file)
      throw new Error(
        `a declaration imports ${source}, which is not a source file`,
      );
    const { diagnostics } = program.emit(file, (name, text) => {
      write(name, compact(text));
      for (const imported of importedSources(source, text))
        sources.add(imported);
    });
    problems.push(...diagnostics);
  }
  report(problems);
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
      emitDeclarationOnly: true,
      outDir: "dist/types",
      rootDir: ".",
    },
    ".",
  ).options;
}

/** The sources of the modules that the declaration of `source` imports. */
function importedSources(source: string, declaration: string): string[] {
  return ts
    .preProcessFile(declaration)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => posix.join(posix.dirname(source), name))
    .map((name) => name.replace(/\.js$/, ".ts"));
}

/** A declaration with tabs in place of four spaces: a tenth of the generated declarations is indentation. */
function compact(declaration: string): string {
  return declaration.replace(/^(?: {4})+/gm, (spaces) =>
    "\t".repeat(spaces.length / 4),
  );
}

/** Writes a file that the compiler would write into `dist/types/`, into that folder of its own package. */
function write(path: string, text: string): void {
  const owner = PACKAGES.find(({ folder }) =>
    path.startsWith(`dist/types/${folder}/`),
  );
  const file =
    owner === undefined
      ? path
      : path.replace(
          `dist/types/${owner.folder}/`,
          `${owner.folder}/dist/types/`,
        );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function report(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  const host = {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name: string) => name,
    getNewLine: () => "\n",
  };
  console.error(ts.formatDiagnostics(diagnostics, host));
  process.exitCode = 1;
}

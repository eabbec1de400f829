import ts from "typescript";

/** An error of the compiler, with its file and line; the first line is 0. */
export interface CompileError {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

/** A compiler of files in memory. A file that did not change since the last call is not parsed again. */
export function createCompiler(): (
  files: ReadonlyMap<string, string>,
) => CompileError[] {
  const parsed = new Map<string, ts.SourceFile>();
  let lastProgram: ts.Program | undefined;
  return (files) => {
    const host: ts.CompilerHost = {
      getSourceFile: (name, target) => {
        const text = files.get(name) ?? ts.sys.readFile(name);
        if (text === undefined) return undefined;
        const known = parsed.get(name);
        if (known?.text === text) return known;
        const source = ts.createSourceFile(name, text, target, true);
        parsed.set(name, source);
        return source;
      },
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      fileExists: (name) => files.has(name),
      readFile: (name) => files.get(name),
      writeFile: () => undefined,
    };
    const program = ts.createProgram(
      [...files.keys()],
      OPTIONS,
      host,
      lastProgram,
    );
    lastProgram = program;
    return [...files.keys()].flatMap((name) => errorsIn(program, name));
  };
}

function errorsIn(program: ts.Program, name: string): CompileError[] {
  const source = program.getSourceFile(name);
  if (!source) return [];
  const diagnostics = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
  return diagnostics.map(({ file, start = 0, messageText }) => ({
    file: file?.fileName ?? "",
    line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

import ts from "typescript";

/** A fault that the compiler finds: in which file and line, from 0. */
export interface Fault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Compiles files that exist in memory alone; what did not change since the last time is not read again. */
export function createCompiler(): (
  files: ReadonlyMap<string, string>,
) => Fault[] {
  const libraries = new Map<string, ts.SourceFile | undefined>();
  const known = new Map<string, ts.SourceFile>();
  let last: ts.Program | undefined;
  return (files) => {
    const sourceOf = (
      name: string,
      target: ts.ScriptTarget | ts.CreateSourceFileOptions,
    ) => {
      const text = files.get(name);
      if (text === undefined) return library(libraries, name, target);
      const before = known.get(name);
      if (before?.text === text) return before;
      const source = ts.createSourceFile(name, text, target, true);
      known.set(name, source);
      return source;
    };
    const host: ts.CompilerHost = {
      getSourceFile: sourceOf,
      getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      fileExists: (name) => files.has(name),
      readFile: (name) => files.get(name),
      writeFile: () => undefined,
    };
    last = ts.createProgram([...files.keys()], OPTIONS, host, last);
    const program = last;
    return [...files.keys()]
      .map((name) => program.getSourceFile(name))
      .flatMap((source) =>
        source
          ? [
              ...program.getSyntacticDiagnostics(source),
              ...program.getSemanticDiagnostics(source),
            ]
          : [],
      )
      .map(({ file, start = 0, messageText }) => ({
        file: file?.fileName ?? "",
        line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
        message: ts.flattenDiagnosticMessageText(messageText, "\n"),
      }));
  };
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts"],
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
};

function library(
  libraries: Map<string, ts.SourceFile | undefined>,
  name: string,
  target: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  if (!libraries.has(name)) {
    const text = ts.sys.readFile(name);
    libraries.set(
      name,
      text === undefined
        ? undefined
        : ts.createSourceFile(name, text, target, true),
    );
  }
  return libraries.get(name);
}

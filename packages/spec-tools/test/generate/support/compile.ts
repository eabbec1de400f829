import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./project.js";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

const host = ts.createCompilerHost(OPTIONS);
/** The files that no call changes: the libraries, and the sources of this repository. */
const known = new Map<string, ts.SourceFile | undefined>();
let previous: ts.Program | undefined;

/**
 * The compiler's errors in files of `generated/`, by their names there, each with its line; the first line is 0. What they
 * import is that of this repository.
 */
export function compilerErrors(named: ReadonlyMap<string, string>): string[] {
  const files = new Map([["/package.json", '{ "type": "module" }']]);
  for (const [name, text] of named) files.set(`/generated/${name}`, text);
  const read = (file: string) => files.get(file) ?? readSource(file);
  const program = ts.createProgram({
    rootNames: [...files.keys()].filter((file) => file.endsWith(".ts")),
    options: OPTIONS,
    ...(previous && { oldProgram: previous }),
    host: {
      ...host,
      getCurrentDirectory: () => "/",
      directoryExists: () => true,
      fileExists: (file) => read(file) !== undefined,
      readFile: read,
      getSourceFile: (file, target) => {
        const text = files.get(file);
        if (text !== undefined) return ts.createSourceFile(file, text, target);
        if (!known.has(file)) known.set(file, parse(file, target));
        return known.get(file);
      },
    },
  });
  previous = program;
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file?.fileName.startsWith("/generated/"))
    .map(({ file, start = 0, messageText }) => {
      const line = file?.getLineAndCharacterOfPosition(start).line;
      return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
}

function parse(
  file: string,
  target: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  const text = readSource(file);
  return text === undefined
    ? undefined
    : ts.createSourceFile(file, text, target);
}

function readSource(file: string): string | undefined {
  const path = file.startsWith("/src/") ? join(ROOT, file) : file;
  return ts.sys.fileExists(path) ? readFileSync(path, "utf8") : undefined;
}

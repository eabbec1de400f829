import { relative, resolve } from "node:path";
import ts from "typescript";
import type { GeneratedFiles } from "../generate/generated-files.js";

/** The compiler's errors in the sources over new generated files, a line each. */
interface CompilerErrors {
  /** Errors of the client and of the generated files: these files must not be written. */
  readonly clientErrors: readonly string[];
  /** Errors of the emulator and the command, which are adapted by hand once the new files are there. */
  readonly otherErrors: readonly string[];
}

/** Compiles `src/` as if `generated/` held these files. Nothing is written. */
export function compileClient(generated: GeneratedFiles): CompilerErrors {
  const root = process.cwd();
  const folder = resolve(root, "generated");
  const files = new Map(
    [...generated].map(([path, text]) => [resolve(folder, path), text]),
  );
  const { options, fileNames } = readConfiguration(root);
  const sources = fileNames.filter((file) =>
    file.startsWith(resolve(root, "src/")),
  );
  const modules = [...files.keys()].filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram({
    rootNames: [...sources, ...modules],
    options,
    host: createHost(files, options, folder),
  });
  const clientErrors: string[] = [];
  const otherErrors: string[] = [];
  for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
    const file = relative(root, diagnostic.file?.fileName ?? root).replaceAll(
      "\\",
      "/",
    );
    const isClient = !/^src\/(emulator|cli)\//.test(file);
    const errors = isClient ? clientErrors : otherErrors;
    errors.push(`${file}:${lineOf(diagnostic)}: ${messageOf(diagnostic)}`);
  }
  return { clientErrors, otherErrors };
}

function readConfiguration(root: string): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, root);
}

/** A compiler host that reads `folder` only from `files`, and everything else from the disk. */
function createHost(
  files: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
  folder: string,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const isGenerated = (file: string) => resolve(file).startsWith(folder);
  const readFile = (file: string) =>
    isGenerated(file) ? files.get(resolve(file)) : ts.sys.readFile(file);
  return {
    ...host,
    readFile,
    fileExists: (file) =>
      isGenerated(file) ? files.has(resolve(file)) : ts.sys.fileExists(file),
    directoryExists: (path) =>
      isGenerated(path) || ts.sys.directoryExists(path),
    getSourceFile: (file, version) => {
      const text = readFile(file);
      return text === undefined
        ? undefined
        : ts.createSourceFile(file, text, version);
    },
  };
}

function lineOf({ file, start = 0 }: ts.Diagnostic): number {
  return (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
}

function messageOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, " ");
}

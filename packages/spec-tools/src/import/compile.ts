import { relative, resolve } from "node:path";
import ts from "typescript";
import type { GeneratedFiles } from "../generate/generated-files.js";
import { GENERATED_FOLDERS, pathOf } from "../generate/write.js";

/** The compiler's errors in the sources over new generated files, a line each. */
interface CompilerErrors {
  /** Errors of the client and of the generated files: these files must not be written. */
  readonly clientErrors: readonly string[];
  /** Errors of the emulator, its page and the command, which are adapted by hand once the new files are there. */
  readonly otherErrors: readonly string[];
}

/** Where the code is that uses the generated files. */
const SOURCES = [
  "src",
  "packages/emulator/src",
  "packages/emulator/bin",
  "packages/emulator/page",
];

/** Compiles the sources as if these files were the generated ones. Nothing is written. */
export function compileClient(generated: GeneratedFiles): CompilerErrors {
  const root = process.cwd();
  const folders = GENERATED_FOLDERS.map((folder) => resolve(root, folder));
  const files = new Map(
    [...generated].map(([path, text]) => [resolve(root, pathOf(path)), text]),
  );
  const { options, fileNames } = readConfiguration(root);
  const sources = fileNames.filter((file) =>
    SOURCES.some((source) => file.startsWith(resolve(root, source) + "/")),
  );
  const modules = [...files.keys()].filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram({
    rootNames: [...sources, ...modules],
    options,
    host: createHost(files, options, folders),
  });
  const clientErrors: string[] = [];
  const otherErrors: string[] = [];
  for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
    const file = relative(root, diagnostic.file?.fileName ?? root).replaceAll(
      "\\",
      "/",
    );
    const isClient = !/^(packages\/emulator\/(src|bin|page)|src\/cli)\//.test(
      file,
    );
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

/** A compiler host that reads `folders` only from `files`, and everything else from the disk. */
function createHost(
  files: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
  folders: readonly string[],
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const isGenerated = (file: string) =>
    folders.some((folder) => resolve(file).startsWith(folder));
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

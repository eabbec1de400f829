import { relative, resolve } from "node:path";
import ts from "typescript";

/** What the compiler says of the client over new generated files. */
interface Proof {
  /** Faults of the client and of the generated files: with them nothing may be replaced. */
  readonly client: readonly string[];
  /** Faults of the emulator and the command: what remains to be written by hand, once the new types are there. */
  readonly byHand: readonly string[];
}

/** Compiles `src/` over `generated` as if these files stood in `generated/` already; nothing is written. */
export function prove(generated: ReadonlyMap<string, string>): Proof {
  const root = process.cwd();
  const overlay = new Map(
    [...generated].map(([name, text]) => [
      resolve(root, "generated", name),
      text,
    ]),
  );
  const { options, fileNames } = configuration(root);
  const sources = fileNames.filter((file) =>
    file.startsWith(resolve(root, "src/")),
  );
  const names = [...overlay.keys()].filter((file) => file.endsWith(".ts"));
  const program = ts.createProgram({
    rootNames: [...sources, ...names],
    options,
    host: hostOver(overlay, options, resolve(root, "generated")),
  });
  const faults = ts.getPreEmitDiagnostics(program).map((fault) => {
    const file = relative(root, fault.file?.fileName ?? root).replaceAll(
      "\\",
      "/",
    );
    return { file, text: textOf(file, fault) };
  });
  const isByHand = ({ file }: { file: string }) =>
    /^src\/(emulator|cli)\//.test(file);
  return {
    client: faults.filter((fault) => !isByHand(fault)).map(({ text }) => text),
    byHand: faults.filter(isByHand).map(({ text }) => text),
  };
}

function configuration(root: string): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  return ts.parseJsonConfigFileContent(config, ts.sys, root);
}

/** The files of the disk, but those of `folder` from the overlay alone. */
function hostOver(
  overlay: ReadonlyMap<string, string>,
  options: ts.CompilerOptions,
  folder: string,
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const isOurs = (file: string) => resolve(file).startsWith(folder);
  const read = (file: string) =>
    isOurs(file) ? overlay.get(resolve(file)) : ts.sys.readFile(file);
  return {
    ...host,
    readFile: read,
    fileExists: (file) =>
      isOurs(file) ? overlay.has(resolve(file)) : ts.sys.fileExists(file),
    directoryExists: (path) =>
      resolve(path) === folder || ts.sys.directoryExists(path),
    getSourceFile: (file, version) => {
      const text = read(file);
      return text === undefined
        ? undefined
        : ts.createSourceFile(file, text, version);
    },
  };
}

function textOf(
  file: string,
  { start, messageText, ...fault }: ts.Diagnostic,
): string {
  const said = ts.flattenDiagnosticMessageText(messageText, " ");
  const at = fault.file?.getLineAndCharacterOfPosition(start ?? 0);
  return `${file}:${(at?.line ?? 0) + 1}: ${said}`;
}

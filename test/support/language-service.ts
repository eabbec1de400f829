import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../..");

/** The compiler as an editor uses it, over the repository and one file whose text is in memory only, which need not exist. */
export function editFile(file: string) {
  let edited = "";
  let version = 0;
  const config = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  );
  const { options } = ts.parseJsonConfigFileContent(
    config.config,
    ts.sys,
    ROOT,
  );
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(version) : "0"),
    getScriptSnapshot: (path) => {
      const text = path === file ? edited : ts.sys.readFile(path);
      return text === undefined
        ? undefined
        : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (folder) => ts.sys.directoryExists(folder),
    getDirectories: (folder) => ts.sys.getDirectories(folder),
  });
  return {
    service,
    /** Gives the file another text. */
    edit: (text: string) => {
      edited = text;
      version += 1;
    },
  };
}

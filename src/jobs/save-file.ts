import { check } from "../checks.js";
import { isError } from "../errors.js";
import {
  checkDownloadOptions,
  openWholeFile,
  type DownloadClient,
  type DownloadOptions,
} from "./download-file.js";
import type { OutputFile } from "./outputs.js";

/**
 * The parts of Node's modules that are used. The modules are looked up at run time, because an import would break the
 * bundle of a browser.
 */
interface FileSystem {
  readonly files: {
    readonly open: (path: string, flags: string) => Promise<FileHandle>;
    readonly realpath: (path: string) => Promise<string>;
    readonly readlink: (path: string) => Promise<string>;
    readonly rename: (from: string, to: string) => Promise<void>;
    readonly rm: (path: string, options: { force: boolean }) => Promise<void>;
    readonly stat: (path: string) => Promise<FileStatus>;
  };
  readonly paths: {
    readonly basename: (path: string) => string;
    readonly dirname: (path: string) => string;
    readonly join: (...paths: string[]) => string;
    readonly resolve: (...paths: string[]) => string;
  };
}

interface FileHandle {
  readonly appendFile: (bytes: Uint8Array) => Promise<void>;
  readonly chmod: (mode: number) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly sync: () => Promise<void>;
}

interface FileStatus {
  readonly mode: number;
  readonly isFile: () => boolean;
}

const CALL = { operation: "download.toFile" } as const;
/** The bits of a file's mode that say who may do what. */
const PERMISSION_BITS = 0o7777;

/**
 * Downloads a file to `path` and resolves with its number of bytes. The bytes go to a file beside `path`, which is then
 * renamed: `path` holds either the whole file or what was there before.
 */
export async function saveFile(
  client: DownloadClient,
  output: OutputFile | string,
  path: string,
  options: DownloadOptions,
): Promise<number> {
  checkDownloadOptions(options);
  check(
    typeof path === "string" && path !== "" && !path.includes("\0"),
    "path",
    "must be the path of a file, as a text that is not empty",
    CALL,
  );
  const system = findFileSystem();
  const { files, paths } = system;
  const target = await findTarget(system, path);
  const replaced = await statIfPresent(system, target);
  check(
    replaced?.isFile() ?? true,
    "path",
    "must be the path of a file: something else is there",
    CALL,
  );
  // The name is short, because the name of the target may be as long as a name may be.
  const partName = `.${crypto.randomUUID()}.part`;
  const partPath = paths.join(paths.dirname(target), partName);
  const part = await files.open(partPath, "wx");
  let bytes = 0;
  try {
    if (replaced) await part.chmod(replaced.mode & PERMISSION_BITS);
    for await (const piece of await openWholeFile(client, output, options)) {
      await part.appendFile(piece);
      bytes += piece.byteLength;
    }
    await part.sync();
    await part.close();
    await files.rename(partPath, target);
    return bytes;
  } catch (error) {
    await part.close().catch(() => undefined);
    await files.rm(partPath, { force: true });
    throw error;
  }
}

/** The path that symbolic links lead to, whether or not there is a file yet. */
async function findTarget(system: FileSystem, path: string): Promise<string> {
  const { files, paths } = system;
  try {
    return await files.realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  // Nothing is there, or a link that leads to nothing yet.
  const folder = await files.realpath(paths.dirname(path));
  const own = paths.join(folder, paths.basename(path));
  const link = await files.readlink(own).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return link === undefined
    ? own
    : findTarget(system, paths.resolve(folder, link));
}

function statIfPresent({ files }: FileSystem, path: string) {
  return files.stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return isError(error) && "code" in error && error.code === "ENOENT";
}

function findFileSystem(): FileSystem {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const files = process?.getBuiltinModule?.("node:fs/promises");
  const paths = process?.getBuiltinModule?.("node:path");
  check(
    files !== undefined && paths !== undefined,
    "path",
    "needs a runtime with a file system",
    CALL,
  );
  return { files, paths };
}

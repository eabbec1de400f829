import { check } from "../checks.js";
import { FileError, isError, type CallContext } from "../errors.js";
import {
  openWholeFile,
  withRetries,
  type DownloadClient,
  type DownloadOptions,
} from "./download-file.js";
import type { OutputFile } from "./outputs.js";

/** Node's modules, which are looked up at run time, because an import would break the bundle of a browser. */
export interface FileSystem {
  /** The call that writes, as errors name it. */
  readonly call: CallContext;
  readonly files: typeof import("node:fs/promises");
  readonly paths: typeof import("node:path");
}

const CALL = { operation: "download.toFile" } as const;
/** The bits of a file's mode that say who may do what. */
const PERMISSION_BITS = 0o7777;
/** The name of a file that is being downloaded. Short, because that of the target may be as long as a name may be. */
const PART_NAME = /^\.cloud-compute-[\da-f-]{36}\.part$/;
/** A part to which nothing was written for this long belongs to a process that was killed. */
const MAX_PART_AGE_MS = 3_600_000;

/**
 * Downloads a file to `path` and resolves with its number of bytes. The bytes go to a file beside `path`, which is then
 * renamed: `path` holds either the whole file or what was there before.
 *
 * @throws FileError where the file system refuses
 */
export async function saveFile(
  client: DownloadClient,
  file: OutputFile | string,
  path: string,
  options: DownloadOptions,
  begunAt: number,
): Promise<number> {
  checkPath("path", path, CALL);
  const system = findFileSystem(CALL);
  const { target, mode, made } = await prepareTarget(system, path);
  const folder = system.paths.dirname(target);
  await onDisk(system, path, () => removeStaleParts(system, folder));
  try {
    const write = () =>
      writeFile(system, folder, mode, async () => ({
        stream: await openWholeFile(client, file, options, begunAt),
        target,
      }));
    return await withRetries(options, write, begunAt);
  } catch (error) {
    await removeMade(system, made);
    throw error;
  }
}

/** What is to be written, and where. */
interface OpenedFile {
  readonly stream: ReadableStream<Uint8Array>;
  readonly target: string;
}

/**
 * Writes a stream to a new file in a folder, which is renamed when the whole stream has come. Nothing is opened before
 * there is that file. Resolves with the number of bytes.
 */
export async function writeFile(
  system: FileSystem,
  folder: string,
  mode: number | undefined,
  open: () => Promise<OpenedFile>,
): Promise<number> {
  const { files, paths } = system;
  const partName = `.cloud-compute-${crypto.randomUUID()}.part`;
  const partPath = paths.join(folder, partName);
  const part = await onDisk(system, folder, () => files.open(partPath, "wx"));
  let bytes = 0;
  try {
    if (mode !== undefined)
      await onDisk(system, folder, () => part.chmod(mode));
    const { stream, target } = await open();
    for await (const piece of stream) {
      await onDisk(system, target, () => part.appendFile(piece));
      bytes += piece.byteLength;
    }
    await onDisk(system, target, async () => {
      await part.sync();
      await part.close();
      await files.rename(partPath, target);
    });
    return bytes;
  } catch (error) {
    await part.close().catch(() => undefined);
    await files.rm(partPath, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Runs a step on the disk. Its failure becomes an error that names the path. */
export async function onDisk<T>(
  { call }: FileSystem,
  path: string,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof FileError || !isSystemError(cause)) throw cause;
    const problem = `${path} could not be written: ${systemReason(cause)}`;
    throw new FileError("file_not_written", problem, path, { ...call, cause });
  }
}

/** The reason of a failed call of the system, without the path, which the message names already. */
export function systemReason(error: unknown): string {
  const text = isError(error) ? error.message : String(error);
  const reason = text.replace(/, \w+( '.*)?$/, "");
  return reason.startsWith("ENOSPC") ? `the disk is full (${reason})` : reason;
}

function isSystemError(error: unknown): error is Error {
  return isError(error) && "syscall" in error;
}

export function checkPath(
  name: string,
  path: unknown,
  call: CallContext,
): asserts path is string {
  check(
    typeof path === "string" && path !== "" && !path.includes("\0"),
    name,
    "must be a path, as a string that is not empty",
    call,
  );
}

/** What is to be written. */
interface Target {
  readonly target: string;
  readonly mode: number | undefined;
  /** The folders that were made for it, from the innermost. */
  readonly made: readonly string[];
}

/** Makes the folder of a file, and finds out what is to be written. */
export function prepareTarget(
  system: FileSystem,
  path: string,
): Promise<Target> {
  const { files, paths } = system;
  return onDisk(system, path, async () => {
    const made = await makeFolders(system, paths.dirname(path));
    // A symbolic link stays: the file that it leads to is replaced.
    const target = (await ifPresent(() => files.realpath(path))) ?? path;
    const replaced = await ifPresent(() => files.stat(target));
    if (replaced && !replaced.isFile()) {
      const problem = `${target} could not be written: what is there is no file`;
      throw new FileError("file_not_written", problem, target, system.call);
    }
    return { target, mode: replaced && replaced.mode & PERMISSION_BITS, made };
  });
}

/**
 * Makes a folder and those around it, and resolves with those that it made, from the innermost. The recursive `mkdir` of
 * Node never ends where a file system answers ENOENT for a new folder, as `/proc` does.
 */
export async function makeFolders(
  { files, paths }: Pick<FileSystem, "files" | "paths">,
  folder: string,
): Promise<string[]> {
  const path = paths.resolve(folder);
  const isThere = async () =>
    (await ifPresent(() => files.stat(path)))?.isDirectory() ?? false;
  if (await isThere()) return [];
  const parent = paths.dirname(path);
  const around =
    parent === path ? [] : await makeFolders({ files, paths }, parent);
  try {
    await files.mkdir(path);
  } catch (error) {
    // Another program may have made it meanwhile.
    if (await isThere()) return around;
    throw error;
  }
  return [path, ...around];
}

/** Removes folders that were made for a file that did not come, unless something is in them. */
export async function removeMade(
  { files }: FileSystem,
  made: readonly string[],
): Promise<void> {
  for (const folder of made) await files.rmdir(folder).catch(() => undefined);
}

/** Removes what processes that were killed have left in a folder. */
export async function removeStaleParts(
  { files, paths }: FileSystem,
  folder: string,
): Promise<void> {
  const parts = (await files.readdir(folder)).filter((name) =>
    PART_NAME.test(name),
  );
  for (const name of parts) {
    const path = paths.join(folder, name);
    const part = await ifPresent(() => files.stat(path));
    const isStale = part && Date.now() - part.mtimeMs > MAX_PART_AGE_MS;
    if (isStale) await files.rm(path, { force: true });
  }
}

/** What a step on the disk resolves with; undefined if there is no such file. */
async function ifPresent<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (isError(error) && Reflect.get(error, "code") === "ENOENT")
      return undefined;
    throw error;
  }
}

export function findFileSystem(call: CallContext): FileSystem {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const files = process?.getBuiltinModule?.("node:fs/promises");
  const paths = process?.getBuiltinModule?.("node:path");
  check(
    files !== undefined && paths !== undefined,
    "path",
    "needs a runtime with a file system",
    call,
  );
  return { call, files, paths };
}

import { access, constants, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { FileError, InputError, isError, type CallContext } from "../errors.js";
import { systemReason } from "../jobs/save-file.js";
import { isOwnFile } from "./journal.js";
import { checkFileKey } from "./object-key.js";

export interface LocalFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** When anything of the file was changed last: unlike `mtimeMs`, no program sets it back. */
  readonly ctimeMs: number;
}

/** One folder on the disk, without the folders in it. */
export interface FolderLevel {
  /** The key of the folder, with a slash at its end. */
  readonly prefix: string;
  readonly files: readonly { readonly file: LocalFile; readonly key: string }[];
  /** The names of the folders in it. */
  readonly folders: readonly string[];
  /** What is wrong with entries that are no part of `files` and `folders`. */
  readonly problems: readonly string[];
}

/**
 * A folder and each folder in it, from the outermost, with its files in the order of their names, and with what is wrong
 * with others. Links are followed.
 */
export async function* walkFolder(
  folder: string,
  prefix: string,
  above: readonly string[] = [],
): AsyncGenerator<FolderLevel, void, undefined> {
  const files: { file: LocalFile; key: string }[] = [];
  const folders: string[] = [];
  const problems: string[] = [];
  const real = await realpath(folder).catch(() => folder);
  const names = await readdir(folder).catch((error: unknown): string[] => {
    problems.push(describeUnread(folder, error));
    return [];
  });
  if (above.includes(real)) {
    problems.push(`${folder} is a link to a folder that contains it`);
    names.length = 0;
  }
  const unnamable = names.some(hasReplacement)
    ? await namesNotInUtf8(folder)
    : new Set<string>();
  for (const name of names.sort()) {
    if (isOwnFile(name)) continue;
    const path = join(folder, name);
    if (unnamable.has(name)) {
      problems.push(`${path} ${NOT_UTF8}`);
      continue;
    }
    const status = await stat(path).catch((error: unknown) => {
      problems.push(describeUnread(path, error));
      return undefined;
    });
    if (status === undefined) continue;
    if (status.isDirectory()) folders.push(name);
    else if (status.isFile()) {
      const { size, mtimeMs, ctimeMs } = status;
      const file = { path, size, mtimeMs, ctimeMs };
      files.push({ file, key: `${prefix}${name}` });
    } else problems.push(`${path} ${NO_KIND}`);
  }
  yield { prefix, files, folders, problems };
  for (const name of folders)
    yield* walkFolder(join(folder, name), `${prefix}${name}/`, [
      ...above,
      real,
    ]);
}

/** The character that stands for bytes that are not UTF-8. A name may also have it by right. */
const hasReplacement = (text: string): boolean => text.includes("\ufffd");

/** The names in a folder that are not UTF-8, as they are shown. */
async function namesNotInUtf8(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(folder, { encoding: "buffer" }).catch(() => []);
  const isOther = (name: Buffer) => !name.equals(Buffer.from(String(name)));
  return new Set(names.filter(isOther).map(String));
}

/** Refuses a path that may have been one with a name that is not UTF-8: it would now lead to a neighbor, or to nothing. */
export async function refuseNotUtf8(
  path: string,
  call: CallContext,
): Promise<void> {
  for (let part = resolve(path); hasReplacement(part); part = dirname(part)) {
    const names = await namesNotInUtf8(dirname(part));
    if (names.has(basename(part)))
      throw new FileError("file_not_read", `${part} ${NOT_UTF8}`, path, call);
  }
}

/** Reads from the disk. A failure becomes an error that names the path. */
export async function onDisk<T>(
  path: string,
  call: CallContext,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (!isError(cause) || !("syscall" in cause)) throw cause;
    const problem = describeUnread(path, cause);
    throw new FileError("file_not_read", problem, path, { ...call, cause });
  }
}

const NOT_UTF8 = "has a name that is not UTF-8: rename it";
export const NO_KIND = "is neither a file nor a folder";
/** How many entries of a folder that cannot be uploaded are named. */
const MAX_NAMED = 10;

/** Why a file of a folder cannot be uploaded; undefined if it can. */
export async function problemOf(
  path: string,
  key: string,
): Promise<string | undefined> {
  try {
    checkFileKey(key, {});
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    return describeUnread(path, error);
  }
}

function describeUnread(path: string, error: unknown): string {
  return `${path} could not be read: ${systemReason(error)}`;
}

export function refuseEntries(
  folder: string,
  problems: readonly string[],
  call: CallContext,
): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, MAX_NAMED).join("; ");
  const others = problems.length - MAX_NAMED;
  const rest = others > 0 ? `; and ${others} more` : "";
  const problem = `${folder} cannot be uploaded as it is: ${named}${rest}`;
  throw new FileError("file_not_read", problem, folder, call);
}

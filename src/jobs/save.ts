import { check } from "../checks.js";
import { openFile, type DownloadOptions } from "./download.js";
import type { OutputFile } from "./outputs.js";

/** The file module as far as it is used; it is asked for at run time, since an import would break a browser's bundle. */
interface Files {
  readonly open: (path: string, flags: string) => Promise<File>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly rm: (path: string, options: { force: boolean }) => Promise<void>;
}

interface File {
  readonly appendFile: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Writes beside `path` and renames: `path` is whole or as it was. Resolves with the number of bytes. */
export async function save(
  fetch: typeof globalThis.fetch,
  output: OutputFile | string,
  path: string,
  options?: DownloadOptions,
): Promise<number> {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const files: Files | undefined =
    process?.getBuiltinModule?.("node:fs/promises");
  check(files !== undefined, "path", "needs a platform with files", {
    operation: "download.toFile",
  });
  const beside = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await files.open(beside, "wx");
  let bytes = 0;
  try {
    for await (const piece of await openFile(fetch, output, options)) {
      await file.appendFile(piece);
      bytes += piece.byteLength;
    }
    await file.close();
    await files.rename(beside, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await files.rm(beside, { force: true });
    throw error;
  }
}

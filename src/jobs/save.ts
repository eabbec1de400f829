import { InputError } from "../errors.js";

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
  stream: ReadableStream<Uint8Array>,
  path: string,
): Promise<number> {
  const reader = stream.getReader();
  try {
    return await write(filesHere(), reader, path);
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
}

async function write(
  files: Files,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  path: string,
): Promise<number> {
  const beside = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  const file = await files.open(beside, "wx");
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await file.appendFile(value);
      bytes += value.byteLength;
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

function filesHere(): Files {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const files = process?.getBuiltinModule?.("node:fs/promises");
  if (files) return files;
  throw new InputError("path", "this platform has no files; use the stream", {
    operation: "download.toFile",
  });
}

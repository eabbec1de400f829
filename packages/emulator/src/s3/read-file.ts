import type { FileHandle } from "node:fs/promises";
import { nodeModules } from "./node-modules.js";
import { markOf, type StoredFile } from "./volume-files.js";

const PIECE_BYTES = 2 ** 18;

/**
 * The bytes of a file from one place to another, both included. If the file is replaced before its first byte is read, or
 * ends before the last one, the body fails, so that the connection breaks: fewer bytes than announced would leave the
 * caller waiting.
 */
export function readFile(
  file: StoredFile,
  from: number,
  to: number,
): ReadableStream<Uint8Array> {
  let handle: FileHandle | undefined;
  let at = from;
  const readPiece = async (): Promise<Uint8Array> => {
    handle ??= await openSame(file);
    const piece = new Uint8Array(Math.min(PIECE_BYTES, to + 1 - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw changedError(file);
    at += bytesRead;
    return piece.subarray(0, bytesRead);
  };
  const close = () => handle?.close();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          controller.enqueue(await readPiece());
        } catch (error) {
          await close();
          throw error;
        }
        if (at <= to) return;
        await close();
        controller.close();
      },
      cancel: close,
    },
    // A body that nobody reads opens no file.
    { highWaterMark: 0 },
  );
}

async function openSame(file: StoredFile): Promise<FileHandle> {
  const handle = await nodeModules().fs.promises.open(file.path);
  if (markOf(await handle.stat()) === file.mark) return handle;
  await handle.close();
  throw changedError(file);
}

function changedError({ key }: StoredFile): Error {
  return new Error(`"${key}" was changed while it was read`);
}

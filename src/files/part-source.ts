import { createHash } from "node:crypto";
import { stat, type FileHandle } from "node:fs/promises";
import { resolve } from "node:path";
import { FileError, type CallContext } from "../errors.js";
import type { Bytes } from "../http/body.js";

/** Bytes of known length that can be read at any place, and again. */
export interface PartSource {
  readonly size: number;
  /** Reads `into.length` bytes from `offset`, and resolves with their MD5. */
  readonly read: (offset: number, into: Bytes) => Promise<string>;
  /** Throws if the bytes are no longer those that were there when the upload began. */
  readonly checkUnchanged: () => Promise<void>;
}

/** How much is read and hashed at once, so that other work of the process goes on in between. */
const PIECE_BYTES = 2 ** 20;

/** A file that is open. */
export function fileSource(
  file: FileHandle,
  path: string,
  { size, mtimeMs }: { readonly size: number; readonly mtimeMs: number },
  call: CallContext,
): PartSource {
  const place = resolve(path);
  const refuse = (): never => {
    const problem = `${path} was changed, replaced or deleted while it was uploaded: upload it again when nothing writes to it`;
    throw new FileError("file_changed", problem, path, call);
  };
  return {
    size,
    read: async (offset, into) => {
      const hash = createHash("md5");
      for (let at = 0; at < into.length;) {
        const length = Math.min(PIECE_BYTES, into.length - at);
        const { bytesRead } = await file.read(into, at, length, offset + at);
        if (bytesRead === 0) refuse();
        hash.update(into.subarray(at, at + bytesRead));
        at += bytesRead;
      }
      return hash.digest("hex");
    },
    checkUnchanged: async () => {
      const now = await file.stat();
      const there = await stat(place).catch(() => undefined);
      if (now.size !== size || now.mtimeMs !== mtimeMs) refuse();
      if (there?.ino !== now.ino || there.dev !== now.dev) refuse();
    },
  };
}

/** A Blob, or bytes in memory. */
export function blobSource(blob: Blob): PartSource {
  return {
    size: blob.size,
    read: async (offset, into) => {
      const hash = createHash("md5");
      for (let at = 0; at < into.length; at += PIECE_BYTES) {
        const end = Math.min(at + PIECE_BYTES, into.length);
        const piece = blob.slice(offset + at, offset + end);
        const bytes = new Uint8Array(await piece.arrayBuffer());
        hash.update(bytes);
        into.set(bytes, at);
      }
      return hash.digest("hex");
    },
    checkUnchanged: () => Promise.resolve(),
  };
}

/** Fills `into` from a stream; resolves with the number of bytes, which is smaller at the end of the stream, and their MD5. */
export class StreamParts {
  readonly #next: () => Promise<{ done?: boolean; value?: unknown }>;
  readonly #cancel: () => Promise<unknown> | undefined;
  readonly #call: CallContext;
  #rest: Bytes = new Uint8Array(0);

  constructor(stream: AsyncIterable<unknown>, call: CallContext) {
    this.#call = call;
    if (stream instanceof ReadableStream) {
      // The iterator of a Web stream ends only after the piece that it waits for, which may never come.
      const reader = (stream as ReadableStream<unknown>).getReader();
      this.#next = () => reader.read();
      this.#cancel = () => reader.cancel();
    } else {
      const iterator = stream[Symbol.asyncIterator]();
      this.#next = () => iterator.next();
      this.#cancel = () => iterator.return?.();
    }
  }

  async read(into: Bytes): Promise<{ bytes: number; md5: string }> {
    const hash = createHash("md5");
    let at = 0;
    while (at < into.length) {
      if (this.#rest.length === 0) {
        const next = await this.#next();
        if (next.done) break;
        this.#rest = bytesOf(next.value, this.#call);
      }
      const piece = this.#rest.subarray(0, into.length - at);
      into.set(piece, at);
      hash.update(piece);
      at += piece.length;
      this.#rest = this.#rest.subarray(piece.length);
    }
    return { bytes: at, md5: hash.digest("hex") };
  }

  /** Tells the source that no more is read. Its own failure would hide the first one. */
  cancel(): void {
    this.#cancel()?.catch(() => undefined);
  }
}

function bytesOf(piece: unknown, call: CallContext): Bytes {
  if (typeof piece === "string") return new TextEncoder().encode(piece);
  if (ArrayBuffer.isView(piece))
    return new Uint8Array(
      piece.buffer as ArrayBuffer,
      piece.byteOffset,
      piece.byteLength,
    );
  const problem = "source must be a stream of bytes or text";
  throw new FileError("file_not_read", problem, "(stream)", call);
}

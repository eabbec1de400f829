import { createHash } from "node:crypto";
import { ConnectionError, FileError } from "../errors.js";
import { discard } from "../http/body.js";
import { streamOfPieces } from "../http/streams.js";
import { onAbort } from "../http/timeout.js";
import type { Bounds } from "./bounds.js";
import {
  contextOf,
  etagOf,
  readAnswer,
  type Attempt,
  type S3Connection,
} from "./connection.js";
import { missingError } from "./missing.js";
import { headFile, isMissing } from "./file-state.js";
import type { FileVersion, PartFile } from "./part-file.js";
import type { Progress } from "./progress.js";
import { isGatewayPage, type S3Answer } from "./refusal.js";

/** The longest time without an answer. The service works out the MD5 of a large file before it answers. */
const MAX_ANSWER_MS = 130_000;
/** A connection that brings nothing for so long in the middle of a file counts as lost. */
const MAX_STALL_MS = 30_000;
/** A file that was written so shortly before the answer may still be being written. */
const MAX_FRESH_MS = 5000;

/** One file of a volume that is read from its beginning to its end, over as many connections as it takes. */
export class FileDownload {
  readonly #connection: S3Connection;
  readonly #key: string;
  readonly #bounds: Bounds;
  readonly #progress: Progress;
  readonly #hash = createHash("md5");
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #controller = new AbortController();
  #etag = "";
  #size = -1;
  /** When the file was written, as the service says it; empty if it does not. */
  #written = "";
  /** Whether only HEAD shows that the volume still has this version: until a request has answered, and as long as the file is young. */
  #isFresh = true;
  /** The number of bytes that have come. */
  #at = 0;
  /** How many of them came in an earlier call. */
  #present = 0;
  /** The bytes at the beginning of the present answer that have come before. */
  #skip = 0;
  /** How often in a row the connection was lost without a byte. */
  #retries = 0;
  /** The MD5 of all bytes, when they have come. */
  md5: string | undefined;

  constructor(
    connection: S3Connection,
    key: string,
    bounds: Bounds,
    progress: Progress,
  ) {
    this.#connection = connection;
    this.#key = key;
    this.#bounds = bounds;
    this.#progress = progress;
  }

  /** Goes on after the bytes that an interrupted download has left, if the volume still has that version. */
  async goOn(part: PartFile): Promise<void> {
    await part.hashInto(this.#hash, () => this.#bounds.check());
    this.#etag = part.version.etag;
    this.#size = part.version.size;
    this.#at = part.bytes;
    this.#present = part.bytes;
    this.#progress.addPresent(this.#key, this.#present);
  }

  /** Asks for the file, or for the rest of it, and resolves with its version. */
  async open(): Promise<FileVersion> {
    if (this.#at !== this.#size) await this.#request();
    return { etag: this.#etag, size: this.#size };
  }

  /** Takes back what was counted of a download that begins anew. */
  takeBack(): void {
    this.#progress.addPresent(this.#key, -this.#present);
    this.#progress.add(this.#key, this.#present - this.#at);
  }

  /** The bytes of the file. However the download ends, its connection is closed. */
  stream(): ReadableStream<Uint8Array> {
    const { signal } = this.#bounds;
    // An abort must close the connection even while nobody reads the stream.
    const unlisten = signal && onAbort(signal, () => this.close());
    return streamOfPieces({
      next: async () => {
        const piece = await this.read();
        if (piece) return piece;
        this.#progress.endFile(this.#key);
        return undefined;
      },
      release: () => {
        unlisten?.();
        this.close();
      },
    });
  }

  /** The next bytes; undefined at the end of the file, when all of them are known to be of one version. */
  async read(): Promise<Uint8Array | undefined> {
    for (;;) {
      this.#bounds.check();
      if (this.#at === this.#size) {
        this.close();
        await this.#checkWhole();
        return undefined;
      }
      let failure: unknown;
      try {
        const next = await this.#bounds.wait(MAX_STALL_MS, async () =>
          this.#reader?.read(),
        );
        const piece = next?.value && this.#take(next.value);
        if (piece?.length) return piece;
        if (next?.value) continue;
        failure = new Error("the answer ended before the file did");
      } catch (error) {
        this.close();
        this.#bounds.check();
        if (error instanceof FileError) throw error;
        failure = error;
      }
      await this.#pause({ failure });
      await this.#request();
    }
  }

  close(): void {
    discard(this.#reader);
    this.#reader = undefined;
    this.#controller.abort();
  }

  /** What of a piece has not come before. */
  #take(piece: Uint8Array): Uint8Array {
    const skipped = Math.min(this.#skip, piece.length);
    this.#skip -= skipped;
    const fresh = piece.subarray(skipped);
    if (this.#at + fresh.length > this.#size)
      throw this.createChangedError("is longer than announced");
    this.#at += fresh.length;
    this.#hash.update(fresh);
    if (fresh.length > 0) this.#retries = 0;
    this.#progress.add(this.#key, fresh.length);
    return fresh;
  }

  /**
   * A file that is overwritten may come in pieces of two versions, and a file that is being written may end too early. The
   * MD5 proves that the bytes are those of the ETag. Where it proves nothing, the file must still be the same on the volume.
   */
  async #checkWhole(): Promise<void> {
    this.md5 ??= this.#hash.digest("hex");
    if (this.md5 === this.#etag && !this.#isFresh) return;
    const state = await headFile(this.#connection, this.#key, this.#bounds);
    if (!state)
      throw await missingError(this.#connection, this.#key, this.#bounds);
    const { size, etag, written } = state;
    const isOther =
      (!Number.isNaN(size) && size !== this.#size) ||
      differ(etag, this.#etag) ||
      (this.md5 !== this.#etag && differ(written, this.#written));
    if (isOther)
      throw this.createChangedError("was written during the download");
  }

  /** Whether the ETag looks like an MD5, and is not that of the bytes. */
  get isDoubtful(): boolean {
    return /^[\da-f]{32}$/.test(this.#etag) && this.md5 !== this.#etag;
  }

  /** Asks for the file, or for what is missing of it, again where that may help. */
  async #request(): Promise<void> {
    for (;;) {
      const attempt = await this.#attempt();
      if (attempt === undefined) return;
      await this.#pause(attempt);
    }
  }

  /** Asks once. Undefined if an answer has come whose body goes on at the right place. */
  async #attempt(): Promise<Attempt | undefined> {
    this.close();
    this.#controller = new AbortController();
    const range = this.#at > 0 && {
      range: `bytes=${this.#at}-`,
      ...(this.#etag && { "if-match": `"${this.#etag}"` }),
    };
    const request = { method: "GET", key: this.#key, headers: { ...range } };
    let response: Response;
    let refusal: S3Answer | undefined;
    try {
      response = await this.#bounds.wait(MAX_ANSWER_MS, () =>
        this.#connection.open(
          { ...request, method: "GET" },
          this.#controller.signal,
        ),
      );
      const isFile = response.status === 200 || response.status === 206;
      if (!isFile || isGatewayPage(response))
        refusal = await this.#bounds.wait(MAX_STALL_MS, () =>
          readAnswer(response),
        );
    } catch (failure) {
      this.close();
      this.#bounds.check();
      return { failure };
    }
    if (!refusal) {
      await this.#begin(response);
      return undefined;
    }
    // Without the precondition, a range beyond the end shows that the file is shorter now.
    if (refusal.status === 412 || refusal.status === 416)
      throw this.createChangedError("was written during the download");
    return { answer: refusal };
  }

  async #begin(response: Response): Promise<void> {
    const { headers, status } = response;
    this.#reader = response.body?.getReader();
    const etag = etagOf(headers);
    const written = headers.get("last-modified") ?? "";
    this.#isFresh = isFresh(headers);
    if (this.#at === 0) {
      this.#etag = etag;
      this.#written = written;
      const length = headers.get("content-length");
      this.#size =
        length === null || headers.has("content-encoding")
          ? await this.#askSize()
          : Number(length);
      return;
    }
    this.#written ||= written;
    // The service documents no ranges: an answer with the whole file begins at 0.
    const [, start, total] = /^bytes (\d+)-\d+\/(\d+)/.exec(
      headers.get("content-range") ?? "",
    ) ?? [undefined, "0", String(this.#size)];
    const isOther =
      differ(etag, this.#etag) ||
      differ(written, this.#written) ||
      Number(total) !== this.#size;
    if (isOther)
      throw this.createChangedError("was written during the download");
    const begin = status === 206 ? Number(start) : 0;
    if (begin > this.#at)
      throw this.createChangedError("came with another range than asked for");
    this.#skip = this.#at - begin;
  }

  async #askSize(): Promise<number> {
    const state = await headFile(this.#connection, this.#key, this.#bounds);
    if (state && !Number.isNaN(state.size)) return state.size;
    throw new ConnectionError(
      `the service does not say how long "${this.#key}" is`,
      contextOf({ method: "GET", key: this.#key }, this.#bounds),
    );
  }

  /** Waits before the next attempt, or throws where there must be none. */
  async #pause(attempt: Attempt): Promise<void> {
    const pauseMs = this.#connection.pauseAfter(attempt, this.#retries++);
    if (pauseMs !== undefined) return this.#bounds.pause(pauseMs);
    const request = { method: "GET", key: this.#key } as const;
    const error = this.#connection.errorOf(attempt, request, this.#bounds);
    throw isMissing(error)
      ? await missingError(this.#connection, this.#key, this.#bounds, error)
      : error;
  }

  /** The error for a file whose bytes are not those of one version. */
  createChangedError(problem: string): FileError {
    this.close();
    return new FileError(
      "file_changed",
      `"${this.#key}" ${problem}: download it again when nothing writes to it`,
      this.#key,
      contextOf({ method: "GET", key: this.#key }, this.#bounds),
    );
  }
}

/** Whether two answers say different things of a file. A proxy on the way may have left out what one of them said. */
function differ(one: string, other: string): boolean {
  return one !== "" && other !== "" && one !== other;
}

/** Whether a file was written so shortly before an answer that it may still be being written. */
function isFresh(headers: Headers): boolean {
  const written = Date.parse(headers.get("last-modified") ?? "");
  const answered = Date.parse(headers.get("date") ?? "");
  return !(answered - written > MAX_FRESH_MS);
}

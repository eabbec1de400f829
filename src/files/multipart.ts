import { check } from "../checks.js";
import { ResponseError } from "../errors.js";
import type { Bytes } from "../http/body.js";
import type { Bounds } from "./bounds.js";
import {
  contextOf,
  etagOf,
  isPassing,
  unquote,
  type S3Connection,
  type S3Request,
} from "./connection.js";
import { headFile, isMissing, type FileState } from "./file-state.js";
import type { Journal, JournalData } from "./journal.js";
import { errorCodeOf, isPage, type S3Answer } from "./refusal.js";
import {
  childrenOf,
  childText,
  escapeXml,
  readXml,
  type XmlElement,
} from "./xml.js";

/** A part as it is sent. */
export interface Part {
  readonly number: number;
  readonly bytes: Bytes;
  readonly md5: string;
  /** Counts the bytes that have left; `isPresent` if they are those of an earlier call. */
  readonly onSent: (bytes: number, isPresent?: boolean) => void;
}

/**
 * Why an upload could not be completed: parts are missing or damaged, or the service has forgotten the upload and the file
 * is not there.
 */
export interface Obstacle {
  readonly obstacle: "parts" | "gone";
  readonly error: Error;
}

/** How often the same bytes are sent where the service has received others. */
const MAX_SENDS = 3;
/** The service puts so many bytes together in a millisecond at least: a GB in five seconds. */
const MERGED_BYTES_PER_MS = 2 ** 30 / 5000;
const MIN_MERGE_MS = 60_000;
/** How often the service is asked to put the parts together, and how often it is asked for the file in between. */
const MAX_COMPLETES = 6;
const HEADS_PER_COMPLETE = 4;
/** An answer to the request that begins an upload is short; a longer list of parts than this has no end. */
const MAX_PART_PAGES = 10_000;

/** Sends bytes until the service confirms that it has received the same ones: their MD5 is the ETag of the answer. */
export async function sendVerified(
  connection: S3Connection,
  request: S3Request,
  md5: string,
  bounds: Bounds,
): Promise<void> {
  for (let sends = 1; ; sends++) {
    const answer = await connection.send(request, bounds);
    const { headers, status } = answer;
    const etag = etagOf(headers);
    if (etag === md5) return;
    if (sends < MAX_SENDS) continue;
    if (isPage(answer)) throw connection.errorOf({ answer }, request, bounds);
    const said = etag === "" ? "no ETag" : `the ETag ${etag}`;
    throw new ResponseError(
      `the service has received other bytes of "${request.key ?? ""}" than were sent, ${MAX_SENDS} times: it answered ${said}, and the MD5 of the bytes is ${md5}`,
      { status, headers, body: undefined },
      contextOf(request, bounds),
      "invalid_response",
    );
  }
}

/** An upload in parts that has begun. */
export class MultipartUpload {
  readonly #connection: S3Connection;
  readonly #key: string;
  readonly #journal: Journal;
  #data: JournalData;
  /** The parts as the service lists them, with their ETags; after a new start, none. */
  readonly #listed: ReadonlyMap<number, string>;

  private constructor(
    connection: S3Connection,
    key: string,
    journal: Journal,
    data: JournalData,
    listed: ReadonlyMap<number, string> = new Map(),
  ) {
    this.#connection = connection;
    this.#key = key;
    this.#journal = journal;
    this.#data = data;
    this.#listed = listed;
  }

  /** Begins a new upload. */
  static async begin(
    connection: S3Connection,
    key: string,
    journal: Journal,
    file: Pick<JournalData, "size" | "changedMs" | "partSize">,
    bounds: Bounds,
  ): Promise<MultipartUpload> {
    const before = await headFile(connection, key, bounds);
    const request = { method: "POST", key, query: { uploads: "" } } as const;
    const root = await connection.sendForXml(
      request,
      "InitiateMultipartUploadResult",
      bounds,
    );
    const data: JournalData = {
      version: 1,
      ...file,
      uploadId: childText(root, "UploadId") ?? "",
      parts: {},
      ...(before && { replaced: before.mark }),
    };
    await journal.write(data);
    return new MultipartUpload(connection, key, journal, data);
  }

  /**
   * Goes on with the upload of a journal. Resolves with the mark of the finished file if the service has put the parts
   * together meanwhile, and with undefined if the service has forgotten the upload.
   */
  static async resume(
    connection: S3Connection,
    key: string,
    journal: Journal,
    data: JournalData,
    bounds: Bounds,
  ): Promise<MultipartUpload | string | undefined> {
    const { uploadId } = data;
    const listed = await listParts(connection, key, uploadId, bounds);
    if (listed === "gone") {
      if (!data.isCompleting) return undefined;
      const upload = new MultipartUpload(connection, key, journal, data);
      return (await upload.#findFinished(bounds, false))?.mark;
    }
    const trusted =
      listed === "not offered"
        ? new Map(
            Object.entries(data.parts).map(([n, md5]) => [Number(n), md5]),
          )
        : listed;
    const parts = Object.fromEntries(
      Object.entries(data.parts).filter(
        ([number, md5]) => trusted.get(Number(number)) === md5,
      ),
    );
    const { isCompleting: _, ...others } = data;
    return new MultipartUpload(
      connection,
      key,
      journal,
      { ...others, parts },
      trusted,
    );
  }

  /** Whether the service has confirmed a part, so that not even its bytes need to be read. */
  hasPart(number: number): boolean {
    return this.#data.parts[number] !== undefined;
  }

  /** Sends a part, unless the service has exactly these bytes already, and notes the part in the journal. */
  async sendPart(
    { number, bytes, md5, onSent }: Part,
    bounds: Bounds,
  ): Promise<void> {
    const isPresent = this.#listed.get(number) === md5;
    if (!isPresent) {
      const query = {
        partNumber: String(number),
        uploadId: this.#data.uploadId,
      };
      const key = this.#key;
      const request = {
        method: "PUT",
        key,
        query,
        body: bytes,
        onSent,
      } as const;
      await sendVerified(this.#connection, request, md5, bounds);
    }
    onSent(bytes.length, isPresent);
    const parts = { ...this.#data.parts, [number]: md5 };
    this.#data = { ...this.#data, parts };
    await this.#journal.write(this.#data);
  }

  /**
   * Asks the service to put the parts together. `size` is that of the file, where it was not known at the beginning. Only
   * a HEAD request shows whether that was done: the service may answer 524 and go on, or 200 with an error. Resolves with
   * the file, or with what stands in the way.
   */
  async complete(
    bounds: Bounds,
    size = this.#data.size,
  ): Promise<FileState | Obstacle> {
    const { uploadId, parts } = this.#data;
    this.#data = { ...this.#data, size, isCompleting: true };
    await this.#journal.write(this.#data);
    const body = new TextEncoder().encode(describeParts(parts));
    const query = { uploadId };
    const request = { method: "POST", key: this.#key, query, body } as const;
    const mergeMs = Math.max(MIN_MERGE_MS, size / MERGED_BYTES_PER_MS);
    for (let round = 0; ; round++) {
      const limitMs = Math.min(mergeMs * 2 ** round, 2 ** 31 - 1);
      const attempt = await this.#connection.attempt(
        { ...request, limitMs },
        bounds,
      );
      const { answer } = attempt;
      const code = answer && errorCodeOf(answer);
      const error = this.#connection.errorOf(attempt, request, bounds);
      if (code === "InvalidPart" || code === "InvalidPartOrder")
        return { obstacle: "parts", error };
      const isForgotten = code === "NoSuchUpload" || isMissing(error);
      if (answer && isFinal(answer, code) && !isForgotten) throw error;
      const isSuccess =
        answer !== undefined &&
        readXml(answer.body)?.name === "CompleteMultipartUploadResult";
      const found = await this.#findFinished(bounds, isSuccess, round);
      if (found) return found;
      if (isForgotten) return { obstacle: "gone", error };
      if (round + 1 === MAX_COMPLETES)
        throw isSuccess
          ? createMismatchError(answer, this.#key, size, bounds)
          : error;
    }
  }

  /** Removes the parts from the volume, as far as the service does so within ten seconds. */
  async abort(bounds: Bounds): Promise<void> {
    const query = { uploadId: this.#data.uploadId };
    const request = { method: "DELETE", key: this.#key, query } as const;
    await this.#connection
      .attempt({ ...request, limitMs: 10_000 }, bounds)
      .catch(() => undefined);
  }

  /**
   * The file, if it has the right length and was written since the upload began. That does not show where the same bytes
   * were there before, written in the same second: then the service must have said that the upload is complete, and must
   * not have its parts any more.
   */
  async #findFinished(
    bounds: Bounds,
    isSaid: boolean,
    round = 0,
  ): Promise<FileState | undefined> {
    for (let heads = 0; heads < HEADS_PER_COMPLETE; heads++) {
      if (heads > 0) await bounds.pause(500 * 2 ** (heads + round));
      const state = await headFile(this.#connection, this.#key, bounds);
      if (state?.size !== this.#data.size) continue;
      const isNew = state.mark !== this.#data.replaced;
      if (isNew || (isSaid && !(await this.#hasParts(bounds)))) return state;
    }
    return undefined;
  }

  async #hasParts(bounds: Bounds): Promise<boolean> {
    const { uploadId } = this.#data;
    const parts = await listParts(
      this.#connection,
      this.#key,
      uploadId,
      bounds,
    );
    return typeof parts === "object";
  }
}

/** Whether an answer to Complete is a refusal that another attempt would meet as well. */
function isFinal({ status }: S3Answer, code: string | undefined): boolean {
  if (status >= 200 && status < 300)
    return code !== undefined && /Denied|Signature|Storage/.test(code);
  return !isPassing(status);
}

function createMismatchError(
  { status, headers }: S3Answer,
  key: string,
  size: number,
  bounds: Bounds,
): ResponseError {
  return new ResponseError(
    `the service says that the upload is complete, but shows no new file "${key}" of ${size} bytes`,
    { status, headers, body: undefined },
    contextOf({ method: "POST", key }, bounds),
    "invalid_response",
  );
}

function describeParts(parts: Readonly<Record<string, string>>): string {
  const numbers = Object.keys(parts)
    .map(Number)
    .sort((one, other) => one - other);
  const list = numbers.map(
    (number) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(`"${parts[number] ?? ""}"`)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${list.join("")}</CompleteMultipartUpload>`;
}

/** The ETags of the parts that the service has; `"gone"` if it has forgotten the upload. */
async function listParts(
  connection: S3Connection,
  key: string,
  uploadId: string,
  bounds: Bounds,
): Promise<ReadonlyMap<number, string> | "gone" | "not offered"> {
  const etags = new Map<number, string>();
  let marker = "";
  for (let pages = 0; pages < MAX_PART_PAGES; pages++) {
    const place = marker && { "part-number-marker": marker };
    const query = { uploadId, "max-parts": "1000", ...(place || {}) };
    const request = { method: "GET", key, query } as const;
    let root: XmlElement;
    try {
      root = await connection.sendForXml(request, "ListPartsResult", bounds);
    } catch (error) {
      if (isMissing(error)) return "gone";
      const isAnswer = error instanceof ResponseError;
      if (isAnswer && [405, 501].includes(error.status)) return "not offered";
      throw error;
    }
    const before = etags.size;
    for (const part of childrenOf(root, "Part")) {
      const number = Number(childText(part, "PartNumber"));
      etags.set(number, unquote(childText(part, "ETag") ?? ""));
    }
    // A page without a new part would be the last of an endless list.
    const isOver = childText(root, "IsTruncated") !== "true";
    if (isOver || etags.size === before) return etags;
    marker =
      childText(root, "NextPartNumberMarker") ??
      String(Math.max(...etags.keys()));
  }
  return etags;
}

/**
 * The size of the parts of a file: larger only where there would be too many parts.
 *
 * @throws InputError if the wanted size makes more parts than the service puts together
 */
export function choosePartSize(
  key: string,
  size: number,
  wanted: number | undefined,
): number {
  check(
    wanted === undefined || size <= wanted * MAX_PARTS,
    "partSize",
    `must be at least ${Math.ceil(size / MAX_PARTS)} for the ${size} bytes of "${key}": a file has at most ${MAX_PARTS} parts`,
    { operation: "volume.upload" },
  );
  if (wanted !== undefined) return wanted;
  const needed = Math.ceil(size / MAX_PARTS / MEBIBYTE) * MEBIBYTE;
  return Math.min(Math.max(DEFAULT_PART_BYTES, needed), MAX_PART_BYTES);
}

const MEBIBYTE = 2 ** 20;
/** Larger parts are refused by the gateway before the service; smaller ones make more parts than it can put together. */
export const DEFAULT_PART_BYTES = 50 * MEBIBYTE;
export const MAX_PART_BYTES = 90 * MEBIBYTE;
export const MAX_PARTS = 10_000;

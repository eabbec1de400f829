import { createHash } from "node:crypto";
import { FileError } from "../errors.js";
import { Bounds } from "./bounds.js";
import type { Journal } from "./journal.js";
import type { VolumeFile } from "./list.js";
import type { LocalFile } from "./local-folder.js";
import { deleteIfThere, headFile, isMissing } from "./file-state.js";
import { MultipartUpload, type Part } from "./multipart.js";
import type { PartSource } from "./part-source.js";
import type { Progress } from "./progress.js";
import { together } from "./slots.js";
import type { UploadRun } from "./upload-run.js";

/** How often an upload is begun, or its parts are sent, where the service loses them. */
const MAX_ROUNDS = 3;

/** Counts how many bytes of a part have left. A part that is sent again counts from 0. */
type PartCount = ReturnType<Progress["ofFile"]>;

/** A file or a Blob that is uploaded. */
export interface BytesUpload {
  readonly source: PartSource;
  readonly key: string;
  /** The file on the disk; absent for a Blob. */
  readonly file?: LocalFile | undefined;
  /** What a list has shown at the key. */
  readonly present?: VolumeFile | undefined;
  /** Collects the journals of the finished files of a folder. */
  readonly finished?: Journal[] | undefined;
}

/** An upload in parts. */
export interface PartsUpload extends BytesUpload {
  readonly partSize: number;
  readonly journal: Journal;
}

/** Uploads a file in parts, unless the volume has the same bytes. Goes on with the upload of its journal. */
export async function uploadInParts(
  run: UploadRun,
  upload: PartsUpload,
): Promise<void> {
  const { source, key, present, journal } = upload;
  const { bounds } = run;
  const isPresent =
    !journal.data &&
    present?.size === source.size &&
    (await hasSameBytes(run, upload, present.etag));
  if (isPresent) {
    run.skip(key, source.size);
    return;
  }
  const count = run.progress.ofFile(key);
  let lastError: unknown;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const session = await openSession(run, upload);
    if (typeof session === "string") {
      await keepOrRemove(upload, session);
      run.skip(key, source.size);
      return;
    }
    try {
      await sendParts(run, upload, session, count);
      await source.checkUnchanged();
      const end = await session.complete(bounds);
      if (!("obstacle" in end)) {
        await keepOrRemove(upload, end.mark);
        return;
      }
      lastError = end.error;
      if (end.obstacle === "gone") await journal.remove();
    } catch (error) {
      const isChanged =
        error instanceof FileError && error.code === "file_changed";
      if (!journal.isKept || isChanged) {
        await session.abort(Bounds.of({}, bounds.call));
        await journal.remove();
      }
      // The service has forgotten the upload, which begins anew.
      if (!isMissing(error)) throw error;
      lastError = error;
      await journal.remove();
    }
  }
  throw lastError;
}

/**
 * Whether a large file on the volume has the bytes of a file here. What its ETag is, the service does not say: an ETag
 * that equals the MD5 of the file, or S3's digest of the MD5s of the parts, proves that the bytes are the same.
 */
async function hasSameBytes(
  run: UploadRun,
  { source, partSize }: PartsUpload,
  etag: string,
): Promise<boolean> {
  if (!/^[\da-f]{32}(-\d+)?$/.test(etag)) return false;
  const whole = createHash("md5");
  const parts = createHash("md5");
  let count = 0;
  await run.slots.use(partSize, async (buffer) => {
    for (let offset = 0; offset < source.size; offset += partSize) {
      run.bounds.check();
      const bytes = buffer.subarray(0, source.size - offset);
      parts.update(await source.read(offset, bytes), "hex");
      whole.update(bytes);
      count++;
    }
  });
  return [whole.digest("hex"), `${parts.digest("hex")}-${count}`].includes(
    etag,
  );
}

/** The journal of a file in a folder stays until the whole folder is there, so that the file is not sent again. */
async function keepOrRemove(
  { journal, finished }: PartsUpload,
  mark: string,
): Promise<void> {
  if (!finished || !journal.data) return journal.remove();
  await journal.write({ ...journal.data, parts: {}, finished: mark });
  finished.push(journal);
}

/** Goes on with the upload of the journal, or begins a new one. Resolves with the mark of the file if an earlier call has finished it. */
async function openSession(
  { bounds, connection, conflicts }: UploadRun,
  { source, key, partSize, file, journal }: PartsUpload,
) {
  const expected = {
    size: source.size,
    changedMs: file?.ctimeMs ?? 0,
    partSize,
  };
  const { data } = journal;
  if (data) {
    const isSame =
      data.size === expected.size &&
      data.changedMs === expected.changedMs &&
      data.partSize === expected.partSize;
    if (isSame && data.finished !== undefined) {
      const state = await headFile(connection, key, bounds);
      if (state?.mark === data.finished) return data.finished;
    } else if (isSame) {
      const resumed = await MultipartUpload.resume(
        connection,
        key,
        journal,
        data,
        bounds,
      );
      if (resumed) return resumed;
    } else if (data.finished === undefined) {
      const query = { uploadId: data.uploadId };
      await deleteIfThere(connection, { key, query }, bounds);
    }
    await journal.remove();
  }
  return conflicts.explain(key, () =>
    MultipartUpload.begin(connection, key, journal, expected, bounds),
  );
}

/** Sends the parts that the service lacks, as many at once as there are slots. */
async function sendParts(
  run: UploadRun,
  { source, partSize }: PartsUpload,
  session: MultipartUpload,
  count: PartCount,
): Promise<void> {
  const parts = Math.ceil(source.size / partSize);
  let next = 1;
  const work = async () => {
    while (next <= parts) {
      const number = next++;
      const offset = (number - 1) * partSize;
      const length = Math.min(partSize, source.size - offset);
      if (session.hasPart(number)) count(number, length, true);
      else
        await run.slots.use(length, async (bytes) => {
          run.bounds.check();
          const md5 = await source.read(offset, bytes);
          const onSent: Part["onSent"] = (sent, isPresent) =>
            count(number, sent, isPresent);
          const part = { number, bytes, md5, onSent };
          await session.sendPart(part, run.bounds);
        });
    }
  };
  // An upload that the service has forgotten begins anew: the rest of the call goes on.
  await together(run.settings.concurrency, work, (error) => {
    if (!isMissing(error)) run.failure.abort(error);
  });
}

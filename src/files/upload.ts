import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import {
  check,
  checkCallbacks,
  checkFlag,
  checkOptions,
  checkWhole,
} from "../checks.js";
import { FileError, type CallContext } from "../errors.js";
import { Bounds } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { NO_KIND, onDisk, refuseNotUtf8 } from "./local-folder.js";
import { MAX_PART_BYTES } from "./multipart.js";
import {
  checkFileKey,
  checkFolderKey,
  refuseMountName,
  trimSlash,
} from "./object-key.js";
import { blobSource } from "./part-source.js";
import { uploadBytes, uploadFile } from "./upload-file.js";
import { uploadFolder } from "./upload-folder.js";
import {
  UPLOAD_OPTIONS,
  type UploadOptions,
  type UploadResult,
  type UploadSource,
} from "./upload-options.js";
import { UploadRun } from "./upload-run.js";
import { uploadStream } from "./upload-stream.js";

const WANTED =
  "must be a path, a file: URL, a Blob, bytes or a stream of bytes";

/** Uploads anything, as `volume.upload` documents. */
export async function upload(
  connection: S3Connection,
  source: UploadSource,
  key: string,
  options: UploadOptions,
): Promise<UploadResult> {
  const call: CallContext = { operation: "volume.upload" };
  checkOptions(options, UPLOAD_OPTIONS, call);
  const { partSize, concurrency = 2, resume = true, onProgress } = options;
  checkWhole("concurrency", concurrency, 1, call);
  check(
    partSize === undefined ||
      (Number.isInteger(partSize) &&
        partSize > 0 &&
        partSize <= MAX_PART_BYTES),
    "partSize",
    `must be a whole number of bytes from 1 to ${MAX_PART_BYTES}`,
    call,
  );
  checkFlag("resume", resume, call);
  checkCallbacks({ onProgress }, call);
  checkFolderKey(key, call);
  refuseMountName(key, call);
  const failure = new AbortController();
  const bounds = Bounds.of(options, call).within(failure.signal);
  const run = new UploadRun(connection, bounds, failure, {
    partSize,
    concurrency,
    resume,
    onProgress,
  });
  try {
    await uploadSource(run, source, key);
    return run.result;
  } finally {
    // Ends what is still under way after a failure, and releases the signal of the caller.
    failure.abort();
  }
}

async function uploadSource(
  run: UploadRun,
  source: UploadSource,
  key: string,
): Promise<void> {
  const { call } = run.bounds;
  const isFileUrl = !(source instanceof URL) || source.protocol === "file:";
  check(
    isFileUrl,
    "source",
    `${WANTED}; to upload what a URL answers, pass the body of a fetch`,
    call,
  );
  const path = source instanceof URL ? fileURLToPath(source) : source;
  if (typeof path === "string") return uploadPath(run, path, key);
  if (path instanceof Blob) return uploadBlob(run, path, key);
  if (path instanceof ArrayBuffer || ArrayBuffer.isView(path))
    return uploadBlob(run, new Blob([path as BlobPart]), key);
  check(Symbol.asyncIterator in Object(path), "source", WANTED, call);
  const isLocked = path instanceof ReadableStream && path.locked;
  check(!isLocked, "source", "is a stream that something else reads", call);
  return uploadStream(run, path as AsyncIterable<unknown>, key);
}

async function uploadPath(
  run: UploadRun,
  path: string,
  key: string,
): Promise<void> {
  const { call } = run.bounds;
  check(path !== "", "source", "must not be an empty path", call);
  await refuseNotUtf8(path, call);
  const status = await onDisk(path, call, () => stat(path));
  if (status.isDirectory()) {
    await uploadFolder(run, path, key === "" ? "" : `${trimSlash(key)}/`);
    return;
  }
  // Opening a pipe would wait for its writer.
  if (!status.isFile())
    throw new FileError(
      "file_not_read",
      `${path} ${NO_KIND}: pass a stream to upload what comes out of it`,
      path,
      call,
    );
  const { size, mtimeMs, ctimeMs } = status;
  run.progress.total = size;
  run.progress.totalFiles = 1;
  const target =
    key === "" || key.endsWith("/") ? `${key}${basename(path)}` : key;
  checkFileKey(target, call);
  await uploadFile(run, { path, size, mtimeMs, ctimeMs }, target);
}

async function uploadBlob(
  run: UploadRun,
  blob: Blob,
  key: string,
): Promise<void> {
  checkFileKey(key, run.bounds.call);
  run.progress.total = blob.size;
  run.progress.totalFiles = 1;
  await uploadBytes(run, { source: blobSource(blob), key });
}

import { open } from "node:fs/promises";
import { Journal } from "./journal.js";
import { onDisk, type LocalFile } from "./local-folder.js";
import { choosePartSize } from "./multipart.js";
import { fileSource } from "./part-source.js";
import { uploadInParts, type BytesUpload } from "./upload-parts.js";
import type { UploadRun } from "./upload-run.js";

/** Uploads a file of the disk. */
export async function uploadFile(
  run: UploadRun,
  file: LocalFile,
  key: string,
  { present, finished }: Pick<BytesUpload, "present" | "finished"> = {},
): Promise<void> {
  const { call } = run.bounds;
  const handle = await onDisk(file.path, call, () => open(file.path));
  try {
    const source = fileSource(handle, file.path, file, call);
    const read = (offset: number, into: Uint8Array<ArrayBuffer>) =>
      onDisk(file.path, call, () => source.read(offset, into));
    const readable = { ...source, read };
    await uploadBytes(run, { source: readable, key, file, present, finished });
  } finally {
    await handle.close();
  }
}

/** Uploads a file or a Blob, in one request or in parts. */
export async function uploadBytes(
  run: UploadRun,
  upload: BytesUpload,
): Promise<void> {
  const { source, key, file } = upload;
  const partSize = choosePartSize(key, source.size, run.settings.partSize);
  const journal = await openJournal(run, key, file);
  try {
    // An upload that was begun with smaller parts ends in parts, which removes what it has left.
    if (source.size <= partSize && !journal.data)
      await uploadWhole(run, upload);
    else await uploadInParts(run, { ...upload, partSize, journal });
  } finally {
    journal.close();
  }
  run.endFile(key);
}

/** Uploads a small file in one request, unless the volume has the same bytes. */
async function uploadWhole(
  run: UploadRun,
  { source, key, present }: BytesUpload,
): Promise<void> {
  await run.slots.use(source.size, async (buffer) => {
    run.bounds.check();
    const md5 = await source.read(0, buffer);
    if (present?.size === source.size && present.etag === md5) {
      run.skip(key, source.size);
      return;
    }
    await run.put(key, buffer, md5);
    await source.checkUnchanged();
  });
}

/** The journal of an upload in parts, which nobody else of this process may have open. */
async function openJournal(
  run: UploadRun,
  key: string,
  file: LocalFile | undefined,
): Promise<Journal> {
  const { call } = run.bounds;
  if (!file || !run.settings.resume) return Journal.inMemory(call);
  const { volumeId } = run.connection.place;
  return Journal.beside(file.path, volumeId, key, call);
}

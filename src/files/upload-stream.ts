import { check } from "../checks.js";
import { Bounds } from "./bounds.js";
import { Journal } from "./journal.js";
import { DEFAULT_PART_BYTES, MAX_PARTS, MultipartUpload } from "./multipart.js";
import { checkFileKey } from "./object-key.js";
import { StreamParts } from "./part-source.js";
import type { UploadRun } from "./upload-run.js";

/** Uploads a stream, part by part. Nothing of a stream can be read again: the upload is aborted if it fails. */
export async function uploadStream(
  run: UploadRun,
  stream: AsyncIterable<unknown>,
  key: string,
): Promise<void> {
  const { bounds, slots, failure } = run;
  const { call } = bounds;
  checkFileKey(key, call);
  const parts = new StreamParts(stream, call);
  const partSize = run.settings.partSize ?? DEFAULT_PART_BYTES;
  const count = run.progress.ofFile(key);
  let session: MultipartUpload | undefined;
  try {
    const sending = new Set<Promise<void>>();
    let size = 0;
    for (let number = 1; ; number++) {
      const buffer = await slots.take(partSize);
      let isTaken = true;
      try {
        bounds.check();
        // A stream may stall for ever: only the bounds of the call end that.
        const { bytes, md5 } = await bounds.wait(Infinity, () =>
          parts.read(buffer),
        );
        const body = buffer.subarray(0, bytes);
        size += bytes;
        if (number === 1 && bytes < partSize) {
          await run.put(key, body, md5);
          break;
        }
        if (bytes === 0) break;
        check(
          number <= MAX_PARTS,
          "partSize",
          `must be larger for this stream: a file has at most ${MAX_PARTS} parts`,
          call,
        );
        session ??= await run.conflicts.explain(key, () =>
          MultipartUpload.begin(
            run.connection,
            key,
            Journal.inMemory(call),
            { size: 0, changedMs: 0, partSize },
            bounds,
          ),
        );
        const onSent = (sent: number) => count(number, sent);
        const part = { number, bytes: body, md5, onSent };
        isTaken = false;
        const sent = session
          .sendPart(part, bounds)
          .finally(() => slots.give(buffer));
        sending.add(sent);
        sent.then(
          () => sending.delete(sent),
          (error: unknown) => failure.abort(error),
        );
        if (bytes < partSize) break;
      } finally {
        if (isTaken) slots.give(buffer);
      }
    }
    await Promise.all(sending);
    if (session) {
      const end = await session.complete(bounds, size);
      if ("obstacle" in end) throw end.error;
    }
    run.endFile(key);
  } catch (error) {
    failure.abort(error);
    parts.cancel();
    await session?.abort(Bounds.of({}, call));
    throw error;
  }
}

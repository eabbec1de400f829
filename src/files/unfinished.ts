import type { Bounds } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { childrenOf, childText } from "./xml.js";

/** An upload in parts that was begun and neither finished nor aborted. */
export interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string;
  /** When the upload was begun. */
  readonly begunAt: Date;
}

/** Lists the unfinished uploads of a volume, each once. */
export async function* listUnfinished(
  connection: S3Connection,
  bounds: Bounds,
): AsyncGenerator<UnfinishedUpload, void, undefined> {
  const seen = new Set<string>();
  let place: Readonly<Record<string, string>> = {};
  for (;;) {
    const query = { uploads: "", "max-uploads": "1000", ...place };
    const request = { method: "GET", query } as const;
    const root = await connection.sendForXml(
      request,
      "ListMultipartUploadsResult",
      bounds,
    );
    const before = seen.size;
    for (const element of childrenOf(root, "Upload")) {
      const key = childText(element, "Key") ?? "";
      const uploadId = childText(element, "UploadId") ?? "";
      if (seen.has(uploadId)) continue;
      seen.add(uploadId);
      const begunAt = new Date(childText(element, "Initiated") ?? NaN);
      yield { key, uploadId, begunAt };
    }
    // A page without a new upload would be the last of an endless list.
    const isOver = childText(root, "IsTruncated") !== "true";
    if (isOver || seen.size === before) return;
    place = {
      "key-marker": childText(root, "NextKeyMarker") ?? "",
      "upload-id-marker": childText(root, "NextUploadIdMarker") ?? "",
    };
  }
}

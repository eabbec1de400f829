import { ResponseError } from "../errors.js";
import type { Bounds } from "./bounds.js";
import { etagOf, type S3Connection, type S3Request } from "./connection.js";

/** What is known of a file on a volume by a HEAD request. */
export interface FileState {
  readonly size: number;
  readonly etag: string;
  readonly modified: Date | undefined;
  /** When the file was written, as the service says it; empty if it does not. */
  readonly written: string;
  /** Changes whenever the file is written. */
  readonly mark: string;
}

/** Asks for a file. Undefined if there is none. */
export async function headFile(
  connection: S3Connection,
  key: string,
  bounds: Bounds,
): Promise<FileState | undefined> {
  try {
    const request = { method: "HEAD", key } as const;
    const { headers } = await connection.send(request, bounds);
    const size = Number(headers.get("content-length") ?? NaN);
    const etag = etagOf(headers);
    const written = headers.get("last-modified") ?? "";
    const modified = new Date(written);
    return {
      size,
      etag,
      modified: Number.isNaN(modified.getTime()) ? undefined : modified,
      written,
      mark: `${etag} ${written}`,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether the service has answered that there is no such file or upload. */
export function isMissing(error: unknown): error is ResponseError {
  return error instanceof ResponseError && error.code === "file_not_found";
}

/** Deletes a file or an unfinished upload, unless there is none. */
export async function deleteIfThere(
  connection: S3Connection,
  target: Pick<S3Request, "key" | "query">,
  bounds: Bounds,
): Promise<void> {
  try {
    await connection.send({ method: "DELETE", ...target }, bounds);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

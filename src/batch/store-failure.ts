import { BatchError } from "./types.js";

/** What to do about a failure of SQLite or of the file system, by the text of its message. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/disk is full|ENOSPC|EDQUOT/, "Free space on its disk"],
  [
    /readonly|unable to open|EACCES|EPERM|EROFS|ENOENT/,
    "Make the folder writable for this process",
  ],
  [/disk I\/O error|EIO/, "Check the disk and its free space"],
  [/malformed|not a database/, "Restore the file from a backup"],
];

/** Creates the error for a file that cannot be used. The message names the file, the reason and what to do. */
export function createStoreFailure(path: string, cause: unknown): BatchError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const remedy = REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  const advice = remedy === undefined ? "" : `. ${remedy}, then try again`;
  return new BatchError(
    "batch_store_failed",
    `${path} cannot be used: ${reason}${advice}`,
    { cause },
  );
}

/** Creates the error for a batch whose deletion has begun. */
export function createDeletedError(name: string): BatchError {
  return new BatchError(
    "batch_store_failed",
    `batch ${name} was deleted; if the process that deleted the batch was ended meanwhile, delete it again`,
  );
}

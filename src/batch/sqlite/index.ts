/** The entry point `cloud-compute-sdk/batch/sqlite`: batches of the processes of one machine. */
import { checkOptions, check } from "../../checks.js";
import { checkOptionNames } from "../../option-names.js";
import type { Ledger } from "../ledger.js";
import { SqliteLedger } from "./ledger.js";

/** How to keep a ledger in a folder. */
export interface FileLedgerOptions {
  /**
   * The folder of the witness: how many submits each batch has claimed, in small files outside of the ledger. A ledger that
   * was restored from a backup is noticed by them. Leave the folder out of the backup.
   *
   * @default the path of the ledger's folder with `.witness` at its end
   */
  readonly witness?: string | undefined;
}

/**
 * Keeps batches in a folder on a local disk, in one SQLite database. Several processes of this machine may work at once.
 * Needs Node 22.13 or newer, Bun or Deno. The folder must not be on a network file system: file locks do not hold there.
 *
 * A relative path counts from the current folder of the process: from another folder, the same program finds an empty ledger,
 * starts a new batch and pays again. A program that cron starts passes `join(import.meta.dirname, "batches")`.
 *
 * @throws InputError if the folder is no path; and, when a batch is opened, if the folder is on a network file system, or
 * the runtime has no `node:sqlite`
 * @throws BatchError when a batch is used and the file cannot be: a full disk, a folder that is read-only
 *
 * @example
 * ```ts
 * const ledger = fileLedger("./batches");
 * const batch = await openBatch(cloud, { name: "nightly", model: "z-image-turbo", ledger });
 * ```
 */
export function fileLedger(
  folder: string,
  options: FileLedgerOptions = {},
): Ledger {
  const call = { operation: "fileLedger" };
  check(
    typeof folder === "string" && folder !== "",
    "folder",
    "must be the path of a folder",
    call,
  );
  checkOptions(options, call);
  checkOptionNames<FileLedgerOptions>(options, { witness: true }, call);
  const { witness = `${folder.replace(/[\\/]+$/, "")}.witness` } = options;
  check(
    typeof witness === "string" && witness !== "",
    "witness",
    "must be the path of a folder",
    call,
  );
  return new SqliteLedger(folder, witness);
}

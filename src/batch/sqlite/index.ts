/** The entry point `cloud-compute-sdk/batch/sqlite`: batches of the processes of one machine. */
import { join, resolve } from "node:path";
import { checkOptions } from "../../checks.js";
import type { Ledger } from "../ledger.js";
import { checkFolder, readWitnessFolder } from "../restore/witness.js";
import { SqlLedger } from "../store/ledger-store.js";
import { SqliteDriver } from "./driver.js";

/** How to keep a ledger in a folder. */
export interface FileLedgerOptions {
  /**
   * The folder of the witness: how many submits each batch has claimed, in small files outside of the ledger. By the
   * witness, a ledger is noticed that was restored from a backup. Leave the folder out of the backup.
   *
   * @default no witness: a ledger file that is put back in its old place goes unnoticed
   */
  readonly witness?: string | undefined;
}

/**
 * Keeps batches in a folder on a local disk, in one SQLite database. Several processes of this machine may work at once.
 * Needs Node 22.13 or newer, Bun or Deno. The folder must not be on a network file system: file locks do not hold there.
 *
 * Pass an absolute path, such as `` `${import.meta.dirname}/batches` ``: a relative one counts from the current folder of the
 * process, so that the same program finds an empty ledger in another folder, starts a new batch and pays again.
 *
 * @throws InputError if the folder is no path; and, when a batch is opened, if the folder is on a network file system, or
 * the runtime has no `node:sqlite`
 * @throws BatchError when a batch is used and the file cannot be: a full disk, a folder that is read-only
 *
 * @example
 * ```ts
 * const ledger = fileLedger(`${import.meta.dirname}/batches`);
 * const batch = await openBatch(cloud, { name: "nightly", model: "z-image-turbo", ledger });
 * ```
 */
export function fileLedger(
  folder: string,
  options: FileLedgerOptions = {},
): Ledger {
  const call = { operation: "fileLedger" };
  checkFolder("folder", folder, call);
  checkOptions<FileLedgerOptions>(options, { witness: true }, call);
  const witness = readWitnessFolder(options.witness, call);
  const driver = new SqliteDriver(join(resolve(folder), "ledger.db"));
  return new SqlLedger(driver, witness);
}

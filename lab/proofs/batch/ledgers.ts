import { Pool } from "pg";
import type { Ledger } from "../../../src/batch/index.js";
import { postgresLedger } from "../../../src/batch/postgres/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";

/** Which ledger the processes of a proof share. */
export type LedgerSettings =
  | { readonly kind: "sqlite"; readonly folder: string }
  | { readonly kind: "postgres"; readonly connectionString: string };

/** The ledger of a process. */
export function createLedger(settings: LedgerSettings): Ledger {
  if (settings.kind === "sqlite") return fileLedger(settings.folder);
  const { connectionString } = settings;
  // A pool of the proof, because the ledger would look for `pg` beside the bundle of a worker.
  const pool = new Pool({ connectionString, allowExitOnIdle: true });
  pool.on("error", () => undefined);
  return postgresLedger({ pool });
}

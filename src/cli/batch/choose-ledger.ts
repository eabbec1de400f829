import type { Ledger } from "../../batch/index.js";
import { postgresLedger } from "../../batch/postgres/index.js";
import { fileLedger } from "../../batch/sqlite/index.js";
import { CommandError } from "../command.js";
import { textOf, type FlagValues } from "../flags.js";

const DEFAULT_FOLDER = "./batches";

/**
 * The ledger that the flags name.
 *
 * @throws CommandError if they name two, or a variable that is not set
 */
export function chooseLedger(values: FlagValues): Ledger {
  const folder = textOf(values, "ledger");
  const postgres = textOf(values, "postgres");
  if (postgres === undefined) return fileLedger(folder ?? DEFAULT_FOLDER);
  if (folder !== undefined)
    throw new CommandError(
      2,
      "--ledger and --postgres name two ledgers: pass one of them",
    );
  if (!isVariable(postgres))
    return postgresLedger({ connectionString: postgres });
  const connectionString = process.env[postgres];
  if (connectionString) return postgresLedger({ connectionString });
  throw new CommandError(
    2,
    `--postgres: the environment variable ${postgres} is not set`,
  );
}

/**
 * The flag by which another command finds the same ledger. An address of Postgres may hold a password, so only the name of
 * its variable is shown.
 */
export function describeLedger(values: FlagValues): string | undefined {
  const folder = textOf(values, "ledger");
  const postgres = textOf(values, "postgres");
  if (postgres === undefined)
    return folder === undefined ? undefined : `--ledger=${folder}`;
  return `--postgres=${isVariable(postgres) ? postgres : "DATABASE_URL"}`;
}

/** Whether the value of the flag is the name of an environment variable, and no address. */
function isVariable(value: string): boolean {
  return /^\w+$/.test(value);
}

import { resolve } from "node:path";
import type { Ledger } from "../../batch/index.js";
import { postgresLedger } from "../../batch/postgres/index.js";
import { fileLedger } from "../../batch/sqlite/index.js";
import { findSimilar } from "../../similar.js";
import { CommandError } from "../command.js";
import { textOf, type FlagValues } from "../flags.js";

const DEFAULT_FOLDER = "./batches";

/**
 * The ledger that the flags name.
 *
 * @throws CommandError if they name two, a URL, or a variable that is not set
 */
export function chooseLedger(values: FlagValues): Ledger {
  const folder = textOf(values, "ledger");
  const postgres = textOf(values, "postgres");
  const witness = textOf(values, "witness");
  if (postgres === undefined)
    return fileLedger(folder ?? DEFAULT_FOLDER, { witness });
  if (folder !== undefined)
    throw new CommandError(
      2,
      "--ledger and --postgres name two ledgers: pass one of them",
    );
  // The value may hold a password, so it is not shown.
  if (!/^\w+$/.test(postgres))
    throw new CommandError(
      2,
      "--postgres takes the name of an environment variable, such as DATABASE_URL, not a URL: other users of the machine could read its password in the list of processes",
    );
  const connectionString = process.env[postgres];
  if (connectionString) return postgresLedger({ connectionString, witness });
  throw new CommandError(
    2,
    `--postgres: the environment variable ${postgres} is not set`,
  );
}

/** The flags by which another command uses the same ledger. */
export function ledgerFlags(values: FlagValues): readonly string[] {
  return ["ledger", "postgres", "witness"].flatMap((name) => {
    const value = textOf(values, name);
    return value === undefined ? [] : [`--${name}=${value}`];
  });
}

/** The sentence for a batch that the ledger of the flags does not have. `names` are the batches that it has. */
export function describeMissing(
  values: FlagValues,
  batchName: string,
  names: readonly string[],
): string {
  const meant = findSimilar(batchName, names);
  const hint = meant === undefined ? "" : `did you mean ${meant}? `;
  return `the ledger ${placeOf(values)} has no batch ${JSON.stringify(batchName)}: ${hint}${OTHER_LEDGERS}`;
}

/** What `list` says of a ledger without batches. */
export function describeEmpty(values: FlagValues): string {
  return `the ledger ${placeOf(values)} has no batches: ${OTHER_LEDGERS}`;
}

const OTHER_LEDGERS = "--ledger names another folder, --postgres a database";

function placeOf(values: FlagValues): string {
  return textOf(values, "postgres") === undefined
    ? resolve(textOf(values, "ledger") ?? DEFAULT_FOLDER)
    : "in Postgres";
}

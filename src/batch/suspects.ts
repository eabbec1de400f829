import { BatchError } from "./errors.js";

/**
 * How many of the next items of a batch become doubtful when its ledger is adopted: as the caller says, or as many as the
 * witness has seen claimed (`seen`) beyond those that the ledger still knows (`claims`).
 */
export function suspectsOf(
  name: string,
  claims: number,
  suspects: number | Readonly<Record<string, number>> | undefined,
  seen: Readonly<Record<string, number>>,
): number {
  if (typeof suspects === "number") return suspects;
  if (suspects) return suspects[name] ?? 0;
  const known = seen[name];
  if (known === undefined && claims > 0)
    throw new BatchError(
      "ledger_went_back",
      `the witness knows no claims of batch ${name}: pass the number of submits that the ledger may lack to adopt`,
    );
  return Math.max(0, (known ?? 0) - claims);
}

import { BatchError } from "./errors.js";

/**
 * Checks the number of the format that a store has.
 *
 * @throws BatchError `ledger_format_unknown` if the store has no number, or another one than this version of the package
 */
export function assertFormat(
  format: unknown,
  known: number,
  store: string,
): void {
  if (format === known) return;
  const isNumber = typeof format === "number";
  const found = isNumber ? `the format ${format}` : "no number of its format";
  const advice =
    isNumber && format > known
      ? "use the version of the package that has written it, or a newer one"
      : "it is damaged, or is not a ledger of this package";
  throw new BatchError(
    "ledger_format_unknown",
    `${store} has ${found}, and this version of the package knows the format ${known}: ${advice}`,
  );
}

import { CloudComputeError, nameClass } from "../errors.js";

/** The reasons for which a guard refuses to spend. */
export type SpendErrorCode = "spend_limit" | "spend_store" | "spend_unknown";

/** What a guard knows of its account, in the currency of the account. */
export interface SpendTotals {
  /** The limit of the guard. */
  readonly limit: number;
  /** What jobs and Pods have cost so far. */
  readonly spent: number;
  /** What is reserved for jobs and Pods that may still cost something. */
  readonly reserved: number;
  /** What may still be reserved. */
  readonly remaining: number;
}

/** The guard refused a submit or a create. Nothing was sent. */
export class SpendError extends CloudComputeError {
  declare readonly code: SpendErrorCode;
  /** What was to be reserved; undefined if the cost is not known. */
  declare readonly amount: number | undefined;
  /** What the guard knew when it refused; undefined if the store did not answer. */
  declare readonly totals: SpendTotals | undefined;

  static {
    nameClass(this, "SpendError");
  }

  constructor(
    code: SpendErrorCode,
    problem: string,
    details: {
      readonly operation?: string | undefined;
      readonly amount?: number | undefined;
      readonly totals?: SpendTotals | undefined;
      readonly cause?: unknown;
    },
  ) {
    const { operation, amount, totals, cause } = details;
    super(code, problem, { operation, cause });
    this.amount = amount;
    this.totals = totals;
  }
}

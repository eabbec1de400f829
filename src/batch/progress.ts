import {
  FILE_RETENTION_MS,
  RESULT_RETENTION_MS,
} from "../jobs/service-times.js";
import type { LedgerBatch } from "./ledger.js";
import type { BatchProgress } from "./types.js";
import { fromUnits } from "./units.js";

/** Counts the items of a batch. */
export async function readProgress(
  ledger: LedgerBatch,
): Promise<BatchProgress> {
  const { counts, undelivered, cost, reserved, oldestUndeliveredAt, workers } =
    await ledger.totals();
  return {
    ...counts,
    undelivered,
    cost: fromUnits(cost),
    reserved: fromUnits(reserved),
    workers,
    resultsExpireAt:
      counts.running > 0 ? Date.now() + RESULT_RETENTION_MS : undefined,
    filesExpireAt:
      oldestUndeliveredAt === null
        ? undefined
        : oldestUndeliveredAt + FILE_RETENTION_MS,
  };
}

/**
 * A warning about results that are lost unless a process works on the batch in time; undefined if no result is at risk.
 */
export function describeLoss(
  name: string,
  { running, workers, resultsExpireAt }: BatchProgress,
): string | undefined {
  if (workers > 0 || resultsExpireAt === undefined) return undefined;
  const time = new Date(resultsExpireAt).toISOString();
  return `batch ${name}: jobs have no result yet (${running}), and no process waits for them; the service keeps a result for 30 minutes after the end of its job: work on the batch again before ${time}`;
}

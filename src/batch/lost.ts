import { JobError } from "../errors.js";
import { readPages } from "./call-ledger.js";
import type { OpenBatch } from "./context.js";
import { resumeItem } from "./finish.js";
import { withoutPayload, type StoredItem } from "./ledger.js";
import { toJobData } from "./results.js";
import { isUnknownJob } from "./settle.js";
import { isKnownStatus } from "./wait.js";

/** How many jobs are asked for at once. */
const ASKED_AT_ONCE = 20;

/** For how long the service may take to say whether it knows a job, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Asks the service for the jobs of the lost items, which costs nothing, and continues those that it knows. Ends at the first
 * request without an answer that says so: the next search asks again.
 */
export async function findLostJobs(
  batch: Pick<OpenBatch, "ledger" | "model" | "runner">,
  signal: AbortSignal,
): Promise<void> {
  const { ledger } = batch;
  for await (const page of readPages(ledger, { states: ["lost"] }))
    for (let start = 0; start < page.length; start += ASKED_AT_ONCE) {
      const group = page.slice(start, start + ASKED_AT_ONCE);
      const answers = await Promise.all(
        group.map((item) => isKnown(batch, item, signal)),
      );
      const known = group.filter((_, index) => answers[index]);
      await ledger.report(
        known
          .map(withoutPayload)
          .map((item) => resumeItem(item, item.jobId ?? "", item.submittedAt)),
      );
      if (answers.includes(undefined) || signal.aborted) return;
    }
}

/** Whether the service knows the job of an item; undefined if nobody knows. */
async function isKnown(
  { model, runner }: Pick<OpenBatch, "model" | "runner">,
  item: StoredItem,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const job = toJobData(model, item);
  if (!job) return false;
  try {
    const timeout = ANSWER_TIMEOUT_MS;
    const call = { signal, timeout, retries: 0 };
    const { status } = await runner.job(job).status(call);
    return isKnownStatus(status);
  } catch (error) {
    // The service knows the job, and the contract refuses its output.
    if (error instanceof JobError) return true;
    return isUnknownJob(error) ? false : undefined;
  }
}

import type { JobStream } from "../../generated/jobs/resources.js";
import { POLL_TIMEOUT_MS } from "./poll.js";
import { isFinal, requireCompleted } from "./state.js";
import { TrackedJob } from "./tracked-job.js";
import { Wait, type WaitOptions } from "./wait.js";

/** Yields the pieces of output that the worker sends. Throws a `JobError` if the job ends otherwise than COMPLETED. */
export async function* streamPieces<Piece>(
  job: TrackedJob<unknown>,
  options: WaitOptions<never>,
): AsyncGenerator<Piece, void, undefined> {
  const { service, data } = job;
  const startedAt = performance.now();
  const wait = new Wait(job, options, (call) =>
    service.polls.stream(data.slug, data.id, {}, call),
  );
  let last: JobStream;
  try {
    do {
      last = await wait.next();
      for (const { output } of last.stream ?? []) yield output as Piece;
    } while (!isFinal(last.status));
  } finally {
    wait.end();
  }
  if (last.status === "COMPLETED") return;
  const { timeout = Infinity } = options;
  const remainingMs = timeout - (performance.now() - startedAt);
  await throwJobError(job, options, last, remainingMs);
}

/**
 * Throws the error of a job that ended otherwise than COMPLETED. A stream does not tell why, so this polls the status
 * until it gets a response.
 */
async function throwJobError(
  job: TrackedJob<unknown>,
  { signal, headers, interval, onAbort, onCancel }: WaitOptions<never>,
  last: JobStream,
  remainingMs: number,
): Promise<void> {
  const { service, data } = job;
  const timeout = Math.max(1, Math.min(POLL_TIMEOUT_MS, remainingMs));
  // The service knows the job, so the first poll need not wait.
  const knownJob = new TrackedJob<unknown>(service, data, false);
  // The stream has traced the end of the job.
  knownJob.trace = { poll: () => undefined, end: () => undefined };
  const wait = new Wait(
    knownJob,
    { signal, headers, interval, onAbort, onCancel, timeout },
    (call) => knownJob.pollStatus(call),
  );
  try {
    const state = await wait.next();
    const isSame = state.status === last.status;
    const ended = isSame ? state : { ...last, id: data.id };
    requireCompleted(ended, data, service.redact);
  } finally {
    wait.end();
  }
}

import type { JobStream } from "../../generated/jobs/resources.js";
import type { CallOptions } from "../options.js";
import { guarded } from "./cancel.js";
import type { Attended } from "./service.js";
import {
  completed,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import { PATIENCE, type WaitOptions } from "./wait.js";

/** Each change of status, once, the final one last. */
export async function* updatesOf<Output>(
  job: Attended<Output>,
  options: WaitOptions<Output>,
): AsyncGenerator<JobUpdate<Output>, void, undefined> {
  let last: string | undefined;
  for await (const update of guarded(job, options, job.status)) {
    if (update.status === last) continue;
    last = update.status;
    options.onUpdate?.(update);
    yield update;
  }
}

/** The job when it is COMPLETED; a `JobError` where it ends otherwise. */
export async function waitFor<Output>(
  job: Attended<Output>,
  options: WaitOptions<Output>,
): Promise<CompletedJob<Output>> {
  let last: JobState<Output> = job.data;
  for await (const { elapsed, ...state } of updatesOf(job, options))
    last = state;
  return completed(last, job.data, job.service.redact);
}

/** The pieces of output, and a `JobError` where the job ended otherwise than COMPLETED. */
export async function* piecesOf<Piece>(
  job: Attended<unknown>,
  options: WaitOptions<never>,
): AsyncGenerator<Piece, void, undefined> {
  const { data, service } = job;
  const { slug, id } = data;
  const begun = performance.now();
  const ask = (call: CallOptions) => service.jobs.stream(slug, id, {}, call);
  let end: JobStream = {};
  for await (end of guarded(job, options, ask))
    for (const { output } of end.stream ?? []) yield output as Piece;
  if (end.status === "COMPLETED") return;
  // Only a look at the job itself brings the worker's words.
  const left = (options.timeout ?? Infinity) - (performance.now() - begun);
  const timeout = Math.max(1, Math.min(PATIENCE, left));
  const last = { ...job, answered: -Infinity };
  for await (const look of guarded(last, { ...options, timeout }, job.status))
    completed(
      look.status === end.status ? look : { id, ...end },
      data,
      service.redact,
    );
}

import { guarded } from "./cancel.js";
import type { Attended } from "./service.js";
import {
  completed,
  isFinal,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import { createLook, type WaitOptions } from "./wait.js";

/** Each change of status, once, the final one last. */
export function updatesOf<Output>(
  job: Attended<Output>,
  options: WaitOptions<Output>,
): AsyncGenerator<JobUpdate<Output>, void, undefined> {
  const updates = async function* () {
    const look = createLook(job, options, job.status);
    for (let last: string | undefined; !isFinal(last);) {
      const update = await look();
      if (update.status === last) continue;
      last = update.status;
      options.onUpdate?.(update);
      yield update;
    }
  };
  return guarded(updates(), options, job);
}

/** The job when it is COMPLETED; a `JobError` where it ends otherwise. */
export async function waitFor<Output>(
  job: Attended<Output>,
  options: WaitOptions<Output>,
): Promise<CompletedJob<Output>> {
  const { data, service } = job;
  let last: JobState<Output> = { id: data.id };
  for await (const { elapsed, ...state } of updatesOf(job, options))
    last = state;
  return completed(last, data, service.blot);
}

/** Longest wait for the words of a worker that failed, in milliseconds. */
const LAST_LOOK = 20_000;

/** The pieces of output, and a `JobError` where the job ended otherwise than COMPLETED. */
export function piecesOf<Piece>(
  job: Attended<unknown>,
  options: WaitOptions<never>,
): AsyncGenerator<Piece, void, undefined> {
  const { service, data } = job;
  const { slug, id } = data;
  const pieces = async function* () {
    const begun = performance.now();
    const look = createLook(job, options, (call) =>
      service.jobs.stream(slug, id, {}, call),
    );
    let end;
    do {
      end = await look();
      for (const { output } of end.stream ?? []) yield output as Piece;
    } while (!isFinal(end.status));
    if (end.status === "COMPLETED") return;
    // Only a look at the job itself brings the worker's words.
    const left = (options.timeout ?? Infinity) - (performance.now() - begun);
    const timeout = Math.max(1, Math.min(LAST_LOOK, left));
    const lastLook = createLook(
      { ...job, answered: -Infinity },
      { ...options, timeout },
      job.status,
    );
    const last = await lastLook();
    const state = last.status === end.status ? last : { id, ...end };
    completed(state, data, service.blot);
  };
  return guarded(pieces(), options, job);
}

import type { JobData } from "../errors.js";
import type { JobService } from "./service.js";
import { completed, isFinal } from "./state.js";
import { createLook, type WaitOptions } from "./wait.js";

/** Longest wait for the words of a worker that failed, in milliseconds. */
const LAST_LOOK = 20_000;

/** The pieces, and a `JobError` where the job ended otherwise than COMPLETED. */
export async function* piecesOf<Piece>(
  service: JobService,
  data: JobData,
  submitted: number | undefined,
  answered: number,
  options: WaitOptions<never>,
): AsyncGenerator<Piece, void, undefined> {
  const { jobs, blot } = service;
  const { slug, id } = data;
  const begun = performance.now();
  const look = createLook(service, data, submitted, answered, options, (call) =>
    jobs.stream(slug, id, {}, call),
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
    service,
    data,
    submitted,
    -Infinity,
    { ...options, timeout },
    (call) => jobs.status(slug, id, {}, call),
  );
  const last = await lastLook();
  completed(last.status === end.status ? last : { id, ...end }, data, blot);
}

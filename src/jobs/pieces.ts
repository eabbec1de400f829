import type { JobStream } from "../../generated/jobs.js";
import type { CallOptions } from "../options.js";
import { completed, type JobState } from "./state.js";
import { looks, type WaitOptions, type Watched } from "./wait.js";

/** The pieces, and a `JobError` where the job ended otherwise than COMPLETED. */
export async function* piecesOf<Piece>(
  watched: Watched,
  options: WaitOptions<never>,
  look: (call: CallOptions) => Promise<JobStream>,
  status: (call: CallOptions) => Promise<JobState<unknown>>,
): AsyncGenerator<Piece, void, undefined> {
  const begun = performance.now();
  let end: JobState<unknown> = { id: watched.data.id };
  for await (const { answer } of looks(watched, options, look)) {
    for (const { output } of answer.stream ?? []) yield output as Piece;
    end = { ...end, ...answer };
  }
  if (end.status === "COMPLETED") return;
  // Only a look at the job itself brings the worker's words.
  const left = (options.timeout ?? Infinity) - (performance.now() - begun);
  const timeout = Math.max(1, Math.min(LAST_LOOK, left));
  const asked = { ...watched, known: undefined };
  for await (const { answer } of looks(
    asked,
    { ...options, timeout },
    status,
  )) {
    if (answer.status === end.status) end = answer;
    break;
  }
  completed(end, watched.data, watched.blot);
}

/** Longest wait for the words of a worker that failed, in milliseconds. */
const LAST_LOOK = 20_000;

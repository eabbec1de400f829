import type { JobStream } from "../../generated/jobs/resources.js";
import { CloudComputeError, ConnectionError } from "../errors.js";
import { POLL_TIMEOUT_MS, type PollKind } from "./poll.js";
import {
  describeJob,
  describeWait,
  findStateProblem,
  isFinal,
  requireCompleted,
  type JobState,
} from "./state.js";
import type { JobStateClient } from "./job-state.js";
import { Wait, type WaitOptions } from "./wait.js";

/** The service holds a response for about this long until there is something to say. */
const LONG_POLL_MS = 10_000;
/** A response that took this long was held by the service until there was something to say. */
const MIN_HELD_MS = 1000;

const OPERATION = "job.stream";
const STREAM_ROUTE = "GET /v2/{slug}/stream/{jobId}";

/** Yields the pieces of output that the worker sends. Throws a `JobError` if the job ends in any other state than COMPLETED. */
export async function* streamPieces<Piece, Output>(
  job: JobStateClient<Output>,
  options: WaitOptions<Output>,
): AsyncGenerator<Piece, void, undefined> {
  const startedAt = performance.now();
  const wait = new Wait(job, options, streamPolls(job));
  let last: JobStream;
  try {
    do {
      last = await wait.next();
      for (const { output } of last.stream ?? []) yield output as Piece;
      const { status } = last;
      await wait.report({ id: job.data.id, status } as JobState<Output>);
    } while (!isFinal(last.status));
  } finally {
    await wait.end();
  }
  if (last.status === "COMPLETED") return;
  const { timeout = Infinity } = options;
  const remainingMs = timeout - (performance.now() - startedAt);
  await throwJobError(job, options, last, remainingMs);
}

function streamPolls(job: JobStateClient<unknown>): PollKind<JobStream> {
  const { service, data } = job;
  return {
    operation: OPERATION,
    route: STREAM_ROUTE,
    request: (options, controls) =>
      service.send({
        operation: OPERATION,
        route: STREAM_ROUTE,
        slug: data.slug,
        jobId: data.id,
        findProblem: (state) =>
          findStateProblem(state, data.id) || findPiecesProblem(state),
        options,
        controls,
      }),
    pollsAgainAtOnce: (state, durationMs) =>
      durationMs >= MIN_HELD_MS || (state.stream ?? []).length > 0,
    longPollMs: LONG_POLL_MS,
    lossAtTimeout: ", and pieces of output may be lost with it",
    // The service delivers each piece once: the pieces of a poll that may have been carried out may be lost.
    createLossError: (error) =>
      error instanceof CloudComputeError && error.maybeSent
        ? new ConnectionError(
            `an answer to the stream of ${describeJob(data)} was lost, and with it pieces of output; the job goes on`,
            { ...describeWait(OPERATION, STREAM_ROUTE), cause: error },
          )
        : undefined,
  };
}

/** Says that a success has no status, or pieces other than a list of objects: such a response may have carried pieces. */
function findPiecesProblem(data: object): string {
  const { status, stream } = data as {
    readonly status?: unknown;
    readonly stream?: unknown;
  };
  const pieces = stream ?? [];
  const isPromised =
    status !== undefined &&
    Array.isArray(pieces) &&
    pieces.every((piece) => typeof piece === "object" && piece !== null);
  return isPromised ? "" : "pieces that cannot be read";
}

/**
 * Throws the error of a job that ended in any other state than COMPLETED. A stream does not say why, so this polls the status
 * until it gets a response.
 */
async function throwJobError(
  job: JobStateClient<unknown>,
  options: WaitOptions<never>,
  last: JobStream,
  remainingMs: number,
): Promise<void> {
  const { service, data } = job;
  const timeout = Math.max(1, Math.min(POLL_TIMEOUT_MS, remainingMs));
  const wait = new Wait(
    job,
    { ...options, interval: 0, timeout },
    {
      operation: OPERATION,
      request: (options, controls) => job.status(options, controls),
    },
  );
  try {
    const state = await wait.next();
    const isSame = state.status === last.status;
    const ended = isSame ? state : { ...last, id: data.id };
    const call = describeWait(OPERATION);
    requireCompleted(ended as JobState, data, service.redact, call);
  } finally {
    await wait.end();
  }
}

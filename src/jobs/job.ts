import type { ModelOutput } from "../../generated/jobs.js";
import { InputError, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import { later } from "../later.js";
import { segment } from "../paths.js";
import { createCancellation, type Cancellation } from "./cancel.js";
import {
  completed,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import { outputsOf, type OutputFile } from "./outputs.js";
import type { JobService } from "./service.js";
import { looks, type WaitOptions, type Watched } from "./wait.js";

/** A submitted job. It holds no connection: drop it, or carry `toJSON()` to another process and go on there. */
export interface Job<Output = ModelOutput> {
  readonly slug: string;
  readonly id: string;
  /** One look at the job. */
  status(options?: CallOptions): Promise<JobState<Output>>;
  /**
   * Waits until the job is COMPLETED, for 24 hours at most unless `timeout` says otherwise.
   *
   * @throws JobError when it ends otherwise, or the service knows it no more
   * @throws TimeoutError when the bound is reached; its `job` goes to `cloud.job` to wait on
   */
  wait(options?: WaitOptions<Output>): Promise<CompletedJob<Output>>;
  /** Each change of status as it is seen, the final one last. It does not throw when the job ends as FAILED. */
  watch(
    options?: WaitOptions<Output>,
  ): AsyncGenerator<JobUpdate<Output>, void, undefined>;
  /**
   * The pieces of output that a worker yields, as they come; ends with the job.
   *
   * @throws JobError when the job ends otherwise than COMPLETED
   */
  stream<Piece = unknown>(
    options?: WaitOptions<Output>,
  ): AsyncGenerator<Piece, void, undefined>;
  /** Waits as `wait` does, for the files that the job makes, each with the time until which the service keeps it. */
  outputs(options?: WaitOptions<Output>): Promise<OutputFile[]>;
  /** Calls the job off; one that has ended stays as it is. */
  cancel(options?: CallOptions): Promise<JobState<Output>>;
  /** Puts a job that FAILED or TIMED_OUT back in the queue under the same id; the new run is billed if it succeeds. */
  retry(options?: CallOptions): Promise<JobState<Output>>;
  /** What `cloud.job` takes to go on with this job, in this process or another. */
  toJSON(): JobData;
}

/** A handle on a job; `fresh` when this process has just submitted it. */
export function createJob<Output>(
  { jobs, budgets, blot }: JobService,
  data: JobData,
  fresh = false,
): Job<Output> {
  checkData(data);
  const { slug, id, submittedAt } = data;
  const age = createAge(submittedAt);
  const made = performance.now();
  const watched = () => {
    const known = fresh ? performance.now() - made : undefined;
    return { data, age: age(), known, budgets, blot };
  };
  const { cancel, giveUp } = createCancellation(jobs, budgets, data);
  const status = (options?: CallOptions) =>
    jobs.status(slug, id, {}, options) as Promise<JobState<Output>>;
  const watch = (options: WaitOptions<Output> = {}) =>
    guarded(updates(watched(), options, status), options, giveUp);
  const stream = <Piece>(options: WaitOptions<Output> = {}) => {
    const look = (call: CallOptions) => jobs.stream(slug, id, {}, call);
    const begun = watched();
    const pieces = async function* () {
      const load = () => import("./pieces.js");
      const { piecesOf } = await later("job.stream", options.signal, load);
      yield* piecesOf<Piece>(begun, options, look, status);
    };
    return guarded(pieces(), options, giveUp);
  };
  let done: CompletedJob<Output> | undefined;
  const wait = async (options?: WaitOptions<Output>) => {
    let last: JobState<Output> = { id };
    for await (const { elapsed, ...state } of watch(options)) last = state;
    done = completed(last, data, blot);
    return done;
  };
  return {
    slug,
    id,
    status,
    watch,
    stream,
    wait,
    outputs: async (options) =>
      outputsOf(done ?? (await wait(options)), submittedAt),
    cancel: (options) => cancel(options) as Promise<JobState<Output>>,
    retry: (options) =>
      jobs.retry(slug, id, options) as Promise<JobState<Output>>,
    toJSON: () => data,
  };
}

/** The milliseconds since the submit: by the wall clock until now, by the steady clock from now on. */
function createAge(submittedAt: number | undefined): () => number {
  if (submittedAt === undefined) return () => 0;
  const [then, made] = [Date.now() - submittedAt, performance.now()];
  return () => Math.max(0, then) + performance.now() - made;
}

/** Each change of status, once. */
async function* updates<Output>(
  watched: Watched,
  options: WaitOptions<Output>,
  status: (options: CallOptions) => Promise<JobState<Output>>,
): AsyncGenerator<JobUpdate<Output>, void, undefined> {
  let last: string | undefined;
  for await (const { answer, elapsed } of looks(watched, options, status)) {
    if (answer.status === last) continue;
    last = answer.status;
    const update = { ...answer, elapsed };
    options.onUpdate?.(update);
    yield update;
  }
}

/** Ends a wait that fails, or is left after an abort, as its `onAbort` says. */
async function* guarded<T>(
  inner: AsyncGenerator<T, void, undefined>,
  options: WaitOptions<never>,
  giveUp: Cancellation["giveUp"],
): AsyncGenerator<T, void, undefined> {
  let isLeft = true;
  try {
    yield* inner;
    isLeft = false;
  } catch (error) {
    isLeft = false;
    throw await giveUp(error, options);
  } finally {
    // The consumer may have left on the very signal, without asking for more.
    if (isLeft && options.signal?.aborted)
      void giveUp(options.signal.reason, options);
  }
}

/** Refuses what is not what `toJSON` gives: it may have been through a file. */
function checkData(data: unknown): asserts data is JobData {
  const { slug, id, submittedAt, ttl } = Object(data) as Record<
    string,
    unknown
  >;
  segment("slug", slug);
  segment("id", id);
  for (const [name, value] of Object.entries({ submittedAt, ttl })) {
    if (value === undefined || (Number.isFinite(value) && Number(value) >= 0))
      continue;
    throw new InputError(
      name,
      `${name} must be a number of milliseconds, 0 or more`,
      { operation: "cloud.job" },
    );
  }
}

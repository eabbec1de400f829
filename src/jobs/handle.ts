import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import { check } from "../checks.js";
import { segment } from "../paths.js";
import { guarded } from "./cancel.js";
import type { Job } from "./job.js";
import { loadLate } from "./load.js";
import { outputsOf } from "./outputs.js";
import type { JobService } from "./service.js";
import {
  completed,
  isFinal,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import { createLook, type WaitOptions } from "./wait.js";

/** A handle on a job; `fresh` when this process has just submitted it. */
export function createJob<Output>(
  service: JobService,
  data: JobData,
  fresh = false,
): Job<Output> {
  checkData(data);
  const { jobs, budgets, blot } = service;
  const { slug, id, submittedAt } = data;
  const made = performance.now();
  const answered = fresh ? made : -Infinity;
  // By the wall clock until now, by the steady clock from now on.
  const submitted =
    submittedAt === undefined
      ? undefined
      : made - Math.max(0, Date.now() - submittedAt);

  const status = (options?: CallOptions) =>
    jobs.status(slug, id, {}, options) as Promise<JobState<Output>>;
  const cancel = (options: CallOptions = {}) =>
    budgets.of("cancel", slug)(
      performance.now(),
      Infinity,
      options.signal,
      (again) => jobs.cancel(slug, id, { ...{ ...options, again } }),
    ) as Promise<JobState<Output>>;

  /** Each change of status, once. */
  const updates = async function* (
    options: WaitOptions<Output>,
  ): AsyncGenerator<JobUpdate<Output>, void, undefined> {
    const look = createLook(
      service,
      data,
      submitted,
      answered,
      options,
      status,
    );
    for (let last: string | undefined; !isFinal(last);) {
      const update = await look();
      if (update.status === last) continue;
      last = update.status;
      options.onUpdate?.(update);
      yield update;
    }
  };
  const watch = (options: WaitOptions<Output> = {}) =>
    guarded(updates(options), options, data, cancel);
  const pieces = async function* <Piece>(options: WaitOptions<Output>) {
    const { piecesOf } = await loadLate("job.stream", options.signal);
    yield* piecesOf<Piece>(service, data, submitted, answered, options);
  };
  let done: CompletedJob<Output> | undefined;
  const wait = async (options?: WaitOptions<Output>) => {
    let last: JobState<Output> = { id };
    for await (const { elapsed, ...state } of watch(options)) last = state;
    return (done = completed(last, data, blot));
  };
  return {
    slug,
    id,
    status,
    wait,
    watch,
    stream: <Piece>(options: WaitOptions<Output> = {}) =>
      guarded(pieces<Piece>(options), options, data, cancel),
    outputs: async (options) =>
      outputsOf(done ?? (await wait(options)), submittedAt),
    cancel,
    retry: (options) =>
      jobs.retry(slug, id, options) as Promise<JobState<Output>>,
    toJSON: () => data,
  };
}

/** Refuses what is not what `toJSON` gives: it may have been through a file. */
function checkData(data: unknown): void {
  const { slug, id, ...times } = Object(data) as Partial<JobData>;
  segment("slug", slug);
  segment("id", id);
  for (const name of ["submittedAt", "ttl"] as const) {
    const { [name]: value = 0 } = times;
    check(
      Number.isFinite(value) && value >= 0,
      name,
      "must be a number of milliseconds, 0 or more",
      { operation: "cloud.job" },
    );
  }
}

import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import { check } from "../checks.js";
import { segment } from "../http/url.js";
import type { Job } from "./job.js";
import { loadLate } from "./load.js";
import { outputsOf } from "./outputs.js";
import type { Attended, JobService } from "./service.js";
import type { CompletedJob, JobState } from "./state.js";
import type { WaitOptions } from "./wait.js";

/** A handle on a job; `fresh` when this process has just submitted it. What waits is loaded with the first wait. */
export function createJob<Output>(
  service: JobService,
  data: JobData,
  fresh = false,
): Job<Output> {
  checkData(data);
  const { jobs, budgets } = service;
  const { slug, id, submittedAt } = data;
  const status = (options?: CallOptions) =>
    jobs.status(slug, id, {}, options) as Promise<JobState<Output>>;
  const cancel = (options: CallOptions = {}) =>
    budgets.of("cancel", slug)(
      performance.now(),
      Infinity,
      options.signal,
      (again) =>
        service.jobsWith({ beforeRetry: again }).cancel(slug, id, options),
    ) as Promise<JobState<Output>>;
  const attended: Attended<Output> = {
    service,
    data,
    status,
    cancel,
    answered: fresh ? performance.now() : -Infinity,
    // By the wall clock until now, by the steady clock from now on.
    submitted:
      submittedAt === undefined
        ? undefined
        : performance.now() - Math.max(0, Date.now() - submittedAt),
  };
  // An abort that is to call the job off is heeded by the wait itself.
  const load = ({ signal, onAbort }: WaitOptions<never>) =>
    loadLate("job.wait", onAbort === "cancel" ? undefined : signal);
  let done: CompletedJob<Output> | undefined;
  const wait = async (options: WaitOptions<Output> = {}) =>
    (done = await (await load(options)).wait(attended, options));
  return {
    slug,
    id,
    status,
    wait,
    watch: async function* (options = {}) {
      yield* (await load(options)).watch(attended, options);
    },
    stream: async function* <Piece>(options: WaitOptions<Output> = {}) {
      yield* (await load(options)).stream<Piece>(attended, options);
    },
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
      "must be a number, 0 or more",
      { operation: "cloud.job" },
    );
  }
}

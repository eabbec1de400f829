import type { JobsResource, ModelOutput } from "../../generated/jobs.js";
import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import { segment } from "../paths.js";
import {
  completed,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import { follow, type WaitOptions } from "./wait.js";

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
  /** Calls the job off; one that has ended stays as it is. */
  cancel(options?: CallOptions): Promise<JobState<Output>>;
  /** What `cloud.job` takes to go on with this job, in this process or another. */
  toJSON(): JobData;
}

/** A handle on a job; `fresh` when this process has just submitted it. */
export function createJob<Output>(
  jobs: JobsResource,
  data: JobData,
  fresh = false,
): Job<Output> {
  const { slug, id, submittedAt } = data;
  segment("slug", slug);
  segment("id", id);
  const made = performance.now();
  const ageThen =
    submittedAt === undefined ? 0 : Math.max(0, Date.now() - submittedAt);
  const status = async (options?: CallOptions) =>
    (await jobs.status(slug, id, {}, options)) as JobState<Output>;
  const watch = async function* (options: WaitOptions<Output> = {}) {
    const age =
      submittedAt === undefined ? 0 : ageThen + performance.now() - made;
    for await (const update of follow(
      { data, age, fresh, look: status },
      options,
    )) {
      options.onUpdate?.(update);
      yield update;
    }
  };
  return {
    slug,
    id,
    status,
    watch,
    async wait(options) {
      let last: JobState<Output> = { id };
      for await (const { elapsed, ...state } of watch(options)) last = state;
      return completed(last, data);
    },
    async cancel(options) {
      return (await jobs.cancel(slug, id, options)) as JobState<Output>;
    },
    toJSON: () => data,
  };
}

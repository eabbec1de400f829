import type { ModelOutput } from "../../generated/jobs/resources.js";
import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { OutputFile } from "./outputs.js";
import type { CompletedJob, JobState, JobUpdate } from "./state.js";
import type { WaitOptions } from "./wait.js";

/** A submitted job. It holds no connection: drop it, or carry `toJSON()` to another process and go on there. */
export interface Job<Output = ModelOutput> {
  readonly slug: string;
  readonly id: string;
  /** One look at the job. */
  status(options?: CallOptions): Promise<JobState<Output>>;
  /**
   * Waits until the job is COMPLETED: for `timeout` milliseconds at most, else for as long as the job may live.
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

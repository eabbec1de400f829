import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobTrace } from "../tracing.js";
import type { JobService } from "./service.js";
import type { CompletedJob, JobState } from "./state.js";

/** A job, as the functions that wait for it see it. */
export class TrackedJob<Output> {
  readonly service: JobService;
  readonly data: JobData;
  /** When the job was submitted, on the clock of `performance.now()`; undefined if that is not known. */
  readonly submittedAt: number | undefined;
  /**
   * When this client received the response to the submit, on the clock of `performance.now()`; -Infinity if another
   * handle submitted the job. For a moment after the response the service may not know the job yet.
   */
  readonly acceptedAt: number;
  /** The result, once a wait has seen the job COMPLETED. */
  completed: CompletedJob<Output> | undefined;
  /** Traces the job from the first wait on, until that wait ends. */
  trace: JobTrace | undefined;

  /** `isNew` is true for a job that this client has just submitted. */
  constructor(service: JobService, data: JobData, isNew: boolean) {
    this.service = service;
    this.data = data;
    this.acceptedAt = isNew ? performance.now() : -Infinity;
    // The age is read from the wall clock once. From then on, only the steady clock counts.
    this.submittedAt =
      data.submittedAt === undefined
        ? undefined
        : performance.now() - Math.max(0, Date.now() - data.submittedAt);
  }

  /** Asks for the state of the job once, for a wait. */
  pollStatus(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const state = this.service.polls.status(slug, id, {}, options);
    return state as Promise<JobState<Output>>;
  }

  /** Cancels the job as soon as the rate limiter permits. */
  cancel(options: CallOptions = {}): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const { limiters, jobsWith } = this.service;
    const { signal } = options;
    const rank = performance.now();
    const state = limiters
      .get("cancel", slug)
      .run({ rank, timeoutMs: Infinity, signal }, (reacquire) =>
        jobsWith({ beforeRetry: reacquire }).cancel(slug, id, options),
      );
    return state as Promise<JobState<Output>>;
  }
}

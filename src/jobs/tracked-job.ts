import { checkMilliseconds } from "../checks.js";
import { TimeoutError, type CallContext, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobTrace } from "../tracing.js";
import { NoSlotError } from "./rate-limiter.js";
import type { JobService } from "./service.js";
import {
  checkState,
  describeJob,
  type CompletedJob,
  type JobState,
} from "./state.js";

const STATUS_CALL = {
  operation: "jobs.status",
  route: "GET /v2/{slug}/status/{jobId}",
} as const;

const RETRY_CALL = {
  operation: "jobs.retry",
  route: "POST /v2/{slug}/retry/{jobId}",
} as const;

const CANCEL_CALL = {
  operation: "jobs.cancel",
  route: "POST /v2/{slug}/cancel/{jobId}",
} as const;

/** A job, as the functions that wait for it see it. */
export class TrackedJob<Output> {
  readonly service: JobService;
  readonly data: JobData;
  /** When the job was submitted, on the clock of `performance.now()`; undefined if that is not known. */
  readonly submittedAt: number | undefined;
  /**
   * When this client received the response to the submit, on the clock of `performance.now()`; undefined if another
   * handle submitted the job.
   */
  readonly acceptedAt: number | undefined;
  /** The result, once a wait has seen the job COMPLETED. */
  completed: CompletedJob<Output> | undefined;
  /** Traces the job while it is waited for, if the client has tracing. Kept once the job has ended. */
  trace: JobTrace | undefined;

  /** `sentAt` is when this client sent the submit, on the clock of `performance.now()`; undefined if it did not. */
  constructor(service: JobService, data: JobData, sentAt?: number) {
    this.service = service;
    this.data = data;
    this.acceptedAt = sentAt === undefined ? undefined : performance.now();
    this.submittedAt = sentAt ?? findSubmitTime(data);
  }

  /** Asks for the state of the job once. */
  async status(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const { jobs } = this.service;
    return this.#read(await jobs.status(slug, id, {}, options), STATUS_CALL);
  }

  /** Asks for the state of the job once, for a wait. */
  async pollStatus(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const { polls } = this.service;
    return this.#read(await polls.status(slug, id, {}, options), STATUS_CALL);
  }

  /** Puts the job back in the queue. */
  async retry(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const { jobs } = this.service;
    return this.#read(await jobs.retry(slug, id, options), RETRY_CALL);
  }

  /** Cancels the job as soon as the rate limiter permits. A `timeout` of the options covers that wait as well. */
  async cancel(options: CallOptions = {}): Promise<JobState<Output>> {
    const { timeout } = options;
    checkMilliseconds("timeout", timeout, CANCEL_CALL);
    const begun = performance.now();
    try {
      return await this.#cancelInTurn(timeout ?? Infinity, () =>
        timeout === undefined
          ? options
          : {
              signal: options.signal,
              retries: options.retries,
              onFinalResponse: options.onFinalResponse,
              headers: options.headers,
              timeout: Math.max(1, timeout - (performance.now() - begun)),
            },
      );
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error;
      const message = `the cancellation of ${describeJob(this.data)} was not sent in time: too many others were waiting (timeout: ${timeout} ms)`;
      throw new TimeoutError(message, timeout ?? 0, CANCEL_CALL, this.data);
    }
  }

  /** Cancels the job, however long the cancellation waits for its turn. `timeout` bounds the call itself. */
  cancelInBackground(
    timeout: number,
    headers: CallOptions["headers"],
  ): Promise<JobState<Output>> {
    return this.#cancelInTurn(Infinity, () => ({ timeout, headers }));
  }

  async #cancelInTurn(
    timeoutMs: number,
    optionsOf: () => CallOptions,
  ): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const { limiters, jobsWith } = this.service;
    const { signal } = optionsOf();
    const rank = performance.now();
    const state = await limiters
      .get("cancel", slug)
      .run({ rank, timeoutMs, signal }, (reacquire) =>
        jobsWith({ beforeRetry: reacquire }).cancel(slug, id, optionsOf()),
      );
    return this.#read(state, CANCEL_CALL);
  }

  #read(state: unknown, call: CallContext): JobState<Output> {
    checkState(state, this.service.redact, call);
    return state as JobState<Output>;
  }
}

/** When a job was submitted that another handle submitted. The wall clock is read once: from then on it may be set. */
function findSubmitTime({ submittedAt }: JobData): number | undefined {
  if (submittedAt === undefined) return undefined;
  return performance.now() - Math.max(0, Date.now() - submittedAt);
}

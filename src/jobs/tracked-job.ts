import { checkMilliseconds } from "../checks.js";
import { TimeoutError, type CallContext, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobTrace } from "../tracing.js";
import { createJobs, getJobs, getPolls } from "./job-resources.js";
import { CANCEL_CALL, RETRY_CALL, STATUS_CALL } from "./job-calls.js";
import { getLimiters, NoSlotError } from "./rate-limiter.js";
import type { JobService } from "./service.js";
import type { SubmitTimes } from "./submit-times.js";
import {
  checkState,
  describeJob,
  type CompletedJob,
  type JobState,
} from "./state.js";

/** A job, as the functions that wait for it see it. */
export class TrackedJob<Output> {
  readonly service: JobService;
  readonly data: JobData;
  readonly times: SubmitTimes;
  /** The result, once a wait has seen the job COMPLETED. */
  completed: CompletedJob<Output> | undefined;
  /** Traces the job while it is waited for, if the client has tracing. Kept once the job has ended. */
  trace: JobTrace | undefined;

  constructor(service: JobService, data: JobData, times: SubmitTimes) {
    this.service = service;
    this.data = data;
    this.times = times;
  }

  /** Asks for the state of the job once. */
  async status(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const jobs = getJobs(this.service);
    return this.#read(await jobs.status(slug, id, {}, options), STATUS_CALL);
  }

  /** Asks for the state of the job once, for a wait. */
  async pollStatus(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const polls = getPolls(this.service);
    return this.#read(await polls.status(slug, id, {}, options), STATUS_CALL);
  }

  /** Puts the job back in the queue. */
  async retry(options?: CallOptions): Promise<JobState<Output>> {
    const { slug, id } = this.data;
    const jobs = getJobs(this.service);
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
      const message = `the cancellation of ${describeJob(this.data, this.service.redact)} was not sent in time: too many others were waiting (timeout: ${timeout} ms)`;
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
    const { signal } = optionsOf();
    const rank = performance.now();
    const state = await getLimiters(this.service)
      .get("cancel", slug)
      .run({ rank, timeoutMs, signal }, (reacquire) =>
        createJobs(this.service, { beforeRetry: reacquire }).cancel(
          slug,
          id,
          optionsOf(),
        ),
      );
    return this.#read(state, CANCEL_CALL);
  }

  #read(state: unknown, call: CallContext): JobState<Output> {
    checkState(state, this.data, this.service.redact, call);
    return state as JobState<Output>;
  }
}

import { TimeoutError, type JobData } from "../errors.js";
import type { CallControls } from "../http/request-context.js";
import type { CallOptions } from "../options.js";
import type { JobTrace } from "../tracing.js";
import type { JobCall } from "./calls.js";
import { LONG_POLL_CALL } from "./long-poll.js";
import { NoSlotError } from "./rate-limiter.js";
import type { JobService } from "./service.js";
import {
  CANCEL_CALL,
  describeJob,
  findStateProblem,
  readState,
  RETRY_CALL,
  STATUS_CALL,
  withJob,
  type CompletedJob,
  type JobState,
} from "./state.js";

/** Asks for the state of one job, changes the state, and keeps what this process knows of the job. */
export class JobStateClient<Output> {
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

  /** Asks for the state of the job once. With `wait`, the service may hold its response for so many milliseconds. */
  async status<Progress = unknown>(
    options?: CallOptions,
    controls: CallControls = {},
    wait?: number,
  ): Promise<JobState<Output, Progress>> {
    const call = wait === undefined ? STATUS_CALL : LONG_POLL_CALL;
    const state = await this.#send({ ...call, wait }, options, controls);
    return readState(state, this.data.slug);
  }

  /** Puts the job back in the queue. */
  async retry(options?: CallOptions): Promise<JobState<Output>> {
    const state = await this.#change(RETRY_CALL, options);
    return readState(state, this.data.slug);
  }

  /**
   * Cancels the job as soon as the rate limiter permits. A `timeout` of the options covers that wait as well; otherwise the
   * cancellation waits for its turn as long as it must.
   */
  async cancel(options: CallOptions = {}): Promise<JobState<Output>> {
    const { timeout, signal } = options;
    const rank = performance.now();
    const remaining = () =>
      timeout === undefined
        ? options
        : {
            ...options,
            timeout: Math.max(1, timeout - (performance.now() - rank)),
          };
    try {
      const state = await this.service.limiters
        .get("cancel", this.data.slug)
        .run({ rank, timeoutMs: timeout ?? Infinity, signal }, (reacquire) =>
          this.#change(CANCEL_CALL, remaining(), {
            before: async (attempt, remainingMs) => {
              // A retry counts for the rate limiter as well.
              if (attempt > 1) await reacquire(remainingMs);
            },
          }),
        );
      return readState(state, this.data.slug);
    } catch (error) {
      if (!(error instanceof NoSlotError)) throw error;
      const message = `the cancellation of ${describeJob(this.data)} was not sent in time: too many others were waiting (timeout: ${timeout} ms)`;
      throw new TimeoutError(message, timeout ?? 0, CANCEL_CALL, this.data);
    }
  }

  /**
   * Sends a change. A success without the status of the job is the notice of a gateway, not the word of the service. An
   * error names the job.
   */
  async #change(
    call: Pick<JobCall, "operation" | "route">,
    options: CallOptions | undefined,
    controls?: CallControls,
  ): Promise<object> {
    const promised = { ...call, promised: "status" };
    try {
      return await this.#send(promised, options, controls);
    } catch (error) {
      const { redact } = this.service;
      throw withJob(error, this.data, options?.signal, redact, false);
    }
  }

  #send(
    call: Pick<JobCall, "operation" | "route" | "wait" | "promised">,
    options: CallOptions | undefined,
    controls: CallControls = {},
  ): Promise<object> {
    const { slug, id } = this.data;
    return this.service.send({
      ...call,
      slug,
      jobId: id,
      findProblem: (data) => findStateProblem(data, id),
      options,
      controls,
    });
  }
}

/** When a job was submitted, on the clock of `performance.now()`. */
interface SubmitTimes {
  /** When the submit was sent; undefined if that is not known. */
  readonly submittedAt: number | undefined;
  /** When this client received the response to the submit; undefined if another handle submitted the job. */
  readonly acceptedAt: number | undefined;
}

/** The times of a job. `sentAt` is when this client has just sent its submit; undefined if it has not. */
export function findSubmitTimes(
  data: JobData,
  sentAt: number | undefined,
): SubmitTimes {
  return sentAt === undefined
    ? { submittedAt: findSubmitTime(data), acceptedAt: undefined }
    : { submittedAt: sentAt, acceptedAt: performance.now() };
}

/** When a job was submitted that another handle submitted. The wall clock is read once: from then on it may be set. */
function findSubmitTime({ submittedAt }: JobData): number | undefined {
  if (submittedAt === undefined) return undefined;
  return performance.now() - Math.max(0, Date.now() - submittedAt);
}

import {
  checkCallbacks,
  checkFlag,
  checkOneOf,
  checkOptions,
  type OptionNames,
} from "../checks.js";
import {
  CallbackError,
  TimeoutError,
  type CallbackName,
  type CancelOutcome,
} from "../errors.js";
import { EXPIRED, startTimer, withTimeout } from "../http/timeout.js";
import type { CallOptions } from "../options.js";
import { checkPollOptions, Poller, type PollKind } from "./poll.js";
import { LAST_POLL_TIMEOUT_MS } from "./poll-end.js";
import { type PollInterval } from "./poll-interval.js";
import {
  describeJob,
  describeWait,
  isCompleted,
  isFinal,
  progressOf,
  requireCompleted,
  withJob,
  type WaitOperation,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import { describeSubmit } from "./submit-body.js";
import type { JobStateClient } from "./job-state.js";

/** A function of the caller. A promise that the function returns is awaited; any other return value is ignored. */
export type Callback<Arguments extends readonly unknown[]> =
  | ((...args: Arguments) => void)
  | ((...args: Arguments) => Promise<void>);

/** How to wait for a job. */
export interface WaitOptions<Output = unknown, Progress = unknown> extends Pick<
  CallOptions,
  "signal" | "headers"
> {
  /**
   * The longest time that the whole wait may take, in milliseconds. The last poll is sent at that moment, and has one more
   * second for its response. If the job, or a call of `onUpdate`, has not ended by then, the wait rejects with a
   * `TimeoutError`; the job goes on unless `onAbort` is `"cancel"`.
   *
   * @default what is left of the job's time to live (`policy.ttl` of its submit, or 24 hours), and two minutes
   */
  readonly timeout?: number | undefined;
  /**
   * How long the wait goes on without a usable answer of the service, in milliseconds: through lost connections, silence,
   * server errors, pages of gateways and responses that cannot be read. Where `apiKey` is a function, also through 401, 403
   * and a function that fails or does not end: the key may be about to change. A poll that is silent until then is ended,
   * and the last poll in an outage has one second. 429 is a response, and so is the service's own 404: neither is an outage.
   * A response to a stream may be held for ten seconds, which are no outage, and neither is time in which the process stood
   * still.
   *
   * @default 120000
   */
  readonly outageTimeout?: number | undefined;
  /**
   * The poll interval: a number of milliseconds, or a function that receives the milliseconds since the submit and the
   * number of polls so far and returns such a number. Values below 50 count as 50. If the function returns anything but a
   * finite number, the wait ends with a `CallbackError`. A Retry-After makes the pause longer, up to a minute.
   *
   * @default 250 ms, then a quarter of the time since the submit, from 500 ms up to a second; after half a minute a thirtieth
   * of that time, up to 5000 ms; ±10 %. Where the service holds its response until the job ends, nothing is polled
   * (`longPolling` of the client)
   */
  readonly interval?: PollInterval | undefined;
  /**
   * Whether the wait uses long polling: it asks the service to hold its response until the job ends, where the endpoint does
   * that and the client has no `longPolling: false`. With `true` it does so beside an `interval` as well, which then counts
   * where nothing is held, and does not poll meanwhile: `onUpdate` and `onProgress` see little before the end.
   *
   * @default true without an `interval`, `onUpdate` and `onProgress`
   */
  readonly longPolling?: boolean | undefined;
  /**
   * Called once for each change of the job's status, the final one included, and awaited before the next poll, at most
   * until the timeout of the wait. An error that it throws, or a rejection, ends the wait with a `CallbackError`; after the
   * end of the wait, both are ignored.
   */
  readonly onUpdate?: Callback<[update: JobUpdate<Output>]> | undefined;
  /**
   * Called whenever a poll shows another progress than the poll before, with the value that the worker reported, and
   * awaited as `onUpdate` is. A value that the worker replaces between two polls is not seen. `job.stream` does not call
   * it: its pieces are what the worker reports.
   */
  readonly onProgress?: Callback<[progress: Progress]> | undefined;
  /**
   * What happens to the job when `signal` aborts or the wait reaches its timeout: the job goes on (`"detach"`), or is
   * cancelled (`"cancel"`). The wait then rejects once the service has answered the cancellation, at most five seconds
   * after the abort or the timeout: an abort with the reason of the signal, and a timeout with a `TimeoutError` that carries
   * the outcome. A cancellation that takes longer, because many others were before it, continues in the background.
   * With `"detach"` an abort rejects at once. Leaving the loop of a `watch` or a `stream` is no abort: the job goes on.
   *
   * @default "detach"
   */
  readonly onAbort?: "detach" | "cancel" | undefined;
  /**
   * Called with the outcome of the cancellation that `onAbort: "cancel"` asked for. An error that it throws, or a
   * rejection, is ignored.
   */
  readonly onCancel?: Callback<[outcome: CancelOutcome]> | undefined;
}

/** How long a wait or a `map` that is aborted, or that is over, waits for the cancellations of its jobs. */
export const CANCEL_TIMEOUT_MS = 5000;

/** The options of a wait. */
export const WAIT_OPTIONS: OptionNames<WaitOptions> = {
  signal: true,
  headers: true,
  timeout: true,
  outageTimeout: true,
  interval: true,
  longPolling: true,
  onUpdate: true,
  onProgress: true,
  onAbort: true,
  onCancel: true,
};

/** The options of a wait, or of a `map`, whose callbacks take other arguments. */
interface UncheckedOptions extends Omit<
  WaitOptions<never, never>,
  "onUpdate" | "onProgress"
> {
  readonly onUpdate?: unknown;
  readonly onProgress?: unknown;
}

/** Throws an `InputError` for an option of a wait or of a `map` that is not valid. `names` are all options of the call. */
export function checkWaitOptions(
  options: UncheckedOptions,
  operation: string,
  names: Readonly<Record<string, true>> = WAIT_OPTIONS,
): void {
  const call = { operation };
  checkOptions(options, names, call);
  checkPollOptions(options, operation);
  const {
    onAbort = "detach",
    onCancel,
    longPolling,
    onUpdate,
    onProgress,
  } = options;
  checkFlag("longPolling", longPolling, call);
  checkOneOf("onAbort", onAbort, ["detach", "cancel"], call);
  checkCallbacks({ onCancel, onUpdate, onProgress }, call);
}

/** A wait that began with the submit of its job. */
export interface BegunWait<Output> {
  /** When the wait began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** The state that the response to the submit showed, if that shows the job. */
  readonly state?: JobState<Output>;
  /** Runs the callbacks of the caller that precede the first poll. */
  readonly beforePolls?: (wait: Pick<Wait<JobState>, "bound">) => Promise<void>;
}

/** Waits until the job is COMPLETED. Throws a `JobError` if it ends in any other state. */
export async function waitUntilCompleted<Output>(
  job: JobStateClient<Output>,
  operation: WaitOperation,
  options: WaitOptions<Output>,
  begun?: BegunWait<Output>,
): Promise<CompletedJob<Output>> {
  const polls = statusPolls(job, operation, options);
  const wait = new Wait(job, options, polls, begun?.startedAt);
  let known = begun?.state && wait.recordState(begun.state);
  try {
    await begun?.beforePolls?.(wait);
    for (;;) {
      const state = known ?? (await wait.next());
      // Only `runSync` shows a state by its submit.
      const route = known && describeSubmit("runSync").route;
      known = undefined;
      if (isCompleted(state)) job.completed = state;
      await wait.report(state);
      if (!isFinal(state.status)) continue;
      const { redact } = job.service;
      const call = describeWait(operation, route);
      return requireCompleted(state, job.data, redact, call);
    }
  } catch (error) {
    throw withJob(error, job.data, options.signal, job.service.redact);
  } finally {
    await wait.end();
  }
}

/** Yields each change of the job's status and progress once, the final one last. */
export async function* watchStatus<Output, Progress>(
  job: JobStateClient<Output>,
  options: WaitOptions<Output, Progress>,
): AsyncGenerator<JobUpdate<Output, Progress>, void, undefined> {
  const polls = statusPolls(job, "job.watch", options);
  const wait = new Wait(job, options, polls);
  try {
    for (;;) {
      const state = await wait.next();
      const update = await wait.report(state);
      if (update) yield update;
      if (isFinal(state.status)) return;
    }
  } finally {
    await wait.end();
  }
}

function statusPolls<Output, Progress = unknown>(
  job: JobStateClient<Output>,
  operation: WaitOperation,
  options: WaitOptions<Output, Progress>,
): PollKind<JobState<Output, Progress>> {
  return {
    operation,
    request: (options, controls, waitMs) =>
      job.status(options, controls, waitMs),
    mayLongPoll: true,
    showsChanges:
      operation === "job.watch" ||
      (options.longPolling !== true &&
        (options.onUpdate !== undefined || options.onProgress !== undefined)),
  };
}

/**
 * The polls of one wait, and the reports of what they show. If the wait is aborted or reaches its timeout, the job is treated
 * as `onAbort` says.
 */
export class Wait<
  State extends { readonly status?: string },
  Output = unknown,
  Progress = unknown,
> {
  readonly #job: JobStateClient<unknown>;
  readonly #options: WaitOptions<Output, Progress>;
  readonly #operation: WaitOperation;
  readonly #poller: Poller<State>;
  #lastStatus: string | undefined;
  /** The progress that was last seen, as JSON. */
  #lastProgress: string | undefined;
  /** Whether the job is still to be cancelled when the wait is aborted or reaches its timeout. */
  #mayCancel: boolean;
  #hasJobEnded = false;

  constructor(
    job: JobStateClient<unknown>,
    options: WaitOptions<Output, Progress>,
    polls: PollKind<State>,
    startedAt?: number,
  ) {
    this.#job = job;
    this.#options = options;
    this.#operation = polls.operation;
    this.#poller = new Poller(job, options, polls, startedAt);
    this.#mayCancel = options.onAbort === "cancel";
    job.trace ??= job.service.tracing?.startJob(job.data.slug, job.data);
  }

  /** Resolves with the state that the next successful poll shows. Not an async function, to save memory in each wait. */
  next(): Promise<State> {
    return this.#poller.next().then(
      (state) => {
        this.#job.trace?.poll(state.status);
        return this.recordState(state);
      },
      (error: unknown) => this.#handleFailure(error),
    );
  }

  /**
   * Reports the state of the latest poll to `onUpdate` and `onProgress` where it is new, and waits for each of them, at most
   * until the timeout of the wait. Resolves with the change; with undefined if nothing is new.
   */
  async report(
    state: JobState<Output, Progress>,
  ): Promise<JobUpdate<Output, Progress> | undefined> {
    const value = progressOf(state);
    const progress = value === undefined ? undefined : JSON.stringify(value);
    const isNewStatus = state.status !== this.#lastStatus;
    const isNewProgress =
      progress !== undefined && progress !== this.#lastProgress;
    if (!isNewStatus && !isNewProgress) return undefined;
    this.#lastStatus = state.status;
    if (isNewProgress) this.#lastProgress = progress;
    const update = { ...state, elapsed: this.#poller.elapsedMs };
    const { onUpdate, onProgress } = this.#options;
    if (onUpdate && isNewStatus)
      await this.#callBack("onUpdate", () => onUpdate(update));
    if (onProgress && isNewProgress && value !== undefined)
      await this.#callBack("onProgress", () => onProgress(value));
    return update;
  }

  #callBack(
    name: "onUpdate" | "onProgress",
    callback: () => unknown,
  ): Promise<void> {
    return this.bound(name, async () => {
      try {
        await callback();
      } catch (reason) {
        const call = describeWait(this.#operation);
        throw new CallbackError(name, reason, [this.#job.data], call);
      }
    });
  }

  /**
   * Runs a callback of the caller. An abort rejects at once, with the reason of the signal. If the callback has not ended
   * at the timeout of the wait, rejects with a `TimeoutError`; the last update has a second more.
   */
  async bound(
    name: CallbackName,
    callback: () => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#options;
    const timeoutMs = this.#poller.callbackTimeoutMs(this.#hasJobEnded);
    try {
      await withTimeout(timeoutMs, signal, callback, startTimer);
    } catch (reason) {
      if (reason !== EXPIRED) throw reason;
      const problem = `is not waited for any longer: ${name} did not end in time`;
      await this.#handleFailure(this.#poller.createTimeoutError(problem));
    }
  }

  /** Records whether the job has ended, so that an ended job is not cancelled. Returns the state. */
  recordState(state: State): State {
    if (!isFinal(state.status)) return state;
    this.#mayCancel = false;
    this.#hasJobEnded = true;
    this.#job.trace?.end(state.status);
    return state;
  }

  /**
   * Must be called when the wait ends, and awaited before it rejects: after an abort the job is cancelled here. A consumer
   * may leave because of an abort without asking for another poll.
   */
  async end(): Promise<void> {
    this.#poller.end();
    this.#job.trace?.end(undefined);
    // Another wait for a job that goes on is traced anew.
    if (!this.#hasJobEnded) this.#job.trace = undefined;
    if (this.#options.signal?.aborted && this.#mayCancel)
      await this.#cancelInTime(CANCEL_TIMEOUT_MS);
  }

  async #handleFailure(error: unknown): Promise<never> {
    this.#job.trace?.end(undefined, error);
    if (error instanceof TimeoutError && this.#mayCancel) {
      const { signal } = this.#options;
      const limitMs = CANCEL_TIMEOUT_MS - LAST_POLL_TIMEOUT_MS;
      const cancellation = await this.#cancelInTime(limitMs, signal);
      Object.assign(error, { cancellation });
    }
    throw error;
  }

  /**
   * Cancels the job. Resolves with the outcome, or after `timeoutMs` with an error in the outcome: the cancellation
   * then goes on in the background.
   */
  async #cancelInTime(
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<CancelOutcome> {
    const { data } = this.#job;
    const outcome = this.#cancel();
    const wait = () => outcome;
    try {
      return await withTimeout(timeoutMs, signal, wait, startTimer);
    } catch (reason) {
      if (reason !== EXPIRED) throw reason;
      const message = `the cancellation of ${describeJob(data)} goes on in the background`;
      const call = { operation: "job.cancel", maybeSent: true };
      const error = new TimeoutError(message, timeoutMs, call, data);
      return { job: data, cancelled: false, error };
    }
  }

  /** Cancels the job and reports the outcome to `onCancel`. Never rejects. */
  #cancel(): Promise<CancelOutcome> {
    this.#mayCancel = false;
    const { headers, onCancel } = this.#options;
    const outcome = cancelJob(this.#job, headers);
    // The callback may throw, or return a promise that rejects. Nobody could handle either.
    outcome.then(onCancel).catch(() => undefined);
    return outcome;
  }
}

async function cancelJob(
  job: JobStateClient<unknown>,
  headers: CallOptions["headers"],
): Promise<CancelOutcome> {
  const { data } = job;
  try {
    const { status } = await job.cancel({ headers });
    return { job: data, cancelled: status === "CANCELLED" };
  } catch (error) {
    return { job: data, cancelled: false, error };
  }
}

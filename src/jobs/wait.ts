import { TimeoutError, type CancelOutcome } from "../errors.js";
import { withTimeout } from "../http/timeout.js";
import type { CallOptions } from "../options.js";
import { Poller, POLL_TIMEOUT_MS, type PollInterval } from "./poll.js";
import {
  isFinal,
  requireCompleted,
  type CompletedJob,
  type JobState,
  type JobUpdate,
} from "./state.js";
import type { TrackedJob } from "./tracked-job.js";

/** How to wait for a job. */
export interface WaitOptions<Output = unknown> extends Pick<
  CallOptions,
  "signal" | "headers"
> {
  /**
   * The longest time that the whole wait may take, in milliseconds. The wait then rejects with a `TimeoutError`; the job
   * goes on unless `onAbort` is `"cancel"`.
   *
   * @default what is left of the job's time to live: `policy.ttl` of its submit, or 24 hours
   */
  readonly timeout?: number | undefined;
  /**
   * The poll interval: a number of milliseconds, or a function that receives the milliseconds since the submit and the
   * number of polls so far and returns such a number. Values below 50 count as 50; a value that is not finite means the
   * default.
   *
   * @default a tenth of the time since the submit, at least 250 ms and at most 5000 ms, ±10 %
   */
  readonly interval?: PollInterval | undefined;
  /** Called once for each change of the job's status, the final one included. An error that it throws ends the wait. */
  readonly onUpdate?: ((update: JobUpdate<Output>) => void) | undefined;
  /**
   * What happens to the job when `signal` aborts or the wait reaches its timeout: the job goes on (`"detach"`), or is
   * cancelled (`"cancel"`). An abort rejects at once, and the cancellation continues in the background. A `TimeoutError`
   * waits for the cancellation and carries its outcome.
   *
   * @default "detach"
   */
  readonly onAbort?: "detach" | "cancel" | undefined;
  /**
   * Called with the outcome of the cancellation that `onAbort: "cancel"` asked for. An error that it throws is ignored.
   */
  readonly onCancel?: ((outcome: CancelOutcome) => void) | undefined;
}

/** Waits until the job is COMPLETED. Throws a `JobError` if it ends otherwise. */
export async function waitUntilCompleted<Output>(
  job: TrackedJob<Output>,
  options: WaitOptions<Output>,
): Promise<CompletedJob<Output>> {
  const wait = new Wait(job, options, (call) => job.pollStatus(call));
  const changes = new StatusChanges(options);
  try {
    for (;;) {
      const state = await wait.next();
      changes.report(state, wait.elapsedMs);
      if (!isFinal(state.status)) continue;
      job.completed = requireCompleted(state, job.data, job.service.redact);
      return job.completed;
    }
  } finally {
    wait.end();
  }
}

/** Yields each change of the job's status once, the final one last. */
export async function* watchStatus<Output>(
  job: TrackedJob<Output>,
  options: WaitOptions<Output>,
): AsyncGenerator<JobUpdate<Output>, void, undefined> {
  const wait = new Wait(job, options, (call) => job.pollStatus(call));
  const changes = new StatusChanges(options);
  try {
    for (;;) {
      const state = await wait.next();
      const update = changes.report(state, wait.elapsedMs);
      if (update) yield update;
      if (isFinal(state.status)) return;
    }
  } finally {
    wait.end();
  }
}

/** Finds out which polls show another status than the one before, and reports those to `onUpdate`. */
class StatusChanges<Output> {
  readonly #onUpdate: WaitOptions<Output>["onUpdate"];
  #lastStatus: string | undefined;

  constructor({ onUpdate }: WaitOptions<Output>) {
    this.#onUpdate = onUpdate;
  }

  /** Returns the update that the state of the latest poll is; undefined if its status is not new. */
  report(
    state: JobState<Output>,
    elapsed: number,
  ): JobUpdate<Output> | undefined {
    if (state.status === this.#lastStatus) return undefined;
    this.#lastStatus = state.status;
    const update = { ...state, elapsed };
    this.#onUpdate?.(update);
    return update;
  }
}

/** The polls of one wait. If the wait is aborted or reaches its timeout, the job is treated as `onAbort` says. */
export class Wait<State extends { readonly status?: string }> {
  readonly #job: TrackedJob<unknown>;
  readonly #options: WaitOptions<never>;
  readonly #poller: Poller<State>;
  /** Whether the job is still to be cancelled when the wait is aborted or reaches its timeout. */
  #mayCancel: boolean;

  /** `request` sends one poll. */
  constructor(
    job: TrackedJob<unknown>,
    options: WaitOptions<never>,
    request: (options: CallOptions) => Promise<State>,
  ) {
    this.#job = job;
    this.#options = options;
    this.#poller = new Poller(job, options, request);
    this.#mayCancel = options.onAbort === "cancel";
    job.trace ??= job.service.tracing?.startJob(job.data.slug, job.data);
  }

  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs(): number {
    return this.#poller.elapsedMs;
  }

  /** Resolves with the state that the next successful poll shows. Not an async function, to save memory in each wait. */
  next(): Promise<State> {
    return this.#poller.next().then(
      (state) => {
        const { trace } = this.#job;
        trace?.poll(state.status);
        if (!isFinal(state.status)) return state;
        this.#mayCancel = false;
        trace?.end(state.status);
        return state;
      },
      (error: unknown) => this.#handleFailure(error),
    );
  }

  /** Must be called when the wait ends: a consumer may leave because of an abort without asking for another poll. */
  end(): void {
    this.#job.trace?.end(undefined);
    this.#job.trace = undefined;
    if (this.#options.signal?.aborted && this.#mayCancel) void this.#cancel();
  }

  async #handleFailure(error: unknown): Promise<never> {
    this.#job.trace?.end(undefined, error);
    if (error instanceof TimeoutError && this.#mayCancel) {
      const outcome = this.#cancel();
      const { signal } = this.#options;
      const cancellation = await withTimeout(Infinity, signal, () => outcome);
      Object.assign(error, { cancellation });
    }
    throw error;
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
  job: TrackedJob<unknown>,
  headers: CallOptions["headers"],
): Promise<CancelOutcome> {
  const { data } = job;
  try {
    const { status } = await job.cancel({ timeout: POLL_TIMEOUT_MS, headers });
    return { job: data, cancelled: status === "CANCELLED" };
  } catch (error) {
    return { job: data, cancelled: false, error };
  }
}

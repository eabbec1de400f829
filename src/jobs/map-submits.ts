import {
  CallbackError,
  CloudComputeError,
  ResponseError,
  type JobData,
} from "../errors.js";
import { LOST_JOB } from "../http/call-errors.js";
import { askedPause } from "../http/retry.js";
import { sleep, withTimeout } from "../http/timeout.js";
import { createWaitableJob, type WaitableJob } from "./job.js";
import { isKeyFunctionFailure } from "./poll-end.js";
import { SubmittedIds, type JobService } from "./service.js";
import { createInvalidResponseError } from "./state.js";
import { describeSubmit, type SubmitBody } from "./submit-body.js";
import { submit } from "./submit.js";

export const MAP_CALL = { operation: "model.map" } as const;
/** How often an input is turned away until its error is its result. */
const MAX_TURNED_AWAY = 10;
/** The shortest pause after a submit was turned away for good. */
const MIN_PAUSE_MS = 1000;

/** A job that the service has accepted. */
export interface AcceptedJob<Output> extends WaitableJob<Output> {
  /** When the service accepted the job, on the clock of `performance.now()`. */
  readonly acceptedAt: number;
}

/** The submits of one `model.map`, and the jobs that they made. */
export class MapSubmits<Output> {
  readonly #service: JobService;
  readonly #slug: string;
  readonly #signal: AbortSignal;
  /** The jobs whose results the consumer has not received, by the index of their input. */
  readonly #underWay = new Map<number, AcceptedJob<Output>>();
  /** The submits that are in progress. None of these promises rejects. */
  readonly #sent = new Set<Promise<unknown>>();
  readonly #ids = new SubmittedIds();
  /** Until when the service takes no submits, by `performance.now()`. */
  #pausedUntil = 0;

  /** An abort of `signal` ends the submits that are not sent yet. */
  constructor(service: JobService, slug: string, signal: AbortSignal) {
    this.#service = service;
    this.#slug = slug;
    this.#signal = signal;
  }

  /** The job of an input whose result the consumer has not received. */
  jobOf(index: number): AcceptedJob<Output> | undefined {
    return this.#underWay.get(index);
  }

  /** Forgets the job of an input, whose result the consumer has received. */
  forget(index: number): void {
    this.#underWay.delete(index);
  }

  /**
   * Waits for the submits that are sent already, because nobody else would learn the ids of their jobs, and resolves with
   * all jobs under way.
   */
  async finish(signal: AbortSignal | undefined): Promise<JobData[]> {
    const sent = () => Promise.all(this.#sent);
    await withTimeout(Infinity, signal, sent);
    return [...this.#underWay.values()].map(({ job }) => job.toJSON());
  }

  /** Submits one job. While the service turns submits away, it is given none, and the input waits. */
  async submit(
    submitBody: SubmitBody,
    index: number,
  ): Promise<AcceptedJob<Output>> {
    for (let turnedAway = 1; ; turnedAway++) {
      const remainingMs = this.#pausedUntil - performance.now();
      if (remainingMs > 0) await sleep(remainingMs, this.#signal);
      try {
        return await this.#submitOnce(submitBody, index);
      } catch (error) {
        const pauseMs = askedPauseOf(error);
        if (pauseMs === undefined || turnedAway === MAX_TURNED_AWAY)
          throw error;
        this.#pauseSubmits(Math.max(MIN_PAUSE_MS, pauseMs));
      }
    }
  }

  #pauseSubmits(pauseMs: number): void {
    if (this.#pausedUntil === 0)
      this.#service.warn(
        `${MAP_CALL.operation}: the service turns submits away (429), and asks for a pause of ${Math.ceil(pauseMs / 1000)} s; the inputs wait`,
      );
    const until = performance.now() + pauseMs;
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  /** Submits one job, and remembers it until the consumer has its result. */
  async #submitOnce(
    submitBody: SubmitBody,
    index: number,
  ): Promise<AcceptedJob<Output>> {
    const service = this.#service;
    const signal = this.#signal;
    const running = submit(service, {
      kind: "run",
      slug: this.#slug,
      submitBody,
      signal,
      timeout: service.timeout,
      limitsQueueTime: false,
      finishesOnceSent: true,
    });
    const submitting = running.then(
      (submitted) => {
        const { data, response } = submitted;
        if (!this.#ids.add(data.id))
          throw createInvalidResponseError(
            response,
            "the id of the job of another input, as a cache does",
            service.redact,
            describeSubmit("run"),
            LOST_JOB,
          );
        return this.#remember(
          createWaitableJob(service, data, submitted),
          index,
        );
      },
      (error: unknown) => {
        // A submit that has failed may have been answered with the id of a job.
        const job = error instanceof CloudComputeError ? error.job : undefined;
        if (job && this.#ids.add(job.id))
          this.#remember(createWaitableJob(service, job), index);
        const isKeyMissing = !signal.aborted && isKeyFunctionFailure(error);
        throw isKeyMissing
          ? new CallbackError("apiKey", error, [], MAP_CALL)
          : error;
      },
    );
    const settled = submitting.then(
      () => undefined,
      () => undefined,
    );
    this.#sent.add(settled);
    try {
      return await submitting;
    } finally {
      this.#sent.delete(settled);
    }
  }

  #remember(
    { job, wait }: WaitableJob<Output>,
    index: number,
  ): AcceptedJob<Output> {
    const accepted = { job, wait, acceptedAt: performance.now() };
    this.#underWay.set(index, accepted);
    return accepted;
  }
}

/** For how long the service asks to submit nothing, in milliseconds. Undefined if the error does not say so. */
function askedPauseOf(error: unknown): number | undefined {
  const isTurnedAway =
    error instanceof ResponseError && error.status === 429 && !error.maybeSent;
  return isTurnedAway ? askedPause(error.headers) : undefined;
}

import type { OptionNames } from "../checks.js";
import type { Job } from "./job.js";
import type { CompletedJob } from "./state.js";
import { SUBMIT_OPTIONS, type SubmitOptions } from "./submit-body.js";
import { WAIT_OPTIONS, type Callback, type WaitOptions } from "./wait.js";

/**
 * How to run many inputs. The options of the submit apply to each job, and so do those of the wait. `timeout` counts
 * from the moment at which the service has accepted a job, and covers `onSubmit` and the wait for that job: if one of them
 * has not ended by then, the result of the input has a `TimeoutError` and the handle of the job. An abort of `signal` ends
 * the whole iteration, with `onAbort: "cancel"` after the cancellations, which take at most five seconds.
 */
export interface MapOptions<Progress = unknown>
  extends SubmitOptions, Omit<WaitOptions, "onUpdate" | "onProgress"> {
  /**
   * How many inputs are in progress at once: a whole number, 1 or more.
   *
   * @default 10
   */
  readonly concurrency?: number | undefined;
  /**
   * Called with the handle of each job as soon as the service has accepted it, and the index of its input; awaited before
   * the wait for that job begins, and so before the submit that follows it. Save the handle here if the job is to survive
   * this process: only a process that is killed between the response and this call loses a job. An error that it throws,
   * or a rejection, ends the iteration with a `CallbackError`.
   */
  readonly onSubmit?: Callback<[job: Job, index: number]> | undefined;
  /**
   * Called whenever a job has been submitted, and whenever an input has completed or failed; not awaited. What it throws,
   * or rejects with, is ignored.
   */
  readonly onCounts?: Callback<[counts: MapCounts]> | undefined;
  /**
   * Called whenever a poll shows another progress of a job than the poll before, with the value that the worker reported,
   * the handle of the job and the index of its input; awaited before the next poll of that job. An error that it throws,
   * or a rejection, ends the iteration with a `CallbackError`.
   */
  readonly onProgress?:
    | Callback<[progress: Progress, job: Job, index: number]>
    | undefined;
  /**
   * Whether the first failure ends the iteration with its error. Jobs in progress are then treated as `onAbort` says, and
   * are the `jobs` of the error.
   *
   * @default false
   */
  readonly stopOnFailure?: boolean | undefined;
}

/** How far a `map` has come. */
export interface MapCounts {
  /** How many jobs the service has accepted. */
  readonly submitted: number;
  /** How many jobs have ended as COMPLETED. */
  readonly completed: number;
  /** How many inputs have failed: their submit, their job or the wait for it. */
  readonly failed: number;
}

/** The result of one input. */
export type MapResult<Input, Output> =
  | {
      /** The index of the input in its source, from 0. */
      readonly index: number;
      readonly input: Input;
      readonly job: CompletedJob<Output>;
      /** The handle on the job. */
      readonly handle: Job<Output>;
      readonly error?: never;
    }
  | {
      readonly index: number;
      readonly input: Input;
      readonly job?: never;
      /** The handle on the job; absent if the service has not accepted one, as far as the client knows. */
      readonly handle?: Job<Output>;
      /** Why there is no result: a `JobError`, or the error of the submit or the wait. */
      readonly error: Error;
    };

const { onUpdate: _, ...SHARED_OPTIONS } = WAIT_OPTIONS;

export const MAP_OPTIONS: OptionNames<MapOptions> = {
  ...SUBMIT_OPTIONS,
  ...SHARED_OPTIONS,
  concurrency: true,
  onSubmit: true,
  onCounts: true,
  stopOnFailure: true,
};

import type { JobData } from "../errors.js";

/**
 * Watches the attempts of one submit, for other entry points of this package. Both functions run while the submit holds
 * a slot of the rate limiter, and nothing else is awaited between `beforeAttempt` and the call of `fetch`.
 */
export interface SubmitHook {
  /**
   * Awaited immediately before each attempt. The request is sent as soon as the promise resolves, even if the signal of
   * the submit has aborted meanwhile. A rejection stops the submit for good: nothing is sent, `afterAttempt` is not
   * called, and the submit rejects with the same reason.
   */
  readonly beforeAttempt: (attempt: number) => Promise<void>;
  /**
   * Awaited after each attempt for which `beforeAttempt` resolved, before the next attempt and before the submit settles.
   * A rejection ends the submit with the same reason.
   */
  readonly afterAttempt: (
    outcome: AttemptOutcome,
    attempt: number,
  ) => Promise<void>;
}

/** What is known of one attempt. */
export interface AttemptOutcome {
  /**
   * - `"accepted"`: the service answered with the id of the job, even in a failure
   * - `"not carried out"`: certainly not; nothing was sent, or the service turned the request away
   * - `"unknown"`: a job may exist, but its id is not known
   */
  readonly result: "accepted" | "not carried out" | "unknown";
  /** The job; present if it was accepted. */
  readonly job?: JobData;
  /** The status of the response; undefined without a response. */
  readonly status: number | undefined;
  /** The time of the service by the `Date` header of its response, in milliseconds since 1970; NaN if there is none. */
  readonly serviceTime: number;
}

import type { CallOptions } from "../options.js";
import type { JobPolicy, JobS3Config } from "../../generated/jobs/resources.js";

/** What a submit may say about its job, apart from the input. */
export interface SubmitOptions {
  /**
   * A URL that the service calls when the job ends. The service does not sign the call, so anyone who knows the URL can
   * send one: `createWebhooks` of `cloud-compute-sdk/webhooks` signs the URL, and handles each end of a job once.
   */
  readonly webhook?: string | undefined;
  /** How long the job may wait and run, in milliseconds, and how it ranks in the queue. */
  readonly policy?: JobPolicy | undefined;
  /** S3-compatible storage that the worker uploads large results to. */
  readonly s3Config?: JobS3Config | undefined;
  /**
   * Whether the input is checked before it is sent: names, types, ranges and allowed values, for the public models that
   * this version of the package knows. An endpoint of your own cannot be checked.
   *
   * @default false
   */
  readonly checkInput?: boolean | undefined;
}

/**
 * How to submit a job.
 *
 * One client begins at most 900 submits of a model in 10 seconds; others wait for their turn. A `timeout` given here
 * covers that wait as well as the call; the client's own timeout covers the call only.
 */
export interface RunOptions extends SubmitOptions, CallOptions {}

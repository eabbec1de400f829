import type {
  Job as JobAnswer,
  JobPolicy,
  JobRequest,
  JobS3Config,
  JobsResource,
  ModelInput,
  ModelOutput,
} from "../../generated/jobs.js";
import { InputError, ResponseError, type JobData } from "../errors.js";
import { type CallOptions } from "../options.js";
import { checkMilliseconds } from "../settings.js";
import { segment } from "../paths.js";
import { createJob, type Job } from "./job.js";
import {
  completed,
  isFinal,
  type CompletedJob,
  type JobState,
} from "./state.js";
import type { WaitOptions } from "./wait.js";

/** What a submit may say beside its input, named as on the wire. */
export interface SubmitOptions {
  /** A URL that is called when the job ends. */
  readonly webhook?: string | undefined;
  /** How long the job may wait and run. */
  readonly policy?: JobPolicy | undefined;
  /** Where the worker puts large results. */
  readonly s3Config?: JobS3Config | undefined;
}

/** How to submit a job. */
export interface RunOptions extends SubmitOptions, CallOptions {}

/** How to submit a job and wait for it. */
export interface RunSyncOptions<Output = unknown>
  extends SubmitOptions, WaitOptions<Output> {
  /**
   * How long the service holds the call for the result before it answers with a job that goes on, in milliseconds
   * from 1000 to 280000.
   * @default the service's own: 90000
   */
  readonly wait?: number | undefined;
}

/** A model by its slug, or one's own Serverless endpoint by its id. */
export interface Model<
  Input extends object = ModelInput,
  Output = ModelOutput,
> {
  readonly slug: string;
  /**
   * Submits a job and resolves as soon as the service has taken it. Every job is billed: a submit whose fate is
   * unknown is never repeated (`maybeSent` on the error tells).
   */
  run(input: Input, options?: RunOptions): Promise<Job<Output>>;
  /**
   * Submits a job and waits for it on the same connection; when the service lets go before the end, goes on with looks
   * at its status. Should the connection break, the job's id is lost with it: prefer `run` for what takes long.
   *
   * @throws JobError when the job ends otherwise than COMPLETED
   */
  runSync(
    input: Input,
    options?: RunSyncOptions<Output>,
  ): Promise<CompletedJob<Output>>;
  /** A handle on a job of this model that was submitted before. */
  job(id: string): Job<Output>;
}

/** The service's own hold of `/runsync`, in milliseconds. */
const HOLD = 90_000;
/** Node's fetch gives up at 300 s without an answer: a hold stays below. */
const LONGEST_HOLD = 280_000;
/** What a held call may take beyond its hold, in milliseconds. */
const MARGIN = 20_000;

/** The handle behind `cloud.model(slug)`. */
export function createModel<Input extends object, Output>(
  jobs: JobsResource,
  slug: string,
): Model<Input, Output> {
  segment("slug", slug);
  return {
    slug,
    async run(input, { webhook, policy, s3Config, ...options } = {}) {
      const submittedAt = Date.now();
      const answer = await jobs.run(
        slug,
        requestOf(input, { webhook, policy, s3Config }),
        options,
      );
      return createJob(
        jobs,
        dataOf("jobs.run", slug, answer, submittedAt, policy),
        true,
      );
    },
    async runSync(input, { webhook, policy, s3Config, wait, ...options } = {}) {
      const { signal, headers, timeout } = options;
      if (timeout !== undefined)
        checkMilliseconds("timeout", timeout, "jobs.runSync");
      if (wait !== undefined) checkHold(wait);
      const submittedAt = Date.now();
      const begun = performance.now();
      const held = Math.min((wait ?? HOLD) + MARGIN, timeout ?? Infinity);
      const query = wait === undefined ? {} : { wait };
      const body = requestOf(input, { webhook, policy, s3Config });
      const answer = await jobs.runSync(slug, body, query, {
        signal,
        headers,
        timeout: held,
      });
      const data = dataOf("jobs.runSync", slug, answer, submittedAt, policy);
      if (isFinal(answer.status))
        return completed(answer as JobState<Output>, data);
      const left =
        timeout === undefined
          ? undefined
          : Math.max(1, timeout - (performance.now() - begun));
      return createJob<Output>(jobs, data, true).wait({
        ...options,
        timeout: left,
      });
    },
    job: (id) => createJob(jobs, { slug, id }),
  };
}

function requestOf(
  input: object,
  { webhook, policy, s3Config }: SubmitOptions,
): JobRequest {
  const beside = {
    ...(webhook === undefined ? {} : { webhook }),
    ...(policy ? { policy } : {}),
    ...(s3Config ? { s3Config } : {}),
  };
  return { input: input as JobRequest["input"], ...beside };
}

function checkHold(wait: number): void {
  if (Number.isInteger(wait) && wait >= 1000 && wait <= LONGEST_HOLD) return;
  const bounds = `from 1000 to ${String(LONGEST_HOLD)}`;
  throw new InputError(
    "wait",
    `jobs.runSync: wait must be a whole number of milliseconds ${bounds}`,
    { operation: "jobs.runSync" },
  );
}

/** What the handle keeps; an answer without an id is an error and is never polled. */
function dataOf(
  operation: string,
  slug: string,
  answer: JobAnswer,
  submittedAt: number,
  policy?: JobPolicy,
): JobData {
  const { id } = Object(answer) as { id?: unknown };
  if (typeof id === "string" && id !== "")
    return {
      slug,
      id,
      submittedAt,
      ...(policy?.ttl === undefined ? {} : { ttl: policy.ttl }),
    };
  const kept = { status: 200, headers: new Headers(), body: answer };
  const circumstances = { operation, maybeSent: true };
  throw new ResponseError(
    `${operation}: the answer holds no job id`,
    kept,
    circumstances,
    "unreadable_answer",
  );
}

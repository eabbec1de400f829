import type {
  Job as JobResponse,
  JobPolicy,
  JobRequest,
  JobS3Config,
  JobsResource,
} from "../../generated/jobs/resources.js";
import { checkMilliseconds } from "../checks.js";
import { TimeoutError, type JobData } from "../errors.js";
import { segment } from "../http/url.js";
import type { CallOptions } from "../options.js";
import { NoSlotError, type ReacquireSlot } from "./rate-limiter.js";
import type { JobService } from "./service.js";
import { createInvalidResponseError } from "./state.js";

/** What a submit may say about its job, apart from the input. */
export interface SubmitOptions {
  /** A URL that the service calls when the job ends. */
  readonly webhook?: string | undefined;
  /** How long the job may wait and run, in milliseconds, and how it ranks in the queue. */
  readonly policy?: JobPolicy | undefined;
  /** S3-compatible storage that the worker uploads large results to. */
  readonly s3Config?: JobS3Config | undefined;
}

/** One submit of a job. */
interface Submission {
  readonly kind: "run" | "runSync";
  readonly slug: string;
  readonly input: object;
  readonly options: SubmitOptions;
  /** Ends the submit until it is sent, and after that unless `finishAfterSend` is set. */
  readonly signal: AbortSignal | undefined;
  readonly headers: CallOptions["headers"];
  readonly retries: number | undefined;
  /** The timeout of the call, in milliseconds. */
  readonly timeout: number;
  /** Whether the timeout covers the wait for a slot of the rate limiter as well. */
  readonly limitsQueueTime: boolean;
  /** Once the request has been sent, an abort no longer ends the submit: the id of the job must not be lost. */
  readonly finishAfterSend?: boolean;
  readonly send: (
    jobs: JobsResource,
    body: JobRequest,
    call: CallOptions,
  ) => Promise<JobResponse>;
}

/** A job that the service has accepted. */
interface SubmittedJob {
  readonly response: JobResponse;
  readonly data: JobData;
}

/**
 * A submit is not begun with less time than this, or than half of its timeout if that is shorter: it would often time
 * out after the service has accepted the job, which is billed but has lost its id.
 */
const MIN_SUBMIT_TIME_MS = 5000;

/** Submits a job once, as soon as the rate limiter permits. */
export async function submit(
  { limiters, redact, jobsWith }: JobService,
  submission: Submission,
): Promise<SubmittedJob> {
  const { kind, slug, input, options, send } = submission;
  const { signal, headers, retries, timeout, limitsQueueTime } = submission;
  const { finishAfterSend = false } = submission;
  const call = {
    operation: `jobs.${kind}`,
    route: `POST /v2/{slug}/${kind.toLowerCase()}`,
  };
  checkMilliseconds("timeout", timeout, call);
  const { webhook, policy, s3Config } = options;
  const body = { input, webhook, policy, s3Config } as JobRequest;
  const queuedAt = performance.now();
  let submittedAt = 0;
  const sendBody = (reacquire: ReacquireSlot) => {
    submittedAt = Date.now();
    const queueTimeMs = limitsQueueTime ? performance.now() - queuedAt : 0;
    const jobs = jobsWith({
      finishAfterSend,
      beforeRetry: reacquire,
      lostNote: "; the job may be running, but its id is lost",
    });
    const remainingMs = timeout - queueTimeMs;
    return send(jobs, body, { signal, headers, retries, timeout: remainingMs });
  };
  const timeoutMs = limitsQueueTime
    ? timeout - Math.min(MIN_SUBMIT_TIME_MS, timeout / 2)
    : Infinity;
  const response = await limiters
    .get(kind, slug)
    .run({ rank: queuedAt, timeoutMs, signal }, sendBody)
    .catch((error: unknown) => {
      if (!(error instanceof NoSlotError)) throw error;
      const message = `${call.route} was not sent in time: too many other submits were waiting (timeout: ${timeout} ms)`;
      throw new TimeoutError(message, timeout, call);
    });
  const id = readId(response);
  if (id === undefined)
    throw createInvalidResponseError(response, "no job id", redact, call);
  const data = { slug, id, submittedAt };
  const ttl = policy?.ttl;
  return { response, data: ttl === undefined ? data : { ...data, ttl } };
}

/** The id of a submitted job; undefined if the response holds none that a request could ask for. */
function readId(response: unknown): string | undefined {
  const { id } = Object(response) as Partial<JobResponse>;
  try {
    segment("id", id);
    return id;
  } catch {
    return undefined;
  }
}

import type {
  Job as JobResponse,
  JobRequest,
  JobsResource,
  JobStatus,
} from "../../generated/jobs/resources.js";
import { checkMilliseconds } from "../checks.js";
import { TimeoutError, type JobData } from "../errors.js";
import type { AttemptEnd, SendControls } from "../http/request.js";
import { segment } from "../http/url.js";
import type { CallOptions } from "../options.js";
import { createJobs } from "./job-resources.js";
import { parseStart } from "./parse-start.js";
import {
  getLimiters,
  NoSlotError,
  type ReacquireSlot,
} from "./rate-limiter.js";
import type { JobService } from "./service.js";
import { createInvalidResponseError } from "./state.js";
import type { AttemptOutcome, SubmitHook } from "./submit-hook.js";
import {
  describeSubmit,
  type SubmitKind,
  type WrittenSubmit,
} from "./written-submit.js";
import { withJob } from "./with-job.js";

/** One submit of a job. */
interface Submission {
  readonly kind: SubmitKind;
  readonly slug: string;
  /** What is sent, read when the caller made the call. */
  readonly written: WrittenSubmit;
  /** Ends the submit until it is sent, and after that unless `finishAfterSend` is set. */
  readonly signal: AbortSignal | undefined;
  readonly retries: number | undefined;
  readonly onFinalResponse?: CallOptions["onFinalResponse"];
  /** The timeout of the call, in milliseconds. */
  readonly timeout: number;
  /** Whether the timeout covers the wait for a slot of the rate limiter as well. */
  readonly limitsQueueTime: boolean;
  /** Once the request has been sent, an abort no longer ends the submit: the id of the job must not be lost. */
  readonly finishAfterSend?: boolean;
  /** Creates the error of a submit for which the key function has failed. */
  readonly createKeyError?: SendControls["createKeyError"];
  /** Watches the attempts; only with `finishAfterSend`. */
  readonly hook?: SubmitHook | undefined;
  readonly send: (
    jobs: JobsResource,
    body: JobRequest,
    call: CallOptions,
  ) => Promise<JobResponse>;
}

/** A job that the service has accepted. */
export interface SubmittedJob {
  readonly response: JobResponse;
  readonly data: JobData;
  /** When the accepted request was begun, on the clock of `performance.now()`. */
  readonly sentAt: number;
  /** The status that the response shows; undefined if it shows none. */
  readonly status: JobStatus | undefined;
}

/**
 * The least time that a submit needs to begin, or half of its timeout if that is shorter. With less time, the submit
 * would often time out after the service has accepted the job: the job is billed, but its id is lost.
 */
const MIN_SUBMIT_TIME_MS = 5000;

/** Submits a job once, as soon as the rate limiter permits. What is sent must have been checked. */
export async function submit(
  service: JobService,
  submission: Submission,
): Promise<SubmittedJob> {
  const { redact } = service;
  const { kind, slug, written, send, hook } = submission;
  const { signal, retries, timeout, limitsQueueTime } = submission;
  const { onFinalResponse } = submission;
  const call = describeSubmit(kind);
  checkMilliseconds("timeout", timeout, call);
  const body = written.body as unknown as JobRequest;
  const queuedAt = performance.now();
  let sentAt = queuedAt;
  let jobId: string | undefined;
  const toData = (id: string) => createJobData(slug, id, sentAt, written.ttl);
  const sendBody = (reacquire: ReacquireSlot) => {
    sentAt = performance.now();
    const queueTimeMs = limitsQueueTime ? sentAt - queuedAt : 0;
    const jobs = createJobs(service, {
      finishAfterSend: submission.finishAfterSend ?? false,
      createKeyError: submission.createKeyError,
      beforeRetry: async (remainingMs) => {
        await reacquire(remainingMs);
        sentAt = performance.now();
      },
      lostNote: "; the job may be running, but its id is lost",
      readJobId: readId,
      ...watchAttempts(hook, toData, (id) => (jobId = id)),
    });
    const remainingMs = timeout - queueTimeMs;
    return send(jobs, body, {
      signal,
      headers: written.headers,
      retries,
      onFinalResponse,
      timeout: remainingMs,
    });
  };
  const timeoutMs = limitsQueueTime
    ? timeout - Math.min(MIN_SUBMIT_TIME_MS, timeout / 2)
    : Infinity;
  const response = await getLimiters(service)
    .get(kind, slug)
    .run({ rank: queuedAt, timeoutMs, signal }, sendBody)
    .catch((error: unknown) => {
      // The job is not lost, whatever has failed after the service named it.
      if (jobId !== undefined) throw withJob(error, toData(jobId), signal);
      if (!(error instanceof NoSlotError)) throw error;
      const message = `${call.route} was not sent in time: too many other submits were waiting (timeout: ${timeout} ms)`;
      throw new TimeoutError(message, timeout, call);
    });
  const id = readId(response);
  if (id === undefined)
    throw createInvalidResponseError(response, "no job id", redact, call);
  const { status } = response as { status?: unknown };
  return {
    response,
    data: toData(id),
    sentAt,
    status: typeof status === "string" ? status : undefined,
  };
}

/**
 * The data that resumes a job. `submittedAt` follows from the steady clock, because the wall clock may have been set
 * meanwhile.
 */
function createJobData(
  slug: string,
  id: string,
  sentAt: number,
  ttl: number | undefined,
): JobData {
  const submittedAt = Date.now() - Math.round(performance.now() - sentAt);
  const data = { slug, id, submittedAt };
  return ttl === undefined ? data : { ...data, ttl };
}

/** The controls that let a hook watch the attempts of a submit. `keepId` receives the id of a job that a response names. */
function watchAttempts(
  hook: SubmitHook | undefined,
  toData: (id: string) => JobData,
  keepId: (id: string) => void,
): SendControls {
  let attempt = 0;
  return {
    ...(hook && { beforeSend: () => hook.beforeAttempt(++attempt) }),
    afterSend: async (ended) => {
      if (ended.jobId !== undefined) keepId(ended.jobId);
      await hook?.afterAttempt(outcomeOf(ended, toData), attempt);
    },
  };
}

function outcomeOf(
  { status, maybeSent, jobId, serviceTime }: AttemptEnd,
  toData: (id: string) => JobData,
): AttemptOutcome {
  if (jobId !== undefined)
    return { result: "accepted", job: toData(jobId), status, serviceTime };
  const result = maybeSent ? "unknown" : "not carried out";
  return { result, status, serviceTime };
}

/** The id of a submitted job; undefined if the body holds none that a request could ask for. */
function readId(body: unknown): string | undefined {
  const members = typeof body === "string" ? parseStart(body) : body;
  const { id } = Object(members) as Partial<JobResponse>;
  try {
    segment("id", id);
    return id;
  } catch {
    return undefined;
  }
}

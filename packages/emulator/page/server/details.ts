import { findById } from "../../src/state/account-state.js";
import { warningsOf } from "../../src/jobs/job-handlers.js";
import { jobView } from "../../src/jobs/job-view.js";
import type { Job } from "../../src/state/job.js";
import { ApiError } from "../../src/http/api-error.js";
import type { Service } from "../../src/server/service.js";
import type {
  NumberedRequest,
  RecordedAnswer,
} from "../../src/requests/request-log.js";
import { costOf, requestRow } from "./page-view.js";

export type JobDetails = ReturnType<typeof jobDetails>;
export type RequestDetails = ReturnType<typeof requestDetails>;

/** All of one job. Throws 404 for a job that is gone. `origin` is that of the page. */
export function jobDetails(service: Service, id: string, origin: string) {
  const { state } = service;
  state.clock.runDue();
  const job = findById(state.jobs, "job", id);
  const { output, error } = jobView(job, origin);
  const end = job.endedAt ?? Infinity;
  return {
    id,
    slug: job.slug,
    status: job.status,
    input: job.input,
    output,
    error: typeof error === "string" ? error : undefined,
    warnings: warningsOf(state, job.slug, job.input),
    chunks: job.chunks,
    submittedAt: job.submittedAt,
    queuedAt: job.queuedAt,
    startedAt: job.startedAt,
    endedAt: job.endedAt,
    keptUntil: Math.min(job.expiresAt, end + job.retentionMs),
    timeoutMs: job.timeoutMs,
    retries: job.retries,
    ...costOf(state, job),
    webhook: job.webhook,
    webhookAttempts: job.webhookAttempts,
    nextWebhookAt: job.nextWebhookAt,
    worker: workerOf(service, job),
    requests: service.requestLog
      .numberedFrom(0)
      .filter((numbered) => isAbout(service, numbered, job))
      .map(requestRow),
  };
}

function workerOf({ state }: Service, job: Job) {
  const { slug, workerId } = job;
  if (workerId === undefined) return undefined;
  const workers = state.jobQueues.get(slug)?.workers ?? [];
  const worker = workers.find(({ id }) => id === workerId);
  const settings = state.endpoints.get(slug)?.settings;
  return {
    id: workerId,
    hardware: worker?.gpuTypeId ?? settings?.gpuTypeIds[0],
    dataCenterId: worker?.dataCenterId,
  };
}

/** Whether a request submitted, read or changed a job. */
function isAbout(
  service: Service,
  { entry }: NumberedRequest,
  { id, slug }: Job,
): boolean {
  if (!entry.path.startsWith(`/v2/${encodeURIComponent(slug)}/`)) return false;
  return (
    entry.path.endsWith(`/${id}`) ||
    submittedJob(service.requestLog.answerOf(entry)) === id
  );
}

/** The id in the answer to a submit. */
function submittedJob(answer: RecordedAnswer | undefined): string | undefined {
  return /^\{"id":"([^"]+)"/.exec(answer?.text ?? "")?.[1];
}

/** All of one request. Throws 404 for a request that is no longer recorded. */
export function requestDetails(service: Service, number: number) {
  const { requestLog } = service;
  const [numbered] = requestLog.numberedFrom(number);
  if (numbered?.number !== number)
    throw new ApiError(404, `the request ${number} is no longer recorded`);
  const { query, headers, body } = numbered.entry;
  const recorded = requestLog.answerOf(numbered.entry);
  const answer = recorded && {
    headers: recorded.headers,
    body: recorded.text,
    length: recorded.length,
  };
  return {
    ...requestRow(numbered),
    query,
    headers,
    body,
    answer,
    jobId: jobOf(service, numbered, recorded),
  };
}

/** The job that a request of the job API is about, where the job is still there. */
function jobOf(
  { state }: Service,
  { entry: { path } }: NumberedRequest,
  answer: RecordedAnswer | undefined,
): string | undefined {
  if (!path.startsWith("/v2/")) return undefined;
  const candidates = [path.split("/").at(-1), submittedJob(answer)];
  return candidates.find((id) => id !== undefined && state.jobs.has(id));
}

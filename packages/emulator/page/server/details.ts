import { findById } from "../../src/state/account-state.js";
import { warningsOf } from "../../src/jobs/job-handlers.js";
import { jobView } from "../../src/jobs/job-view.js";
import type { Job } from "../../src/state/job.js";
import { ApiError } from "../../src/http/api-error.js";
import type { Service } from "../../src/server/service.js";
import type { Recorded } from "../../src/requests/request-log.js";
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
    requests: service.requestLog.records
      .filter((recorded) => isAbout(recorded, job))
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
function isAbout(recorded: Recorded, { id, slug }: Job): boolean {
  const { path } = recorded.entry;
  if (!path.startsWith(`/v2/${encodeURIComponent(slug)}/`)) return false;
  return path.endsWith(`/${id}`) || submittedJob(recorded) === id;
}

/** The id in the answer to a submit. */
function submittedJob({ answer }: Recorded): string | undefined {
  return /^\{"id":"([^"]+)"/.exec(answer?.body ?? "")?.[1];
}

/** All of one request. Throws 404 for a request that is no longer recorded. */
export function requestDetails({ requestLog, state }: Service, number: number) {
  const recorded = requestLog.find(number);
  if (!recorded)
    throw new ApiError(404, `the request ${number} is no longer recorded`);
  const { entry, answer } = recorded;
  const { path, query, headers, body } = entry;
  // The job that a request of the job API is about, where the job is still there.
  const jobId = [path.split("/").at(-1), submittedJob(recorded)].find(
    (id) => path.startsWith("/v2/") && id !== undefined && state.jobs.has(id),
  );
  return { ...requestRow(recorded), query, headers, body, answer, jobId };
}

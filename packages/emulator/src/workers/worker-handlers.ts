import { emitChange, type AccountState } from "../state/account-state.js";
import { isRecord } from "../check-arguments.js";
import { queueOf } from "../jobs/assign-workers.js";
import type { Job, JobResult } from "../state/job.js";
import {
  addChunk,
  endJob,
  reportProgress,
  startJob,
} from "../jobs/lifecycle.js";
import { releaseMachine } from "../machines/worker-machine.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Call, type Handlers } from "../requests/handler.js";
import type { WorkerRoute } from "../http/operations.js";
import {
  findWorker,
  isDraining,
  meetWorker,
  removeWorker,
  updateMachine,
  type ExternalWorker,
} from "./connections.js";
import type { TakenJob, WorkerBody } from "../http/worker-paths.js";

/** How long a poll is held where there is nothing to report. How long the service holds a poll is not known. */
const HOLD_MS = 20_000;

/** The handlers of the routes that workers call to take jobs. Without a key these calls are let in too. */
export const takeHandlers: Handlers<
  Extract<WorkerRoute, `${string}/job-take${string}`>
> = {
  "GET /v2/{slug}/job-take/{workerId}": async (call) => {
    const [job] = await takeJobs(call, 1);
    return job ? ok(job) : NOTHING;
  },
  "GET /v2/{slug}/job-take-batch/{workerId}": async (call) => {
    const size = Number(call.query.batch_size ?? 1);
    if (!Number.isInteger(size) || size < 1)
      throw new Refusal(
        "invalidQuery",
        "batch_size must be a whole number, 1 or above",
      );
    const jobs = await takeJobs(call, size);
    return jobs.length > 0 ? ok(jobs) : NOTHING;
  },
};

const NOTHING = { status: 204 } as const;

/** The handlers of the routes by which a worker reports, and learns which jobs to stop. */
export const workerHandlers: Handlers<
  Exclude<WorkerRoute, keyof typeof takeHandlers>
> = {
  "GET /v2/{slug}/job-stop/{workerId}": async (call) => {
    const { contact } = meetCaller(call);
    const hasNews = () => contact.jobsToStop.length > 0;
    await waitForNews(call, hasNews);
    if (call.signal.aborted || !hasNews()) return NOTHING;
    const jobsToStop = [...contact.jobsToStop];
    contact.jobsToStop = [];
    return ok({ jobsToStop });
  },
  "GET /v2/{slug}/ping/{workerId}": (call) => {
    const { state, query } = call;
    const worker = meetCaller(call);
    worker.contact.hasPinged = true;
    if (query.status === "unhealthy") {
      const problem = [query.check, query.reason].flat().filter(Boolean);
      setUnhealthy(state, call.params.slug, worker, problem.join(": "));
    }
    return ok({});
  },
  "POST /v2/{slug}/job-done/{workerId}/{jobId}": (call) => {
    const { state, params, body } = call;
    const worker = meetCaller(call);
    const job = requireHeldJob(call, worker);
    const result = acceptedObject(body);
    if (result?.["status"] === "IN_PROGRESS") {
      reportProgress(state, job, result["output"] ?? null);
      return ok({});
    }
    // The worker itself has ended the job, so it has nothing to stop.
    worker.jobIds = worker.jobIds.filter((id) => id !== job.id);
    worker.idleSince = state.clock.now();
    addSize(job, body);
    endJob(state, job, ...outcomeOf(result));
    if (result?.["stopPod"] === true) removeWorker(state, params.slug, worker);
    if (!result) throw refusal(body);
    return ok({});
  },
  "POST /v2/{slug}/job-stream/{workerId}/{jobId}": (call) => {
    const job = requireHeldJob(call, meetCaller(call));
    const part = acceptedObject(call.body);
    if (!part) throw refusal(call.body);
    addSize(job, call.body);
    addChunk(call.state, job, part["output"] ?? null);
    return ok({});
  },
};

type WorkerCall = Pick<Call<WorkerRoute>, "state" | "params" | "signal">;

function meetCaller({ state, params }: WorkerCall): ExternalWorker {
  return meetWorker(state, params.slug, params.workerId);
}

/** Holds a poll until there are news, until the worker is removed, or for as long as a poll is held. */
function waitForNews(
  { state, params, signal }: WorkerCall,
  hasNews: () => boolean,
): Promise<void> {
  const { clock, workerWatchers } = state;
  const { slug, workerId } = params;
  // Real milliseconds, or those of a manual clock.
  const until = clock.now() + HOLD_MS * clock.speed;
  const worker = findWorker(state, slug, workerId);
  return workerWatchers.wait(slug, { clock, until, signal }, () => {
    const isGone = findWorker(state, slug, workerId) !== worker;
    return isGone || hasNews();
  });
}

/** Gives the calling worker up to `count` waiting jobs, as soon as there is one. */
async function takeJobs(
  call: WorkerCall & { readonly hasKey: boolean },
  count: number,
): Promise<TakenJob[]> {
  const { state, params, signal, hasKey } = call;
  if (!hasKey) {
    await state.clock.delay(HOLD_MS, signal);
    return [];
  }
  const worker = meetCaller(call);
  // The worker asks for jobs again, so its start checks have passed.
  if (worker.trouble === "unhealthy") worker.trouble = "throttled";
  let taken: Job[] = [];
  await waitForNews(call, () => {
    if (isDraining(worker)) return true;
    taken = startWaiting(state, params.slug, worker, count);
    return taken.length > 0;
  });
  return taken.map(({ id, input, webhook }) => ({
    id,
    input,
    ...(webhook !== undefined && { webhook }),
  }));
}

/** Starts waiting jobs on a worker, the oldest first. */
function startWaiting(
  state: AccountState,
  slug: string,
  worker: ExternalWorker,
  count: number,
): Job[] {
  const queue = queueOf(state, slug);
  updateMachine(state, queue, worker);
  if (worker.trouble !== undefined) return [];
  const started: Job[] = [];
  // A hundred thousand jobs may wait, so the queue is not copied.
  for (const id of queue.waiting) {
    if (started.length === count) break;
    queue.waiting.delete(id);
    const job = state.jobs.get(id);
    if (!job) continue;
    worker.jobIds = [...worker.jobIds, id];
    startJob(state, job, worker);
    started.push(job);
  }
  return started;
}

/** A worker whose start checks failed is about to exit. */
function setUnhealthy(
  state: AccountState,
  slug: string,
  worker: ExternalWorker,
  problem: string,
): void {
  releaseMachine(state, worker);
  worker.trouble = "unhealthy";
  worker.contact.problem = problem;
  queueOf(state, slug);
  emitChange(state);
}

/** Throws 400 for a job that the worker does not run: the job has ended, or another worker was given the job. */
function requireHeldJob(
  { state, params }: Pick<Call<HeldJobRoute>, "state" | "params">,
  { jobIds }: ExternalWorker,
): Job {
  const { jobId, workerId } = params;
  const job = state.jobs.get(jobId);
  if (job && jobIds.includes(jobId)) return job;
  const status = job?.status ?? "unknown";
  throw new Refusal("jobNotHeld", { workerId, jobId, status });
}

type HeldJobRoute = Extract<WorkerRoute, `${string}/{jobId}`>;

/** The object that a worker sent; undefined where the body is too large, or is no object. */
function acceptedObject({
  json,
  error,
}: WorkerBody): Readonly<Record<string, unknown>> | undefined {
  return error === undefined && isRecord(json) ? json : undefined;
}

/** The emulator keeps ended jobs up to a limit of bytes. */
function addSize(job: Job, { sizeBytes }: WorkerBody): void {
  job.sizeBytes = (job.sizeBytes ?? 0) + sizeBytes;
}

function refusal({ error }: WorkerBody): Error {
  const problem = "the body must be a JSON object";
  return error ?? new Refusal("unreadableBody", problem);
}

/**
 * How a result ends its job. In the service, a result that is refused, and an error that is no text, have left the job
 * COMPLETED without an output.
 */
function outcomeOf(
  result: Readonly<Record<string, unknown>> | undefined,
): readonly ["COMPLETED" | "FAILED", JobResult?] {
  const { error, output } = result ?? {};
  if (typeof error === "string") return ["FAILED", { error }];
  if (error !== undefined || output === undefined) return ["COMPLETED"];
  return ["COMPLETED", { output }];
}

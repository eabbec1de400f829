import type { JobsRoute } from "../../generated/routes.js";
import type { JobsComponents as components } from "cloud-compute-sdk";
import {
  emitChange,
  emitWarning,
  type AccountState,
} from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import { INVISIBLE_JOB_MS } from "../quirks.js";
import { ok, type Call, type Handlers } from "../requests/handler.js";
import type { StatusSyncRoute } from "../http/operations.js";
import { isWithoutWorkers, queueOf } from "./assign-workers.js";
import { findModel, isExternal, isOfPublicModel } from "./find-model.js";
import { jobView } from "./job-view.js";
import type { Job } from "../state/job.js";
import {
  cancelJob,
  findJob,
  purgeQueue,
  retryJob,
  submitJob,
  waitForJob,
} from "./jobs.js";
import { isRefusedByWorker } from "./lifecycle.js";
import { workersOf } from "./program.js";
import { inputWarnings } from "./public-models.js";
import { countWorkers, isCrashLooping } from "./worker-state.js";

const DEFAULT_WAIT_MS = 90_000;
const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 300_000;
const STREAM_WAIT_MS = 10_000;

/** The handler of each route of the job API. */
export const jobHandlers: Handlers<JobsRoute | StatusSyncRoute> = {
  "POST /v2/{slug}/run": ({ state, params, origin, bodyBytes, body }) => {
    const { slug } = params;
    const submit = { slug, kind: "run", origin, bodyBytes } as const;
    const { id } = submitJob(state, submit, body);
    const reply = ok({ id, status: "IN_QUEUE" });
    return { ...reply, headers: warningHeaders(state, slug, body) };
  },
  "POST /v2/{slug}/runsync": async (call) => {
    const { state, params, origin, bodyBytes, body, query } = call;
    const { slug } = params;
    const submit = { slug, kind: "runsync", origin, bodyBytes } as const;
    const job = submitJob(state, submit, body);
    // The service does not hold a call that no worker can answer.
    if (!isWithoutWorkers(state, slug)) {
      const waitMs = query.wait ?? DEFAULT_WAIT_MS;
      await waitForJob(state, job, waitLimit(call, waitMs));
    }
    const reply = ok(jobView(job, origin));
    return { ...reply, headers: warningHeaders(state, slug, body) };
  },
  "GET /v2/{slug}/status/{jobId}": (call) => {
    const job = requireJob(call);
    const { quirks, clock } = call.state;
    if (
      quirks.invisibleJobs &&
      clock.now() < job.submittedAt + INVISIBLE_JOB_MS
    )
      throw new Refusal("unknownJob");
    return showJob(call, job);
  },
  "GET /v2/{slug}/status-sync/{jobId}": async (call) => {
    if (call.state.quirks.noLongPolling) throw new Refusal("unknownPath");
    const job = requireJob(call);
    const waitMs = readWait(call.query.wait);
    await waitForJob(call.state, job, waitLimit(call, waitMs));
    // The job may have been removed in the meantime.
    return showJob(call, requireJob(call));
  },
  "GET /v2/{slug}/stream/{jobId}": async (call) => {
    const { state, signal } = call;
    const job = requireJob(call);
    const hasChunks = () => job.chunks.length > job.deliveredChunks;
    const limit = waitLimit(call, call.query.wait ?? STREAM_WAIT_MS);
    await waitForJob(state, job, limit, hasChunks);
    const chunks = signal.aborted ? [] : job.chunks.slice(job.deliveredChunks);
    job.deliveredChunks += chunks.length;
    if (chunks.length > 0) emitChange(state);
    const stream = chunks.map((output) => ({ output }));
    return ok({ status: job.status, stream });
  },
  "POST /v2/{slug}/cancel/{jobId}": (call) => {
    const job = requireJob(call);
    cancelJob(call.state, job);
    return showJob(call, job);
  },
  "POST /v2/{slug}/retry/{jobId}": (call) => {
    const job = requireJob(call);
    retryJob(call.state, job);
    return showJob(call, job);
  },
  "POST /v2/{slug}/purge-queue": ({ state, params }) => {
    const removed = purgeQueue(state, params.slug);
    return ok({ removed, status: "completed" });
  },
  "GET /v2/{slug}/health": async ({ state, params }) =>
    ok(await queueHealth(state, params.slug)),
};

/** What a submit warns of. A header has neither line breaks nor other alphabets. */
function warningHeaders(
  state: AccountState,
  slug: string,
  { input }: components["schemas"]["JobRequest"],
): Readonly<Record<string, string>> {
  const warnings = warningsOf(state, slug, { ...input });
  if (warnings.length === 0) return {};
  const warning = warnings.join("; ").replace(/[^ -~]/g, "?");
  const text = warning.slice(0, MAX_WARNING_LENGTH);
  emitWarning(state, `${slug}: ${text}`);
  return { "x-emulator-warning": text };
}

/** What only a page says against the input of a public model, and that workers take an empty input for a missing one. */
export function warningsOf(
  state: AccountState,
  slug: string,
  input: Job["input"],
): readonly string[] {
  if (isOfPublicModel(state, slug))
    return state.strict ? [] : inputWarnings(slug, input);
  const isRefused =
    !isExternal(state, slug) && isRefusedByWorker(state, { slug, input });
  return isRefused ? [EMPTY_INPUT_WARNING] : [];
}

const EMPTY_INPUT_WARNING =
  "input is empty: a worker of the service refuses such a job, which fails after about 80 seconds with job timed out after 1 retries";

const MAX_WARNING_LENGTH = 1000;

/** A call that names a job in its path. */
type JobCall = Call<Extract<JobsRoute | StatusSyncRoute, `${string}/{jobId}`>>;

function requireJob({ state, params }: JobCall): Job {
  return findJob(state, params.slug, params.jobId);
}

function showJob({ origin }: JobCall, job: Job) {
  return ok(jobView(job, origin));
}

/** A wait counts real milliseconds, or those of a manual clock: a faster clock does not shorten the wait. */
function waitLimit(
  { state, signal }: Pick<JobCall, "state" | "signal">,
  waitMs: number,
) {
  const { clock } = state;
  return { until: clock.now() + waitMs * clock.speed, signal };
}

/** No document describes this parameter. The emulator applies the bounds of the `wait` of `/runsync`. */
function readWait(wait: string | readonly string[] | undefined): number {
  if (wait === undefined) return DEFAULT_WAIT_MS;
  const ms = Number(wait);
  if (Number.isInteger(ms) && ms >= MIN_WAIT_MS && ms <= MAX_WAIT_MS) return ms;
  const bounds = `from ${MIN_WAIT_MS} to ${MAX_WAIT_MS}`;
  throw new Refusal("invalidQuery", `wait must be a whole number ${bounds}`);
}

/** Counts the jobs and workers of a slug. Ended jobs count even when they are removed; a cancelled job does not count. */
async function queueHealth(
  state: AccountState,
  slug: string,
): Promise<components["schemas"]["EndpointHealth"]> {
  findModel(state, slug);
  if (isOfPublicModel(state, slug)) throw new Refusal("foreignEndpoint");
  const { waiting, workers, counts } = queueOf(state, slug);
  const { completed, failed, retried } = counts;
  const inProgress = workers.flatMap(({ jobIds }) => jobIds).length;
  const present = await workersOf(state, slug);
  const steady = present.filter((worker) => !isCrashLooping(worker));
  const counted = countWorkers(steady, state.clock.now());
  const { initializing, running, throttled, unhealthy } = counted;
  const idle = counted.idle + present.length - steady.length;
  const ready = idle + running;
  // The service sorts the members.
  return {
    jobs: { completed, failed, inProgress, inQueue: waiting.size, retried },
    workers: { idle, initializing, ready, running, throttled, unhealthy },
  };
}

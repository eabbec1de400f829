import type { components } from "../../../generated/jobs/types.js";
import type { JobsRoute } from "../../../generated/emulator/routes.js";
import { ok, param, type Call, type Handler } from "../server/handler.js";
import { healthOf } from "./health.js";
import { jobView } from "./job-view.js";
import { cancel, findJob, hold, purge, retry, submit } from "./jobs.js";
import { Refusal } from "../server/refused-error.js";
import type { Job } from "./job-records.js";
import type { StatusSyncRoute } from "../server/route.js";
import { changed } from "../resources/state.js";

type JobRequest = components["schemas"]["JobRequest"];

const defaultWaitMs = 90_000;
const streamWaitMs = 10_000;

/** What answers each route of the job API, and the one that is in no spec but in use. */
export const jobHandlers: Record<JobsRoute | StatusSyncRoute, Handler> = {
  "POST /v2/{slug}/run": (call) => {
    const { id } = submitted(call, "run");
    return ok({ id, status: "IN_QUEUE" });
  },
  "POST /v2/{slug}/runsync": async (call) => {
    const job = submitted(call, "runsync");
    const { wait } = call.query as { readonly wait?: number };
    await hold(call.state, job, untilOf(call, wait ?? defaultWaitMs));
    return ok(jobView(job, call.origin));
  },
  "GET /v2/{slug}/status/{jobId}": (call) => show(call, jobOf(call)),
  "GET /v2/{slug}/status-sync/{jobId}": async (call) => {
    const job = jobOf(call);
    await hold(call.state, job, untilOf(call, readWait(call)));
    return show(call, jobOf(call));
  },
  "GET /v2/{slug}/stream/{jobId}": async (call) => {
    const job = jobOf(call);
    const isFresh = () => job.pieces.length > job.delivered;
    await hold(call.state, job, untilOf(call, streamWaitMs), isFresh);
    const fresh = call.signal.aborted ? [] : job.pieces.slice(job.delivered);
    job.delivered += fresh.length;
    if (fresh.length > 0) changed(call.state);
    const stream = fresh.map((output) => ({ output }));
    return ok({ status: job.status, stream });
  },
  "POST /v2/{slug}/cancel/{jobId}": (call) => {
    const job = jobOf(call);
    cancel(call.state, job);
    return show(call, job);
  },
  "POST /v2/{slug}/retry/{jobId}": (call) => {
    const job = jobOf(call);
    retry(call.state, job);
    return show(call, job);
  },
  "POST /v2/{slug}/purge-queue": (call) =>
    ok({
      removed: purge(call.state, param(call, "slug")),
      status: "completed",
    }),
  "GET /v2/{slug}/health": (call) =>
    ok(healthOf(call.state, param(call, "slug"))),
};

function submitted(call: Call, kind: "run" | "runsync"): Job {
  const { state, origin, body } = call;
  const slug = param(call, "slug");
  return submit(state, { slug, kind, origin }, body as JobRequest);
}

function jobOf(call: Call): Job {
  return findJob(call.state, param(call, "slug"), param(call, "jobId"));
}

function show(call: Call, job: Job) {
  return ok(jobView(job, call.origin));
}

function untilOf({ state, signal }: Call, waitMs: number) {
  return { until: state.clock.now() + waitMs, signal };
}

/** The official client asks with it, and no spec knows it: the bounds are those of `/runsync`. */
function readWait({ query }: Call): number {
  const { wait } = query;
  if (wait === undefined) return defaultWaitMs;
  const ms = Number(wait);
  if (Number.isInteger(ms) && ms >= 1000 && ms <= 300_000) return ms;
  throw new Refusal(400, "wait must be a whole number from 1000 to 300000");
}

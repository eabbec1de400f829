import type { components } from "../../generated/jobs.types.js";
import type { JobsRoute } from "../../generated/routes.js";
import { ok, param, type Call, type Handler } from "./handler.js";
import { endOf, isFinal, statusOf, type Status } from "./job-clock.js";
import {
  cancel,
  findJob,
  jobsAt,
  jobView,
  outputOf,
  retry,
  submit,
} from "./jobs.js";
import { sleep } from "./sleep.js";
import type { Job } from "./records.js";
import type { State } from "./state.js";

type JobRequest = components["schemas"]["JobRequest"];

/** The largest body each route takes, in bytes. */
export const bodyLimits: Readonly<Partial<Record<string, number>>> = {
  "POST /v2/{slug}/run": 10 * 2 ** 20,
  "POST /v2/{slug}/runsync": 20 * 2 ** 20,
};

/** What answers each route of the job API. */
export const jobHandlers: Record<JobsRoute, Handler> = {
  "POST /v2/{slug}/run": (call) => {
    const job = submit(
      call.state,
      param(call, "slug"),
      call.body as JobRequest,
      "run",
    );
    return ok({ id: job.id, status: "IN_QUEUE" });
  },
  "POST /v2/{slug}/runsync": async (call) => {
    const job = submit(
      call.state,
      param(call, "slug"),
      call.body as JobRequest,
      "runsync",
    );
    const { wait } = call.query as { readonly wait?: number };
    await hold(job, call, wait ?? 90_000);
    return show(call, job);
  },
  "GET /v2/{slug}/status/{jobId}": (call) => show(call, jobOf(call)),
  "GET /v2/{slug}/stream/{jobId}": async (call) => {
    const job = jobOf(call);
    if (!job.streamed) await hold(job, call, 10_000);
    const status = statusOf(job, call.state);
    const fresh = status === "COMPLETED" && !job.streamed;
    job.streamed ||= fresh;
    return ok({
      status,
      stream: fresh ? [{ output: outputOf(job, call.origin) }] : [],
    });
  },
  "POST /v2/{slug}/cancel/{jobId}": (call) => {
    const job = jobOf(call);
    cancel(job, call.state);
    return show(call, job);
  },
  "POST /v2/{slug}/retry/{jobId}": (call) => {
    const job = jobOf(call);
    retry(job, call.state);
    return show(call, job);
  },
  "POST /v2/{slug}/purge-queue": (call) => {
    const queued = withStatus(
      jobsAt(call.state, param(call, "slug")),
      call.state,
      "IN_QUEUE",
    );
    for (const job of queued) {
      cancel(job, call.state);
      call.state.jobs.delete(job.id);
    }
    return ok({ removed: queued.length, status: "completed" });
  },
  "GET /v2/{slug}/health": (call) =>
    ok(health(jobsAt(call.state, param(call, "slug")), call.state)),
};

function jobOf(call: Call): Job {
  return findJob(call.state, param(call, "slug"), param(call, "jobId"));
}

function show(call: Call, job: Job) {
  return ok(jobView(job, call.state, call.origin));
}

/** Waits until the job is over, the time has passed or the caller is gone. Looks every 100 ms, for a cancel. */
async function hold(
  job: Job,
  { state, signal }: Call,
  waitMs: number,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  while (!isFinal(job, state) && Date.now() < deadline && !signal.aborted) {
    const now = Date.now();
    await sleep(Math.min(endOf(job, state) - now, deadline - now, 100), signal);
  }
}

/** Every running job has a worker; one more is up where nothing runs. */
function health(jobs: readonly Job[], state: State) {
  const count = (status: Status) => withStatus(jobs, state, status).length;
  const running = count("IN_PROGRESS");
  const idle = running === 0 ? 1 : 0;
  return {
    jobs: {
      completed: count("COMPLETED"),
      failed: count("FAILED") + count("TIMED_OUT"),
      inProgress: running,
      inQueue: count("IN_QUEUE"),
      retried: jobs.reduce((total, { retries }) => total + retries, 0),
    },
    workers: {
      idle,
      initializing: 0,
      ready: idle + running,
      running,
      throttled: 0,
    },
  };
}

function withStatus(jobs: readonly Job[], state: State, status: Status): Job[] {
  return jobs.filter((job) => statusOf(job, state) === status);
}

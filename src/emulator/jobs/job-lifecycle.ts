import { chargeRun } from "../resources/charges.js";
import { dispatch, laneAt, wakeWorkers } from "./job-queue.js";
import { isServed } from "./model.js";
import type { Job, Outcome, Status, Worker } from "./job-records.js";
import type { Made } from "./public-models.js";
import {
  detach,
  isFinal,
  remove,
  schedule,
  touch,
} from "../resources/delete-resource.js";
import type { State } from "../resources/state.js";
import { callWebhook } from "./webhooks.js";
import { work } from "./run-job.js";

/** Puts a job at the end of its queue. */
export function enqueue(state: State, job: Job): void {
  job.status = "IN_QUEUE";
  job.queuedAt = state.clock.now();
  laneAt(state, job.slug).queue.add(job.id);
  awaitDeath(state, job, job.diesAt);
  staff(state, job.slug);
  touch(state, job);
}

/** Sees to it that waiting jobs have workers, after anything that bears on it. */
export function staff(state: State, slug: string): void {
  dispatch(state, slug, (job, worker) => start(state, job, worker));
}

/** The same where the number of workers, or how long idle ones stay, may have changed. */
export function restaff(state: State, slug: string): void {
  const lane = laneAt(state, slug);
  wakeWorkers(state, lane, (job, worker) => start(state, job, worker));
  staff(state, slug);
}

/** Ends a job that is not over: its result is kept for a while, and its webhook is called. */
export function end(
  state: State,
  job: Job,
  status: Exclude<Status, "IN_QUEUE" | "IN_PROGRESS">,
  outcome?: Outcome,
): void {
  if (isFinal(job)) return;
  const now = state.clock.now();
  const { counts } = detach(state, job);
  if (status === "COMPLETED") counts.completed += 1;
  if (status === "FAILED" || status === "TIMED_OUT") counts.failed += 1;
  Object.assign(job, { status, outcome, endedAt: now });
  chargeRun(state, job);
  awaitDeath(state, job, Math.min(job.diesAt, now + job.retentionMs));
  if (job.webhook !== undefined) {
    job.callAt = now;
    callWebhook(state, job);
  }
  touch(state, job);
  staff(state, job.slug);
}

/** Puts a job that failed or timed out back in its queue, as if it had never run. */
export function restart(state: State, job: Job): void {
  const { counts } = laneAt(state, job.slug);
  counts.failed -= 1;
  counts.retried += 1;
  Object.assign(job, {
    ...{ startedAt: undefined, endedAt: undefined, workerId: undefined },
    ...{ outcome: undefined, pieces: [], delivered: 0 },
    ...{ retries: job.retries + 1, calls: 0, callAt: undefined },
  });
  enqueue(state, job);
}

/** Goes on with everything that was under way when the account was stored. */
export function resume(state: State): void {
  for (const job of state.jobs.values()) {
    const kept = (job.endedAt ?? Infinity) + job.retentionMs;
    awaitDeath(state, job, Math.min(job.diesAt, kept));
    if (job.status === "IN_PROGRESS") goOn(state, job);
    if (job.callAt !== undefined) callWebhook(state, job);
  }
  for (const lane of state.lanes.values()) {
    if (isServed(state, lane.slug)) restaff(state, lane.slug);
  }
}

/** A model of one's own may not be registered yet: then the job waits for it. */
function goOn(state: State, job: Job): void {
  if (isServed(state, job.slug)) {
    run(state, job);
    return;
  }
  const lane = laneAt(state, job.slug);
  lane.workers = [];
  lane.queue.add(job.id);
  Object.assign(job, { status: "IN_QUEUE", startedAt: undefined });
}

function start(state: State, job: Job, worker: Worker): void {
  job.status = "IN_PROGRESS";
  job.startedAt = state.clock.now();
  job.workerId = worker.id;
  run(state, job);
  touch(state, job);
}

function run(state: State, job: Job): void {
  const callOffs: (() => void)[] = [];
  state.runs.set(job.id, callOffs);
  const from = job.startedAt ?? state.clock.now();
  const isOn = () => state.runs.get(job.id) === callOffs;
  work(state, job, {
    at: (moment, act) => callOffs.push(state.clock.at(moment, act)),
    callOff: (act) => callOffs.push(act),
    put: (piece) => {
      if (!isOn()) return;
      job.pieces = [...job.pieces, piece];
      touch(state, job);
    },
    finish: (made) => {
      if (isOn()) finish(state, job, made);
    },
  });
  const timeOut = () => end(state, job, "TIMED_OUT");
  callOffs.push(state.clock.at(from + job.timeoutMs, timeOut));
}

function finish(state: State, job: Job, made: Made): void {
  if ("error" in made) {
    end(state, job, "FAILED", { error: made.error });
    return;
  }
  const { output, file } = made;
  if (!file) {
    end(state, job, "COMPLETED", { output });
    return;
  }
  const name = `${job.id}.${file.recipe.kind}`;
  state.files.set(name, { recipe: file.recipe, madeAt: state.clock.now() });
  end(state, job, "COMPLETED", { output, file: { member: file.member, name } });
}

function awaitDeath(state: State, job: Job, moment: number): void {
  schedule(state, job, moment, () => {
    remove(state, job);
    staff(state, job.slug);
  });
}

import type { components } from "../../generated/jobs.types.js";
import { gpuById } from "./catalogue.js";
import { echo, models, type Model } from "./models.js";
import { endOf, isFinal, isGone, startOf, statusOf } from "./job-clock.js";
import { Refusal } from "./refusal.js";
import type { Charge, Job, Outcome } from "./records.js";
import type { State } from "./state.js";

type JobRequest = components["schemas"]["JobRequest"];
type JobView = components["schemas"]["Job"];
const queueMs = 300;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Puts a job in the queue. Nothing runs: what comes of it is settled here, and its state follows from the clock.
 * It waits 300 ms (for ever at an endpoint without workers) and fails where the prompt contains the word "fail".
 */
export function submit(
  state: State,
  slug: string,
  request: JobRequest,
  kind: "run" | "runsync",
): Job {
  const model = modelAt(state, slug);
  const outcome = runModel(model, request.input, state.seed);
  const endpoint = state.endpoints.get(slug)?.settings;
  const timeoutMs =
    request.policy?.executionTimeout ?? endpoint?.executionTimeoutMs ?? 600_000;
  const ending = "error" in outcome ? "FAILED" : "COMPLETED";
  const job: Job = {
    id: `${kind === "runsync" ? "sync-" : ""}${state.newId()}`,
    ...{ slug, outcome, workerId: state.newId() },
    delayMs: endpoint?.workersMax === 0 ? Infinity : queueMs,
    executionMs: Math.min(model.executionMs, timeoutMs),
    ending: model.executionMs > timeoutMs ? "TIMED_OUT" : ending,
    retentionMs: kind === "runsync" ? minuteMs : 30 * minuteMs,
    ttlMs: request.policy?.ttl ?? dayMs,
    ...{ queuedAt: Date.now(), cancelledAt: undefined, charge: undefined },
    ...{ retries: 0, streamed: false },
  };
  job.charge = bill(state, job);
  state.jobs.set(job.id, job);
  return job;
}

/** The job of this slug and id; 404 where there is none, and once its retention or its ttl is over. */
export function findJob(state: State, slug: string, id: string): Job {
  modelAt(state, slug);
  const job = state.jobs.get(id);
  if (job?.slug !== slug || isGone(job, state)) {
    throw new Refusal(404, `there is no job with the id "${id}"`);
  }
  return job;
}

export function jobsAt(state: State, slug: string): Job[] {
  modelAt(state, slug);
  return [...state.jobs.values()].filter(
    (job) => job.slug === slug && !isGone(job, state),
  );
}

/** A job as it stands now. Addresses of output files begin with `origin`. */
export function jobView(job: Job, state: State, origin: string): JobView {
  const status = statusOf(job, state);
  const started = startOf(job, state) <= (job.cancelledAt ?? Date.now());
  const ranMs = Math.round(
    (endOf(job, state) - startOf(job, state)) * state.speed,
  );
  return {
    id: job.id,
    status,
    ...(started ? { delayTime: job.delayMs, workerId: job.workerId } : {}),
    ...(started && isFinal(job, state) ? { executionTime: ranMs } : {}),
    ...(status === "COMPLETED" ? { output: outputOf(job, origin) } : {}),
    ...(status === "FAILED" && "error" in job.outcome
      ? { error: job.outcome.error }
      : {}),
  };
}

/** What a job makes: any JSON value where the worker is one's own. */
export function outputOf(
  { id, outcome }: Job,
  origin: string,
): NonNullable<JobView["output"]> {
  if ("error" in outcome) return {};
  const output = outcome.output(
    `${origin}/files/${id}.${outcome.file?.extension ?? ""}`,
  );
  return output as NonNullable<JobView["output"]>;
}

/** Calls off a job that is not over; one that is stays as it ended. */
export function cancel(job: Job, state: State): void {
  if (isFinal(job, state)) return;
  job.cancelledAt = Date.now();
  if (job.charge) job.charge.to = Math.min(job.charge.to, job.cancelledAt);
}

/** Puts a job that failed or timed out back in the queue. */
export function retry(job: Job, state: State): void {
  const status = statusOf(job, state);
  if (status !== "FAILED" && status !== "TIMED_OUT") {
    throw new Refusal(
      400,
      `only a FAILED or TIMED_OUT job can be retried (it is ${status})`,
    );
  }
  job.queuedAt = Date.now();
  job.retries += 1;
  job.streamed = false;
  job.charge = bill(state, job);
}

function modelAt(state: State, slug: string): Model {
  const model = state.endpoints.has(slug)
    ? echo
    : Object.hasOwn(models, slug)
      ? models[slug]
      : undefined;
  if (model === undefined)
    throw new Refusal(404, `there is no model or endpoint "${slug}"`);
  return model;
}

function runModel(
  model: Model,
  input: JobRequest["input"],
  seed: number,
): Outcome {
  const { prompt } = input as { readonly prompt?: unknown };
  if (typeof prompt === "string" && /\bfail\b/i.test(prompt)) {
    return {
      error:
        'the prompt contains the word "fail", which makes the emulator fail the job',
    };
  }
  return model.run(input, seed);
}

/** A worker of one's own is billed for the time it runs, at the secure price of its GPUs. A failure costs nothing. */
function bill(state: State, job: Job): Charge | undefined {
  const endpoint = state.endpoints.get(job.slug)?.settings;
  if (!endpoint || job.ending === "FAILED") return undefined;
  const gpuTypeId = endpoint.gpuTypeIds[0];
  const usdPerHour = gpuById(gpuTypeId ?? "").securePrice * endpoint.gpuCount;
  const { templateId, dataCenterIds } = endpoint;
  const imageName = state.templates.get(templateId)?.imageName;
  const place = {
    gpuTypeId,
    templateId,
    imageName,
    dataCenterId: dataCenterIds[0],
  };
  const charge: Charge = {
    kind: "endpoints",
    labels: { endpointId: job.slug, podId: job.workerId, ...place },
    ...{ usdPerHour, sizeInGb: 0, pace: state.speed },
    ...{ from: startOf(job, state), to: endOf(job, state) },
  };
  state.ledger.push(charge);
  return charge;
}

import type {
  EndpointHealth,
  JobStatus,
} from "../../generated/jobs/resources.js";
import { checkClient } from "../check-members.js";
import { checkObject, readCallOptions } from "../checks.js";
import type { Client } from "../client.js";
import type { JobData } from "../errors.js";
import { GONE_AFTER_MS, isNotFound } from "../http/refusals.js";
import { isFinal } from "../jobs/state.js";
import type { CallOptions } from "../options.js";
import { boundCalls } from "./call-bounds.js";
import {
  countWorkers,
  readEndpointSettings,
  type EndpointSettings,
  type EndpointSettingsClient,
  type WorkerCounts,
} from "./endpoint-settings.js";

/** Why a job has not begun, or has ended. */
export type JobCauseCode =
  | "cold_start"
  | "crashing_worker"
  | "ended"
  | "jobs_ahead"
  | "no_stock"
  | "no_workers_allowed"
  | "not_found"
  | "running"
  | "throttled"
  | "unknown";

/** One cause, in words for people. */
export interface JobCause {
  readonly code: JobCauseCode;
  /** One line: what is the matter, and what helps. */
  readonly text: string;
}

/** What the service says of a job that does not begin. */
export interface JobExplanation {
  /** The status of the job; undefined if the service does not know the job. */
  readonly status: JobStatus | undefined;
  /** The causes, the most telling first. At least one. */
  readonly causes: readonly JobCause[];
  /** What could not be asked, each with the reason: the explanation may be incomplete. */
  readonly missing: readonly string[];
}

/** The surfaces that `explainJob` asks. */
export type ExplainClient = Pick<Client, "job" | "model"> &
  EndpointSettingsClient;

/**
 * Explains why a job has not begun: no workers are allowed, all are throttled, a GPU type is out of stock, a worker
 * starts or crashes, or other jobs are ahead. Asks for the job, the health of its endpoint, the endpoint's settings, the
 * stock, and, where the client has version 2, the workers. Version 2 of the management API is asked where the service has retired 0.1.0, or the client has
 * no address of 0.1.0. Nothing is changed.
 *
 * @throws ResponseError if the service refuses to show the status of the job; but not if it does not know the job
 * @throws ConnectionError or TimeoutError if there is no response
 *
 * @example
 * ```ts
 * const { causes } = await explainJob(cloud, job);
 * for (const { text } of causes) console.log(text);
 * ```
 */
export async function explainJob(
  cloud: ExplainClient,
  job: JobData,
  options: CallOptions = {},
): Promise<JobExplanation> {
  const call = { operation: "explainJob" };
  checkClient(cloud, ["job", "model", "endpoints", "graphql"], call.operation);
  checkObject("job", job, call);
  readCallOptions(options, call);
  const bounds = boundCalls(options);
  const { slug, id } = job;
  const handle = cloud.job({ slug, id });
  const state = await handle.status(bounds()).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (!state) {
    const isOld = Date.now() - (job.submittedAt ?? Infinity) > GONE_AFTER_MS;
    const orNew = isOld
      ? ""
      : ", or it was submitted a moment ago: ask again in a minute";
    return settled(undefined, {
      code: "not_found",
      text: `the service does not know the job ${id} of ${slug}: the id or the slug is wrong, or its result has expired${orNew}`,
    });
  }
  const { status } = state;
  if (isFinal(status))
    return settled(status, {
      code: "ended",
      text: `the job has ended as ${status}`,
    });
  if (status === "IN_PROGRESS")
    return settled(status, {
      code: "running",
      text: "a worker has begun the job",
    });
  const missing: string[] = [];
  const ask = async <Answer>(
    what: string,
    call: () => Promise<Answer>,
  ): Promise<Answer | undefined> => {
    try {
      return await call();
    } catch (error) {
      options.signal?.throwIfAborted();
      missing.push(`${what}: ${describeFailure(error)}`);
      return undefined;
    }
  };
  const [health, endpoint] = await Promise.all([
    ask("the health of the endpoint", () => cloud.model(slug).health(bounds())),
    ask("the settings of the endpoint", () =>
      readEndpointSettings(cloud, slug, bounds),
    ),
  ]);
  const workers = countWorkers(health);
  const listWorkers = async () =>
    endpoint && cloud.v2?.serverless.listWorkers(slug, {}, bounds());
  const readSoldOut = async () =>
    workers.up === 0 ? endpoint?.readSoldOut() : undefined;
  const [list, soldOut = []] = await Promise.all([
    ask("the workers", listWorkers),
    ask("the stock", readSoldOut),
  ]);
  const unhealthy = Math.max(workers.unhealthy, list?.summary.unhealthy ?? 0);
  const found = { ...workers, unhealthy };
  const causes = findCauses(found, health?.jobs, endpoint, soldOut);
  return { status, causes, missing };
}

function settled(
  status: JobStatus | undefined,
  cause: JobCause,
): JobExplanation {
  return { status, causes: [cause], missing: [] };
}

function describeFailure(error: unknown): string {
  if (isNotFound(error)) return "not an endpoint of this account";
  return error instanceof Error ? error.message : String(error);
}

function findCauses(
  workers: WorkerCounts,
  jobs: EndpointHealth["jobs"],
  endpoint: EndpointSettings | undefined,
  soldOut: readonly string[],
): readonly JobCause[] {
  const { up, initializing, throttled, unhealthy } = workers;
  const causes: JobCause[] = [];
  const add = (code: JobCauseCode, text: string) => causes.push({ code, text });
  if (endpoint?.workersMax === 0)
    add(
      "no_workers_allowed",
      `the endpoint allows no workers: raise its ${endpoint.workersMaxName}, which is 0`,
    );
  if (unhealthy > 0)
    add(
      "crashing_worker",
      `${countOf(unhealthy, "worker")} crashed and will be started again: check the logs of the worker, its image and its start command`,
    );
  if (soldOut.length > 0)
    add(
      "no_stock",
      `no data center of the endpoint has ${soldOut.join(" or ")} in stock: add GPU types or data centers`,
    );
  if (throttled > 0 && up === 0)
    add(
      "throttled",
      `all workers are throttled (${throttled}): their machines have no free capacity; add GPU types or data centers`,
    );
  if (initializing > 0)
    add(
      "cold_start",
      `${countOf(initializing, "worker")} starting: the image is pulled or the model is loaded`,
    );
  const ahead = describeJobsAhead(workers, jobs);
  if (ahead) add("jobs_ahead", ahead + adviseWorkers(workers, endpoint));
  if (causes.length === 0) add("unknown", describeUnknown(workers));
  return causes;
}

/** A worker whose image crashes, or whose handlers go on after their jobs have ended, may count as idle. */
function describeUnknown({ free }: WorkerCounts): string {
  if (free === 0)
    return "no obstacle is known: a worker will be started, or will take the job soon";
  return `${countOf(free, "worker")} free and should take the job soon; if none does, the image may crash again and again, which the service counts as ready, or handlers may ignore the cancel or the timeout of their jobs: check the log of the worker`;
}

/** The jobs that run or wait; empty if they do not explain why the job waits. */
function describeJobsAhead(
  { initializing }: WorkerCounts,
  { inQueue = 0, inProgress = 0 }: EndpointHealth["jobs"] = {},
): string {
  // The job itself is one of those that wait.
  const waiting = Math.max(0, inQueue - 1);
  if (inProgress === 0 && (waiting === 0 || initializing > 0)) return "";
  return waiting === 0
    ? `${countOf(inProgress, "other job")} running`
    : `up to ${countOf(waiting, "other job")} waiting and ${inProgress} running`;
}

/** What lets more jobs run at once: more workers, or a scaler that starts the workers that are allowed. */
function adviseWorkers(
  { up, initializing, throttled }: WorkerCounts,
  endpoint: EndpointSettings | undefined,
): string {
  if (!endpoint) return "";
  const { workersMax, workersMaxName: name } = endpoint;
  const present = up + initializing + throttled;
  return workersMax === undefined || present >= workersMax
    ? `: raise ${name} to run more at once`
    : `: ${countOf(present, "worker")} up or starting, and ${name} allows ${workersMax}: the scaling of the endpoint decides when it adds one`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? " is" : "s are"}`;
}

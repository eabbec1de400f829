import type {
  EndpointHealth,
  JobStatus,
} from "../../generated/jobs/resources.js";
import { checkOptionNames } from "../option-names.js";
import { CALL_OPTIONS } from "../http/request-context.js";
import type { Pod } from "../../generated/rest/resources.js";
import { checkClient } from "../check-members.js";
import { checkObject, checkOptions } from "../checks.js";
import type { Client } from "../client.js";
import type { JobData } from "../errors.js";
import { isNotFound } from "../jobs/absence.js";
import { isFinal } from "../jobs/state.js";
import type { CallOptions } from "../options.js";
import {
  readEndpointSettings,
  type EndpointSettings,
  type EndpointSettingsClient,
  type EndpointStock,
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
  /** Since when, in milliseconds since 1970; undefined where the service does not say. */
  readonly since?: number | undefined;
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
 * starts or crashes, or other jobs are ahead. Asks for the job, the health of its endpoint, the endpoint's settings and
 * workers, and the stock. Version 2 of the management API is asked where the service has retired 0.1.0, or the client has
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
  checkOptions(options, call);
  checkOptionNames(options, CALL_OPTIONS, call);
  const { slug, id } = job;
  const handle = cloud.job({ slug, id });
  const state = await handle.status(options).catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
  if (!state)
    return settled(undefined, {
      code: "not_found",
      text: `the service does not know the job ${id} of ${slug}: the id or the slug is wrong, or its result has expired`,
    });
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
    ask("the health of the endpoint", () => cloud.model(slug).health(options)),
    ask("the settings of the endpoint", () =>
      readEndpointSettings(cloud, slug, options),
    ),
  ]);
  const stock =
    endpoint && needsStock(endpoint, health)
      ? await ask("the stock", endpoint.readStock)
      : undefined;
  const causes = findCauses(health, endpoint, stock);
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

/** The counts of a health response. */
type WorkerCounts = Required<NonNullable<EndpointHealth["workers"]>>;

function countWorkers({ workers = {} }: EndpointHealth = {}): WorkerCounts {
  const { idle = 0, initializing = 0, ready = 0, running = 0 } = workers;
  const { throttled = 0, unhealthy = 0 } = workers;
  return { idle, initializing, ready, running, throttled, unhealthy };
}

/** Whether no worker is up, so that the stock may be the reason. */
function needsStock(
  { hasGpuTypes }: EndpointSettings,
  health: EndpointHealth | undefined,
): boolean {
  const { idle, ready, running } = countWorkers(health);
  return hasGpuTypes && idle + ready + running === 0;
}

function findCauses(
  health: EndpointHealth | undefined,
  endpoint: EndpointSettings | undefined,
  stock: EndpointStock | undefined,
): readonly JobCause[] {
  const causes = [
    findMissingWorkers(endpoint),
    findCrash(health, endpoint),
    findMissingStock(stock),
    findThrottling(health),
    findColdStart(health, endpoint),
    findJobsAhead(health, endpoint),
  ].filter((cause) => cause !== undefined);
  if (causes.length > 0) return causes;
  return [{ code: "unknown", text: describeUnknown(health) }];
}

/** A worker whose image crashes, or whose handlers go on after their jobs have ended, may count as idle. */
function describeUnknown(health: EndpointHealth | undefined): string {
  const { idle, ready } = countWorkers(health);
  const free = Math.max(idle, ready);
  if (free === 0)
    return "no obstacle is known: a worker will be started, or will take the job soon";
  return `${countOf(free, "worker")} free and should take the job soon; if none does, the image may crash again and again, which the service counts as ready, or handlers may ignore the cancel or the timeout of their jobs: check the log of the worker`;
}

function findMissingWorkers(
  endpoint: EndpointSettings | undefined,
): JobCause | undefined {
  if (endpoint?.workersMax.count !== 0) return undefined;
  return {
    code: "no_workers_allowed",
    text: `the endpoint allows no workers: raise its ${endpoint.workersMax.name}, which is 0`,
  };
}

function findCrash(
  health: EndpointHealth | undefined,
  endpoint: EndpointSettings | undefined,
): JobCause | undefined {
  const { unhealthy } = countWorkers(health);
  const exited = (endpoint?.workers ?? []).filter(
    ({ desiredStatus }) => desiredStatus === "EXITED",
  );
  const crashed = Math.max(unhealthy, exited.length);
  if (crashed === 0) return undefined;
  const [reason] = exited.flatMap(({ lastStatusChange = "" }) =>
    lastStatusChange === "" ? [] : [lastStatusChange],
  );
  const detail = reason === undefined ? "" : ` (${reason.slice(0, 200)})`;
  return {
    code: "crashing_worker",
    text: `${countOf(crashed, "worker")} crashed and will be started again${detail}: check the logs of the worker, its image and its start command`,
    since: earliestStart(exited),
  };
}

function findMissingStock(
  stock: EndpointStock | undefined,
): JobCause | undefined {
  if (!stock || stock.missing.length === 0) return undefined;
  const { wanted, missing } = stock;
  if (missing.length < wanted.length) return undefined;
  return {
    code: "no_stock",
    text: `no data center of the endpoint has ${missing.join(" or ")} in stock: add GPU types or data centers`,
  };
}

function findThrottling(
  health: EndpointHealth | undefined,
): JobCause | undefined {
  const { throttled, idle, ready, running } = countWorkers(health);
  if (throttled === 0 || idle + ready + running > 0) return undefined;
  return {
    code: "throttled",
    text: `all workers are throttled (${throttled}): their machines have no free capacity; add GPU types or data centers`,
  };
}

function findColdStart(
  health: EndpointHealth | undefined,
  endpoint: EndpointSettings | undefined,
): JobCause | undefined {
  const { initializing } = countWorkers(health);
  if (initializing === 0) return undefined;
  const since = earliestStart(
    (endpoint?.workers ?? []).filter(
      ({ desiredStatus }) => desiredStatus === "RUNNING",
    ),
  );
  const start =
    since === undefined ? "" : ` since ${new Date(since).toISOString()}`;
  return {
    code: "cold_start",
    text: `${countOf(initializing, "worker")} starting${start}: the image is pulled or the model is loaded`,
    since,
  };
}

function findJobsAhead(
  health: EndpointHealth | undefined,
  endpoint: EndpointSettings | undefined,
): JobCause | undefined {
  const { inQueue = 0, inProgress = 0 } = health?.jobs ?? {};
  // The job itself is one of those that wait.
  const waiting = Math.max(0, inQueue - 1);
  const isStarting = countWorkers(health).initializing > 0;
  if (inProgress === 0 && (waiting === 0 || isStarting)) return undefined;
  const jobs =
    waiting === 0
      ? `${countOf(inProgress, "other job")} running`
      : `up to ${countOf(waiting, "other job")} waiting and ${inProgress} running`;
  return {
    code: "jobs_ahead",
    text: `${jobs}${adviseWorkers(health, endpoint)}`,
  };
}

/** What lets more jobs run at once: more workers, or a scaler that starts the workers that are allowed. */
function adviseWorkers(
  health: EndpointHealth | undefined,
  endpoint: EndpointSettings | undefined,
): string {
  if (!endpoint) return "";
  const { count, name } = endpoint.workersMax;
  const { idle, ready, running, initializing, throttled } =
    countWorkers(health);
  const present = Math.max(ready, idle + running) + initializing + throttled;
  return count === undefined || present >= count
    ? `: raise ${name} to run more at once`
    : `: ${countOf(present, "worker")} up or starting, and ${name} allows ${count}: the scaling of the endpoint decides when it adds one`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? " is" : "s are"}`;
}

function earliestStart(workers: readonly Pod[]): number | undefined {
  const starts = workers
    .map(({ lastStartedAt = "" }) => Date.parse(lastStartedAt))
    .filter((time) => !Number.isNaN(time));
  return starts.length === 0 ? undefined : Math.min(...starts);
}

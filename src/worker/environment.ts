import { check } from "../checks.js";
import { InputError } from "../errors.js";

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a worker knows of the service. */
export interface WorkerSettings {
  /** The key of the worker, which is sent as it is, without `Bearer`. */
  readonly key: string;
  readonly urls: WorkerUrls;
  readonly pingIntervalMs: number;
}

/** The addresses of the service, complete but for further parameters of the query. */
interface WorkerUrls {
  readonly take: string;
  /** Takes several jobs at once; undefined where the service names no such address. */
  readonly takeBatch: string | undefined;
  /** Says which jobs to stop; undefined where the service names no such address. */
  readonly stop: string | undefined;
  readonly ping: string | undefined;
  readonly resultOf: (jobId: string) => string;
  /** The parts of a stream; undefined where the service names no such address. */
  readonly partsOf: ((jobId: string) => string) | undefined;
}

const CALL = { operation: "startWorker" };
const TAKE = "RUNPOD_WEBHOOK_GET_JOB";
const RESULT = "RUNPOD_WEBHOOK_POST_OUTPUT";
const KEY = "RUNPOD_AI_API_KEY";
const DEFAULT_PING_INTERVAL_MS = 10_000;

/** Reads the variables that the service sets for a worker. Throws an `InputError` where one of them is missing. */
export function readEnvironment(environment: Environment): WorkerSettings {
  const take = environment[TAKE];
  if (!take)
    throw new InputError(
      TAKE,
      `${TAKE} is missing, so this process is not a worker of the service: run it locally with "npx cloud-compute-emulator worker dev <file>"`,
      CALL,
    );
  const result = environment[RESULT];
  const key = environment[KEY];
  check(result, RESULT, "is missing: results could not be sent", CALL);
  // Without a key, the service answers each request for jobs as if no job waited.
  check(key, KEY, "is missing: the service would give no jobs", CALL);
  const workerId = environment["RUNPOD_POD_ID"] ?? crypto.randomUUID();
  const fill = (template: string, id: string) =>
    fillTemplate(template, { ...environment, RUNPOD_POD_ID: workerId, ID: id });
  const parts = environment["RUNPOD_WEBHOOK_POST_STREAM"];
  const ping = environment["RUNPOD_WEBHOOK_PING"];
  // The service does not know a worker that has made up its own id.
  const pings = ping && environment["RUNPOD_POD_ID"];
  const intervalMs = Number(environment["RUNPOD_PING_INTERVAL"]);
  const takeUrl = fill(take, workerId);
  return {
    key,
    pingIntervalMs: intervalMs > 0 ? intervalMs : DEFAULT_PING_INTERVAL_MS,
    urls: {
      take: takeUrl,
      takeBatch: replaceSegment(takeUrl, "job-take-batch"),
      stop: replaceSegment(takeUrl, "job-stop"),
      ping: pings ? fill(ping, workerId) : undefined,
      resultOf: (jobId) => fill(result, jobId),
      partsOf: parts ? (jobId) => fill(parts, jobId) : undefined,
    },
  };
}

/** Replaces each placeholder, such as `$RUNPOD_GPU_TYPE_ID`, by the value of its variable. */
function fillTemplate(template: string, values: Environment): string {
  return template.replace(/\$(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
}

function replaceSegment(url: string, segment: string): string | undefined {
  return url.includes("/job-take/")
    ? url.replace("/job-take/", `/${segment}/`)
    : undefined;
}

/** Appends parameters to an address whose query says where to route the request. */
export function withQuery(url: string, parameters: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${parameters}`;
}

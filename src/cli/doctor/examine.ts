import { responses } from "../../../generated/drift/responses.js";
import {
  watchDrift,
  type DriftFinding,
  type DriftWatcher,
} from "../../drift/index.js";
import { KeyRing } from "../../http/redact.js";
import {
  CloudComputeError,
  createClient,
  ResponseError,
  type Client,
  type ModelSlug,
  type ResponseEvent,
} from "../../index.js";
import { checkInput, estimateCost, models } from "../../models/index.js";
import { tryPod } from "./trial.js";
import { shapeOf, type ValueShape } from "./value-shape.js";

/** A call and how it ended, in names, types and times, without a value of the account. */
export interface TriedCall {
  readonly call: string;
  /** The reason of a failure; undefined after a success. */
  readonly problem: string | undefined;
  /** What a success has to say beside its time. */
  readonly detail: string;
  /** Each attempt, retries included. */
  readonly attempts: readonly Attempt[];
  /** The last response that was read. */
  readonly response: ValueShape | undefined;
}

type Attempt = Pick<
  ResponseEvent,
  "route" | "status" | "requestId" | "durationMs"
>;

/** What `doctor` found out about one API. */
export interface Examination {
  readonly calls: readonly TriedCall[];
  /** How many calls were left out, because those before them had all failed in the same way. */
  readonly skipped: number;
  /** Where responses differ from their documentation. */
  readonly findings: readonly DriftFinding[];
}

/** A call of `doctor`: resolves with what there is to say, and rejects with the reason of a failure. */
interface Probe {
  readonly call: string;
  readonly run: (cloud: Client) => Promise<string>;
}

/** What is examined beside the lists. */
interface ProbeOptions {
  /** The job that is run; undefined for none. */
  readonly job: TriedJob | undefined;
  /** Whether a Pod is rented for a few minutes. */
  readonly rentsPod: boolean;
}

/** The reason of a call whose answer is no success. */
class ProbeFailure extends Error {}

/** openapi-fetch's client of a surface, as far as `doctor` uses it. */
interface RawReads {
  readonly GET: (
    path: string,
  ) => Promise<{ readonly error?: unknown; readonly response: Response }>;
}

/** After so many failures with the same status, and no success, the other calls of an API would fail as well. */
const MAX_SAME_FAILURES = 2;

/** How much of an answer is shown as the reason of a failure. */
const MAX_REASON_LENGTH = 300;

const MODEL = "black-forest-labs-flux-1-schnell";
const INPUT = { prompt: "a lighthouse", width: 256, height: 256 };
/** The service ends the job after this time, so that nothing runs on unseen. */
const JOB_MS = 600_000;

/** The job of a public model that `doctor` runs. */
export interface TriedJob {
  readonly slug: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the job costs by the price of its model, in the currency of the account. */
  readonly cost: number;
}

/**
 * The job that `doctor` runs: by default a small picture of a cheap model.
 *
 * @throws InputError for an unknown model, for an input that its parameters do not allow, and where no price is known
 */
export function jobOf(
  slug: string = MODEL,
  input: TriedJob["input"] = slug === MODEL ? INPUT : PROMPT,
): TriedJob {
  const known = slug as ModelSlug;
  const cost = estimateCost(known, input as never);
  checkInput(models[known], input);
  return { slug, input, cost };
}

const PROMPT = { prompt: "a lighthouse" };

/**
 * Reads once from each route of a surface that needs no id, and compares the answers with their documentation. The job API
 * has no such route: its read is the status of a job of a public model that does not exist.
 * Changes nothing, unless a job or a Pod is asked for.
 *
 * @param report called with each call when it has ended
 */
export async function examine(
  surface: string,
  options: ProbeOptions,
  report: (tried: TriedCall) => void,
): Promise<Examination> {
  const watcher = watchDrift({ onDrift: () => undefined });
  const probes = probesOf(surface, options);
  const calls: TriedCall[] = [];
  for (const probe of probes) {
    if (failsThroughout(calls)) break;
    const tried = await tryCall(probe, watcher);
    calls.push(tried);
    report(tried);
  }
  const skipped = probes.length - calls.length;
  return { calls, skipped, findings: watcher.findings() };
}

/** Whether all calls have failed with the same status, or without any, and so would the next. */
function failsThroughout(calls: readonly TriedCall[]): boolean {
  const statuses = calls.map(({ attempts }) => attempts.at(-1)?.status);
  return (
    calls.length >= MAX_SAME_FAILURES &&
    calls.every(({ problem }) => problem !== undefined) &&
    new Set(statuses).size === 1
  );
}

async function tryCall(
  { call, run }: Probe,
  watcher: DriftWatcher,
): Promise<TriedCall> {
  const attempts: Attempt[] = [];
  let response: ValueShape | undefined;
  const cloud = createClient({
    logLevel: "off",
    // The documented route of the status is the one to compare.
    longPolling: false,
    onResponse: ({ route, status, requestId, durationMs }) => {
      const id = requestId === undefined ? {} : { requestId };
      attempts.push({ route, status, ...id, durationMs });
    },
    drift: (observed) => {
      response = shapeOf(observed.value);
      // A failure or a page may come from anybody, such as a proxy at a wrong address.
      const isOfService =
        observed.status < 400 && typeof observed.value !== "string";
      if (isOfService) watcher(observed);
    },
  });
  try {
    const detail = await run(cloud);
    return { call, problem: undefined, detail, attempts, response };
  } catch (error) {
    const isExpected =
      error instanceof CloudComputeError || error instanceof ProbeFailure;
    if (!isExpected) throw error;
    return { call, problem: error.message, detail: "", attempts, response };
  }
}

function probesOf(
  surface: string,
  { job, rentsPod }: ProbeOptions,
): readonly Probe[] {
  if (surface === "jobs") {
    if (!job) return [STATUS_READ];
    const run = (cloud: Client) => runJob(cloud, job);
    return [STATUS_READ, { call: "model().run()", run }];
  }
  if (surface === "graphql") return GRAPHQL_READS;
  const reads = Object.keys(responses[surface]?.routes ?? {})
    .filter((route) => /^GET [^{]+$/.test(route))
    .map((route) => readOf(surface, route.replace("GET ", "")));
  return surface === "v2" && rentsPod
    ? [...reads, { call: "rentPod()", run: tryPod }]
    : reads;
}

/** A public model does not show its health. With a valid key, it does not know the job that is asked for. */
const STATUS_READ: Probe = {
  call: "job().status()",
  run: async (cloud) => {
    try {
      await cloud.model(MODEL).job("doctor").status();
    } catch (error) {
      // A wrong address also answers 404, in other words.
      const isUnknown =
        error instanceof ResponseError && /: job not found/.test(error.message);
      if (!isUnknown) throw error;
    }
    return MODEL;
  },
};

function readOf(surface: string, path: string): Probe {
  const member = surface === "rest" ? "rest" : `${surface}Rest`;
  return {
    call: `${member}.GET("${path}")`,
    run: async (cloud) => {
      const client = Reflect.get(cloud, member) as RawReads;
      const { response, error } = await client.GET(path);
      if (response.ok) return "";
      throw new ProbeFailure(`status ${response.status}: ${shorten(error)}`);
    },
  };
}

/** The beginning of an answer, without the key. */
function shorten(body: unknown): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const keys = new KeyRing();
  keys.learn(process.env["CLOUD_COMPUTE_API_KEY"] ?? "");
  return keys.redact(text).replaceAll(/\s+/g, " ").slice(0, MAX_REASON_LENGTH);
}

const GRAPHQL_READS = (["myself", "gpuTypes"] as const).map((name): Probe => ({
  call: `graphql.${name}()`,
  run: async ({ graphql }) => {
    await graphql[name]();
    return "";
  },
}));

async function runJob(
  cloud: Client,
  { slug, input }: TriedJob,
): Promise<string> {
  const policy = { ttl: JOB_MS, executionTimeout: JOB_MS };
  const job = await cloud.model<TriedJob["input"]>(slug).run(input, {
    policy,
  });
  const { output } = await job.wait({ timeout: JOB_MS });
  const { cost } = Object(output) as { readonly cost?: unknown };
  return typeof cost === "number" ? `${slug}: ${cost} USD` : `${slug}: no cost`;
}

import { routes } from "../../../generated/drift/responses.js";
import {
  watchDrift,
  type DriftFinding,
  type DriftWatcher,
} from "../../drift/index.js";
import {
  CloudComputeError,
  createClient,
  type Client,
  type ResponseEvent,
} from "../../index.js";
import { estimateCost } from "../../models/index.js";
import { showReason } from "../../http/reason.js";
import { shapeOf, type ValueShape } from "./value-shape.js";

/** A call and how it ended, in names, types and times, without a value of the account. */
export interface TriedCall {
  readonly call: string;
  /** The reason of a failure; undefined after a success. */
  readonly problem: string | undefined;
  /** Each attempt, retries included. */
  readonly attempts: readonly Attempt[];
  /** The last response that was read. */
  readonly response: ValueShape | undefined;
}

type Attempt = Pick<
  ResponseEvent,
  "route" | "status" | "requestId" | "durationMs"
>;

/** What `doctor` found out. */
export interface Examination {
  readonly calls: readonly TriedCall[];
  /** Where responses differ from their documentation. */
  readonly findings: readonly DriftFinding[];
}

/** A call of `doctor`: rejects, or resolves with the reason of a failure. */
interface Probe {
  readonly call: string;
  readonly run: (cloud: Client) => Promise<string | undefined>;
}

/** openapi-fetch's client of a surface, as far as `doctor` uses it. */
interface RawReads {
  readonly GET: (
    path: string,
  ) => Promise<{ readonly error?: unknown; readonly response: Response }>;
}

const MODEL = "black-forest-labs-flux-1-schnell";
const INPUT = { prompt: "a lighthouse", width: 256, height: 256 };
/** The service ends the job after this time, so that nothing runs on unseen. */
const JOB_MS = 120_000;

/** What the job of `--spend` costs by the price of its model, in the currency of the account. */
export function jobCost(): number {
  return estimateCost(MODEL, INPUT);
}

/**
 * Reads once from each route of these surfaces that needs no id, and compares the answers with their documentation. With
 * `runsJob`, runs one cheap job as well; nothing else is changed.
 *
 * @param report called with each call when it has ended
 */
export async function examine(
  surfaces: readonly string[],
  runsJob: boolean,
  report: (tried: TriedCall) => void,
): Promise<Examination> {
  const watcher = watchDrift({ onDrift: () => undefined });
  const probes = surfaces.flatMap(readsOf);
  if (runsJob) probes.push({ call: `model("${MODEL}").run`, run: runJob });
  const calls: TriedCall[] = [];
  for (const probe of probes) {
    const tried = await tryCall(probe, watcher);
    calls.push(tried);
    report(tried);
  }
  return { calls, findings: watcher.findings() };
}

async function tryCall(
  { call, run }: Probe,
  watcher: DriftWatcher,
): Promise<TriedCall> {
  const attempts: Attempt[] = [];
  let response: ValueShape | undefined;
  const cloud = createClient({
    logLevel: "off",
    onResponse: ({ route, status, requestId, durationMs }) => {
      const id = requestId === undefined ? {} : { requestId };
      attempts.push({ route, status, ...id, durationMs });
    },
    drift: (observed) => {
      response = shapeOf(observed.value);
      watcher(observed);
    },
  });
  const problem = await run(cloud).catch(reasonOf);
  return { call, problem, attempts, response };
}

function reasonOf(error: unknown): string {
  if (error instanceof CloudComputeError) return error.message;
  throw error;
}

function readsOf(surface: string): readonly Probe[] {
  if (surface === "graphql") return GRAPHQL_READS;
  return routes.flatMap(([owner, route]) => {
    const isRead = owner === surface && /^GET [^{]+$/.test(route);
    return isRead ? readOf(surface, route.replace("GET ", "")) : [];
  });
}

function readOf(surface: string, path: string): Probe {
  const member = surface === "rest" ? "rest" : `${surface}Rest`;
  return {
    call: `${member}.GET("${path}")`,
    run: async (cloud) => {
      const client = Reflect.get(cloud, member) as RawReads;
      const { response, error } = await client.GET(path);
      return response.ok
        ? undefined
        : `status ${response.status}: ${showReason(error)}`;
    },
  };
}

const GRAPHQL_READS: readonly Probe[] = [
  {
    call: "graphql.myself()",
    run: async ({ graphql }) => {
      await graphql.myself();
      return undefined;
    },
  },
  {
    call: "graphql.gpuTypes()",
    run: async ({ graphql }) => {
      await graphql.gpuTypes();
      return undefined;
    },
  },
];

async function runJob(cloud: Client): Promise<undefined> {
  const policy = { ttl: JOB_MS, executionTimeout: JOB_MS };
  const job = await cloud.model(MODEL).run(INPUT, { policy });
  await job.wait({ timeout: JOB_MS });
}

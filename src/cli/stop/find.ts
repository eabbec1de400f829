import type { Client, EndpointHealth, Job, Model } from "../../index.js";
import { isFinal } from "../../jobs/state.js";
import { phaseOf } from "../../pod-status.js";
import { CommandError } from "../command.js";
import type { GpuType, StopClientV2 } from "./client-v2.js";
import { unlessGone, type Steps } from "./steps.js";

/** What costs money, and how to end it. */
export interface Found {
  /** What it is, with its id. */
  readonly what: string;
  /** Its id and its name, by which `--keep` can spare it. */
  readonly names: readonly string[];
  /** The ids and names with which `--keep` spares it, too: those of the endpoint of a job. */
  readonly keptWith?: readonly string[];
  /** Whether it runs: an endpoint may be scaled to zero. */
  readonly runs: boolean;
  /** In USD per hour; NaN if it is unknown. */
  readonly price: number;
  /** Since when it runs, in milliseconds since 1970; NaN if that is unknown, or if it does not run. */
  readonly since: number;
  /** What else there is to say of it. */
  readonly note?: string | undefined;
  /** Whether it is an endpoint that only its running jobs keep up. */
  readonly waitsForJobs?: boolean;
  readonly ends: readonly End[];
}

/** Ends something, and resolves with what to print. */
type End = () => Promise<string>;

/** How Pods and endpoints are to be ended. */
interface Manner {
  readonly stopsPods: boolean;
  readonly deletesEndpoints: boolean;
}

/** Finds what costs money at an account. */
export class Finder {
  readonly #cloud: Client;
  readonly #version2: StopClientV2;
  readonly #jobs: readonly Job[];
  readonly #manner: Manner;
  /** The GPU types with their prices, once they could be read. */
  #types: readonly GpuType[] | undefined;
  /** The time of the service when the Pods were read, in milliseconds since 1970. */
  now = Date.now();

  constructor(
    cloud: Client,
    version2: StopClientV2,
    jobs: readonly Job[],
    manner: Manner,
  ) {
    this.#cloud = cloud;
    this.#version2 = version2;
    this.#jobs = jobs;
    this.#manner = manner;
  }

  /** Finds everything. What cannot be read counts as a failed step. */
  async findAll(steps: Steps): Promise<Found[]> {
    const all: Found[] = [];
    const add = (what: string, found: AsyncIterable<Found>) =>
      steps.run(what, async () => {
        for await (const each of found) all.push(each);
      });
    await add("clusters", this.#findClusters());
    await add("Pods", this.#findPods());
    await add("endpoints", this.#findEndpoints());
    for (const job of this.#jobs)
      await add(`job ${job.id}`, this.#findJob(job, all));
    return all;
  }

  async *#findClusters(): AsyncGenerator<Found> {
    const { clusters } = this.#version2;
    for (const { id, name, createdAt } of await clusters.list()) {
      // The price of a cluster is the sum over its Pods.
      const own = await clusters.listPods(id).catch(() => undefined);
      yield {
        what: `cluster ${name} (${id})`,
        names: [id, name],
        runs: true,
        price: own?.reduce((sum, { cost }) => sum + cost, 0) ?? NaN,
        since: Date.parse(createdAt),
        ends: [() => clusters.delete(id).then(() => "deleted")],
      };
    }
  }

  async *#findPods(): AsyncGenerator<Found> {
    const { pods } = this.#version2;
    const { stopsPods } = this.#manner;
    const onFinalResponse = ({ headers }: { readonly headers: Headers }) => {
      this.now = Date.parse(headers.get("date") ?? "") || Date.now();
    };
    for await (const pod of pods.list({}, { onFinalResponse })) {
      const { id, name, status, cost, startedAt, createdAt } = pod;
      const phase = phaseOf(status);
      if (phase === "deleted") continue;
      const isStopped = phase === "stopped" || phase === "failed";
      yield {
        what: `Pod ${name} (${id})`,
        names: [id, name],
        runs: !(stopsPods && isStopped),
        price: cost,
        since: isStopped ? NaN : Date.parse(startedAt ?? createdAt),
        note: isStopped ? STOPPED : undefined,
        ends: [
          stopsPods
            ? () => pods.action(id, { action: "stop" }).then(() => STOPPED)
            : () => pods.delete(id).then(() => "deleted"),
        ],
      };
    }
  }

  async *#findEndpoints(): AsyncGenerator<Found> {
    const { catalog, serverless } = this.#version2;
    const { deletesEndpoints } = this.#manner;
    // The endpoints are stopped even if the prices cannot be read.
    this.#types ??= await catalog.listGpuTypes().catch(() => undefined);
    const prices = new Map(
      this.#types?.map(({ id, price }) => [id, price.serverless]),
    );
    for await (const endpoint of serverless.list()) {
      const { id, name, type, workers } = endpoint;
      const hasQueue = type !== "LOAD_BALANCER";
      const model = this.#cloud.model(id);
      const listed = await serverless.listWorkers(id).catch(() => undefined);
      // A throttled worker waits for a machine, and costs nothing.
      const up = listed?.workers.filter(({ status }) => status !== "THROTTLED");
      const price =
        up?.reduce(
          (sum, { gpuCount, gpuTypeId }) =>
            sum + gpuCount * (prices.get(gpuTypeId ?? "") ?? NaN),
          0,
        ) ?? NaN;
      const starts = (up ?? []).flatMap(({ startedAt }) =>
        startedAt ? Date.parse(startedAt) : [],
      );
      const jobs = hasQueue ? await readJobs(model) : NO_JOBS;
      const isIdle = price === 0 && jobs.inQueue === 0;
      const ends: End[] = [
        async () => {
          await serverless.update(id, { workers: { min: 0, max: 0 } });
          return `scaled to zero workers (min was ${workers.min}, max ${workers.max})`;
        },
      ];
      if (hasQueue)
        ends.push(async () => {
          const { removed } = await model.purgeQueue();
          return `${removed} waiting jobs removed`;
        });
      if (deletesEndpoints)
        ends.push(() => serverless.delete(id).then(() => "deleted"));
      yield {
        what: `endpoint ${name} (${id})`,
        names: [id, name],
        runs: workers.max > 0 || !isIdle,
        price,
        since: starts.length > 0 ? Math.min(...starts) : NaN,
        note: describeJobs(jobs, deletesEndpoints),
        waitsForJobs:
          !deletesEndpoints && workers.max === 0 && (jobs.inProgress ?? 0) > 0,
        ends,
      };
    }
  }

  /** A job is also kept with its endpoint. */
  async *#findJob(job: Job, all: readonly Found[]): AsyncGenerator<Found> {
    const { id, slug } = job;
    const state = await unlessExpired(job, job.status());
    if (state === undefined || isFinal(state.status)) return;
    const endpoint = all.find(({ names }) => names.includes(slug));
    yield {
      what: `job ${id} of ${slug}, ${state.status}`,
      names: [id],
      keptWith: endpoint?.names ?? [slug],
      runs: true,
      price: NaN,
      since: NaN,
      ends: [
        async () => {
          await unlessExpired(job, job.cancel());
          return "cancelled, or ended before";
        },
      ],
    };
  }
}

const STOPPED = "stopped, its disk costs money";

/** For how long the service keeps the result of a job, at least from its submit. */
const KEPT_MS = 30 * 60_000;

/** The result of a call, or undefined of a job whose result has expired. */
async function unlessExpired<Result>(
  job: Job,
  call: Promise<Result>,
): Promise<Result | undefined> {
  const result = await unlessGone(call, undefined);
  const { submittedAt = NaN } = job.toJSON();
  // The service also forgets a job for some seconds, such as right after its submit.
  if (result !== undefined || Date.now() - submittedAt > KEPT_MS) return result;
  throw new CommandError(
    1,
    "the service does not know this job, which may run all the same: run stop again in a minute, and take its line out of the file if this stays",
  );
}

type Jobs = NonNullable<EndpointHealth["jobs"]>;

/** Of an endpoint without a queue. */
const NO_JOBS: Jobs = { inQueue: 0, inProgress: 0 };

/** Empty where the service does not say. */
async function readJobs(model: Pick<Model, "health">): Promise<Jobs> {
  return model.health().then(
    ({ jobs = {} }) => jobs,
    () => ({}),
  );
}

/** Scaling to zero ends no job that runs. */
function describeJobs(
  { inQueue, inProgress }: Jobs,
  deletesEndpoints: boolean,
): string | undefined {
  if (inQueue === undefined || inProgress === undefined) return "jobs unknown";
  const way = deletesEndpoints ? "" : ", or until --delete-endpoints";
  const parts = [
    inQueue > 0 && `waiting jobs: ${inQueue}`,
    inProgress > 0 &&
      `running jobs: ${inProgress}, billed until they end${way}`,
  ];
  return parts.filter(Boolean).join(", ") || undefined;
}

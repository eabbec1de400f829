import type { Client } from "../client.js";
import { isNotFound } from "../http/refusals.js";
import type { CallOptions } from "../options.js";
import { phaseOf } from "../pod-status.js";
import { costOf, type JobResult } from "./job-cost.js";
import type { SpendEntry } from "./store.js";
import { toUnits } from "./units.js";

/** The surfaces of a client that `reconcile` asks. */
export type SpendSources = Pick<Client, "billing" | "model" | "pods">;

// Not a generated type: a client that was generated without version 2 has none.
/** The surfaces of version 2, `cloud.v2`, that `reconcile` asks about Pods. */
export interface SpendSourcesV2 {
  readonly pods: {
    get(
      id: string,
      query: Readonly<Record<string, never>>,
      options: CallOptions,
    ): Promise<{ readonly status?: string }>;
  };
  readonly billing: {
    pods(
      query: {
        readonly podId: string;
        readonly startTime: string;
        readonly bucketSize: "year";
      },
      options: CallOptions,
    ): Promise<{
      readonly metadata: { readonly totals: { readonly totalAmount: number } };
    }>;
  };
}

/** What `jobSubject` returns. */
const JOB_SUBJECT = /^job:(.+)\/([^/]+)$/;

/** The name under which a job is reserved once its id is known. */
export function jobSubject(slug: string, id: string): string {
  return `job:${slug}/${id}`;
}

/** What can find the cost of a reservation. */
export interface CostSources {
  /** Whether the job of a subject was seen running. */
  readonly hasRun: (subject: string) => boolean;
  readonly job?: ((slug: string, id: string) => Promise<JobResult>) | undefined;
  readonly pod?: PodSource | undefined;
}

/** What a Pod was charged; `"running"` while the Pod runs. */
type PodSource = (id: string) => Promise<number | "running">;

/** The options of a request that asks for a cost. */
export const ASK_OPTIONS = { timeout: 20_000, retries: 1 };
/** How long after the end of a Pod its billing may still be incomplete, in milliseconds: a day. */
const BILLING_DELAY_MS = 86_400_000;

/** The sources that a client offers. `own` asks about jobs where only version 2 of the management API is given. */
export function createCostSources(
  cloud: SpendSources | SpendSourcesV2,
  own: Pick<CostSources, "job" | "hasRun">,
): CostSources {
  if (!("model" in cloud)) return { ...own, pod: createPodSourceV2(cloud) };
  const { model } = cloud;
  return {
    hasRun: own.hasRun,
    job: (slug, id) => model(slug).job(id).status(ASK_OPTIONS),
    pod: createPodSource(cloud),
  };
}

/** Asks version 0.1.0 of the management API what a Pod was charged. */
function createPodSource({ pods, billing }: SpendSources): PodSource {
  return async (podId) => {
    const pod = await pods.get(podId, {}, ASK_OPTIONS).catch(ignoreNotFound);
    if (phaseOf(pod?.desiredStatus) === "up") return "running";
    const query = { podId, grouping: "podId" } as const;
    const records = await billing.pods(query, ASK_OPTIONS);
    return records.reduce((sum, { amount }) => sum + amount, 0);
  };
}

/** Asks version 2 of the management API what a Pod was charged. */
function createPodSourceV2({ pods, billing }: SpendSourcesV2): PodSource {
  return async (podId) => {
    const pod = await pods.get(podId, {}, ASK_OPTIONS).catch(ignoreNotFound);
    if (phaseOf(pod?.status) === "up") return "running";
    // Without a start, only the last 30 days count.
    const startTime = "2020-01-01T00:00:00Z";
    const query = { podId, startTime, bucketSize: "year" } as const;
    const { metadata } = await billing.pods(query, ASK_OPTIONS);
    return metadata.totals.totalAmount;
  };
}

function ignoreNotFound(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** The cost of an expired reservation in units; undefined if it must stay reserved. */
export async function findCost(
  entry: SpendEntry,
  sources: CostSources,
): Promise<number | undefined> {
  const { id, units, expiresAt } = entry;
  if (isOfJob(entry))
    try {
      return await findJobCost(entry, sources);
    } catch (error) {
      // The service no longer keeps the result.
      if (isNotFound(error)) return units;
      throw error;
    }
  const [, podId = ""] = /^pod:(.+)$/.exec(id) ?? [];
  if (podId !== "") {
    const amount = await sources.pod?.(podId);
    if (amount === undefined || amount === "running") return undefined;
    const billed = toUnits(amount);
    // Until then the records may show a part of the cost only.
    const isBilled = Date.now() - expiresAt >= BILLING_DELAY_MS;
    if (!isBilled && billed < units) return undefined;
    // Without a record, all that was reserved counts as spent.
    return billed > 0 ? billed : units;
  }
  return units;
}

/** Whether an entry is the reservation of a job. */
export function isOfJob({ id }: SpendEntry): boolean {
  return JOB_SUBJECT.test(id);
}

/** The cost of a job in units; undefined while the job goes on, and for an entry that is no job. */
export async function findJobCost(
  { id, units }: SpendEntry,
  { job, hasRun }: CostSources,
): Promise<number | undefined> {
  const [, slug = "", jobId = ""] = JOB_SUBJECT.exec(id) ?? [];
  if (slug === "" || !job) return undefined;
  return costOf(slug, await job(slug, jobId), units, hasRun(id));
}

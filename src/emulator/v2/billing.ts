import type { V2Route } from "../../../generated/emulator/routes.js";
import type { AccountState } from "../account-state.js";
import {
  bucketStart,
  nextBucketStart,
  parseTime,
  slicesOf,
  type BucketSize,
  type Slice,
} from "../resources/billing.js";
import type { Charge } from "../resources/records.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../server/handler.js";
import type { QueryOf } from "../server/operations.js";
import { toIsoString } from "./schemas.js";

type BillingRoute = Extract<V2Route, `${string} /v2/billing${string}`>;
type BillingQuery = QueryOf<"GET /v2/billing">;

const HOUR_MS = 3_600_000;
const DEFAULT_DAYS = 30;

/** The products that version 2 bills apart. */
type Product = "pods" | "clusters" | "serverless" | "endpoints" | "volumes";

/** The handlers of the billing of version 2. Its `endpoints` are calls of public models: workers are under `serverless`. */
export const billingHandlers: Handlers<BillingRoute> = {
  "GET /v2/billing": ({ state, query }) => {
    const range = readRange(state, query);
    const groups = groupSlices(chargesOf(state, range), () => "");
    const records = groups.map((slices) => ({
      ...timesOf(slices, range),
      ...amountsOf(slices),
    }));
    return ok({
      records,
      metadata: {
        query: rangeView(range),
        recordCount: records.length,
        totals: amountsOf(groups.flat()),
      },
    });
  },
  "GET /v2/billing/pods": ({ state, query }) => {
    const { podId } = query;
    const { range, groups, all } = read(state, query, "pods", "podId", podId);
    const records = groups.map((slices) => ({
      ...timesOf(slices, range),
      ...podAmounts(slices),
      podId: labelOf(slices, "podId"),
    }));
    return ok({
      records,
      metadata: {
        query: { ...rangeView(range), podId: podId ?? null },
        recordCount: records.length,
        totals: podAmounts(all),
        uniquePodCount: countLabels(all, "podId"),
      },
    });
  },
  "GET /v2/billing/clusters": ({ state, query }) => {
    const { clusterId } = query;
    const { range, groups, all } = read(
      state,
      query,
      "clusters",
      "clusterId",
      clusterId,
    );
    const records = groups.map((slices) => ({
      ...timesOf(slices, range),
      ...clusterAmounts(slices),
      clusterId: labelOf(slices, "clusterId"),
    }));
    return ok({
      records,
      metadata: {
        query: { ...rangeView(range), clusterId: clusterId ?? null },
        recordCount: records.length,
        totals: clusterAmounts(all),
        uniqueClusterCount: countLabels(all, "clusterId"),
      },
    });
  },
  "GET /v2/billing/serverless": ({ state, query }) => {
    const { serverlessId } = query;
    const { range, groups, all } = read(
      state,
      query,
      "serverless",
      "endpointId",
      serverlessId,
    );
    const records = groups.map((slices) => ({
      ...timesOf(slices, range),
      ...serverlessAmounts(slices),
      serverlessId: labelOf(slices, "endpointId"),
    }));
    return ok({
      records,
      metadata: {
        query: { ...rangeView(range), serverlessId: serverlessId ?? null },
        recordCount: records.length,
        totals: serverlessAmounts(all),
        uniqueServerlessCount: countLabels(all, "endpointId"),
      },
    });
  },
  "GET /v2/billing/endpoints": ({ state, query }) => {
    const { range, groups, all } = read(state, query, "endpoints");
    const records = groups.map((slices) => ({
      ...timesOf(slices, range),
      totalAmount: usdOf(slices),
    }));
    return ok({
      records,
      metadata: {
        query: rangeView(range),
        recordCount: records.length,
        totals: { totalAmount: usdOf(all) },
      },
    });
  },
  "GET /v2/billing/network-volumes": ({ state, query }) => {
    const { networkVolumeId } = query;
    const { range, groups, all } = read(
      state,
      query,
      "volumes",
      "volumeId",
      networkVolumeId,
    );
    const records = groups.map((slices) => ({
      ...timesOf(slices, range),
      ...volumeAmounts(slices),
      networkVolumeId: labelOf(slices, "volumeId"),
    }));
    return ok({
      records,
      metadata: {
        query: {
          ...rangeView(range),
          networkVolumeId: networkVolumeId ?? null,
        },
        recordCount: records.length,
        totals: volumeAmounts(all),
        uniqueNetworkVolumeCount: countLabels(all, "volumeId"),
      },
    });
  },
};

interface Range {
  readonly from: number;
  readonly to: number;
  readonly bucketSize: BucketSize;
}

/** The span of a query, in whole periods: the last 30 days where the query names none. */
function readRange({ clock }: AccountState, query: BillingQuery): Range {
  const { bucketSize = "day", startTime, endTime, lastN } = query;
  if (lastN !== undefined && (startTime !== undefined || endTime !== undefined))
    throw new Refusal("invalidQuery", {
      problem: "lastN cannot be set together with startTime or endTime",
    });
  const now = clock.now();
  const end = parseTime("endTime", endTime) ?? now;
  const start =
    parseTime("startTime", startTime) ?? now - DEFAULT_DAYS * 24 * HOUR_MS;
  const startsAt = bucketStart(end, bucketSize);
  const to =
    startsAt === end && endTime !== undefined
      ? end
      : nextBucketStart(startsAt, bucketSize);
  if (lastN === undefined)
    return { from: bucketStart(start, bucketSize), to, bucketSize };
  let from = startsAt;
  for (let count = 1; count < lastN; count += 1)
    from = bucketStart(from - 1, bucketSize);
  return { from, to, bucketSize };
}

function read(
  state: AccountState,
  query: BillingQuery,
  product: Product,
  label = "",
  wanted?: string,
) {
  const range = readRange(state, query);
  const all = chargesOf(state, range).filter(
    (slice) =>
      productOf(slice.charge) === product &&
      (wanted === undefined || slice.charge.labels[label] === wanted),
  );
  const groups = groupSlices(all, ({ charge }) => charge.labels[label] ?? "");
  return { range, groups, all };
}

function chargesOf(state: AccountState, range: Range): Slice[] {
  const query = {
    bucketSize: range.bucketSize,
    startTime: toIsoString(range.from),
    endTime: toIsoString(range.to),
  };
  const kinds = ["pods", "endpoints", "networkvolumes", "models"] as const;
  return kinds.flatMap((kind) => slicesOf(state, kind, query));
}

function productOf({ kind, labels }: Charge): Product {
  if (kind === "networkvolumes") return "volumes";
  if (kind === "models") return "endpoints";
  if (kind === "endpoints") return "serverless";
  return labels["clusterId"] === undefined ? "pods" : "clusters";
}

/** Slices of the same period and key, in the order of the periods. */
function groupSlices(
  slices: readonly Slice[],
  keyOf: (slice: Slice) => string,
): Slice[][] {
  const groups = new Map<string, Slice[]>();
  for (const slice of slices) {
    const key = `${slice.bucket} ${keyOf(slice)}`;
    const group = groups.get(key) ?? [];
    group.push(slice);
    groups.set(key, group);
  }
  const bucketOf = (group: readonly Slice[]) => group[0]?.bucket ?? 0;
  return [...groups.values()].sort((a, b) => bucketOf(a) - bucketOf(b));
}

function timesOf(slices: readonly Slice[], { bucketSize }: Range) {
  const start = slices[0]?.bucket ?? 0;
  const endTime = toIsoString(nextBucketStart(start, bucketSize));
  return { startTime: toIsoString(start), endTime };
}

function rangeView({ from, to, bucketSize }: Range) {
  const times = { startTime: toIsoString(from), endTime: toIsoString(to) };
  return { ...times, bucketSize };
}

function labelOf(slices: readonly Slice[], label: string): string {
  return slices[0]?.charge.labels[label] ?? "";
}

function countLabels(slices: readonly Slice[], label: string): number {
  return new Set(slices.map(({ charge }) => charge.labels[label])).size;
}

function usdOf(slices: readonly Slice[]): number {
  let total = 0;
  for (const { charge, billedMs } of slices)
    total += (charge.usdPerHour * billedMs) / HOUR_MS;
  return Number(total.toFixed(10));
}

/** The part for GPUs, and the part for CPUs. */
function splitByHardware(slices: readonly Slice[]) {
  const isGpu = ({ charge }: Slice) => charge.labels["gpuTypeId"] !== undefined;
  const gpuAmount = usdOf(slices.filter(isGpu));
  const cpuAmount = usdOf(slices.filter((slice) => !isGpu(slice)));
  return { gpuAmount, cpuAmount };
}

function podAmounts(slices: readonly Slice[]) {
  const totalAmount = usdOf(slices);
  return { ...splitByHardware(slices), diskAmount: 0, totalAmount };
}

function serverlessAmounts(slices: readonly Slice[]) {
  return { ...podAmounts(slices), feeAmount: 0 };
}

function clusterAmounts(slices: readonly Slice[]) {
  const gpuAmount = usdOf(slices);
  return {
    gpuAmount,
    diskAmount: 0,
    networkingAmount: 0,
    totalAmount: gpuAmount,
  };
}

function volumeAmounts(slices: readonly Slice[]) {
  const standardAmount = usdOf(slices);
  return {
    standardAmount,
    highPerformanceAmount: 0,
    totalAmount: standardAmount,
  };
}

/** What each product cost. */
function amountsOf(slices: readonly Slice[]) {
  const of = (product: Product) =>
    slices.filter(({ charge }) => productOf(charge) === product);
  const pods = splitByHardware(of("pods"));
  const serverless = splitByHardware(of("serverless"));
  return {
    podGpuAmount: pods.gpuAmount,
    podCpuAmount: pods.cpuAmount,
    podDiskAmount: 0,
    serverlessGpuAmount: serverless.gpuAmount,
    serverlessCpuAmount: serverless.cpuAmount,
    serverlessDiskAmount: 0,
    serverlessFeeAmount: 0,
    clusterGpuAmount: usdOf(of("clusters")),
    clusterDiskAmount: 0,
    clusterNetworkingAmount: 0,
    endpointAmount: usdOf(of("endpoints")),
    storageStandardAmount: usdOf(of("volumes")),
    storageHighPerformanceAmount: 0,
    totalAmount: usdOf(slices),
  };
}

import type { V2Route } from "../../generated/routes.js";
import type { AccountState } from "../state/account-state.js";
import {
  bucketStart,
  groupSlices,
  nextBucketStart,
  parseTime,
  slicesOf,
  totalUsd,
  type BucketSize,
  type Slice,
} from "../machines/billing.js";
import type { Charge } from "../state/records.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import type { QueryOf } from "../http/operations.js";
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
    const { records, metadata } = report(state, query, TOTAL_BILL);
    return ok({ records, metadata });
  },
  "GET /v2/billing/pods": ({ state, query }) => {
    const { podId = null } = query;
    const { records, metadata, count } = report(state, query, POD_BILL, podId);
    return ok({
      records,
      metadata: {
        ...metadata,
        query: { ...metadata.query, podId },
        uniquePodCount: count,
      },
    });
  },
  "GET /v2/billing/clusters": ({ state, query }) => {
    const { clusterId = null } = query;
    const { records, metadata, count } = report(
      state,
      query,
      CLUSTER_BILL,
      clusterId,
    );
    return ok({
      records,
      metadata: {
        ...metadata,
        query: { ...metadata.query, clusterId },
        uniqueClusterCount: count,
      },
    });
  },
  "GET /v2/billing/serverless": ({ state, query }) => {
    const { serverlessId = null } = query;
    const { records, metadata, count } = report(
      state,
      query,
      SERVERLESS_BILL,
      serverlessId,
    );
    return ok({
      records,
      metadata: {
        ...metadata,
        query: { ...metadata.query, serverlessId },
        uniqueServerlessCount: count,
      },
    });
  },
  "GET /v2/billing/endpoints": ({ state, query }) => {
    const { records, metadata } = report(state, query, MODEL_BILL);
    return ok({ records, metadata });
  },
  "GET /v2/billing/network-volumes": ({ state, query }) => {
    const { networkVolumeId = null } = query;
    const { records, metadata, count } = report(
      state,
      query,
      VOLUME_BILL,
      networkVolumeId,
    );
    return ok({
      records,
      metadata: {
        ...metadata,
        query: { ...metadata.query, networkVolumeId },
        uniqueNetworkVolumeCount: count,
      },
    });
  },
};

/** What a report counts, and what each of its records says. */
interface Bill<Amounts, Named> {
  /** All products, where none is named. */
  readonly product?: Product;
  /** The records are for each value of this label. */
  readonly label?: string;
  readonly amountsIn: (slices: readonly Slice[]) => Amounts;
  /** The member that names the value of the label. */
  readonly nameOf: (value: string) => Named;
}

const TOTAL_BILL = { amountsIn: amountsOf, nameOf: () => ({}) };
const POD_BILL = {
  product: "pods",
  label: "podId",
  amountsIn: podAmounts,
  nameOf: (podId: string) => ({ podId }),
} as const;
const CLUSTER_BILL = {
  product: "clusters",
  label: "clusterId",
  amountsIn: clusterAmounts,
  nameOf: (clusterId: string) => ({ clusterId }),
} as const;
const SERVERLESS_BILL = {
  product: "serverless",
  label: "endpointId",
  amountsIn: serverlessAmounts,
  nameOf: (serverlessId: string) => ({ serverlessId }),
} as const;
const MODEL_BILL = {
  product: "endpoints",
  amountsIn: (slices: readonly Slice[]) => ({ totalAmount: totalUsd(slices) }),
  nameOf: () => ({}),
} as const;
const VOLUME_BILL = {
  product: "volumes",
  label: "volumeId",
  amountsIn: volumeAmounts,
  nameOf: (networkVolumeId: string) => ({ networkVolumeId }),
} as const;

interface Range {
  readonly from: number;
  readonly to: number;
  readonly bucketSize: BucketSize;
}

/** The span of a query, in whole periods: the last 30 days where the query names none. */
function readRange({ clock }: AccountState, query: BillingQuery): Range {
  const { bucketSize = "day", startTime, endTime, lastN } = query;
  if (lastN !== undefined && (startTime !== undefined || endTime !== undefined))
    throw new Refusal(
      "invalidQuery",
      "lastN cannot be set together with startTime or endTime",
    );
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

/** One record for each period and each value of the label; `wanted` is the only value that counts. */
function report<Amounts, Named>(
  state: AccountState,
  query: BillingQuery,
  { product, label = "", amountsIn, nameOf }: Bill<Amounts, Named>,
  wanted: string | null = null,
) {
  const range = readRange(state, query);
  const valueOf = ({ charge }: Slice) => charge.labels[label] ?? "";
  const slices = chargesOf(state, range).filter(
    (slice) =>
      (product === undefined || productOf(slice.charge) === product) &&
      (wanted === null || valueOf(slice) === wanted),
  );
  const records = groupSlices(slices, label).map((group) => ({
    startTime: toIsoString(group[0].bucket),
    endTime: toIsoString(nextBucketStart(group[0].bucket, range.bucketSize)),
    ...amountsIn(group),
    ...nameOf(valueOf(group[0])),
  }));
  const metadata = {
    query: {
      startTime: toIsoString(range.from),
      endTime: toIsoString(range.to),
      bucketSize: range.bucketSize,
    },
    recordCount: records.length,
    totals: amountsIn(slices),
  };
  return { records, metadata, count: new Set(slices.map(valueOf)).size };
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

/** The part for GPUs, and the part for CPUs. */
function splitByHardware(slices: readonly Slice[]) {
  const isGpu = ({ charge }: Slice) => charge.labels["gpuTypeId"] !== undefined;
  const gpuAmount = totalUsd(slices.filter(isGpu));
  const cpuAmount = totalUsd(slices.filter((slice) => !isGpu(slice)));
  return { gpuAmount, cpuAmount };
}

function podAmounts(slices: readonly Slice[]) {
  const totalAmount = totalUsd(slices);
  return { ...splitByHardware(slices), diskAmount: 0, totalAmount };
}

function serverlessAmounts(slices: readonly Slice[]) {
  return { ...podAmounts(slices), feeAmount: 0 };
}

function clusterAmounts(slices: readonly Slice[]) {
  const gpuAmount = totalUsd(slices);
  return {
    gpuAmount,
    diskAmount: 0,
    networkingAmount: 0,
    totalAmount: gpuAmount,
  };
}

function volumeAmounts(slices: readonly Slice[]) {
  const standardAmount = totalUsd(slices);
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
    clusterGpuAmount: totalUsd(of("clusters")),
    clusterDiskAmount: 0,
    clusterNetworkingAmount: 0,
    endpointAmount: totalUsd(of("endpoints")),
    storageStandardAmount: totalUsd(of("volumes")),
    storageHighPerformanceAmount: 0,
    totalAmount: totalUsd(slices),
  };
}

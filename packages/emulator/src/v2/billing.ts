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
import { ok, type Handler, type Handlers } from "../requests/handler.js";
import type { QueryOf } from "../http/operations.js";
import { toIsoString, type Schemas } from "./schemas.js";

type BillingRoute = Extract<V2Route, `${string} /v2/billing${string}`>;
type BillingQuery = QueryOf<"GET /v2/billing">;

const HOUR_MS = 3_600_000;
const DEFAULT_DAYS = 30;

/** The products that version 2 bills apart. */
type Product = "pods" | "clusters" | "serverless" | "endpoints" | "volumes";

/** What a report counts, and what each of its records says. */
interface Bill {
  /** All products, where none is named. */
  readonly product?: Product;
  /** The records are for each value of this label. */
  readonly label?: string;
  /** The member of the query and of each record that names such a value. */
  readonly member?: string;
  /** The member that says how many values there are. */
  readonly counted?: string;
  readonly amountsIn: (slices: readonly Slice[]) => object;
}

/** The handlers of the billing of version 2. Its `endpoints` are calls of public models: workers are under `serverless`. */
export const billingHandlers: Handlers<BillingRoute> = {
  "GET /v2/billing": reporter({ amountsIn: amountsOf }),
  "GET /v2/billing/pods": reporter({
    product: "pods",
    label: "podId",
    member: "podId",
    counted: "uniquePodCount",
    amountsIn: podAmounts,
  }),
  "GET /v2/billing/clusters": reporter({
    product: "clusters",
    label: "clusterId",
    member: "clusterId",
    counted: "uniqueClusterCount",
    amountsIn: clusterAmounts,
  }),
  "GET /v2/billing/serverless": reporter({
    product: "serverless",
    label: "endpointId",
    member: "serverlessId",
    counted: "uniqueServerlessCount",
    amountsIn: serverlessAmounts,
  }),
  "GET /v2/billing/endpoints": reporter({
    product: "endpoints",
    amountsIn: (slices) => ({ totalAmount: totalUsd(slices) }),
  }),
  "GET /v2/billing/network-volumes": reporter({
    product: "volumes",
    label: "volumeId",
    member: "networkVolumeId",
    counted: "uniqueNetworkVolumeCount",
    amountsIn: volumeAmounts,
  }),
};

/** The compiler cannot read the members from a bill: the test of conformance compares each report with its schema. */
function reporter<R extends BillingRoute>(bill: Bill): Handler<R> {
  const answer: Handler<"GET /v2/billing"> = ({ state, query }) =>
    ok(report(state, query, bill) as Schemas["ListBillingResponse"]);
  return answer as Handler<R>;
}

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

/** One record for each period and each value of the label. A value that the query names is the only one that counts. */
function report(state: AccountState, query: BillingQuery, bill: Bill) {
  const { product, label = "", member = "", counted, amountsIn } = bill;
  const range = readRange(state, query);
  const wanted = new Map(Object.entries(query)).get(member) ?? null;
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
    ...(member && { [member]: valueOf(group[0]) }),
  }));
  const count = new Set(slices.map(valueOf)).size;
  const metadata = {
    query: {
      startTime: toIsoString(range.from),
      endTime: toIsoString(range.to),
      bucketSize: range.bucketSize,
      ...(member && { [member]: wanted }),
    },
    recordCount: records.length,
    totals: amountsIn(slices),
    ...(counted && { [counted]: count }),
  };
  return { records, metadata };
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

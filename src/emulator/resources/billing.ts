import { bucketStart, nextBucket, type Bucket } from "./buckets.js";
import type { Charge, Schemas } from "./records.js";
import { Refusal } from "../server/refused-error.js";
import type { State } from "./state.js";

/** Which charges to bill: any other member names a label and the value, or values, it may have. */
export interface BillingQuery {
  readonly bucketSize?: Bucket;
  readonly grouping?: string;
  readonly startTime?: string;
  readonly endTime?: string;
  readonly [label: string]: string | readonly string[] | undefined;
}

type Kind = Charge["kind"];
type TimeRecord = Schemas["BillingRecord"];
type VolumeRecord = Schemas["NetworkVolumeBillingRecord"];

const hourMs = 3_600_000;
const hoursPerMonth = 730;

/** USD per GB and hour of a network volume: 0.07 a month. */
export const volumeUsdPerGbHour = 0.07 / hoursPerMonth;

/** Starts billing something from now on. */
export function startCharge(
  { ledger, clock }: State,
  kind: Kind,
  labels: Charge["labels"],
  price: Pick<Charge, "usdPerHour" | "sizeInGb">,
): void {
  ledger.push({
    kind,
    labels,
    ...price,
    from: clock.now(),
    to: Infinity,
  });
}

/** Ends what is still billed under this label: of one thing only its last charge can be open. */
export function endCharges(
  { ledger, clock }: State,
  label: string,
  id: string,
): void {
  const last = ledger.findLast(({ labels }) => labels[label] === id);
  if (last) last.to = Math.min(last.to, clock.now());
}

/** Time billed and its price, one record for each bucket and each value of the grouping label. */
export function billTime(
  state: State,
  kind: "pods" | "endpoints",
  query: BillingQuery,
  grouping: "podId" | "endpointId" | "gpuTypeId",
): TimeRecord[] {
  const label = query.grouping ?? grouping;
  return groupSlices(state, kind, query, label).map((slices) => ({
    amount: usd(slices),
    diskSpaceBilledGb: 0,
    time: new Date(slices[0].bucket).toISOString(),
    timeBilledMs: Math.round(sum(slices, (slice) => slice.billedMs)),
    [label]: slices[0].charge.labels[label],
  }));
}

/** Disk space billed and its price, one record for each bucket. */
export function billVolumes(state: State, query: BillingQuery): VolumeRecord[] {
  return groupSlices(state, "networkvolumes", query, "all").map((slices) => ({
    amount: usd(slices),
    diskSpaceBilledGb: largestSizes(slices),
    highPerformanceStorageAmount: 0,
    highPerformanceStorageDiskSpaceBilledGb: 0,
    time: new Date(slices[0].bucket).toISOString(),
  }));
}

/** The part of a charge that falls into one bucket. */
interface Slice {
  readonly charge: Charge;
  readonly bucket: number;
  readonly billedMs: number;
}

type Group = [Slice, ...Slice[]];

function groupSlices(
  state: State,
  kind: Kind,
  query: BillingQuery,
  label: string,
): Group[] {
  const groups = new Map<string, Group>();
  const charges = state.ledger.filter(
    (charge) => charge.kind === kind && matches(charge, query),
  );
  for (const slice of charges.flatMap((charge) =>
    slicesOf(charge, query, state.clock.now()),
  )) {
    const key = `${slice.bucket} ${slice.charge.labels[label] ?? ""}`;
    const group = groups.get(key);
    if (group) group.push(slice);
    else groups.set(key, [slice]);
  }
  return [...groups.values()].sort((a, b) => a[0].bucket - b[0].bucket);
}

function matches({ labels }: Charge, query: BillingQuery): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    if (wanted === undefined || !(name in labels)) return true;
    return [wanted].flat().includes(labels[name] ?? "");
  });
}

function slicesOf(
  charge: Charge,
  { bucketSize = "day", startTime, endTime }: BillingQuery,
  now: number,
) {
  const from = Math.max(charge.from, readTime("startTime", startTime) ?? 0);
  const end = readTime("endTime", endTime) ?? Infinity;
  const to = Math.min(charge.to, now, end);
  const slices: Slice[] = [];
  for (let start = from; start < to;) {
    const bucket = bucketStart(start, bucketSize);
    const next = Math.min(to, nextBucket(bucket, bucketSize));
    slices.push({ charge, bucket, billedMs: next - start });
    start = next;
  }
  return slices;
}

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new Refusal(
      400,
      `${name} must be a date-time (it was "${text.slice(0, 60)}")`,
    );
  return time;
}

function usd(slices: Group): number {
  const amount = sum(
    slices,
    ({ charge, billedMs }) => (charge.usdPerHour * billedMs) / hourMs,
  );
  return Number(amount.toFixed(10));
}

/** A volume that grew within the bucket counts once, at its last size. */
function largestSizes(slices: Group): number {
  const sizes = new Map(
    slices.map(({ charge }) => [charge.labels["volumeId"], charge.sizeInGb]),
  );
  return sum([...sizes.values()], (size) => size);
}

function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

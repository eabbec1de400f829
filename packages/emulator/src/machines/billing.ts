import type { RestRoute } from "../../generated/routes.js";
import { MAX_CHARGES, type AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import type { QueryOf } from "../http/operations.js";
import { settle, settleAmount, watchBalance } from "./balance.js";
import type { Charge, Schemas } from "../state/records.js";

type BillingRoute = Extract<RestRoute, `${string} /billing/${string}`>;
type PodQuery = QueryOf<"GET /billing/pods">;
type EndpointQuery = QueryOf<"GET /billing/endpoints">;
type VolumeQuery = QueryOf<"GET /billing/networkvolumes">;
export type BillingQuery = PodQuery | EndpointQuery | VolumeQuery;
export type BucketSize = NonNullable<BillingQuery["bucketSize"]>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The handlers of the REST routes of billing. */
export const billingHandlers: Handlers<BillingRoute> = {
  "GET /billing/pods": ({ state, query }) =>
    ok(timeRecords(state, "pods", query, query.grouping ?? "gpuTypeId")),
  "GET /billing/endpoints": ({ state, query }) =>
    ok(timeRecords(state, "endpoints", query, query.grouping ?? "endpointId")),
  "GET /billing/networkvolumes": ({ state, query }) =>
    ok(volumeRecords(state, query)),
};

/** Charges for the thing with this id from now on, until `endCharge`. */
export function startCharge(
  state: AccountState,
  id: string,
  charge: Omit<Charge, "from" | "to">,
): void {
  const { openCharges, clock } = state;
  const open = { id, from: clock.now(), ...charge, to: Infinity };
  openCharges.set(id, addCharge(state, open));
  mergeOldCharges(state);
  watchBalance(state);
}

/** Charges for a job of a public model, at once. */
export function chargeModelJob(state: AccountState, usd: number): void {
  const to = state.clock.now();
  addCharge(state, {
    kind: "models",
    labels: {},
    usdPerHour: usd,
    sizeInGb: 0,
    from: to - 1,
    to,
    billedMs: HOUR_MS,
  });
  mergeOldCharges(state);
  settleAmount(state, usd);
}

/** Adds a charge under the next number, and returns the number. */
function addCharge(state: AccountState, charge: Charge): string {
  state.chargeCount += 1;
  const key = String(state.chargeCount);
  state.charges.set(key, charge);
  return key;
}

/** Ends the open charge for the thing with this id, if there is one. */
export function endCharge(state: AccountState, id: string): void {
  const { charges, openCharges, clock } = state;
  const key = openCharges.get(id);
  const charge = charges.get(key ?? "");
  if (key === undefined || !charge) return;
  openCharges.delete(id);
  charge.to = clock.now();
  settle(state, charge);
}

/**
 * Merges the oldest charges for workers and model jobs when there are very many: one charge for each hour, price and
 * set of labels stays.
 */
function mergeOldCharges(state: AccountState): void {
  const { charges } = state;
  if (charges.size <= state.mergeChargesAt) return;
  const merged = new Map<string, Charge>();
  for (const [number, charge] of [...charges].slice(0, MAX_CHARGES / 2)) {
    const isMerged = charge.kind === "endpoints" || charge.kind === "models";
    if (!isMerged || charge.to === Infinity) continue;
    charges.delete(number);
    const hour = bucketStart(charge.from, "hour");
    const { podId: _, ...labels } = charge.labels;
    const key = JSON.stringify([hour, labels, charge.usdPerHour]);
    const before = merged.get(key);
    const from = before?.from ?? charge.from;
    const billedMs = (before?.billedMs ?? 0) + billedTime(charge);
    const to = Math.max(before?.to ?? 0, charge.to);
    merged.set(key, { ...charge, labels, from, to, billedMs });
  }
  for (const charge of merged.values()) addCharge(state, charge);
  // Open charges, and charges for Pods and volumes, are not merged. The next merge follows when there are many more
  // charges.
  state.mergeChargesAt = charges.size + MAX_CHARGES / 2;
}

function billedTime({ billedMs, from, to }: Charge): number {
  return billedMs ?? to - from;
}

/** Billed time and its price: one record for each period and each value of the grouping label. */
function timeRecords(
  state: AccountState,
  kind: "pods" | "endpoints",
  query: PodQuery | EndpointQuery,
  grouping: NonNullable<EndpointQuery["grouping"]>,
): Schemas["BillingRecord"][] {
  const groups = groupSlices(slicesOf(state, kind, query), grouping);
  return groups.map((slices) => {
    const [first] = slices;
    const record: Schemas["BillingRecord"] = {
      amount: totalUsd(slices),
      diskSpaceBilledGb: 0,
      time: new Date(first.bucket).toISOString(),
      timeBilledMs: Math.round(sum(slices, ({ billedMs }) => billedMs)),
    };
    const value = first.charge.labels[grouping];
    return value === undefined ? record : { ...record, [grouping]: value };
  });
}

/** Billed disk space and its price: one record for each period. */
function volumeRecords(
  state: AccountState,
  query: VolumeQuery,
): Schemas["NetworkVolumeBillingRecord"][] {
  const groups = groupSlices(slicesOf(state, "networkvolumes", query));
  return groups.map((slices) => ({
    amount: totalUsd(slices),
    diskSpaceBilledGb: totalSize(slices),
    highPerformanceStorageAmount: 0,
    highPerformanceStorageDiskSpaceBilledGb: 0,
    time: new Date(slices[0].bucket).toISOString(),
  }));
}

/** The part of a charge that falls into one period. */
export interface Slice {
  readonly charge: Charge;
  /** When the period starts. */
  readonly bucket: number;
  readonly billedMs: number;
}

type Group = [Slice, ...Slice[]];

/** Groups slices by period and by the value of a label, in the order of the periods. */
export function groupSlices(slices: readonly Slice[], label = ""): Group[] {
  const groups = new Map<string, Group>();
  for (const slice of slices) {
    const key = `${slice.bucket} ${slice.charge.labels[label] ?? ""}`;
    const group = groups.get(key);
    if (group) group.push(slice);
    else groups.set(key, [slice]);
  }
  return [...groups.values()].sort((a, b) => a[0].bucket - b[0].bucket);
}

/** The charges of a kind that match the query, divided into periods. */
export function slicesOf(
  { charges, clock }: AccountState,
  kind: Charge["kind"],
  query: BillingQuery,
): Slice[] {
  const now = clock.now();
  return [...charges.values()]
    .filter((charge) => charge.kind === kind && matches(charge, query))
    .flatMap((charge) => sliceCharge(charge, query, now));
}

/** A member of the query that names a label filters by the label's value. */
function matches({ labels }: Charge, query: BillingQuery): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    if (!(name in labels)) return true;
    return [wanted].flat().includes(labels[name] ?? "");
  });
}

function sliceCharge(
  charge: Charge,
  { bucketSize = "day", startTime, endTime }: BillingQuery,
  now: number,
): Slice[] {
  const from = Math.max(charge.from, parseTime("startTime", startTime) ?? 0);
  const to = Math.min(
    charge.to,
    now,
    parseTime("endTime", endTime) ?? Infinity,
  );
  if (charge.billedMs !== undefined) {
    if (from >= to) return [];
    const bucket = bucketStart(charge.from, bucketSize);
    return [{ charge, bucket, billedMs: charge.billedMs }];
  }
  const slices: Slice[] = [];
  let start = from;
  while (start < to) {
    const bucket = bucketStart(start, bucketSize);
    const end = Math.min(to, nextBucketStart(bucket, bucketSize));
    slices.push({ charge, bucket, billedMs: end - start });
    start = end;
  }
  return slices;
}

/** Periods start on the hour, the day, the Monday, the first of the month or the first of January, in UTC. */
export function bucketStart(time: number, size: BucketSize): number {
  const date = new Date(time);
  date.setUTCMinutes(0, 0, 0);
  if (size !== "hour") date.setUTCHours(0);
  if (size === "week") {
    const daysSinceMonday = (date.getUTCDay() + 6) % 7;
    date.setUTCDate(date.getUTCDate() - daysSinceMonday);
  }
  if (size === "month" || size === "year") date.setUTCDate(1);
  if (size === "year") date.setUTCMonth(0);
  return date.getTime();
}

/** The longest that a period can be. */
const MAX_BUCKET_DAYS = { hour: 1 / 24, day: 1, week: 7, month: 31, year: 366 };

export function nextBucketStart(start: number, size: BucketSize): number {
  return bucketStart(start + MAX_BUCKET_DAYS[size] * DAY_MS, size);
}

export function parseTime(
  name: string,
  text: string | undefined,
): number | undefined {
  if (text === undefined) return undefined;
  // Date.parse reads 01.11.2026 as the eleventh of January.
  const time = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) {
    const value = `(it was "${text.slice(0, 60)}")`;
    throw new Refusal("invalidQuery", `${name} must be a date-time ${value}`);
  }
  return time;
}

export function totalUsd(slices: readonly Slice[]): number {
  const amount = sum(
    slices,
    ({ charge, billedMs }) => (charge.usdPerHour * billedMs) / HOUR_MS,
  );
  return Number(amount.toFixed(10));
}

/** A volume that was enlarged within the period counts once, at its last size. */
function totalSize(slices: Group): number {
  const sizes = new Map(
    slices.map(({ charge }) => [charge.labels["volumeId"], charge.sizeInGb]),
  );
  return sum([...sizes.values()], (size) => size);
}

function sum<T>(items: readonly T[], valueOf: (item: T) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}

import type { Candidate } from "./candidate.js";

type Place = Pick<Candidate, "gpuTypeId" | "dataCenterId" | "cloudType">;

/** How long a refusal is remembered, in milliseconds: stock changes within minutes. */
const MEMORY_MS = 600_000;

/** When each place has refused a create, by `performance.now()`, for each client. */
const refusals = new WeakMap<object, Map<string, number>>();

/** Remembers that a create in this place was refused. */
export function rememberRefusal(cloud: object, place: Place): void {
  const places = refusals.get(cloud) ?? new Map<string, number>();
  refusals.set(cloud, places.set(keyOf(place), performance.now()));
}

/** Whether a place has refused a create of this client a short time ago. */
export function wasRefused(cloud: object, place: Place): boolean {
  const refusedAt = refusals.get(cloud)?.get(keyOf(place)) ?? -Infinity;
  return performance.now() - refusedAt < MEMORY_MS;
}

function keyOf({ gpuTypeId, dataCenterId, cloudType }: Place): string {
  return JSON.stringify([gpuTypeId, dataCenterId, cloudType]);
}

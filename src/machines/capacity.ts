import { checkClient } from "../check-members.js";
import {
  check,
  checkObject,
  checkOneOf,
  checkWhole,
  readCallOptions,
  checkOptionNames,
  type OptionNames,
} from "../checks.js";
import type { CallOptions } from "../options.js";
import { boundCalls } from "./call-bounds.js";
import type { Candidate, CapacityFilter, StockClient } from "./candidate.js";
import { isVersion2, type StockClientV2 } from "./client-v2.js";
import { checkNames } from "./listed-names.js";
import { listOffers } from "./offers.js";

/** Where a Pod may find its GPUs: what `rentPod` takes as `capacity`. */
export interface Capacity {
  /** In the order in which they are to be tried. */
  readonly candidates: readonly Candidate[];
  /** What a rental over this capacity must not exceed; undefined if there is no limit. */
  readonly maxPricePerHour: number | undefined;
}

const FILTER: OptionNames<CapacityFilter> = {
  minMemoryInGb: true,
  gpuTypes: true,
  near: true,
  dataCenters: true,
  cloudType: true,
  maxPricePerHour: true,
  count: true,
  sort: true,
  maxPlacesPerType: true,
};

const CALL = { operation: "findCapacity" };

/**
 * Finds where a Pod may get its GPUs: the cheapest place first. Places with low or no listed stock come
 * last; none is left out, because listed stock is often wrong. Where neither a volume nor `dataCenters` pins the place, the
 * last candidate leaves the data center to the service.
 *
 * With `sort: "gpuTypes"`, the types come in the order of `gpuTypes`. A type with low stock keeps its place in that order;
 * places with no listed stock come last.
 *
 * Pass `cloud.v2` for version 2 of the management API, and `cloud` for 0.1.0. With 0.1.0, a candidate names a data center
 * only if `near` or `dataCenters` does: a create of 0.1.0 searches all data centers by itself.
 *
 * @throws InputError if a part of the filter is not valid, or names a GPU type or a data center that the service does not list;
 * the message has the nearest name that the service lists
 * @throws GraphQLError or ResponseError if the service refuses to name prices, or does not know the volume
 * @throws ConnectionError or TimeoutError if there is no response
 *
 * @example
 * ```ts
 * const capacity = await findCapacity(cloud.v2, { minMemoryInGb: 24, maxPricePerHour: 0.8 });
 * const pod = await rentPod(cloud.v2, { image: "ubuntu:24.04" }, { maxHours: 2, capacity });
 * ```
 */
export async function findCapacity(
  cloud: StockClient | StockClientV2,
  filter: CapacityFilter = {},
  options: CallOptions = {},
): Promise<Capacity> {
  readCallOptions(options, CALL);
  const bounds = boundCalls(options);
  checkFilter(filter);
  const surface = isVersion2(Object(cloud) as object) ? "catalog" : "graphql";
  checkClient(cloud, [surface], CALL.operation);
  const { minMemoryInGb = 0, gpuTypes, maxPricePerHour } = filter;
  const places = await findPlaces(cloud, filter, bounds());
  await checkNames(cloud, filter, filter.dataCenters && places, bounds);
  const offers = (await listOffers(cloud, filter, places, bounds)).filter(
    ({ memoryInGb, gpuTypeId, pricePerHour }) =>
      memoryInGb >= minMemoryInGb &&
      (gpuTypes?.includes(gpuTypeId) ?? true) &&
      pricePerHour <= (maxPricePerHour ?? Infinity),
  );
  const compare = compareBy(filter);
  const rankOf = (candidate: Candidate) => stockRank(candidate, filter);
  const sorted = offers.sort(
    (one, other) => rankOf(one) - rankOf(other) || compare(one, other),
  );
  const candidates = limitPlaces(sorted, filter);
  const last = places ? undefined : findUnpinned(candidates, compare);
  return {
    candidates: last ? [...candidates, last] : candidates,
    maxPricePerHour,
  };
}

type Compare = (one: Candidate, other: Candidate) => number;

/** The order of places with the same stock. */
function compareBy({ sort, gpuTypes = [] }: CapacityFilter): Compare {
  const byPrice: Compare = (one, other) =>
    one.pricePerHour - other.pricePerHour;
  if (sort !== "gpuTypes") return byPrice;
  const place = ({ gpuTypeId }: Candidate) => gpuTypes.indexOf(gpuTypeId);
  return (one, other) => place(one) - place(other) || byPrice(one, other);
}

/** 0 for a place with enough listed stock, and 1 for a place that comes after those. */
function stockRank({ stock }: Candidate, { sort }: CapacityFilter): 0 | 1 {
  if (stock === "NONE") return 1;
  // Low stock of a preferred type comes before another type.
  return stock === "LOW" && sort !== "gpuTypes" ? 1 : 0;
}

/** The first places of each type, as many as the filter allows. */
function limitPlaces(
  candidates: readonly Candidate[],
  { maxPlacesPerType = Infinity }: CapacityFilter,
): readonly Candidate[] {
  const counts = new Map<string, number>();
  return candidates.filter(({ gpuTypeId }) => {
    const count = (counts.get(gpuTypeId) ?? 0) + 1;
    counts.set(gpuTypeId, count);
    return count <= maxPlacesPerType;
  });
}

/** The first type without a data center; undefined where a candidate leaves the data center to the service already. */
function findUnpinned(
  candidates: readonly Candidate[],
  compare: Compare,
): Candidate | undefined {
  const isThere = candidates.some((each) => each.dataCenterId === undefined);
  const [first] = candidates.toSorted(compare);
  if (isThere || !first) return undefined;
  return { ...first, dataCenterId: undefined };
}

/** The data centers that the filter allows; undefined for all. */
async function findPlaces(
  cloud: StockClient | StockClientV2,
  { near, dataCenters }: CapacityFilter,
  options: CallOptions,
): Promise<readonly string[] | undefined> {
  // In lower case the service takes an id, and then misplaces what is created.
  const wanted = dataCenters?.map((id) => id.toUpperCase());
  if (near === undefined) return wanted;
  const home = await findDataCenter(cloud, near, options);
  check(
    wanted?.includes(home) ?? true,
    "dataCenters",
    `must include ${home}, the data center of the network volume`,
    CALL,
  );
  return [home];
}

async function findDataCenter(
  cloud: StockClient | StockClientV2,
  volumeId: string,
  options: CallOptions,
): Promise<string> {
  if (isVersion2(cloud)) {
    const volume = await cloud.networkVolumes.get(volumeId, {}, options);
    return volume.dataCenter;
  }
  const { dataCenterId } = await cloud.networkVolumes.get(
    volumeId,
    {},
    options,
  );
  return dataCenterId;
}

function checkFilter(filter: CapacityFilter): void {
  checkObject("filter", filter, CALL);
  checkOptionNames(filter, FILTER, CALL);
  const { count = 1, cloudType = "SECURE", near, sort = "price" } = filter;
  checkWhole("count", count, 1, CALL);
  checkWhole("maxPlacesPerType", filter.maxPlacesPerType, 1, CALL);
  checkOneOf("sort", sort, ["price", "gpuTypes"], CALL);
  const isSortable = sort === "price" || filter.gpuTypes !== undefined;
  check(isSortable, "gpuTypes", 'is required with `sort: "gpuTypes"`', CALL);
  checkOneOf("cloudType", cloudType, ["SECURE", "COMMUNITY"], CALL);
  check(
    near === undefined || (typeof near === "string" && near !== ""),
    "near",
    "must be the id of a network volume",
    CALL,
  );
  const isMountable = near === undefined || cloudType === "SECURE";
  const secureOnly = "must be SECURE for a network volume";
  check(isMountable, "cloudType", secureOnly, CALL);
  for (const name of ["gpuTypes", "dataCenters"] as const) {
    const ids: unknown = filter[name] ?? ["any"];
    const isList =
      Array.isArray(ids) &&
      ids.length > 0 &&
      ids.every((id) => typeof id === "string");
    check(isList, name, "must be a list of at least one id", CALL);
  }
  for (const name of ["minMemoryInGb", "maxPricePerHour"] as const) {
    const value = filter[name] ?? 1;
    const isValid = typeof value === "number" && value > 0;
    check(isValid, name, "must be a number above 0", CALL);
  }
}

import { checkClient } from "../check-members.js";
import { check, checkObject, checkOptions, checkWhole } from "../checks.js";
import { CALL_OPTIONS } from "../http/exchange.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import type { CallOptions } from "../options.js";
import type { Candidate, CapacityWish, StockClient } from "./candidate.js";
import { isVersion2, type StockClientV2 } from "./client-v2.js";
import { checkNames } from "./listed-names.js";
import { listOffers } from "./offers.js";
import { wasRefused } from "./refused-places.js";

/** Where a Pod may find its GPUs: what `rentPod` takes as `capacity`. */
export interface Capacity {
  /** In the order in which they are to be tried. */
  readonly candidates: readonly Candidate[];
  /** What a rent over this capacity must not exceed; undefined if there is no limit. */
  readonly maxPricePerHour: number | undefined;
}

const WISH: OptionNames<CapacityWish> = {
  minMemoryInGb: true,
  gpuTypes: true,
  near: true,
  dataCenters: true,
  cloudType: true,
  maxPricePerHour: true,
  count: true,
};

const CALL = { operation: "findCapacity" };

/**
 * Finds where a Pod may get its GPUs: the cheapest place first. Places with low or no listed stock, and places that refused
 * a create of this client in the last ten minutes, come last; none is left out, because listed stock is often wrong. Where
 * neither a volume nor `dataCenters` pins the place, the last candidate leaves the data center to the service.
 *
 * Pass `cloud.v2` for version 2 of the management API, and `cloud` for 0.1.0. With 0.1.0, a candidate names a data center
 * only if `near` or `dataCenters` does: a create of 0.1.0 searches all data centers by itself.
 *
 * @throws InputError if a part of the wish is not valid, or names a GPU type or a data center that the service does not list;
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
  wish: CapacityWish = {},
  options: CallOptions = {},
): Promise<Capacity> {
  checkOptions(options, CALL);
  checkOptionNames(options, CALL_OPTIONS, CALL);
  checkWish(wish);
  const surface = isVersion2(Object(cloud) as object) ? "catalog" : "graphql";
  checkClient(cloud, [surface], CALL.operation);
  const { minMemoryInGb = 0, gpuTypes, maxPricePerHour } = wish;
  const places = await findPlaces(cloud, wish, options);
  await checkNames(cloud, wish, wish.dataCenters && places, options);
  const offers = (await listOffers(cloud, wish, places, options)).filter(
    ({ memoryInGb, gpuTypeId, pricePerHour }) =>
      memoryInGb >= minMemoryInGb &&
      (gpuTypes?.includes(gpuTypeId) ?? true) &&
      pricePerHour <= (maxPricePerHour ?? Infinity),
  );
  const rankOf = (candidate: Candidate) => {
    if (wasRefused(cloud, candidate)) return 2;
    return ["HIGH", "MEDIUM"].includes(candidate.stock) ? 0 : 1;
  };
  const candidates = offers.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) || one.pricePerHour - other.pricePerHour,
  );
  const last = places ? undefined : findUnpinned(candidates);
  return {
    candidates: last ? [...candidates, last] : candidates,
    maxPricePerHour,
  };
}

/** The cheapest type without a data center; undefined where a candidate leaves the data center to the service already. */
function findUnpinned(candidates: readonly Candidate[]): Candidate | undefined {
  const isThere = candidates.some((each) => each.dataCenterId === undefined);
  const [cheapest] = candidates.toSorted(
    (one, other) => one.pricePerHour - other.pricePerHour,
  );
  if (isThere || !cheapest) return undefined;
  return { ...cheapest, dataCenterId: undefined };
}

/** The data centers that the wish allows; undefined for all. */
async function findPlaces(
  cloud: StockClient | StockClientV2,
  { near, dataCenters }: CapacityWish,
  options: CallOptions,
): Promise<readonly string[] | undefined> {
  // In lower case the service takes an id, and then misplaces what is created.
  const wished = dataCenters?.map((id) => id.toUpperCase());
  if (near === undefined) return wished;
  const home = await findDataCenter(cloud, near, options);
  check(
    wished?.includes(home) ?? true,
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

function checkWish(wish: CapacityWish): void {
  checkObject("wish", wish, CALL);
  checkOptionNames(wish, WISH, CALL);
  const { count = 1, cloudType = "SECURE", near } = wish;
  checkWhole("count", count, 1, CALL);
  const isCloud = ["SECURE", "COMMUNITY"].includes(cloudType);
  check(isCloud, "cloudType", 'must be "SECURE" or "COMMUNITY"', CALL);
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
    const ids: unknown = wish[name] ?? ["any"];
    const isList =
      Array.isArray(ids) &&
      ids.length > 0 &&
      ids.every((id) => typeof id === "string");
    check(isList, name, "must be a list of at least one id", CALL);
  }
  for (const name of ["minMemoryInGb", "maxPricePerHour"] as const) {
    const value = wish[name] ?? 1;
    const isValid = typeof value === "number" && value > 0;
    check(isValid, name, "must be a number above 0", CALL);
  }
}

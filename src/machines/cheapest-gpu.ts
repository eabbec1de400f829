import type { Client } from "../client.js";
import { CALL_OPTIONS } from "../http/exchange.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { checkClient } from "../check-members.js";
import { check, checkObject, checkOptions, checkWhole } from "../checks.js";
import type { StockClientV2 } from "./client-v2.js";
import { isVersion2 } from "./version-2.js";
import type { CallOptions } from "../options.js";

/** What the GPU of a Pod must be. */
export interface GpuRequirements {
  /** The least memory of one GPU, in GB. */
  readonly minMemoryInGb?: number | undefined;
  /**
   * The number of GPUs of the Pod.
   * @default 1
   */
  readonly gpuCount?: number | undefined;
  /**
   * `SECURE` for vetted data centers, `COMMUNITY` for machines of individual providers.
   * @default "SECURE", as for a create
   */
  readonly cloudType?: "SECURE" | "COMMUNITY" | undefined;
  /** The data centers that are acceptable; by default, all. */
  readonly dataCenterIds?: readonly string[] | undefined;
  /** The most that the whole Pod may cost for each hour, in the currency of the account. */
  readonly maxPricePerHour?: number | undefined;
}

/** A GPU type that is in stock. */
export interface GpuOffer {
  /** The id for `gpuTypeIds` of a create. */
  readonly id: string;
  readonly displayName: string;
  /** The memory of one GPU, in GB. */
  readonly memoryInGb: number;
  readonly gpuCount: number;
  readonly cloudType: "SECURE" | "COMMUNITY";
  /** What a create would charge for each hour for the whole Pod, in the currency of the account. */
  readonly pricePerHour: number;
  /** How much is left, in the words of the service: `High`, `Medium` or `Low`. */
  readonly stock: string;
  /**
   * Which of the data centers in `dataCenterIds` of the requirements have the type in stock. Without `dataCenterIds` the
   * list is empty, which means that you did not ask, and not that no data center has stock.
   */
  readonly dataCenterIds: readonly string[];
}

/** The surface that has prices and stock. */
export type StockClient = Pick<Client, "graphql">;

/**
 * Finds the cheapest GPU type that is in stock, at the price that a create would charge. Resolves with undefined if no
 * type is in stock. Stock changes from one moment to the next: a create may still be refused.
 *
 * @throws InputError if a requirement is not valid
 * @throws GraphQLError or ResponseError if the service refuses the query
 * @throws ConnectionError or TimeoutError if there is no response
 *
 * @example
 * ```ts
 * const gpu = await cheapestGpu(cloud, { minMemoryInGb: 24, maxPricePerHour: 0.8 });
 * console.log(gpu?.id, gpu?.pricePerHour);
 * ```
 */
export async function cheapestGpu(
  cloud: StockClient | StockClientV2,
  requirements: GpuRequirements = {},
  options: CallOptions = {},
): Promise<GpuOffer | undefined> {
  const [cheapest] = await listGpuOffers(cloud, requirements, options);
  return cheapest;
}

/**
 * Lists the GPU types that are in stock, the cheapest first: a ranking for `gpuTypeIds` of a create.
 *
 * @throws the errors of `cheapestGpu`
 *
 * @example
 * ```ts
 * const offers = await listGpuOffers(cloud, { minMemoryInGb: 24 });
 * const gpuTypeIds = offers.slice(0, 3).map(({ id }) => id);
 * ```
 */
export async function listGpuOffers(
  cloud: StockClient | StockClientV2,
  requirements: GpuRequirements = {},
  options: CallOptions = {},
): Promise<readonly GpuOffer[]> {
  checkOptions(options, CALL);
  checkOptionNames(options, CALL_OPTIONS, CALL);
  checkRequirements(requirements);
  checkOptionNames(requirements, REQUIREMENTS, CALL);
  const surface = isVersion2(Object(cloud) as object) ? "catalog" : "graphql";
  checkClient(cloud, [surface], CALL.operation);
  const { dataCenterIds = [], maxPricePerHour = Infinity } = requirements;
  const searchedIds = dataCenterIds.length > 0 ? dataCenterIds : [undefined];
  const lists = await Promise.all(
    isVersion2(cloud)
      ? [listOffersOfCatalog(cloud, requirements, options)]
      : searchedIds.map((id) => listOffersAt(cloud, requirements, id, options)),
  );
  const offers = new Map<string, GpuOffer>();
  for (const offer of lists.flat()) {
    const known = offers.get(offer.id);
    offers.set(offer.id, known ? joinOffers(known, offer) : offer);
  }
  return [...offers.values()]
    .filter(({ pricePerHour }) => pricePerHour <= maxPricePerHour)
    .sort((one, other) => one.pricePerHour - other.pricePerHour);
}

const REQUIREMENTS: OptionNames<GpuRequirements> = {
  minMemoryInGb: true,
  gpuCount: true,
  cloudType: true,
  dataCenterIds: true,
  maxPricePerHour: true,
};

const CALL = { operation: "cheapestGpu" };

function checkRequirements(requirements: GpuRequirements): void {
  checkObject("requirements", requirements, CALL);
  const {
    gpuCount = 1,
    cloudType = "SECURE",
    dataCenterIds = [],
  } = requirements;
  checkWhole("gpuCount", gpuCount, 1, CALL);
  check(
    ["SECURE", "COMMUNITY"].includes(cloudType),
    "cloudType",
    'must be "SECURE" or "COMMUNITY"',
    CALL,
  );
  check(
    Array.isArray(dataCenterIds) &&
      dataCenterIds.every((id) => typeof id === "string"),
    "dataCenterIds",
    "must be a list of ids",
    CALL,
  );
  for (const name of ["minMemoryInGb", "maxPricePerHour"] as const) {
    const value = requirements[name] ?? 1;
    const isValid = typeof value === "number" && value > 0;
    check(isValid, name, "must be a number above 0", CALL);
  }
}

async function listOffersAt(
  { graphql }: StockClient,
  requirements: GpuRequirements,
  dataCenterId: string | undefined,
  options: CallOptions,
): Promise<readonly GpuOffer[]> {
  const {
    gpuCount = 1,
    cloudType = "SECURE",
    minMemoryInGb = 0,
  } = requirements;
  const isSecure = cloudType === "SECURE";
  const conditions = { gpuCount, secureCloud: isSecure };
  const price =
    dataCenterId === undefined ? conditions : { ...conditions, dataCenterId };
  const { gpuTypes } = await graphql.gpuTypes({ price }, options);
  return (gpuTypes ?? []).flatMap((type) => {
    const { lowestPrice, memoryInGb, id } = type ?? {};
    const { uninterruptablePrice, stockStatus } = lowestPrice ?? {};
    const { availableGpuCounts } = lowestPrice ?? {};
    const isFree =
      typeof uninterruptablePrice === "number" &&
      typeof stockStatus === "string" &&
      hasGpuCount(availableGpuCounts, gpuCount) &&
      (type?.maxGpuCount ?? Infinity) >= gpuCount;
    if (!isFree || !id || (memoryInGb ?? 0) < minMemoryInGb) return [];
    const offer: GpuOffer = {
      id,
      displayName: type?.displayName ?? id,
      memoryInGb: memoryInGb ?? 0,
      gpuCount,
      cloudType,
      // Rounded as prices are: decimal fractions are not exact.
      pricePerHour: Number((uninterruptablePrice * gpuCount).toFixed(6)),
      stock: stockStatus,
      dataCenterIds: dataCenterId === undefined ? [] : [dataCenterId],
    };
    return [offer];
  });
}

/** The offers of the catalogue of version 2. */
async function listOffersOfCatalog(
  { catalog }: StockClientV2,
  requirements: GpuRequirements,
  options: CallOptions,
): Promise<readonly GpuOffer[]> {
  const {
    gpuCount = 1,
    cloudType = "SECURE",
    minMemoryInGb = 0,
  } = requirements;
  const { dataCenterIds = [] } = requirements;
  const isSecure = cloudType === "SECURE";
  const types = await catalog.listGpuTypes(
    {
      include: ["AVAILABILITY"],
      product: ["POD"],
      cloud: cloudType,
      count: gpuCount,
    },
    options,
  );
  return types.flatMap((type) => {
    const { id, name, memory, price, maxCount, availability } = type;
    const stockedIds = (type.dataCenters ?? [])
      .filter((dataCenter) => isInStock(dataCenter.availability))
      .map((dataCenter) => dataCenter.id)
      .filter((dataCenterId) => dataCenterIds.includes(dataCenterId));
    const isFree =
      dataCenterIds.length > 0
        ? stockedIds.length > 0
        : isInStock(availability);
    const most = isSecure ? maxCount.secure : maxCount.community;
    const isOffered = isSecure ? type.secure : type.community;
    const perGpu = isSecure ? price.secure : price.community;
    if (!isFree || !isOffered || memory < minMemoryInGb || most < gpuCount)
      return [];
    const offer: GpuOffer = {
      id,
      displayName: name,
      memoryInGb: memory,
      gpuCount,
      cloudType,
      pricePerHour: Number((perGpu * gpuCount).toFixed(6)),
      stock: availability ?? "",
      dataCenterIds: stockedIds,
    };
    return [offer];
  });
}

/** Whether a level of stock of version 2 says that there is some. */
export function isInStock(availability: string | undefined): boolean {
  return availability !== undefined && availability !== "NONE";
}

/** Whether so many GPUs are free together on one machine. A missing or empty list says nothing. */
function hasGpuCount(
  counts: readonly (number | null)[] | null | undefined,
  gpuCount: number,
): boolean {
  return !counts || counts.length === 0 || counts.includes(gpuCount);
}

/** A GPU type that two data centers have in stock. A create may take either, so the higher price counts. */
function joinOffers(one: GpuOffer, other: GpuOffer): GpuOffer {
  return {
    ...one,
    pricePerHour: Math.max(one.pricePerHour, other.pricePerHour),
    dataCenterIds: [...one.dataCenterIds, ...other.dataCenterIds],
  };
}

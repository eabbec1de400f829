import type { CallBounds } from "./call-bounds.js";
import type { Candidate, CapacityFilter, StockClient } from "./candidate.js";
import { isVersion2, type GpuTypeV2, type StockClientV2 } from "./client-v2.js";

type GraphqlClient = Pick<StockClient, "graphql">;

/** Every GPU type in every place, whatever its stock. Undefined places mean all. */
export async function listOffers(
  cloud: GraphqlClient | StockClientV2,
  filter: CapacityFilter,
  places: readonly string[] | undefined,
  bounds: CallBounds,
): Promise<Candidate[]> {
  if (isVersion2(cloud))
    return listOffersOfCatalog(cloud, filter, places, bounds);
  const asked = places ?? [undefined];
  const lists = await Promise.all(
    asked.map((id) => listOffersAt(cloud, filter, id, bounds)),
  );
  return lists.flat();
}

/** The offers by GraphQL, which lists the stock of one data center, or of all together. */
async function listOffersAt(
  { graphql }: GraphqlClient,
  { count = 1, cloudType = "SECURE" }: CapacityFilter,
  dataCenterId: string | undefined,
  bounds: CallBounds,
): Promise<readonly Candidate[]> {
  const isSecure = cloudType === "SECURE";
  const conditions = { gpuCount: count, secureCloud: isSecure };
  const price =
    dataCenterId === undefined ? conditions : { ...conditions, dataCenterId };
  const { gpuTypes } = await graphql.gpuTypes({ price }, bounds());
  return (gpuTypes ?? []).flatMap((type) => {
    const { id, lowestPrice, displayName, memoryInGb } = type ?? {};
    const listed = isSecure ? type?.securePrice : type?.communityPrice;
    const perGpu = lowestPrice?.uninterruptablePrice ?? listed;
    const isOffered = isSecure ? type?.secureCloud : type?.communityCloud;
    const isTooMany = (type?.maxGpuCount ?? Infinity) < count;
    if (!id || typeof perGpu !== "number" || isOffered === false || isTooMany)
      return [];
    const counts = lowestPrice?.availableGpuCounts ?? [];
    // A missing or empty list says nothing.
    const fitsMachine = counts.length === 0 || counts.includes(count);
    const candidate: Candidate = {
      gpuTypeId: id,
      displayName: displayName ?? id,
      memoryInGb: memoryInGb ?? 0,
      gpuCount: count,
      cloudType,
      dataCenterId,
      pricePerHour: priceOf(perGpu, count),
      stock: fitsMachine ? readStock(lowestPrice?.stockStatus) : "NONE",
    };
    return [candidate];
  });
}

/** The offers of the catalogue of version 2. */
async function listOffersOfCatalog(
  { catalog }: StockClientV2,
  { count = 1, cloudType = "SECURE" }: CapacityFilter,
  places: readonly string[] | undefined,
  bounds: CallBounds,
): Promise<Candidate[]> {
  const types = await catalog.listGpuTypes(
    { include: ["AVAILABILITY"], product: ["POD"], cloud: cloudType, count },
    bounds(),
  );
  const isSecure = cloudType === "SECURE";
  return types.flatMap((type) => {
    const { id, name, memory, price, maxCount } = type;
    const most = isSecure ? maxCount.secure : maxCount.community;
    const isOffered = isSecure ? type.secure : type.community;
    if (!isOffered || most < count) return [];
    const perGpu = isSecure ? price.secure : price.community;
    const listed = (type.dataCenters ?? []).map((each) => each.id);
    const ids = places ?? (listed.length > 0 ? listed : [undefined]);
    return ids.map((dataCenterId): Candidate => {
      return {
        gpuTypeId: id,
        displayName: name,
        memoryInGb: memory,
        gpuCount: count,
        cloudType,
        dataCenterId,
        pricePerHour: priceOf(perGpu, count),
        stock: readStock(availabilityAt(type, dataCenterId)),
      };
    });
  });
}

/** The stock of a GPU type in one data center, or in all together. */
export function availabilityAt(
  { availability, dataCenters = [] }: GpuTypeV2,
  dataCenterId: string | undefined,
): string | undefined {
  if (dataCenterId === undefined) return availability;
  return dataCenters.find(({ id }) => id === dataCenterId)?.availability;
}

/** Whether a level of stock of version 2 says that there is some. */
export function isInStock(availability: string | undefined): boolean {
  return readStock(availability) !== "NONE";
}

/** GraphQL writes `High`, version 2 writes `HIGH`. A level that nobody knows counts as low. */
function readStock(level: string | null | undefined): Candidate["stock"] {
  const name = level?.toUpperCase() ?? "NONE";
  const known = (["HIGH", "MEDIUM", "NONE"] as const).find(
    (each) => each === name,
  );
  return known ?? "LOW";
}

/** Rounded as prices are: decimal fractions are not exact. */
function priceOf(perGpu: number, count: number): number {
  return Number((perGpu * count).toFixed(6));
}

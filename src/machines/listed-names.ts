import { listedValues } from "../../generated/surfaces/values.js";
import { InputError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { findAllSimilar } from "../similar.js";
import type { CallBounds } from "./call-bounds.js";
import type { CapacityFilter, StockClient } from "./candidate.js";
import { isVersion2, type StockClientV2 } from "./client-v2.js";

const { GpuTypeId: GPU_TYPES = [], DataCenterId: DATA_CENTERS = [] } =
  listedValues;

/**
 * Refuses a GPU type or a data center that the service does not list. A name that this package knows is not checked, since
 * the service may list that name again; for any other name the service is asked, since the name may be newer than this
 * package.
 */
export async function checkNames(
  cloud: StockClient | StockClientV2,
  { gpuTypes = [] }: CapacityFilter,
  dataCenters: readonly string[] = [],
  bounds: CallBounds,
): Promise<void> {
  const newTypes = gpuTypes.filter((name) => !GPU_TYPES.includes(name));
  if (newTypes.length > 0)
    checkListed("gpuTypes", newTypes, await listGpuTypes(cloud, bounds()));
  const newCenters = dataCenters.filter((id) => !DATA_CENTERS.includes(id));
  if (newCenters.length > 0)
    checkListed("dataCenters", newCenters, await listCenters(cloud, bounds()));
}

function checkListed(
  option: "gpuTypes" | "dataCenters",
  wanted: readonly string[],
  names: readonly string[],
): void {
  const wrong = wanted.find((name) => !names.includes(name));
  if (wrong === undefined) return;
  const meant = findAllSimilar(wrong, names).map((each) =>
    JSON.stringify(each),
  );
  const advice =
    meant.length > 0
      ? `did you mean ${meant.join(" or ")}?`
      : `it lists ${names.join(", ")}`;
  const problem = `${option} names ${JSON.stringify(wrong)}, which the service does not list: ${advice}`;
  throw new InputError(option, problem, { operation: "findCapacity" });
}

async function listGpuTypes(
  cloud: StockClient | StockClientV2,
  options: CallOptions,
): Promise<readonly string[]> {
  if (isVersion2(cloud)) {
    const types = await cloud.catalog.listGpuTypes({}, options);
    return types.map(({ id }) => id);
  }
  const { gpuTypes } = await cloud.graphql.gpuTypes({}, options);
  return (gpuTypes ?? []).flatMap((type) => type?.id ?? []);
}

async function listCenters(
  cloud: StockClient | StockClientV2,
  options: CallOptions,
): Promise<readonly string[]> {
  if (isVersion2(cloud)) {
    const centers = await cloud.catalog.listDataCenters({}, options);
    return centers.map(({ id }) => id);
  }
  const { dataCenters } = await cloud.graphql.gpuAvailability({}, options);
  return (dataCenters ?? []).flatMap((center) => center?.id ?? []);
}

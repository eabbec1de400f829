import { listedValues } from "../../generated/surfaces/values.js";
import { InputError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { findSimilar } from "../similar.js";
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
  filter: CapacityFilter,
  dataCenters: readonly string[] = [],
  options: CallOptions,
): Promise<void> {
  const newTypes = excludeKnown(filter.gpuTypes ?? [], GPU_TYPES);
  if (newTypes.length > 0)
    checkListed("gpuTypes", newTypes, await listGpuTypes(cloud, options));
  const newCenters = excludeKnown(dataCenters, DATA_CENTERS);
  if (newCenters.length > 0)
    checkListed("dataCenters", newCenters, await listCenters(cloud, options));
}

/** The names that the service lists. */
interface Listed {
  /** The call that lists the names. */
  readonly call: string;
  readonly names: readonly string[];
}

function excludeKnown(
  names: readonly string[],
  known: readonly string[],
): readonly string[] {
  return names.filter((name) => !known.includes(name));
}

function checkListed(
  option: "gpuTypes" | "dataCenters",
  wanted: readonly string[],
  { call, names }: Listed,
): void {
  const wrong = wanted.find((name) => !names.includes(name));
  if (wrong === undefined) return;
  const meant = findSimilar(wrong, names);
  const advice = meant
    ? `did you mean ${JSON.stringify(meant)}?`
    : `${call} returns the names`;
  const problem = `${option} names ${JSON.stringify(wrong)}, which the service does not list: ${advice}`;
  throw new InputError(option, problem, { operation: "findCapacity" });
}

async function listGpuTypes(
  cloud: StockClient | StockClientV2,
  options: CallOptions,
): Promise<Listed> {
  if (isVersion2(cloud)) {
    const types = await cloud.catalog.listGpuTypes({}, options);
    const names = types.map(({ id }) => id);
    return { call: "cloud.v2.catalog.listGpuTypes()", names };
  }
  const { gpuTypes } = await cloud.graphql.gpuTypes({}, options);
  const names = (gpuTypes ?? []).flatMap((type) => type?.id ?? []);
  return { call: "cloud.graphql.gpuTypes()", names };
}

async function listCenters(
  cloud: StockClient | StockClientV2,
  options: CallOptions,
): Promise<Listed> {
  if (isVersion2(cloud)) {
    const centers = await cloud.catalog.listDataCenters({}, options);
    const names = centers.map(({ id }) => id);
    return { call: "cloud.v2.catalog.listDataCenters()", names };
  }
  const { dataCenters } = await cloud.graphql.gpuAvailability({}, options);
  const names = (dataCenters ?? []).flatMap((center) => center?.id ?? []);
  return { call: "cloud.graphql.gpuAvailability()", names };
}

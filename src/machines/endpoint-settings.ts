import type { Pod } from "../../generated/rest/resources.js";
import type { Client } from "../client.js";
import { InputError, ResponseError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { GpuTypeV2, StockClientV2 } from "./client-v2.js";
import { isInStock } from "./offers.js";

// The types of version 2 are no generated types: a client without that surface has none of those.

/** The surfaces that know the settings of an endpoint, and the stock of its GPU types. */
export type EndpointSettingsClient = Pick<Client, "endpoints" | "graphql"> & {
  /** Version 2 of the management API, where the client has it. */
  readonly v2?: EndpointClientV2;
};

/** The surface of version 2, as far as the settings of an endpoint and the stock need it. */
interface EndpointClientV2 extends StockClientV2 {
  readonly serverless: {
    get(
      id: string,
      query: Readonly<Record<string, never>>,
      options: CallOptions,
    ): Promise<EndpointV2>;
  };
}

interface EndpointV2 {
  readonly workers?: { readonly max?: number | undefined } | undefined;
  readonly gpu?: {
    readonly pools?: readonly string[] | undefined;
    readonly excludedTypes?: readonly string[] | undefined;
    readonly count?: number | undefined;
  } | null;
  readonly dataCenterIds?: readonly string[] | undefined;
}

/** How many workers an endpoint may have. */
export interface WorkersMax {
  readonly count: number | undefined;
  /** How messages name the setting. */
  readonly name: string;
}

/** The settings of an endpoint that may keep a job waiting. */
export interface EndpointSettings {
  readonly workersMax: WorkersMax;
  /** The Pods of the workers; empty in version 2, which does not show when a worker began to start. */
  readonly workers: readonly Pod[];
  /** Whether the endpoint names GPU types, so that their stock matters. */
  readonly hasGpuTypes: boolean;
  readonly readStock: () => Promise<EndpointStock>;
}

/** The GPU types of an endpoint that none of its data centers has in stock. */
export interface EndpointStock {
  readonly wanted: readonly string[];
  readonly missing: readonly string[];
}

/** Reads the settings by version 0.1.0, or by version 2 where 0.1.0 is retired or has no address. */
export async function readEndpointSettings(
  cloud: EndpointSettingsClient,
  id: string,
  options: CallOptions,
): Promise<EndpointSettings> {
  try {
    return await readSettings(cloud, id, options);
  } catch (error) {
    if (!cloud.v2 || !isWithoutVersion1(error)) throw error;
    return readSettingsV2(cloud.v2, id, options);
  }
}

/** Reads the most workers by version 0.1.0, or by version 2 where 0.1.0 is retired or has no address. */
export async function readWorkersMax(
  endpoints: Client["endpoints"],
  v2: EndpointClientV2 | undefined,
  id: string,
  options: CallOptions,
): Promise<WorkersMax> {
  try {
    const { workersMax } = await endpoints.get(id, {}, options);
    return { count: workersMax, name: nameOfWorkersMax(v2) };
  } catch (error) {
    if (!v2 || !isWithoutVersion1(error)) throw error;
    const { workers } = await v2.serverless.get(id, {}, options);
    return { count: workers?.max, name: WORKERS_MAX_V2 };
  }
}

const WORKERS_MAX_V2 = "workers.max";

/** Where both versions answer, the name in each: the program may write either of the two, and version 0.1.0 is retired. */
function nameOfWorkersMax(v2: EndpointClientV2 | undefined): string {
  return v2 ? `${WORKERS_MAX_V2} (workersMax in version 0.1.0)` : "workersMax";
}

function isWithoutVersion1(error: unknown): boolean {
  if (error instanceof InputError) return error.parameter === "baseUrl";
  return error instanceof ResponseError && error.status === 410;
}

async function readSettings(
  { endpoints, graphql, v2 }: EndpointSettingsClient,
  id: string,
  options: CallOptions,
): Promise<EndpointSettings> {
  const endpoint = await endpoints.get(id, { includeWorkers: true }, options);
  const { workersMax, workers = [], gpuCount = 1 } = endpoint;
  const { gpuTypeIds = [], dataCenterIds = [] } = endpoint;
  const ids = gpuTypeIds.map(String);
  const readStock = async () => {
    const searchedIds =
      dataCenterIds.length > 0 ? dataCenterIds.map(String) : [undefined];
    const lists = await Promise.all(
      searchedIds.map(async (dataCenterId) => {
        const conditions = { gpuCount, secureCloud: true };
        const price =
          dataCenterId === undefined
            ? conditions
            : { ...conditions, dataCenterId };
        return graphql.gpuTypes({ input: { ids }, price }, options);
      }),
    );
    const inStock = lists
      .flatMap(({ gpuTypes }) => gpuTypes ?? [])
      .filter((type) => type?.lowestPrice?.stockStatus)
      .map((type) => type?.id);
    return compareStock(ids, inStock);
  };
  return {
    workersMax: { count: workersMax, name: nameOfWorkersMax(v2) },
    workers,
    hasGpuTypes: ids.length > 0,
    readStock,
  };
}

async function readSettingsV2(
  { serverless, catalog }: EndpointClientV2,
  id: string,
  options: CallOptions,
): Promise<EndpointSettings> {
  const endpoint = await serverless.get(id, {}, options);
  const { workers, gpu, dataCenterIds = [] } = endpoint;
  const { pools = [], excludedTypes = [], count = 1 } = gpu ?? {};
  const readStock = async () => {
    const types = await catalog.listGpuTypes(
      { include: ["AVAILABILITY"], product: ["SERVERLESS"], count },
      options,
    );
    const wanted = types.filter(
      (type) =>
        pools.includes(type.pool ?? "") && !excludedTypes.includes(type.id),
    );
    const inStock = wanted
      .filter((type) => hasStockIn(type, dataCenterIds))
      .map((type) => type.id);
    return compareStock(
      wanted.map((type) => type.id),
      inStock,
    );
  };
  return {
    workersMax: { count: workers?.max, name: WORKERS_MAX_V2 },
    workers: [],
    hasGpuTypes: pools.length > 0,
    readStock,
  };
}

/** Whether one of these data centers has a GPU type in stock; without data centers, whether any has. */
function hasStockIn(
  { availability, dataCenters = [] }: GpuTypeV2,
  dataCenterIds: readonly string[],
): boolean {
  if (dataCenterIds.length === 0) return isInStock(availability);
  return dataCenters.some(
    (dataCenter) =>
      dataCenterIds.includes(dataCenter.id) &&
      isInStock(dataCenter.availability),
  );
}

function compareStock(
  wanted: readonly string[],
  inStock: readonly unknown[],
): EndpointStock {
  return { wanted, missing: wanted.filter((id) => !inStock.includes(id)) };
}

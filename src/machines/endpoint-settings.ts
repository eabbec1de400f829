import { listedValues } from "../../generated/surfaces/values.js";
import type { EndpointHealth } from "../../generated/jobs/resources.js";
import type { Client } from "../client.js";
import { InputError, ResponseError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { CallBounds } from "./call-bounds.js";
import type { StockClientV2 } from "./client-v2.js";
import { availabilityAt, isInStock, listOffers } from "./offers.js";

/** The workers of an endpoint by its health. */
export interface WorkerCounts {
  /** Those that can take jobs, or have one in hand. */
  readonly up: number;
  readonly free: number;
  readonly initializing: number;
  readonly throttled: number;
  readonly unhealthy: number;
}

/** Counts the workers that a health response shows. */
export function countWorkers({
  workers = {},
}: EndpointHealth = {}): WorkerCounts {
  const { idle = 0, initializing = 0, ready = 0, running = 0 } = workers;
  const { throttled = 0, unhealthy = 0 } = workers;
  // The service counts a worker that is idle or runs a job as ready, too.
  const up = Math.max(ready, idle + running);
  return {
    up,
    free: Math.max(idle, ready),
    initializing,
    throttled,
    unhealthy,
  };
}

// The types of version 2 are no generated types: a client without that surface has none of those.

/** The surfaces that know the settings of an endpoint, and the stock of its GPU types. */
export type EndpointSettingsClient = Pick<Client, "endpoints" | "graphql"> & {
  /** Version 2 of the management API, where the client has it. */
  readonly v2?: EndpointClientV2 | undefined;
};

/** The surface of version 2, as far as the settings of an endpoint and the stock need it. */
interface EndpointClientV2 extends StockClientV2 {
  readonly serverless: {
    get(
      id: string,
      query: Readonly<Record<string, never>>,
      options: CallOptions,
    ): Promise<EndpointV2>;
    listWorkers(
      id: string,
      query: Readonly<Record<string, never>>,
      options: CallOptions,
    ): Promise<{ readonly summary: WorkerSummary }>;
  };
}

/** The workers of an endpoint by version 2, which knows those that crash: the health of an endpoint counts them as ready. */
interface WorkerSummary {
  readonly idle: number;
  readonly running: number;
  readonly unhealthy: number;
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

/** The settings of an endpoint that may keep a job waiting. */
export interface EndpointSettings {
  readonly workersMax: number | undefined;
  /** How messages name `workersMax`. */
  readonly workersMaxName: string;
  /** The GPU types of the endpoint if none of its data centers has any of them in stock; else none. */
  readonly readSoldOut: () => Promise<readonly string[]>;
}

/** Reads the settings by version 0.1.0, or by version 2 where 0.1.0 is retired or has no address. */
export async function readEndpointSettings(
  cloud: EndpointSettingsClient,
  id: string,
  bounds: CallBounds,
): Promise<EndpointSettings> {
  try {
    return await readSettings(cloud, id, bounds);
  } catch (error) {
    if (!cloud.v2 || !isWithoutVersion1(error)) throw error;
    return readSettingsV2(cloud.v2, id, bounds);
  }
}

function isWithoutVersion1(error: unknown): boolean {
  if (error instanceof InputError) return error.parameter === "baseUrl";
  return error instanceof ResponseError && error.status === 410;
}

const WORKERS_MAX_V2 = "workers.max";

async function readSettings(
  { endpoints, graphql, v2 }: EndpointSettingsClient,
  id: string,
  bounds: CallBounds,
): Promise<EndpointSettings> {
  const endpoint = await endpoints.get(id, {}, bounds());
  const { workersMax, gpuCount } = endpoint;
  const types = (endpoint.gpuTypeIds ?? []).map(String);
  const centers = (endpoint.dataCenterIds ?? []).map(String);
  // Where both versions answer, the program may write the name of either.
  const name = "workersMax";
  return {
    workersMax,
    workersMaxName: v2 ? `${WORKERS_MAX_V2} (${name} in version 0.1.0)` : name,
    readSoldOut: async () => {
      if (types.length === 0) return [];
      const isPinned = centers.length > 0 && !areAllPlaces(centers);
      const places = isPinned ? centers : undefined;
      const filter = { count: gpuCount };
      const offers = await listOffers({ graphql }, filter, places, bounds);
      const isSoldOut = offers.every(
        ({ gpuTypeId, stock }) =>
          stock === "NONE" || !types.includes(gpuTypeId),
      );
      return isSoldOut ? types : [];
    },
  };
}

/** Whether these are all data centers that this package knows: one question for the stock of all then does. */
function areAllPlaces(ids: readonly string[]): boolean {
  const { DataCenterId: known } = listedValues;
  return known?.every((id) => ids.includes(id)) ?? false;
}

async function readSettingsV2(
  { serverless, catalog }: EndpointClientV2,
  id: string,
  bounds: CallBounds,
): Promise<EndpointSettings> {
  const endpoint = await serverless.get(id, {}, bounds());
  const { workers, gpu, dataCenterIds = [] } = endpoint;
  const { pools = [], excludedTypes = [], count = 1 } = gpu ?? {};
  return {
    workersMax: workers?.max,
    workersMaxName: WORKERS_MAX_V2,
    readSoldOut: async () => {
      if (pools.length === 0) return [];
      const types = await catalog.listGpuTypes(
        { include: ["AVAILABILITY"], product: ["SERVERLESS"], count },
        bounds(),
      );
      const wanted = types.filter(
        (type) =>
          pools.includes(type.pool ?? "") && !excludedTypes.includes(type.id),
      );
      const places = dataCenterIds.length > 0 ? dataCenterIds : [undefined];
      const isSoldOut = wanted.every((type) =>
        places.every((place) => !isInStock(availabilityAt(type, place))),
      );
      return isSoldOut ? wanted.map((type) => type.id) : [];
    },
  };
}

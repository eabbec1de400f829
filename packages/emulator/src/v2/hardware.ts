import type { V2Route } from "../../generated/routes.js";
import type { AccountState } from "../state/account-state.js";
import {
  CPU_PRICE_PER_VCPU,
  CUDA_VERSION,
  cpuFlavors,
  dataCenters,
  gpus,
  MACHINE,
  type Gpu,
} from "../machines/catalog.js";
import { stockStatus } from "../machines/stock.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import type { QueryOf } from "../http/operations.js";
import type { Schemas } from "./schemas.js";

type HardwareRoute = Extract<
  V2Route,
  `${string} /v2/catalog/${"gpus" | "cpus"}${string}`
>;
type GpuQuery = QueryOf<"GET /v2/catalog/gpus">;
type CpuQuery = QueryOf<"GET /v2/catalog/cpus">;
/** What the queries of GPU types and of CPU flavors have in common, and the conditions that only some have. */
interface HardwareQuery {
  readonly include?: readonly string[];
  readonly product?: readonly string[];
  readonly cudaVersions?: readonly string[];
  readonly minCudaVersion?: string;
  readonly vcpuCount?: number;
}

type Level = "NONE" | "LOW" | "MEDIUM" | "HIGH";

/** The handlers of the GPU types and CPU flavors of version 2. */
export const hardwareHandlers: Handlers<HardwareRoute> = {
  "GET /v2/catalog/gpus": ({ state, query }) => {
    checkInclude(query);
    const places = dataCenterIdsOf(query);
    const offered = places.length > 0 ? gpus : [];
    return ok({ gpus: offered.map((gpu) => gpuView(state, gpu, query)) });
  },
  "GET /v2/catalog/gpus/{id}": ({ state, params, query }) => {
    checkInclude(query);
    return ok(gpuView(state, findListed(gpus, "GPU type", params.id), query));
  },
  "GET /v2/catalog/cpus": ({ query }) => {
    checkInclude(query);
    return ok({ cpus: cpuFlavors.map((flavor) => cpuView(flavor, query)) });
  },
  "GET /v2/catalog/cpus/{id}": ({ params, query }) => {
    checkInclude(query);
    return ok(cpuView(findListed(cpuFlavors, "CPU flavor", params.id), query));
  },
};

/** The item of a list of the catalog with an id from a path. */
export function findListed<Item extends { readonly id: string }>(
  items: readonly Item[],
  kind: string,
  id: string,
): Item {
  const item = items.find((each) => each.id === id);
  if (!item) throw new Refusal("unknownId", { kind, id });
  return item;
}

export function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

/** The members that are valid only with `include`. */
const OF_INCLUDE = [
  "product",
  "count",
  "cloud",
  "countryCodes",
  "cudaVersions",
  "minCudaVersion",
  "vcpuCount",
];

/** Refuses a query that has `include` without `product`, or a member that is valid only with `include`. */
function checkInclude(query: HardwareQuery): void {
  const { include, product } = query;
  if (include?.length) {
    if (!product?.length) throw new Refusal("noProduct");
    if (query.cudaVersions && query.minCudaVersion !== undefined)
      throw new Refusal(
        "brokenQuery",
        "cudaVersions and minCudaVersion cannot be set together",
      );
    if (query.vcpuCount !== undefined && !isPowerOfTwo(query.vcpuCount))
      throw new Refusal(
        "brokenQuery",
        `vcpuCount must be a power of two (it was ${query.vcpuCount})`,
      );
    return;
  }
  const lone = Object.keys(query).find((name) => OF_INCLUDE.includes(name));
  if (lone !== undefined)
    throw new Refusal("brokenQuery", `${lone} is valid only with include`);
}

function dataCenterIdsOf({ countryCodes }: GpuQuery): string[] {
  return dataCenters
    .filter(({ countryCode }) => countryCodes?.includes(countryCode) ?? true)
    .map(({ id }) => id);
}

function gpuView(
  state: AccountState,
  gpu: Gpu,
  query: GpuQuery,
): Schemas["GpuType"] {
  const view: Schemas["GpuType"] = {
    id: gpu.id,
    name: gpu.displayName,
    pool: gpu.pool,
    manufacturer: gpu.manufacturer === "AMD" ? "AMD" : "NVIDIA",
    memory: gpu.memoryInGb,
    secure: true,
    community: true,
    price: {
      secure: gpu.securePrice,
      community: gpu.communityPrice,
      serverless: gpu.securePrice,
    },
    maxCount: { secure: MACHINE.gpuCount, community: MACHINE.gpuCount },
  };
  if (!query.include?.length) return view;
  const places = dataCenterIdsOf(query);
  const count = query.count ?? 1;
  const levelAt = (ids: readonly string[]) =>
    availabilityOf(state, gpu, count, ids);
  const version = `${CUDA_VERSION}.0`;
  return {
    ...view,
    availability: levelAt(places),
    dataCenters: dataCenters
      .filter(({ id }) => places.includes(id))
      .map(({ id, name }) => ({ id, name, availability: levelAt([id]) })),
    cudaVersions: [{ version, available: levelAt(places) !== "NONE" }],
  };
}

/** The levels of GraphQL are High, Medium and Low, and none. */
export function availabilityOf(
  state: AccountState,
  { id }: Gpu,
  count: number,
  dataCenterIds: readonly string[],
): Level {
  const status = stockStatus(state, id, count, dataCenterIds);
  const levels: readonly Level[] = ["LOW", "MEDIUM", "HIGH"];
  return levels.find((level) => level === status?.toUpperCase()) ?? "NONE";
}

function cpuView(
  flavor: (typeof cpuFlavors)[number],
  { include }: CpuQuery,
): Schemas["CpuType"] {
  const view: Schemas["CpuType"] = {
    id: flavor.id,
    name: flavor.displayName,
    group: flavor.groupName,
    vcpu: { min: flavor.minVcpu, max: flavor.maxVcpu },
    ramGbPerVcpu: flavor.ramMultiplier,
    price: {
      securePerVcpu: CPU_PRICE_PER_VCPU,
      serverlessPerVcpu: CPU_PRICE_PER_VCPU,
    },
  };
  if (!include?.length) return view;
  return {
    ...view,
    availability: "HIGH",
    dataCenters: dataCenters.map(({ id, name }) => ({
      id,
      name,
      availability: "HIGH",
    })),
  };
}

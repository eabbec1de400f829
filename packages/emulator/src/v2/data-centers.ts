import type { V2Route } from "../../generated/routes.js";
import type { AccountState } from "../state/account-state.js";
import {
  COMPLIANCE,
  cpuFlavors,
  dataCenters,
  isCompliant,
  gpus,
  type DataCenter,
} from "../machines/catalog.js";
import { ok, type Handlers } from "../requests/handler.js";
import { availabilityOf, findListed } from "./hardware.js";
import type { Schemas } from "./schemas.js";

type DataCenterRoute = Extract<
  V2Route,
  `${string} /v2/catalog/datacenters${string}`
>;

/** The handlers of the data centers of version 2. */
export const dataCenterHandlers: Handlers<DataCenterRoute> = {
  "GET /v2/catalog/datacenters": ({ state, query }) => {
    const { regions, networkVolumeTypes = [], compliance = [] } = query;
    const wanted = dataCenters.filter(
      (each) =>
        (regions?.includes(regionOf(each)) ?? true) &&
        networkVolumeTypes.every((type) => VOLUME_TYPES.includes(type)) &&
        isCompliant(compliance) &&
        query.globalNetwork !== false,
    );
    return ok({
      dataCenters: wanted.map((each) =>
        dataCenterView(state, each, query.include),
      ),
    });
  },
  "GET /v2/catalog/datacenters/{id}": ({ state, params, query }) => {
    const found = findListed(dataCenters, "data center", params.id);
    return ok(dataCenterView(state, found, query.include));
  },
};

const VOLUME_TYPES: readonly string[] = ["STANDARD", "HIGH_PERFORMANCE"];

function regionOf({ id }: DataCenter): Schemas["DataCenterRegion"] {
  if (id.startsWith("EU")) return "EUROPE";
  if (id.startsWith("AP")) return "ASIA";
  return id.startsWith("OC") ? "OCEANIA" : "NORTH_AMERICA";
}

function dataCenterView(
  state: AccountState,
  dataCenter: DataCenter,
  include: readonly string[] = [],
): Schemas["DataCenter"] {
  const { id, name } = dataCenter;
  const view: Schemas["DataCenter"] = {
    id,
    name,
    region: regionOf(dataCenter),
    globalNetwork: true,
    networkVolumeTypes: ["STANDARD", "HIGH_PERFORMANCE"],
    compliance: [...COMPLIANCE],
  };
  if (include.includes("GPU_AVAILABILITY"))
    view.gpuAvailability = gpus.map((gpu) => ({
      id: gpu.id,
      name: gpu.displayName,
      availability: availabilityOf(state, gpu, 1, [id]),
    }));
  if (include.includes("CPU_AVAILABILITY"))
    view.cpuAvailability = cpuFlavors.map((flavor) => ({
      id: flavor.id,
      name: flavor.displayName,
      availability: "HIGH",
    }));
  return view;
}

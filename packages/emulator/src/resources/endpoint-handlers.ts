import type { RestRoute } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import { ok, type Handlers } from "../requests/handler.js";
import { cpuMemoryInGb } from "../machines/catalog.js";
import type { QueryOf } from "../http/operations.js";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "./endpoints.js";
import type { Endpoint, Schemas } from "../state/records.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import { podView } from "./pod-handlers.js";
import { templateView } from "./template-handlers.js";
import { workerPods } from "./worker-pods.js";

type EndpointRoute = Extract<RestRoute, `${string} /endpoints${string}`>;

/** The handlers of the REST routes of endpoints. */
export const endpointHandlers: Handlers<EndpointRoute> = {
  "GET /endpoints": ({ state, query }) => {
    const endpoints = [...state.endpoints.values()];
    return ok(endpoints.map((each) => endpointView(state, each, query)));
  },
  "POST /endpoints": ({ state, body }) => {
    // Version 0.1.0 ignores a wish for CPU workers in silence: the endpoint gets GPUs. Only the `instanceIds` of GraphQL and
    // the `cpu` of version 2 give CPU workers.
    const { computeType, cpuFlavorIds, vcpuCount, ...input } = body;
    return ok(endpointView(state, createEndpoint(state, input)));
  },
  "GET /endpoints/{endpointId}": ({ state, params, query }) => {
    const endpoint = findById(state.endpoints, "endpoint", params.endpointId);
    return ok(endpointView(state, endpoint, query));
  },
  "PATCH /endpoints/{endpointId}": ({ state, params, body }) => {
    const endpoint = updateEndpoint(state, params.endpointId, body);
    return ok(endpointView(state, endpoint));
  },
  "DELETE /endpoints/{endpointId}": ({ state, params }) => {
    deleteEndpoint(state, params.endpointId);
    return { status: 204 };
  },
};

/** An endpoint as the REST API shows it, with what the query asks to include. */
function endpointView(
  state: AccountState,
  endpoint: Endpoint,
  query: QueryOf<"GET /endpoints/{endpointId}"> = {},
): Schemas["Endpoint"] {
  const { id, version, createdAt, settings } = endpoint;
  const { vcpuCount = 2, cpuFlavorIds = [], flashboot, ...own } = settings;
  const isCpu = settings.computeType === "CPU";
  const flavors = isCpu ? cpuFlavorIds : [];
  // The running service shows members that its published document does not name.
  const undocumented = {
    flashboot: flashboot ?? false,
    workersStandby: settings.workersMin,
    cpuFlavorIds: isCpu ? cpuFlavorIds : null,
  };
  const view: Schemas["Endpoint"] = {
    ...own,
    ...undocumented,
    id,
    userId: state.account.id,
    version,
    createdAt: new Date(createdAt).toISOString(),
    instanceIds: flavors.map(
      (flavor) => `${flavor}-${vcpuCount}-${cpuMemoryInGb(flavor, vcpuCount)}`,
    ),
  };
  const volumes = networkVolumeIdsOf(settings);
  if (volumes.length > 0) view.networkVolumeIds = [...volumes];
  const template = state.templates.get(settings.templateId);
  if (template) view.env = { ...template.env };
  if (query.includeTemplate && template) view.template = templateView(template);
  if (query.includeWorkers)
    view.workers = workerPods(state, endpoint).map((pod) =>
      podView(state, pod),
    );
  return view;
}

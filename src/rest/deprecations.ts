import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { checkFlag } from "../checks.js";
import { ignoreErrors } from "../ignore-errors.js";
import type { ClientOptions, RequestEvent } from "../options.js";
import type { Settings } from "../http/settings.js";

const PODS = "v2.pods";
const ACTION = "v2.pods.action";
const SERVERLESS = "v2.serverless";
const VOLUMES = "v2.networkVolumes";
const TEMPLATES = "v2.templates";
const REGISTRIES = "v2.registries";

/**
 * What takes the place of each call of management 0.1.0, by route, and of each shipped GraphQL document, by operation. Null
 * where nothing does. guides/version-2.md says what differs.
 */
export const deprecations: Readonly<Record<string, string | null>> = {
  "GET /pods": `${PODS}.list`,
  "POST /pods": `${PODS}.create`,
  "GET /pods/{podId}": `${PODS}.get`,
  "PATCH /pods/{podId}": `${PODS}.update`,
  "POST /pods/{podId}/update": `${PODS}.update`,
  "DELETE /pods/{podId}": `${PODS}.delete`,
  "POST /pods/{podId}/start": ACTION,
  "POST /pods/{podId}/stop": ACTION,
  "POST /pods/{podId}/reset": null,
  "POST /pods/{podId}/restart": ACTION,
  "GET /endpoints": `${SERVERLESS}.list`,
  "POST /endpoints": `${SERVERLESS}.create`,
  "GET /endpoints/{endpointId}": `${SERVERLESS}.get`,
  "PATCH /endpoints/{endpointId}": `${SERVERLESS}.update`,
  "POST /endpoints/{endpointId}/update": `${SERVERLESS}.update`,
  "DELETE /endpoints/{endpointId}": `${SERVERLESS}.delete`,
  "GET /networkvolumes": `${VOLUMES}.list`,
  "POST /networkvolumes": `${VOLUMES}.create`,
  "GET /networkvolumes/{networkVolumeId}": `${VOLUMES}.get`,
  "PATCH /networkvolumes/{networkVolumeId}": `${VOLUMES}.update`,
  "POST /networkvolumes/{networkVolumeId}/update": `${VOLUMES}.update`,
  "DELETE /networkvolumes/{networkVolumeId}": `${VOLUMES}.delete`,
  "GET /templates": `${TEMPLATES}.list`,
  "POST /templates": `${TEMPLATES}.create`,
  "GET /templates/{templateId}": `${TEMPLATES}.get`,
  "PATCH /templates/{templateId}": `${TEMPLATES}.update`,
  "POST /templates/{templateId}/update": `${TEMPLATES}.update`,
  "DELETE /templates/{templateId}": `${TEMPLATES}.delete`,
  "GET /containerregistryauth": `${REGISTRIES}.list`,
  "POST /containerregistryauth": `${REGISTRIES}.create`,
  "GET /containerregistryauth/{containerRegistryAuthId}": `${REGISTRIES}.get`,
  "DELETE /containerregistryauth/{containerRegistryAuthId}": `${REGISTRIES}.delete`,
  "GET /billing/pods": "v2.billing.pods",
  "GET /billing/endpoints": "v2.billing.serverless",
  "GET /billing/networkvolumes": "v2.billing.networkVolumes",
  "graphql.deleteEndpoint": `${SERVERLESS}.delete`,
  "graphql.deleteTemplate": `${TEMPLATES}.delete`,
  "graphql.deployPod": `${PODS}.create`,
  "graphql.deployCpuPod": `${PODS}.create`,
  "graphql.deploySpotPod": null,
  "graphql.editPod": `${PODS}.update`,
  "graphql.endpoint": `${SERVERLESS}.get`,
  "graphql.endpoints": `${SERVERLESS}.list`,
  "graphql.gpuAvailability": "v2.catalog.listDataCenters",
  "graphql.gpuTypes": "v2.catalog.listGpuTypes",
  "graphql.myself": null,
  "graphql.pod": `${PODS}.get`,
  "graphql.pods": `${PODS}.list`,
  "graphql.resumePod": ACTION,
  "graphql.saveEndpoint": `${SERVERLESS}.create`,
  "graphql.saveTemplate": `${TEMPLATES}.create`,
  "graphql.stopPod": ACTION,
  "graphql.template": `${TEMPLATES}.get`,
  "graphql.templates": `${TEMPLATES}.list`,
  "graphql.terminatePod": ACTION,
};

/** What to use in version 2 instead of a call; undefined for a call that version 2 does not replace. */
function describeSuccessor(
  operation: string,
  route: string,
): string | undefined {
  const key = route in deprecations ? route : operation;
  const successor = deprecations[key];
  if (successor === undefined) return undefined;
  const advice =
    successor === null
      ? "has no successor in version 2"
      : `has the successor cloud.${successor} in version 2`;
  return `cloud-compute-sdk: ${operation} (${route}) ${advice}; guides/version-2.md says what differs`;
}

/** Adds to the settings the warnings that `warnRetired` asks for: one for each operation and route. */
export function addDeprecationWarnings(
  settings: Settings,
  { warnRetired = false }: ClientOptions,
): Settings {
  checkFlag("warnRetired", warnRetired);
  // Without the surface of version 2 there is no successor to name.
  if (!warnRetired || surfaceVariables["v2"] === undefined) return settings;
  const { observers } = settings;
  const warned = new Set<string>();
  const onRequest = (event: RequestEvent): void => {
    void ignoreErrors(() => observers.onRequest?.(event));
    const key = `${event.operation} ${event.route}`;
    if (warned.has(key)) return;
    warned.add(key);
    const advice = describeSuccessor(event.operation, event.route);
    if (advice !== undefined) settings.warn(advice);
  };
  return { ...settings, observers: { ...observers, onRequest } };
}

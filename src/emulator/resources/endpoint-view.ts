import type { Endpoint, Schemas } from "./records.js";
import type { State } from "./state.js";
import { templateView } from "./templates.js";

/** What to show beside the endpoint's own fields. */
export interface EndpointQuery {
  readonly includeTemplate?: boolean;
  readonly includeWorkers?: boolean;
}

export function endpointView(
  state: State,
  endpoint: Endpoint,
  query: EndpointQuery,
): Schemas["Endpoint"] {
  const {
    vcpuCount = 2,
    cpuFlavorIds = [],
    flashboot: _,
    ...settings
  } = endpoint.settings;
  const template = state.templates.get(settings.templateId);
  return {
    ...settings,
    id: endpoint.id,
    userId: state.account.id,
    version: endpoint.version,
    createdAt: new Date(endpoint.createdAt).toISOString(),
    dataCenterIds: [...settings.dataCenterIds],
    gpuTypeIds: [...settings.gpuTypeIds],
    instanceIds: cpuFlavorIds.map(
      (flavor) => `${flavor}-${vcpuCount}-${vcpuCount * 4}`,
    ),
    ...(template ? { env: { ...template.env } } : {}),
    ...(query.includeTemplate && template
      ? { template: templateView(template) }
      : {}),
    ...(query.includeWorkers ? { workers: [] } : {}),
  };
}

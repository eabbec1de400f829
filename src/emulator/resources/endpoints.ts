import { dataCenters, gpus } from "./catalogue.js";
import { restaff, staff } from "../jobs/job-lifecycle.js";
import { close } from "./delete-resource.js";
import { Refusal } from "../server/refused-error.js";
import { find, refer, type State } from "./state.js";
import type { Endpoint, EndpointSettings, Schemas } from "./records.js";

type CreateInput = Schemas["EndpointCreateInput"];
type UpdateInput = Schemas["EndpointUpdateInput"];

/** Creates an endpoint. Its id is at once a slug of the job API: its workers answer with the input they got. */
export function createEndpoint(state: State, input: CreateInput): Endpoint {
  const settings = merge(state, defaultsFor(state, input), input);
  const endpoint = {
    id: state.newId(),
    createdAt: state.clock.now(),
    settings,
    version: 0,
  };
  state.endpoints.set(endpoint.id, endpoint);
  staff(state, endpoint.id);
  return endpoint;
}

/** Merges the fields given. A change that reaches the workers (template, GPUs, places, volumes) raises the version. */
export function updateEndpoint(
  state: State,
  id: string,
  input: UpdateInput,
): Endpoint {
  const endpoint = find(state.endpoints, "endpoint", id);
  return saveSettings(state, endpoint, merge(state, endpoint.settings, input));
}

/** As an update, but fields not given fall back to their defaults. */
export function replaceEndpoint(
  state: State,
  id: string,
  input: CreateInput,
): Endpoint {
  const endpoint = find(state.endpoints, "endpoint", id);
  return saveSettings(
    state,
    endpoint,
    merge(state, defaultsFor(state, input), input),
  );
}

/** Deletes an endpoint with its queue and all its jobs. */
export function deleteEndpoint(state: State, id: string): void {
  find(state.endpoints, "endpoint", id);
  close(state, id);
  state.endpoints.delete(id);
}

function defaultsFor(
  state: State,
  { templateId, computeType = "GPU" }: CreateInput,
): EndpointSettings {
  return {
    ...{ computeType, templateId },
    name: refer(state.templates, "templateId", templateId)?.name ?? "",
    dataCenterIds: dataCenters.map(({ id }) => id),
    gpuTypeIds:
      computeType === "CPU" ? [] : gpus.slice(0, 1).map(({ id }) => id),
    gpuCount: 1,
    ...{ scalerType: "QUEUE_DELAY", scalerValue: 4, idleTimeout: 5 },
    ...{ workersMin: 0, workersMax: 3, executionTimeoutMs: 600_000 },
  };
}

function saveSettings(
  state: State,
  endpoint: Endpoint,
  settings: EndpointSettings,
): Endpoint {
  const raise =
    workerSettings(settings) === workerSettings(endpoint.settings) ? 0 : 1;
  const updated = { ...endpoint, settings, version: endpoint.version + raise };
  state.endpoints.set(endpoint.id, updated);
  restaff(state, endpoint.id);
  return updated;
}

function merge(
  state: State,
  settings: EndpointSettings,
  input: UpdateInput,
): EndpointSettings {
  refer(state.templates, "templateId", input.templateId);
  for (const volumeId of [
    input.networkVolumeId,
    ...(input.networkVolumeIds ?? []),
  ]) {
    refer(state.volumes, "networkVolumeId", volumeId);
  }
  const merged: EndpointSettings = { ...settings, ...given(input) };
  if (merged.workersMin > merged.workersMax) {
    const workers = `(workersMin is ${merged.workersMin}, workersMax ${merged.workersMax})`;
    throw new Refusal(
      400,
      `workersMin must not be greater than workersMax ${workers}`,
    );
  }
  return merged;
}

const reachingWorkers = [
  ...[
    "templateId",
    "computeType",
    "dataCenterIds",
    "gpuTypeIds",
    "gpuCount",
    "cpuFlavorIds",
    "vcpuCount",
  ],
  ...[
    "networkVolumeId",
    "networkVolumeIds",
    "allowedCudaVersions",
    "minCudaVersion",
  ],
];

const inPlace = [
  ...["name", "flashboot", "idleTimeout", "scalerType", "scalerValue"],
  ...["workersMin", "workersMax", "executionTimeoutMs"],
];

/** The settings among the members of a body. */
function given(input: UpdateInput): Partial<EndpointSettings> {
  return pick(input, [...reachingWorkers, ...inPlace]);
}

function workerSettings(settings: EndpointSettings): string {
  return JSON.stringify(Object.entries(pick(settings, reachingWorkers)).sort());
}

function pick(
  members: object,
  names: readonly string[],
): Record<string, unknown> {
  const entries = Object.entries(members) as [string, unknown][];
  return Object.fromEntries(
    entries.filter(
      ([name, value]) =>
        names.includes(name) && value !== null && value !== undefined,
    ),
  );
}

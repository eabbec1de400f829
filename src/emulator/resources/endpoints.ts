import {
  findById,
  findReference,
  type AccountState,
} from "../account-state.js";
import {
  applyWorkerSettings,
  processQueue,
  removeQueue,
} from "../jobs/lifecycle.js";
import { ApiError } from "../server/api-error.js";
import { dataCenters, gpus } from "./catalogue.js";
import { checkDataCenters, checkGpuTypes } from "./placement.js";
import type { Endpoint, EndpointSettings, Schemas } from "./records.js";

type CreateInput = Schemas["EndpointCreateInput"];
type UpdateInput = Schemas["EndpointUpdateInput"];

/** Creates an endpoint. Its id is a slug of the job API from now on: its workers answer with their input. */
export function createEndpoint(
  state: AccountState,
  input: CreateInput,
): Endpoint {
  const defaults = defaultSettings(state, input);
  const endpoint = {
    id: state.newId(),
    createdAt: state.clock.now(),
    settings: mergeSettings(state, defaults, input),
    version: 0,
  };
  state.endpoints.set(endpoint.id, endpoint);
  processQueue(state, endpoint.id);
  return endpoint;
}

/** Changes the settings that are given. */
export function updateEndpoint(
  state: AccountState,
  id: string,
  input: UpdateInput,
): Endpoint {
  const endpoint = findById(state.endpoints, "endpoint", id);
  const settings = mergeSettings(state, endpoint.settings, input);
  return saveSettings(state, endpoint, settings);
}

/** Like an update, but settings that are not given get their defaults. */
export function replaceEndpoint(
  state: AccountState,
  id: string,
  input: CreateInput,
): Endpoint {
  const endpoint = findById(state.endpoints, "endpoint", id);
  const defaults = defaultSettings(state, input);
  return saveSettings(state, endpoint, mergeSettings(state, defaults, input));
}

/** Deletes an endpoint with its queue and all of its jobs. */
export function deleteEndpoint(state: AccountState, id: string): void {
  findById(state.endpoints, "endpoint", id);
  removeQueue(state, id);
  state.endpoints.delete(id);
}

function defaultSettings(
  state: AccountState,
  { templateId, computeType = "GPU" }: CreateInput,
): EndpointSettings {
  const template = findReference(state.templates, "templateId", templateId);
  const gpuTypeIds = gpus.slice(0, 1).map(({ id }) => id);
  return {
    computeType,
    templateId,
    name: template?.name ?? "",
    dataCenterIds: dataCenters.map(({ id }) => id),
    gpuTypeIds: computeType === "CPU" ? [] : gpuTypeIds,
    gpuCount: 1,
    scalerType: "QUEUE_DELAY",
    scalerValue: 4,
    idleTimeout: 5,
    workersMin: 0,
    workersMax: 3,
    executionTimeoutMs: 600_000,
  };
}

/** Stores the settings. A change that replaces the workers raises the version. */
function saveSettings(
  state: AccountState,
  endpoint: Endpoint,
  settings: EndpointSettings,
): Endpoint {
  const isSameWorker =
    workerSettings(settings) === workerSettings(endpoint.settings);
  const version = isSameWorker ? endpoint.version : endpoint.version + 1;
  const updated = { ...endpoint, settings, version };
  state.endpoints.set(endpoint.id, updated);
  applyWorkerSettings(state, endpoint.id);
  return updated;
}

function mergeSettings(
  state: AccountState,
  settings: EndpointSettings,
  input: UpdateInput,
): EndpointSettings {
  findReference(state.templates, "templateId", input.templateId);
  checkGpuTypes(state, input.gpuTypeIds);
  checkDataCenters(state, input.dataCenterIds);
  const { networkVolumeId, networkVolumeIds = [] } = input;
  for (const volumeId of [networkVolumeId, ...networkVolumeIds]) {
    findReference(state.networkVolumes, "networkVolumeId", volumeId);
  }
  const given = pick(input, [...WORKER_SETTINGS, ...OTHER_SETTINGS]);
  const merged: EndpointSettings = { ...settings, ...given };
  const { workersMin, workersMax } = merged;
  if (workersMin > workersMax) {
    const rule = "workersMin must not be greater than workersMax";
    const values = `(workersMin is ${workersMin}, workersMax ${workersMax})`;
    throw new ApiError(400, `${rule} ${values}`);
  }
  return merged;
}

/** A change of one of these replaces the workers. */
const WORKER_SETTINGS = [
  "templateId",
  "computeType",
  "dataCenterIds",
  "gpuTypeIds",
  "gpuCount",
  "cpuFlavorIds",
  "vcpuCount",
  "networkVolumeId",
  "networkVolumeIds",
  "allowedCudaVersions",
  "minCudaVersion",
];

/** A change of one of these applies to the workers that run. */
const OTHER_SETTINGS = [
  "name",
  "flashboot",
  "idleTimeout",
  "scalerType",
  "scalerValue",
  "workersMin",
  "workersMax",
  "executionTimeoutMs",
];

/** The settings that determine a worker, as comparable text. */
function workerSettings(settings: EndpointSettings): string {
  const members = pick(settings, WORKER_SETTINGS);
  return JSON.stringify(Object.entries(members).sort());
}

/** The members with these names that are neither null nor undefined. */
function pick(
  members: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const entries = Object.entries(members).filter(
    ([name, value]) =>
      names.includes(name) && value !== null && value !== undefined,
  );
  return Object.fromEntries(entries);
}

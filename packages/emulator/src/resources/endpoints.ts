import {
  findById,
  findReference,
  type AccountState,
} from "../state/account-state.js";
import { applyWorkerSettings, removeQueue } from "../jobs/lifecycle.js";
import { assignWorkers } from "../jobs/assign-workers.js";
import { given } from "../given.js";
import { Refusal } from "../refusals/refusal.js";
import { requireBalance } from "../machines/balance.js";
import { dataCenters, gpus, gpuTypeById } from "../machines/catalog.js";
import { checkDataCenters, checkGpuTypes } from "../machines/placement.js";
import type {
  Endpoint,
  EndpointExtras,
  EndpointSettings,
  Release,
  Schemas,
} from "../state/records.js";

type CreateInput = Schemas["EndpointCreateInput"];
type UpdateInput = Schemas["EndpointUpdateInput"];

/** Creates an endpoint. Its id is a slug of the job API from now on: its workers answer with their input. */
export function createEndpoint(
  state: AccountState,
  input: CreateInput,
  extras?: EndpointExtras,
): Endpoint {
  const defaults = defaultSettings(state, input);
  const settings = mergeSettings(state, defaults, input);
  requireBalance(state);
  requireQuota(state, settings);
  const endpoint = {
    id: state.newId(),
    createdAt: state.clock.now(),
    settings,
    version: 0,
    ...(extras && { extras }),
  };
  state.endpoints.set(endpoint.id, endpoint);
  const namesake = state.customModels.get(settings.name);
  if (namesake) state.customModels.set(endpoint.id, namesake);
  assignWorkers(state, endpoint.id);
  return endpoint;
}

/** Changes the settings that are given. */
export function updateEndpoint(
  state: AccountState,
  id: string,
  input: UpdateInput,
  extras?: EndpointExtras,
): Endpoint {
  const endpoint = findById(state.endpoints, "endpoint", id);
  const settings = mergeSettings(state, endpoint.settings, input);
  const changed = extras ? { ...endpoint, extras } : endpoint;
  return saveSettings(state, changed, settings);
}

/** Like an update, but settings that are not given get their defaults. */
export function replaceEndpoint(
  state: AccountState,
  id: string,
  input: CreateInput,
  extras: EndpointExtras,
): Endpoint {
  const endpoint = findById(state.endpoints, "endpoint", id);
  const defaults = defaultSettings(state, input);
  const settings = mergeSettings(state, defaults, input);
  return saveSettings(state, { ...endpoint, extras }, settings);
}

/** What 0.1.0 does not have. For an endpoint of 0.1.0, that follows from its GPU types and its flashboot. */
export function endpointExtras({ extras, settings }: Endpoint): EndpointExtras {
  if (extras) return extras;
  const pools = settings.gpuTypeIds.map((id) => gpuTypeById(id).pool);
  return {
    type: "QUEUE",
    flashboot: settings.flashboot ? "FLASHBOOT" : "OFF",
    pools: [...new Set(pools)],
    excludedTypes: [],
  };
}

/** Deletes an endpoint with its queue, all of its jobs, and what a test has set for its id: its model and its workers. */
export function deleteEndpoint(state: AccountState, id: string): void {
  const { settings } = findById(state.endpoints, "endpoint", id);
  removeQueue(state, id);
  state.endpoints.delete(id);
  state.customModels.delete(id);
  state.workerConditions.delete(id);
  deleteCopy(state, settings.templateId);
}

/** Deletes a template that holds nothing but the container settings of one endpoint. */
function deleteCopy({ templates }: AccountState, templateId: string): void {
  if (templates.get(templateId)?.isCopy) templates.delete(templateId);
}

/** Refuses settings with which all endpoints together would have more workers than the account may have. */
function requireQuota(
  { endpoints, workersQuota: quota }: AccountState,
  { workersMax }: EndpointSettings,
  id?: string,
): void {
  if (quota === Infinity) return;
  let left = quota;
  for (const other of endpoints.values())
    if (other.id !== id) left -= other.settings.workersMax;
  if (workersMax <= left) return;
  const advice = `all endpoints together may have ${quota} workers, and this one asks for ${workersMax}`;
  const details = { quota, left: Math.max(0, left) };
  throw new Refusal("tooManyWorkers", details, { advice });
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
  requireQuota(state, settings, endpoint.id);
  const isSameWorker =
    workerSettings(settings) === workerSettings(endpoint.settings);
  const version = isSameWorker ? endpoint.version : endpoint.version + 1;
  const releases = isSameWorker
    ? endpoint.releases
    : [...(endpoint.releases ?? []), releaseOf(state, endpoint, settings)];
  const updated = { ...endpoint, settings, version, releases };
  state.endpoints.set(endpoint.id, updated);
  if (settings.templateId !== endpoint.settings.templateId)
    deleteCopy(state, endpoint.settings.templateId);
  applyWorkerSettings(state, endpoint.id);
  return updated;
}

/** What changes from the settings of an endpoint to others. */
function releaseOf(
  state: AccountState,
  { settings: before, version }: Endpoint,
  after: EndpointSettings,
): Release {
  const diff = [
    ...differences(before, after, WORKER_SETTINGS),
    ...differences(
      containerSettings(state, before),
      containerSettings(state, after),
    ),
  ];
  // Version 2 keeps the container settings of each endpoint in a template of the emulator, which no caller knows.
  const isOwn = state.templates.get(after.templateId)?.isCopy;
  return {
    id: state.newId(),
    version: version + 1,
    createdAt: state.clock.now(),
    diff: isOwn ? diff.filter(({ field }) => field !== "templateId") : diff,
  };
}

/** The members that differ between two versions of the settings. */
function differences(
  before: object,
  after: object,
  fields = Object.keys(after),
): Release["diff"] {
  const old = new Map<string, unknown>(Object.entries(before));
  const others = new Map<string, unknown>(Object.entries(after));
  return fields
    .map((field) => ({
      field,
      old: old.get(field) ?? null,
      new: others.get(field) ?? null,
    }))
    .filter((each) => JSON.stringify(each.old) !== JSON.stringify(each.new));
}

/** The container settings of an endpoint, as version 2 names them. */
function containerSettings(
  { templates }: AccountState,
  { templateId }: EndpointSettings,
): object {
  const template = templates.get(templateId);
  return {
    image: template?.imageName,
    disk: template?.containerDiskInGb,
    env: template?.env,
    entrypoint: template?.dockerEntrypoint,
    cmd: template?.dockerStartCmd,
    ports: template?.ports,
    registry: template?.containerRegistryAuthId,
  };
}

function mergeSettings(
  state: AccountState,
  settings: EndpointSettings,
  input: UpdateInput,
): EndpointSettings {
  const { templateId } = input;
  const template = findReference(state.templates, "templateId", templateId);
  if (template?.isServerless === false) throw new Refusal("podTemplate");
  checkGpuTypes(state, input.gpuTypeIds);
  checkDataCenters(state, input.dataCenterIds);
  const { networkVolumeId, networkVolumeIds = [] } = input;
  findReference(state.networkVolumes, "networkVolumeId", networkVolumeId);
  for (const volumeId of networkVolumeIds)
    findReference(state.networkVolumes, "networkVolumeIds", volumeId);
  const given = pick(input, [...WORKER_SETTINGS, ...OTHER_SETTINGS]);
  const merged: EndpointSettings = { ...settings, ...given };
  const { workersMin, workersMax } = merged;
  if (workersMin > workersMax) {
    const rule = "workersMin must not be greater than workersMax";
    const values = `(workersMin is ${workersMin}, workersMax ${workersMax})`;
    throw new Refusal("brokenRule", `${rule} ${values}`);
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
  const entries = Object.entries(given(members)).filter(([name]) =>
    names.includes(name),
  );
  return Object.fromEntries(entries);
}

import type {
  EndpointInput,
  EndpointTemplateInput,
  PodFindAndDeployOnDemandInput,
  PodRentInterruptableInput,
  SaveTemplateInput,
} from "cloud-compute-sdk";
import { emitWarning, type AccountState } from "../state/account-state.js";
import { given } from "../given.js";
import { Refusal } from "../refusals/refusal.js";
import {
  cpuFlavors,
  cpuMemoryInGb,
  dataCenters,
  gpus,
} from "../machines/catalog.js";
import { checkDataCenters, noMachine } from "../machines/placement.js";
import type { PodExtras } from "../resources/pods.js";
import type { Endpoint, EndpointExtras, Template } from "../state/records.js";
import { createTemplate } from "../resources/templates.js";
import type { BodyOf } from "../http/operations.js";
import { validBody } from "../requests/validate-request.js";
import { onlyOneOf } from "./alternatives.js";
import { unmetDemand } from "./demands.js";
import { notEmulated } from "./not-emulated.js";

// Converts the inputs of GraphQL into the bodies of 0.1.0. A member that is null or undefined was not given.

/** The members by which several inputs describe a container. */
export type ContainerInput = Pick<
  PodFindAndDeployOnDemandInput,
  | "imageName"
  | "dockerArgs"
  | "env"
  | "ports"
  | "containerDiskInGb"
  | "volumeInGb"
  | "volumeMountPath"
  | "containerRegistryAuthId"
>;

export function containerFields(input: ContainerInput) {
  return {
    imageName: input.imageName,
    dockerStartCmd: input.dockerArgs?.split(/\s+/).filter(Boolean),
    env: input.env && envMembers(input.env),
    ports: splitList(input.ports),
    containerDiskInGb: input.containerDiskInGb,
    volumeInGb: input.volumeInGb,
    volumeMountPath: input.volumeMountPath,
    containerRegistryAuthId: input.containerRegistryAuthId,
  };
}

function envMembers(
  pairs: NonNullable<ContainerInput["env"]>,
): Record<string, string> {
  const env: Record<string, string> = {};
  for (const pair of pairs) if (pair) env[pair.key] = pair.value;
  return env;
}

/** The inputs of the mutations that rent Pods have these members in common, or lack some. */
export type DeployInput = PodFindAndDeployOnDemandInput &
  Pick<PodRentInterruptableInput, "bidPerGpu"> & {
    readonly instanceId?: string | null;
    readonly dataCenterIds?: readonly (string | null)[] | null;
  };

/** The body of 0.1.0 for a Pod, and what such a body cannot say. */
export function podInput(
  state: AccountState,
  input: DeployInput,
  terms: object = {},
): { readonly body: BodyOf<"POST /pods">; readonly extras: PodExtras } {
  const unmet = unmetDemand(input);
  if (unmet !== undefined) throw noMachine(unmet);
  checkHardware(input);
  const { gpuTypeId, gpuTypeIdList, cloudType, bidPerGpu, deployCost } = input;
  const gpuCount = input.gpuCount ?? 1;
  const perGpu = (amount: number | null | undefined) =>
    amount ? Math.ceil(amount / gpuCount) : undefined;
  const container = containerFields(input);
  const places = splitList(input.dataCenterId) ?? listOf(input.dataCenterIds);
  checkPlaceOfVolume(state, input.networkVolumeId, places);
  for (const name of ["stopAfter", "terminateAfter"] as const)
    if (input[name])
      emitWarning(state, `${name} has no effect, as in the service`);
  const body = validBody("POST /pods", {
    ...container,
    ...cpuFields([input.instanceId, ...(input.instanceIds ?? [])]),
    env: withSshKeys(state, input, container.env),
    ports: withNotebook(input, container.ports),
    name: input.name,
    templateId: input.templateId,
    networkVolumeId: input.networkVolumeId,
    dataCenterIds: places,
    countryCodes: splitList(input.countryCode),
    cloudType: cloudType === "ALL" ? "SECURE" : cloudType,
    gpuTypeIds: gpuTypeIdList ?? (gpuTypeId ? [gpuTypeId] : undefined),
    gpuCount: input.gpuCount,
    minVCPUPerGPU: perGpu(input.minVcpuCount),
    minRAMPerGPU: perGpu(input.minMemoryInGb),
    supportPublicIp: input.supportPublicIp,
    globalNetworking: input.globalNetwork,
    ...(input.computeType && { computeType: input.computeType }),
    ...terms,
  });
  const { port, volumeKey, aiApiId, objectMounts } = input;
  const graphql = given({
    port,
    volumeKey,
    aiApiId,
    objectStores: objectMounts?.filter((mount) => mount !== null),
  });
  const maxCostPerHr = deployCost || undefined;
  return {
    body,
    extras: { bidPerGpu: bidPerGpu ?? undefined, maxCostPerHr, graphql },
  };
}

/** A CPU Pod has no GPUs, and the size of its instance. */
function checkHardware(input: DeployInput): void {
  const { computeType, gpuTypeId, gpuTypeIdList, instanceIds } = input;
  const instances = listOf(instanceIds) ?? [];
  if (instances.length > 0 && computeType === "GPU")
    throw new Refusal("brokenRule", onlyOneOf("instanceIds", "computeType"));
  if (instances.length === 0 && computeType !== "CPU") return;
  const hardware = instances.length > 0 ? "instanceIds" : "computeType";
  const ofGpus = { gpuTypeId, gpuTypeIdList: listOf(gpuTypeIdList)?.join(",") };
  for (const [name, value] of Object.entries(ofGpus))
    if (value) throw new Refusal("brokenRule", onlyOneOf(name, hardware));
  for (const name of ["gpuCount", "minVcpuCount", "minMemoryInGb"] as const)
    if ((input[name] ?? 0) > 1)
      throw new Refusal("brokenRule", onlyOneOf(name, hardware));
}

/** A Pod runs in the data center of its network volume. */
function checkPlaceOfVolume(
  { networkVolumes }: AccountState,
  volumeId: string | null | undefined,
  places: readonly string[] | undefined,
): void {
  const volume = networkVolumes.get(volumeId ?? "");
  if (!volume || !places || places.includes(volume.dataCenterId)) return;
  throw new Refusal(
    "brokenRule",
    `the network volume ${volumeId} is in ${volume.dataCenterId}: name that data center, or none`,
  );
}

/** With `startSsh`, the service gives the container the SSH keys of the account. */
function withSshKeys(
  { userSettings: { pubKey } }: AccountState,
  { startSsh }: DeployInput,
  env: Readonly<Record<string, string>> | null | undefined,
) {
  return startSsh && pubKey ? { PUBLIC_KEY: pubKey, ...env } : env;
}

const NOTEBOOK_PORT = "8888/http";

/** With `startJupyter`, the port of the notebook server is exposed. */
function withNotebook(
  { startJupyter }: DeployInput,
  ports: readonly string[] | undefined,
) {
  if (!startJupyter || !ports || ports.includes(NOTEBOOK_PORT)) return ports;
  return [...ports, NOTEBOOK_PORT];
}

/** The hardware of a CPU instance, whose id consists of flavor, vCPUs and GB of memory, such as `cpu3g-2-8`. */
function cpuFields(
  instanceIds: readonly (string | null | undefined)[],
): Pick<BodyOf<"POST /pods">, "computeType" | "cpuFlavorIds" | "vcpuCount"> {
  const parts = instanceIds.flatMap((id) => (id ? [readInstanceId(id)] : []));
  const [first] = parts;
  if (!first) return {};
  if (parts.some(({ vcpus }) => vcpus !== first.vcpus))
    throw notEmulated(
      "instances with different numbers of vCPUs (instanceIds)",
    );
  return {
    computeType: "CPU",
    cpuFlavorIds: parts.map(({ flavor }) => flavor),
    vcpuCount: first.vcpus,
  };
}

function readInstanceId(id: string) {
  const [flavor = "", vcpus, memory] = id.split("-");
  const count = Number(vcpus);
  const isKnown = cpuFlavors.some((each) => each.id === flavor);
  const isWhole = isKnown && cpuMemoryInGb(flavor, count) === Number(memory);
  if (isWhole && count > 0) return { flavor, vcpus: count };
  const flavors = cpuFlavors.map((each) => each.id).join(", ");
  const rule = `an instance consists of a flavor (${flavors}), vCPUs and GB of memory, such as "cpu3g-2-8" or "cpu3c-2-4"`;
  throw new Refusal("brokenRule", `"${id}" is no instance: ${rule}`);
}

/** The default of GraphQL, where 0.1.0 has 5. */
const IDLE_TIMEOUT_SECONDS = 10;

/**
 * The body of 0.1.0 for an endpoint, and what such a body cannot say. A template in the input is saved as a separate
 * template. An update replaces the endpoint, except for `type`, `templateId`, `networkVolumeIds`, `compliance` and
 * `modelReferences`: these stay where the input leaves them out.
 */
export function endpointInput(
  state: AccountState,
  input: EndpointInput,
  before: Endpoint | undefined,
): {
  readonly body: BodyOf<"POST /endpoints">;
  readonly extras: EndpointExtras;
} {
  const instanceIds = listOf(input.instanceIds) ?? [];
  const type = typeOf(input, before);
  if (instanceIds.length > 0 && (input.gpuCount ?? 0) > 1)
    throw new Refusal("brokenRule", onlyOneOf("gpuCount", "instanceIds"));
  const gpu = gpuSelection(state, input, instanceIds);
  const places = placesOf(state, input);
  const body = validBody("POST /endpoints", {
    ...cpuFields(instanceIds),
    gpuTypeIds: gpu.gpuTypeIds,
    gpuCount: input.gpuCount || undefined,
    name: input.name,
    templateId: templateIdOf(state, input) ?? before?.settings.templateId,
    workersMin: input.workersMin,
    workersMax: input.workersMax,
    idleTimeout: input.idleTimeout ?? IDLE_TIMEOUT_SECONDS,
    executionTimeoutMs: input.executionTimeoutMs,
    scalerType: input.scalerType || undefined,
    scalerValue: input.scalerValue,
    dataCenterIds: places,
    networkVolumeId: input.networkVolumeId,
    networkVolumeIds: volumeIdsOf(input, before),
    allowedCudaVersions: splitList(input.allowedCudaVersions),
    minCudaVersion: input.minCudaVersion || undefined,
  });
  const { compliance, modelReferences } = before?.extras?.graphql ?? {};
  const graphql = given({
    compliance: input.compliance ?? compliance,
    modelReferences: input.modelReferences ?? modelReferences,
    locations: input.locations || places?.join(","),
    instanceIds: instanceIds.length > 0 ? instanceIds : undefined,
    workersPFBTarget: input.workersPFBTarget,
    requestTTL: input.requestTTL,
    flashEnvironmentId: input.flashEnvironmentId,
  });
  const flashboot = input.flashBootType ?? "OFF";
  const { pools, excludedTypes } = gpu;
  return { body, extras: { type, flashboot, pools, excludedTypes, graphql } };
}

/** The network volumes of `networkVolumeIds`, which an update that names none keeps. */
function volumeIdsOf(
  { networkVolumeId, networkVolumeIds }: EndpointInput,
  before: Endpoint | undefined,
): readonly string[] | undefined {
  const ids = networkVolumeIds?.flatMap((each) => each?.networkVolumeId ?? []);
  if (!networkVolumeId) return ids ?? before?.settings.networkVolumeIds;
  if (ids && !ids.includes(networkVolumeId))
    throw new Refusal(
      "brokenRule",
      onlyOneOf("networkVolumeId", "networkVolumeIds"),
    );
  return ids;
}

/** How GraphQL names the types of endpoints. */
const ENDPOINT_TYPES = { QB: "QUEUE", LB: "LOAD_BALANCER" } as const;

/** The type of an endpoint, which an update cannot change. */
function typeOf(
  { type }: EndpointInput,
  before: Endpoint | undefined,
): EndpointExtras["type"] {
  const present = before?.extras?.type ?? (before && "QUEUE");
  if (!type) return present ?? "QUEUE";
  if (type !== "QB" && type !== "LB")
    throw new Refusal("brokenRule", `type must be QB or LB (it was "${type}")`);
  const wanted = ENDPOINT_TYPES[type];
  if (present !== undefined && wanted !== present)
    throw new Refusal(
      "brokenRule",
      `type cannot be changed: delete the endpoint, and create one of the type ${type}`,
    );
  return wanted;
}

const POOLS = [...new Set(gpus.map(({ pool }) => pool))];

/** The GPU types of `gpuIds`: those of its pools, without those that a minus excludes. */
function gpuSelection(
  { lenient }: AccountState,
  { gpuIds }: EndpointInput,
  instanceIds: readonly string[],
) {
  if (instanceIds.length > 0) return { pools: [], excludedTypes: [] };
  const parts = splitList(gpuIds);
  if (!parts)
    throw new Refusal("brokenRule", "gpuIds or instanceIds is required");
  const pools = parts.filter((part) => !part.startsWith("-"));
  const excludedTypes = parts
    .filter((part) => part.startsWith("-"))
    .map((part) => part.slice(1).trim());
  const unknown = pools.find((pool) => !POOLS.includes(pool));
  if (unknown !== undefined && !lenient)
    throw new Refusal("unknownPool", { id: unknown, known: POOLS.join(", ") });
  const types = gpus.filter(({ pool }) => pools.includes(pool));
  const foreign = excludedTypes.find((id) => !types.some((t) => t.id === id));
  if (foreign !== undefined && !lenient)
    throw new Refusal(
      "brokenRule",
      `gpuIds excludes "${foreign}", which is no GPU type of its pools`,
    );
  const gpuTypeIds = types
    .map(({ id }) => id)
    .filter((id) => !excludedTypes.includes(id));
  if (types.length > 0 && gpuTypeIds.length === 0)
    throw new Refusal(
      "brokenRule",
      "gpuIds excludes every GPU type of its pools",
    );
  return { pools, excludedTypes, gpuTypeIds };
}

/** The data centers that both `dataCenterIds` and `locations` allow; undefined for all. */
function placesOf(
  state: AccountState,
  { dataCenterIds, locations }: EndpointInput,
): readonly string[] | undefined {
  const ids = listOf(dataCenterIds);
  checkDataCenters(state, ids);
  const parts = splitList(locations);
  if (!parts) return ids;
  const located = parts.flatMap((part) => dataCentersIn(state, part));
  if (!ids) return located;
  const both = ids.filter((id) => located.includes(id));
  if (both.length > 0) return both;
  throw new Refusal(
    "brokenRule",
    "no data center is in both dataCenterIds and locations",
  );
}

/** The data centers of a part of `locations`: an id, a country such as `US`, or the first part of ids such as `EUR`. */
function dataCentersIn(state: AccountState, part: string): string[] {
  const found = dataCenters
    .filter(
      ({ id, countryCode }) =>
        id === part || countryCode === part || id.startsWith(`${part}-`),
    )
    .map(({ id }) => id);
  if (found.length > 0) return found;
  checkDataCenters(state, [part], "locations");
  return [part];
}

/** The template of an endpoint: the one that is named, or one made of the input. */
function templateIdOf(
  state: AccountState,
  { templateId, template, hubReleaseId: id }: EndpointInput,
): string | undefined {
  if (id) throw new Refusal("unknownReference", { field: "hubReleaseId", id });
  if (templateId) return templateId;
  return template ? saveOwnTemplate(state, template) : undefined;
}

function saveOwnTemplate(
  state: AccountState,
  template: EndpointTemplateInput,
): string {
  const body = validBody("POST /templates", {
    ...containerFields(template),
    name: template.name,
    isServerless: true,
  });
  return createTemplate(state, body, templateExtras(template)).id;
}

/** What 0.1.0 does not have in a template. */
export function templateExtras(
  input: Pick<
    SaveTemplateInput,
    | "startScript"
    | "advancedStart"
    | "portsConfig"
    | "startJupyter"
    | "startSsh"
  > &
    Pick<EndpointTemplateInput, "config">,
): Pick<Template, "startJupyter" | "startSsh" | "graphql"> {
  const { startScript, advancedStart, portsConfig, config } = input;
  const { startJupyter, startSsh } = input;
  return given({
    startJupyter,
    startSsh,
    graphql: given({ startScript, advancedStart, portsConfig, config }),
  });
}

/** The parts of a comma-separated list; undefined where there are none. */
function splitList(text: string | null | undefined): string[] | undefined {
  const parts = (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length > 0 ? parts : undefined;
}

/** The texts of a list; undefined where there are none. */
function listOf(
  items: readonly (string | null | undefined)[] | null | undefined,
): string[] | undefined {
  const texts = (items ?? []).flatMap((item) => item || []);
  return texts.length > 0 ? texts : undefined;
}

import type { GpuLowestPriceInput } from "../../../generated/graphql/types.js";
import type { AccountState } from "../account-state.js";
import {
  dataCenters,
  gpuPrices,
  gpus,
  gpuTypeById,
  type Gpu,
} from "../resources/catalogue.js";
import { portMappings } from "../resources/pod-handlers.js";
import type {
  Endpoint,
  NetworkVolume,
  Pod,
  Template,
} from "../resources/records.js";
import { boundEndpointId } from "../resources/templates.js";
import type { InputArgs } from "./resolver.js";

// What the types of the GraphQL schema show. A member that is a function is called only when a document asks for it.

export function podNode(state: AccountState, pod: Pod) {
  const volume = state.networkVolumes.get(pod.networkVolumeId ?? "");
  const isRunning = pod.desiredStatus === "RUNNING";
  return {
    ...pod,
    imageName: pod.image,
    adjustedCostPerHr: pod.costPerHr,
    costMultiplier: 1,
    volumeEncrypted: false,
    gpuPowerLimitPercent: 100,
    savingsPlans: [],
    version: 0,
    podType: pod.interruptible ? "INTERRUPTABLE" : "RESERVED",
    createdAt: toIsoString(pod.createdAt),
    lastStartedAt: toIsoString(pod.lastStartedAt),
    lastStatusChange: `${pod.desiredStatus} since ${toIsoString(pod.lastStatusChange)}`,
    uptimeSeconds: uptimeSeconds(state, pod),
    dockerArgs: pod.dockerStartCmd.join(" "),
    env: Object.entries(pod.env).map(([key, value]) => `${key}=${value}`),
    ports: pod.ports.join(","),
    gpus: gpuIds(pod).map((id) => ({ id, podId: pod.id })),
    networkVolume: volume ? volumeNode(volume) : null,
    machine: machineNode(pod),
    runtime: isRunning ? runtimeNode(state, pod) : null,
  };
}

export function templateNode(state: AccountState, template: Template) {
  return {
    ...template,
    isRunpod: template.isOfficial,
    dockerArgs: template.dockerStartCmd.join(" "),
    env: envPairs(template.env),
    ports: template.ports.join(","),
    boundEndpointId: boundEndpointId(state, template.id),
    startScript: "",
    advancedStart: false,
    startJupyter: false,
    startSsh: false,
    runtimeInMin: 0,
    earned: 0,
    config: {},
  };
}

export function endpointNode(
  state: AccountState,
  { id, settings, version, createdAt }: Endpoint,
) {
  const template = state.templates.get(settings.templateId);
  const volume = state.networkVolumes.get(settings.networkVolumeId ?? "");
  const volumeIds = settings.networkVolumeIds ?? [];
  const pools = settings.gpuTypeIds.map((gpuId) => gpuTypeById(gpuId).pool);
  return {
    ...settings,
    id,
    version,
    createdAt: toIsoString(createdAt),
    type: "QB",
    pods: [],
    workersStandby: settings.workersMin,
    template: template ? templateNode(state, template) : null,
    env: envPairs(template?.env ?? {}),
    gpuIds: [...new Set(pools)].join(","),
    flashBootType: settings.flashboot ? "FLASHBOOT" : "OFF",
    locations: settings.dataCenterIds.join(","),
    allowedCudaVersions: settings.allowedCudaVersions?.join(",") ?? null,
    networkVolume: volume ? volumeNode(volume) : null,
    networkVolumeIds: volumeIds.map((networkVolumeId) => ({
      networkVolumeId,
      dataCenterId: state.networkVolumes.get(networkVolumeId)?.dataCenterId,
    })),
  };
}

export function volumeNode(volume: NetworkVolume) {
  const dataCenter = dataCenters.find(({ id }) => id === volume.dataCenterId);
  return {
    ...volume,
    dataCenter: dataCenter
      ? dataCenterNode(dataCenter)
      : { id: volume.dataCenterId },
  };
}

export function dataCenterNode(dataCenter: (typeof dataCenters)[number]) {
  return {
    ...dataCenter,
    listed: true,
    compliance: [],
    gpuAvailability: () => gpus.map(availabilityNode),
  };
}

export function gpuNode(gpu: Gpu) {
  return {
    ...gpu,
    ...gpuPrices(gpu),
    secureCloud: true,
    communityCloud: true,
    minPodGpuCount: 1,
    maxGpuCount: 8,
    maxGpuCountSecureCloud: 8,
    maxGpuCountCommunityCloud: 8,
    lowestPrice: ({ input }: InputArgs<GpuLowestPriceInput>) =>
      lowestPriceNode(gpu, input ?? { gpuCount: 1 }),
  };
}

/** Prices per GPU: those of the secure cloud where the document asks for it, else those of the cheaper community cloud. */
function lowestPriceNode(
  gpu: Gpu,
  { gpuCount, secureCloud }: GpuLowestPriceInput,
) {
  const { secureSpotPrice, communitySpotPrice } = gpuPrices(gpu);
  return {
    gpuName: gpu.displayName,
    gpuTypeId: gpu.id,
    stockStatus: gpu.stockStatus,
    minimumBidPrice: secureCloud ? secureSpotPrice : communitySpotPrice,
    uninterruptablePrice: secureCloud ? gpu.securePrice : gpu.communityPrice,
    minVcpu: 8 * gpuCount,
    minMemory: 32 * gpuCount,
    totalCount: 64,
    rentedCount: 16,
    rentalPercentage: 0.25,
    availableGpuCounts: [1, 2, 4, 8],
    supportPublicIp: true,
  };
}

function availabilityNode(gpu: Gpu) {
  return {
    id: gpu.id,
    gpuTypeId: gpu.id,
    displayName: gpu.displayName,
    gpuTypeDisplayName: gpu.displayName,
    available: true,
    stockStatus: gpu.stockStatus,
    gpuType: () => gpuNode(gpu),
  };
}

function machineNode(pod: Pod) {
  const dataCenter = dataCenters.find(({ id }) => id === pod.dataCenterId);
  const machine = {
    id: pod.machineId,
    podHostId: `${pod.id}-${pod.machineId}`,
    dataCenterId: pod.dataCenterId,
    secureCloud: pod.cloudType === "SECURE",
    listed: true,
    supportPublicIp: true,
    cpuCount: 128,
    location: dataCenter?.location,
    costPerHr: pod.costPerHr,
  };
  if (pod.gpuTypeId === undefined) return machine;
  const gpu = gpuTypeById(pod.gpuTypeId);
  return {
    ...machine,
    gpuTypeId: gpu.id,
    gpuDisplayName: gpu.displayName,
    gpuType: gpuNode(gpu),
  };
}

function runtimeNode(state: AccountState, pod: Pod) {
  const ports = Object.entries(portMappings(pod));
  return {
    uptimeInSeconds: uptimeSeconds(state, pod),
    container: { cpuPercent: 7, memoryPercent: 12 },
    gpus: gpuIds(pod).map((id) => ({
      id,
      gpuUtilPercent: 0,
      memoryUtilPercent: 0,
    })),
    ports: ports.map(([privatePort, publicPort]) => ({
      ip: pod.publicIp,
      isIpPublic: true,
      type: "tcp",
      privatePort: Number(privatePort),
      publicPort,
    })),
  };
}

function gpuIds({ gpuCount, machineId }: Pod): string[] {
  return Array.from(
    { length: gpuCount },
    (_, index) => `GPU-${machineId}-${index}`,
  );
}

function uptimeSeconds({ clock }: AccountState, pod: Pod): number {
  if (pod.desiredStatus !== "RUNNING") return 0;
  return Math.floor((clock.now() - pod.lastStartedAt) / 1000);
}

function envPairs(env: Readonly<Record<string, string>>) {
  return Object.entries(env).map(([key, value]) => ({ key, value }));
}

/** A time as the DateTime of GraphQL. */
function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

import { dataCenters, gpuById, gpuPrices, gpus } from "./catalogue.js";
import type { Gpu } from "./catalogue.js";
import { portMappings } from "./pod-view.js";
import type { Endpoint, Pod, State, Template, Volume } from "./state.js";
import { boundEndpointId } from "./templates.js";

// What the GraphQL types show of the account. A member that is a function is read only when it is asked for.

export function podNode(state: State, pod: Pod) {
  const volume = state.volumes.get(pod.networkVolumeId ?? "");
  return {
    ...pod,
    ...{
      imageName: pod.image,
      adjustedCostPerHr: pod.costPerHr,
      costMultiplier: 1,
    },
    ...{
      volumeEncrypted: false,
      gpuPowerLimitPercent: 100,
      savingsPlans: [],
      version: 0,
    },
    podType: pod.interruptible ? "INTERRUPTABLE" : "RESERVED",
    createdAt: iso(pod.createdAt),
    lastStartedAt: iso(pod.lastStartedAt),
    lastStatusChange: `${pod.desiredStatus} since ${iso(pod.lastStatusChange)}`,
    uptimeSeconds: uptime(pod),
    dockerArgs: pod.dockerStartCmd.join(" "),
    env: Object.entries(pod.env).map(([key, value]) => `${key}=${value}`),
    ports: pod.ports.join(","),
    gpus: gpuIds(pod).map((id) => ({ id, podId: pod.id })),
    networkVolume: volume ? volumeNode(volume) : null,
    machine: machineNode(pod),
    runtime: pod.desiredStatus === "RUNNING" ? runtimeNode(pod) : null,
  };
}

export function templateNode(state: State, template: Template) {
  return {
    ...template,
    isRunpod: template.isOfficial,
    dockerArgs: template.dockerStartCmd.join(" "),
    env: pairs(template.env),
    ports: template.ports.join(","),
    boundEndpointId: boundEndpointId(state, template.id),
    ...{
      startScript: "",
      advancedStart: false,
      startJupyter: false,
      startSsh: false,
    },
    ...{ runtimeInMin: 0, earned: 0, config: {} },
  };
}

export function endpointNode(
  state: State,
  { id, settings, version, createdAt }: Endpoint,
) {
  const template = state.templates.get(settings.templateId);
  const volume = state.volumes.get(settings.networkVolumeId ?? "");
  const volumeIds = settings.networkVolumeIds ?? [];
  return {
    ...settings,
    ...{
      id,
      version,
      createdAt: iso(createdAt),
      type: "QB",
      pods: [],
      workersStandby: settings.workersMin,
    },
    template: template ? templateNode(state, template) : null,
    env: pairs(template?.env ?? {}),
    gpuIds: [
      ...new Set(settings.gpuTypeIds.map((gpuId) => gpuById(gpuId).pool)),
    ].join(","),
    flashBootType: settings.flashboot ? "FLASHBOOT" : "OFF",
    locations: settings.dataCenterIds.join(","),
    allowedCudaVersions: settings.allowedCudaVersions?.join(",") ?? null,
    networkVolume: volume ? volumeNode(volume) : null,
    networkVolumeIds: volumeIds.map((networkVolumeId) => ({
      networkVolumeId,
      dataCenterId: state.volumes.get(networkVolumeId)?.dataCenterId,
    })),
  };
}

export function volumeNode(volume: Volume) {
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
    ...{
      ...gpu,
      ...gpuPrices(gpu),
      secureCloud: true,
      communityCloud: true,
      minPodGpuCount: 1,
    },
    ...{
      maxGpuCount: 8,
      maxGpuCountSecureCloud: 8,
      maxGpuCountCommunityCloud: 8,
    },
    lowestPrice: ({ input }: { readonly input?: PriceInput | null }) =>
      lowestPriceNode(gpu, input ?? {}),
  };
}

interface PriceInput {
  readonly gpuCount?: number;
  readonly secureCloud?: boolean | null;
}

/** Prices per GPU: the secure cloud's where it is asked for, else the lower one. */
function lowestPriceNode(gpu: Gpu, { gpuCount = 1, secureCloud }: PriceInput) {
  const prices = gpuPrices(gpu);
  return {
    ...{
      gpuName: gpu.displayName,
      gpuTypeId: gpu.id,
      stockStatus: gpu.stockStatus,
    },
    minimumBidPrice: secureCloud
      ? prices.secureSpotPrice
      : prices.communitySpotPrice,
    uninterruptablePrice: secureCloud ? gpu.securePrice : gpu.communityPrice,
    ...{
      minVcpu: 8 * gpuCount,
      minMemory: 32 * gpuCount,
      totalCount: 64,
      rentedCount: 16,
    },
    ...{
      rentalPercentage: 0.25,
      availableGpuCounts: [1, 2, 4, 8],
      supportPublicIp: true,
    },
  };
}

function availabilityNode(gpu: Gpu) {
  return {
    ...{
      id: gpu.id,
      gpuTypeId: gpu.id,
      displayName: gpu.displayName,
      gpuTypeDisplayName: gpu.displayName,
    },
    ...{
      available: true,
      stockStatus: gpu.stockStatus,
      gpuType: () => gpuNode(gpu),
    },
  };
}

function machineNode(pod: Pod) {
  const gpu = pod.gpuTypeId === undefined ? undefined : gpuById(pod.gpuTypeId);
  return {
    ...{
      id: pod.machineId,
      podHostId: `${pod.id}-${pod.machineId}`,
      dataCenterId: pod.dataCenterId,
    },
    ...{
      secureCloud: pod.cloudType === "SECURE",
      listed: true,
      supportPublicIp: true,
      cpuCount: 128,
    },
    location: dataCenters.find(({ id }) => id === pod.dataCenterId)?.location,
    costPerHr: pod.costPerHr,
    ...(gpu && {
      gpuTypeId: gpu.id,
      gpuDisplayName: gpu.displayName,
      gpuType: gpuNode(gpu),
    }),
  };
}

function runtimeNode(pod: Pod) {
  const ports = Object.entries(portMappings(pod));
  return {
    uptimeInSeconds: uptime(pod),
    container: { cpuPercent: 7, memoryPercent: 12 },
    gpus: gpuIds(pod).map((id) => ({
      id,
      gpuUtilPercent: 0,
      memoryUtilPercent: 0,
    })),
    ports: ports.map(([privatePort, publicPort]) => ({
      ...{ ip: pod.publicIp, isIpPublic: true, type: "tcp" },
      ...{ privatePort: Number(privatePort), publicPort },
    })),
  };
}

function gpuIds(pod: Pod): string[] {
  return Array.from(
    { length: pod.gpuCount },
    (_, index) => `GPU-${pod.machineId}-${index}`,
  );
}

function uptime(pod: Pod): number {
  if (pod.desiredStatus !== "RUNNING") return 0;
  return Math.floor((Date.now() - pod.lastStartedAt) / 1000);
}

function pairs(env: Readonly<Record<string, string>>) {
  return Object.entries(env).map(([key, value]) => ({ key, value }));
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

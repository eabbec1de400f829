import type { GpuLowestPriceInput } from "cloud-compute-sdk";
import type { AccountState } from "../state/account-state.js";
import { countWorkers } from "../jobs/worker-state.js";
import {
  CLUSTER_DATA_CENTERS,
  COMPLIANCE,
  cpuMemoryInGb,
  CUDA_VERSIONS,
  dataCenters,
  gpuPrices,
  gpus,
  gpuTypeById,
  isClusterGpu,
  type DataCenter,
  type Gpu,
} from "../machines/catalog.js";
import {
  CLUSTER_CIDR,
  clusterIp,
  podsOfCluster,
} from "../resources/clusters.js";
import { endpointExtras } from "../resources/endpoints.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import { isContainerUp } from "../resources/pod-container.js";
import { addressOf } from "../resources/pod-container.js";
import { statusChange } from "../resources/pod-handlers.js";
import { mostFreeGpus, stockStatus } from "../machines/stock.js";
import { workerPods } from "../resources/worker-pods.js";
import type {
  Cluster,
  Endpoint,
  NetworkVolume,
  Pod,
  Secret,
  Template,
} from "../state/records.js";
import { boundEndpointId } from "../resources/templates.js";
import { unmetDemand, type MachineDemands } from "./demands.js";
import { notEmulated } from "./not-emulated.js";
import type { InputArgs } from "./resolver.js";

// What the types of the GraphQL schema show. A member that is a function is called only when a document asks for it.

export function podNode(state: AccountState, pod: Pod) {
  const volume = state.networkVolumes.get(pod.networkVolumeId ?? "");
  return {
    ...pod,
    imageName: pod.image,
    consumerUserId: state.account.id,
    adjustedCostPerHr: pod.costPerHr,
    costMultiplier: 1,
    volumeEncrypted: false,
    gpuPowerLimitPercent: 100,
    savingsPlans: [],
    version: 0,
    podType: pod.interruptible ? "INTERRUPTABLE" : "RESERVED",
    createdAt: toIsoString(pod.createdAt),
    lastStartedAt: toIsoString(pod.lastStartedAt),
    lastStatusChange: statusChange(state, pod),
    uptimeSeconds: uptimeSeconds(state, pod),
    dockerArgs: pod.dockerStartCmd.join(" "),
    env: Object.entries(pod.env).map(([key, value]) => `${key}=${value}`),
    ports: pod.ports.join(","),
    gpus: gpuIds(pod).map((id) => ({ id, podId: pod.id })),
    networkVolume: volume ? volumeNode(state, volume) : null,
    machine: machineNode(state, pod),
    ...(pod.cluster && {
      clusterId: pod.cluster.id,
      clusterIdx: pod.cluster.rank,
      clusterIp: clusterIp(pod.cluster),
      clusterCidr: CLUSTER_CIDR,
      clusterRole: pod.cluster.rank === 0 ? "PRIMARY" : "SECONDARY",
    }),
    objectStores: [],
    ...pod.graphql,
    runtime: isContainerUp(state, pod) ? runtimeNode(state, pod) : null,
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
    startJupyter: template.startJupyter ?? false,
    startSsh: template.startSsh ?? false,
    allowedCudaVersions: template.allowedCudaVersions?.join(","),
    runtimeInMin: 0,
    earned: 0,
    config: {},
    ...template.graphql,
  };
}

export function endpointNode(state: AccountState, endpoint: Endpoint) {
  const { id, settings, version, createdAt } = endpoint;
  const template = state.templates.get(settings.templateId);
  const volume = state.networkVolumes.get(settings.networkVolumeId ?? "");
  const volumeIds = networkVolumeIdsOf(settings);
  const { type, flashboot, pools, excludedTypes, graphql } =
    endpointExtras(endpoint);
  const isAnywhere = settings.dataCenterIds.length === dataCenters.length;
  return {
    ...settings,
    id,
    version,
    createdAt: toIsoString(createdAt),
    type: type === "QUEUE" ? "QB" : "LB",
    pods: () => workerPods(state, endpoint).map((pod) => podNode(state, pod)),
    userId: state.account.id,
    aiKey: null,
    builds: [],
    workerState: ({
      input,
    }: InputArgs<{ readonly granularity?: string | null }>) => {
      const { granularity } = input ?? {};
      if (granularity && granularity !== "LIVE")
        throw notEmulated(`statistics of workers (granularity ${granularity})`);
      return [workerStateNode(state, id)];
    },
    workersStandby: settings.workersMin,
    template: template ? templateNode(state, template) : null,
    env: envPairs(template?.env ?? {}),
    gpuIds: [...pools, ...excludedTypes.map((each) => `-${each}`)].join(","),
    instanceIds: instanceIdsOf(settings),
    flashBootType: flashboot,
    locations: isAnywhere ? null : settings.dataCenterIds.join(","),
    compliance: [],
    modelReferences: [],
    flashEnvironmentId: null,
    activeBuildid: null,
    idePodId: null,
    allowedCudaVersions: settings.allowedCudaVersions?.join(",") ?? null,
    networkVolume: volume ? volumeNode(state, volume) : null,
    networkVolumeIds: volumeIds.map((networkVolumeId) => ({
      networkVolumeId,
      dataCenterId: state.networkVolumes.get(networkVolumeId)?.dataCenterId,
    })),
    ...graphql,
  };
}

/** The instances of the workers of a CPU endpoint; none for a GPU endpoint. */
function instanceIdsOf(settings: Endpoint["settings"]): string[] {
  const { computeType, cpuFlavorIds = ["cpu3g"], vcpuCount = 2 } = settings;
  if (computeType !== "CPU") return [];
  return cpuFlavorIds.map(
    (flavor) => `${flavor}-${vcpuCount}-${cpuMemoryInGb(flavor, vcpuCount)}`,
  );
}

export function clusterNode(state: AccountState, cluster: Cluster) {
  const { compute, createdAt, ...own } = cluster;
  return {
    ...own,
    ...compute,
    createdAt: toIsoString(createdAt),
    pods: () => podsOfCluster(state, cluster).map((pod) => podNode(state, pod)),
  };
}

/** When the things were published that the emulator brings along. */
export function publishedAt({ clock }: AccountState) {
  const createdAt = toIsoString(clock.now());
  return { createdAt, updatedAt: createdAt };
}

/** A sign-in through the browser, which nobody approves. */
export function flashAuthNode(
  { flashAuthRequests, clock }: AccountState,
  id: string,
) {
  const expiresAt = flashAuthRequests.get(id) ?? 0;
  return {
    id,
    status: clock.now() < expiresAt ? "PENDING" : "EXPIRED",
    expiresAt: toIsoString(expiresAt),
    apiKey: null,
  };
}

export function secretNode(secret: Secret) {
  const createdAt = toIsoString(secret.createdAt);
  const updatedAt = toIsoString(secret.valueChangedAt ?? secret.createdAt);
  return { ...secret, createdAt, updatedAt, lastUpdatedAt: updatedAt };
}

/** The workers of an endpoint at this moment, by state. */
function workerStateNode(state: AccountState, endpointId: string) {
  const now = state.clock.now();
  const workers = state.jobQueues.get(endpointId)?.workers ?? [];
  const counts = countWorkers(workers, now);
  const ready = counts.idle + counts.running;
  return {
    time: toIsoString(now),
    initialized: ready + counts.initializing,
    ready,
    ...counts,
  };
}

export function volumeNode(state: AccountState, volume: NetworkVolume) {
  const dataCenter = dataCenters.find(({ id }) => id === volume.dataCenterId);
  return {
    ...volume,
    dataCenter: dataCenter
      ? dataCenterNode(state, dataCenter)
      : { id: volume.dataCenterId },
  };
}

export function dataCenterNode(state: AccountState, dataCenter: DataCenter) {
  return {
    ...dataCenter,
    listed: true,
    globalNetwork: true,
    compliance: COMPLIANCE,
    gpuAvailability: ({ input }: InputArgs<MachineDemands>) =>
      gpus.map((gpu) =>
        availabilityNode(state, gpu, dataCenter.id, input ?? {}),
      ),
  };
}

export function gpuNode(state: AccountState, gpu: Gpu) {
  return {
    ...gpu,
    ...gpuPrices(gpu),
    secureCloud: true,
    communityCloud: true,
    minPodGpuCount: 1,
    maxGpuCount: 8,
    maxGpuCountSecureCloud: 8,
    maxGpuCountCommunityCloud: 8,
    clusterPrice: isClusterGpu(gpu) ? gpu.securePrice : null,
    nodeGroupGpuSizes: isClusterGpu(gpu) ? [16, 24, 32, 64] : [],
    nodeGroupDatacenters: () =>
      dataCenters
        .filter(
          ({ id }) => isClusterGpu(gpu) && CLUSTER_DATA_CENTERS.includes(id),
        )
        .map((each) => dataCenterNode(state, each)),
    lowestPrice: ({ input }: InputArgs<GpuLowestPriceInput>) =>
      lowestPriceNode(state, gpu, input ?? { gpuCount: 1 }),
  };
}

/** Prices per GPU: those of the secure cloud where the document asks for it, else those of the cheaper community cloud. */
function lowestPriceNode(
  state: AccountState,
  gpu: Gpu,
  input: GpuLowestPriceInput,
) {
  const { gpuCount, secureCloud } = input;
  const { secureSpotPrice, communitySpotPrice } = gpuPrices(gpu);
  const places = unmetDemand(input) === undefined ? dataCenterIdsOf(input) : [];
  const free = mostFreeGpus(state, gpu.id, places);
  const stock = stockStatus(state, gpu.id, gpuCount, places);
  return {
    gpuName: gpu.displayName,
    gpuTypeId: gpu.id,
    stockStatus: stock,
    minimumBidPrice: secureCloud ? secureSpotPrice : communitySpotPrice,
    uninterruptablePrice: secureCloud ? gpu.securePrice : gpu.communityPrice,
    minVcpu: Math.max(8 * gpuCount, input.minVcpuCount ?? 0),
    minMemory: Math.max(32 * gpuCount, input.minMemoryInGb ?? 0),
    gpuTypeCudaVersions: CUDA_VERSIONS.map((cudaVersion) => ({
      cudaVersion,
      availability: stock === null ? "UNAVAILABLE" : "AVAILABLE",
    })),
    compliance: COMPLIANCE,
    countryCode: input.countryCode,
    totalCount: 64,
    rentedCount: 16,
    rentalPercentage: 0.25,
    availableGpuCounts: [1, 2, 4, 8].filter((count) => count <= free),
    maxGpuCount: Math.min(8, free),
    supportPublicIp: true,
  };
}

/** The data centers that an input asks about; undefined for all. */
function dataCenterIdsOf({
  dataCenterId,
  countryCode,
}: GpuLowestPriceInput): string[] | undefined {
  if (!dataCenterId && !countryCode) return undefined;
  const country = countryCode?.toUpperCase();
  return dataCenters
    .filter((each) => !country || each.countryCode === country)
    .map(({ id }) => id)
    .filter((id) => !dataCenterId || id === dataCenterId);
}

function availabilityNode(
  state: AccountState,
  gpu: Gpu,
  dataCenterId: string,
  demands: MachineDemands,
) {
  const places = unmetDemand(demands) === undefined ? [dataCenterId] : [];
  const stock = stockStatus(state, gpu.id, demands.gpuCount ?? 1, places);
  return {
    id: gpu.id,
    gpuTypeId: gpu.id,
    displayName: gpu.displayName,
    gpuTypeDisplayName: gpu.displayName,
    available: stock !== null,
    stockStatus: stock,
    gpuType: () => gpuNode(state, gpu),
  };
}

function machineNode(state: AccountState, pod: Pod) {
  const dataCenter = dataCenters.find(({ id }) => id === pod.dataCenterId);
  const machine = {
    id: pod.machineId,
    podHostId: `${pod.id}-${pod.machineId}`,
    dataCenterId: pod.dataCenterId,
    secureCloud: pod.cloudType === "SECURE",
    listed: true,
    supportPublicIp: true,
    globalNetwork: pod.globalNetworking ?? false,
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
    gpuType: gpuNode(state, gpu),
  };
}

function runtimeNode(state: AccountState, pod: Pod) {
  const address = addressOf(state, pod);
  const ports = Object.entries(address?.ports ?? {});
  return {
    uptimeInSeconds: uptimeSeconds(state, pod),
    container: { cpuPercent: 7, memoryPercent: 12 },
    gpus: gpuIds(pod).map((id) => ({
      id,
      gpuUtilPercent: 0,
      memoryUtilPercent: 0,
    })),
    ports: ports.map(([privatePort, publicPort]) => ({
      ip: address?.host,
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
  const { upAt = pod.lastStartedAt } = pod;
  if (pod.desiredStatus !== "RUNNING" || clock.now() < upAt) return 0;
  return Math.floor((clock.now() - upAt) / 1000);
}

function envPairs(env: Readonly<Record<string, string>>) {
  return Object.entries(env).map(([key, value]) => ({ key, value }));
}

/** A time as the DateTime of GraphQL. */
function toIsoString(time: number): string {
  return new Date(time).toISOString();
}

import { dataCenters, gpuById, gpuPrices } from "./catalogue.js";
import type { Pod, Schemas } from "./records.js";
import type { State } from "./state.js";
import { templateView } from "./templates.js";

/** What to show beside the Pod's own fields. */
interface PodIncludes {
  readonly includeMachine?: boolean;
  readonly includeNetworkVolume?: boolean;
  readonly includeSavingsPlans?: boolean;
  readonly includeTemplate?: boolean;
}

/** Which Pods to list: those that meet every condition given. */
export interface PodQuery extends PodIncludes {
  readonly computeType?: "GPU" | "CPU";
  readonly cpuFlavorId?: readonly string[];
  readonly dataCenterId?: readonly string[];
  readonly desiredStatus?: "RUNNING" | "EXITED" | "TERMINATED";
  readonly endpointId?: string;
  readonly gpuTypeId?: readonly string[];
  readonly id?: string;
  readonly imageName?: string;
  readonly name?: string;
  readonly networkVolumeId?: string;
  readonly templateId?: string;
}

export function listPods(state: State, query: PodQuery): Pod[] {
  return [...state.pods.values()].filter(
    (pod) =>
      among(query.computeType, pod.computeType) &&
      among(query.cpuFlavorId, pod.cpuFlavorId) &&
      among(query.dataCenterId, pod.dataCenterId) &&
      among(query.desiredStatus, pod.desiredStatus) &&
      among(query.endpointId, undefined) &&
      among(query.gpuTypeId, pod.gpuTypeId) &&
      among(query.id, pod.id) &&
      among(query.imageName, pod.image) &&
      among(query.name, pod.name) &&
      among(query.networkVolumeId, pod.networkVolumeId) &&
      among(query.templateId, pod.templateId),
  );
}

export function podView(
  state: State,
  pod: Pod,
  query: PodIncludes,
): Schemas["Pod"] {
  const volume = state.volumes.get(pod.networkVolumeId ?? "");
  const template = state.templates.get(pod.templateId ?? "");
  return {
    ...ownFields(state, pod),
    ...(pod.cpuFlavorId === undefined ? {} : { cpuFlavorId: pod.cpuFlavorId }),
    ...(pod.gpuTypeId === undefined
      ? {}
      : { gpu: gpuView(pod.gpuTypeId, pod.gpuCount) }),
    ...(pod.templateId === undefined ? {} : { templateId: pod.templateId }),
    ...(pod.containerRegistryAuthId === undefined
      ? {}
      : { containerRegistryAuthId: pod.containerRegistryAuthId }),
    ...(query.includeMachine ? { machine: machineView(pod) } : {}),
    ...(query.includeNetworkVolume && volume
      ? { networkVolume: { ...volume } }
      : {}),
    ...(query.includeSavingsPlans ? { savingsPlans: [] } : {}),
    ...(query.includeTemplate && template
      ? { template: templateView(template) }
      : {}),
  };
}

/** The tcp ports of a running Pod and the public ports they are reached at. */
export function portMappings(pod: Pod): Record<string, number> {
  if (pod.desiredStatus !== "RUNNING") return {};
  const tcp = pod.ports
    .map((port) => port.split("/"))
    .filter(([, protocol]) => protocol === "tcp");
  return Object.fromEntries(
    tcp.map(([port = ""], index) => [port, 10_000 + index]),
  );
}

function ownFields(state: State, pod: Pod): Schemas["Pod"] {
  const running = pod.desiredStatus === "RUNNING";
  return {
    ...{
      id: pod.id,
      name: pod.name,
      image: pod.image,
      desiredStatus: pod.desiredStatus,
    },
    ...{ costPerHr: pod.costPerHr, adjustedCostPerHr: pod.costPerHr },
    ...{ containerDiskInGb: pod.containerDiskInGb, volumeInGb: pod.volumeInGb },
    ...{ volumeMountPath: pod.volumeMountPath, volumeEncrypted: false },
    ...{
      dockerEntrypoint: [...pod.dockerEntrypoint],
      dockerStartCmd: [...pod.dockerStartCmd],
    },
    ...{ env: { ...pod.env }, ports: [...pod.ports] },
    ...{
      interruptible: pod.interruptible,
      locked: pod.locked,
      machineId: pod.machineId,
    },
    ...{
      vcpuCount: pod.vcpuCount,
      memoryInGb: pod.memoryInGb,
      consumerUserId: state.account.id,
    },
    lastStartedAt: new Date(pod.lastStartedAt).toISOString(),
    lastStatusChange: `${pod.desiredStatus} since ${new Date(pod.lastStatusChange).toISOString()}`,
    publicIp: running ? pod.publicIp : null,
    portMappings: running ? portMappings(pod) : null,
  };
}

function gpuView(
  id: string,
  count: number,
): NonNullable<Schemas["Pod"]["gpu"]> {
  const gpu = gpuById(id);
  return { id, count, displayName: gpu.displayName, ...gpuPrices(gpu) };
}

function machineView(pod: Pod): Schemas["Machine"] {
  const gpu = pod.gpuTypeId === undefined ? undefined : gpuById(pod.gpuTypeId);
  const place = dataCenters.find(({ id }) => id === pod.dataCenterId);
  return {
    ...{
      costPerHr: pod.costPerHr,
      dataCenterId: pod.dataCenterId,
      location: place?.location ?? "",
    },
    ...{
      secureCloud: pod.cloudType === "SECURE",
      supportPublicIp: true,
      cpuCount: 128,
    },
    ...{
      diskThroughputMBps: 3000,
      maxDownloadSpeedMbps: 8000,
      maxUploadSpeedMbps: 8000,
    },
    ...(gpu && {
      ...{
        gpuTypeId: gpu.id,
        gpuDisplayName: gpu.displayName,
        gpuType: gpuView(gpu.id, 8),
      },
      ...{
        currentPricePerGpu: pod.costPerHr / pod.gpuCount,
        gpuAvailable: 4,
        minPodGpuCount: 1,
      },
    }),
  };
}

function among(
  wanted: string | readonly string[] | undefined,
  actual: string | undefined,
): boolean {
  if (wanted === undefined) return true;
  return actual !== undefined && [wanted].flat().includes(actual);
}

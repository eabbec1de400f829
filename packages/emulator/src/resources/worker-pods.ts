import type { AccountState } from "../state/account-state.js";
import type { Worker } from "../state/job.js";
import { workerPrice } from "../machines/worker-machine.js";
import { hashText, idFrom } from "../random.js";
import { PING_INTERVAL_MS } from "../workers/connections.js";
import { cpuMemoryInGb, gpuTypeById } from "../machines/catalog.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import type { Endpoint, Pod } from "../state/records.js";

/** The workers of an endpoint as Pods. A throttled worker has no machine yet, so it is no Pod. */
export function workerPods(
  state: AccountState,
  { id, settings }: Endpoint,
): Pod[] {
  const workers = state.jobQueues.get(id)?.workers ?? [];
  return workers
    .filter(({ trouble }) => trouble !== "throttled")
    .map((worker) => workerPod(state, { id, settings }, worker));
}

function workerPod(
  { templates, clock, networkVolumes }: AccountState,
  { id: endpointId, settings }: Pick<Endpoint, "id" | "settings">,
  worker: Worker,
): Pod {
  const template = templates.get(settings.templateId);
  const isRunning = worker.trouble === undefined;
  const startedAt = worker.startedAt ?? clock.now();
  const { computeType, vcpuCount = 2 } = settings;
  const gpuCount = worker.gpuCount ?? settings.gpuCount;
  const vcpus = computeType === "CPU" ? vcpuCount : gpuCount * 8;
  const cpuFlavorId =
    computeType === "CPU" ? settings.cpuFlavorIds?.[0] : undefined;
  const gpuTypeId = worker.gpuTypeId ?? settings.gpuTypeIds[0];
  const dataCenterId = worker.dataCenterId ?? settings.dataCenterIds[0] ?? "";
  // Of several volumes, a worker mounts the one of its own data center.
  const networkVolumeId = networkVolumeIdsOf(settings).find(
    (id) => networkVolumes.get(id)?.dataCenterId === dataCenterId,
  );
  const times = `${worker.exits ?? 0} time${worker.exits === 1 ? "" : "s"}`;
  return {
    id: worker.id,
    endpointId,
    computeType,
    cloudType: "SECURE",
    interruptible: false,
    gpuTypeId,
    cpuFlavorId,
    vcpuCount: vcpus,
    memoryInGb: cpuFlavorId ? cpuMemoryInGb(cpuFlavorId, vcpus) : vcpus * 4,
    dataCenterId,
    machineId: idFrom(hashText(worker.id)).slice(0, 12),
    publicIp: "",
    templateId: settings.templateId,
    networkVolumeId,
    createdAt: startedAt,
    gpuCount: computeType === "CPU" ? 0 : gpuCount,
    costPerHr: workerPrice(settings, worker),
    name: settings.name,
    image: worker.imageName ?? template?.imageName ?? "",
    desiredStatus: isRunning ? "RUNNING" : "EXITED",
    exitReason: isRunning
      ? undefined
      : `the container exited by itself, ${times} so far`,
    lastStartedAt: startedAt,
    lastStatusChange: isRunning ? worker.readyAt : worker.idleSince,
    upAt: worker.readyAt,
    locked: false,
    containerDiskInGb: template?.containerDiskInGb ?? 0,
    containerRegistryAuthId: template?.containerRegistryAuthId,
    dockerEntrypoint: template?.dockerEntrypoint ?? [],
    dockerStartCmd: template?.dockerStartCmd ?? [],
    env: {
      ...template?.env,
      ...serviceVariables(endpointId, {
        gpuTypeId,
        dataCenterId,
        networkVolumeId,
      }),
    },
    ports: [],
    volumeInGb: 0,
    volumeMountPath: template?.volumeMountPath ?? "",
  };
}

/**
 * The variables that the service adds to those of the template. Their names are captured. The secrets, and what nobody
 * described, are placeholders.
 */
function serviceVariables(
  endpointId: string,
  {
    gpuTypeId,
    dataCenterId,
    networkVolumeId,
  }: Pick<Pod, "gpuTypeId" | "dataCenterId" | "networkVolumeId">,
): Record<string, string> {
  return {
    RUNPOD_AI_API_ID: endpointId,
    RUNPOD_AI_API_KEY: "placeholder-of-an-api-key",
    RUNPOD_DC_ID: dataCenterId,
    RUNPOD_DEBUG_LEVEL: "INFO",
    RUNPOD_ENDPOINT_ID: endpointId,
    RUNPOD_ENDPOINT_SECRET: "placeholder-of-an-endpoint-secret",
    RUNPOD_GPU_SIZE: gpuTypeId ? gpuTypeById(gpuTypeId).pool : "placeholder",
    RUNPOD_INIT_TIMEOUT: "placeholder",
    RUNPOD_PING_INTERVAL: String(PING_INTERVAL_MS),
    ...(networkVolumeId !== undefined && { RUNPOD_VOLUME_ID: networkVolumeId }),
  };
}

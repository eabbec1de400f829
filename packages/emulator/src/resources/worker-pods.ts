import type { AccountState } from "../state/account-state.js";
import type { Worker } from "../state/job.js";
import { workerPrice } from "../machines/worker-machine.js";
import { hashText, idFrom } from "../random.js";
import { serviceVariables } from "../workers/variables.js";
import { cpuMemoryInGb } from "../machines/catalog.js";
import { networkVolumeIdsOf } from "../machines/network-volumes.js";
import type { Endpoint, Pod } from "../state/records.js";

/** What the emulator shows in place of the API key of a worker. */
const PLACEHOLDER_KEY = "placeholder-of-an-api-key";

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
      ...serviceVariables(endpointId, PLACEHOLDER_KEY, {
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

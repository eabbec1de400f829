import { gpuNode } from "./catalogue-nodes.js";
import { dataCenters, gpuById } from "../resources/catalogue.js";
import { iso, volumeNode } from "./nodes.js";
import { portMappings } from "../resources/pod-view.js";
import type { Pod } from "../resources/records.js";
import type { State } from "../resources/state.js";

/** What the GraphQL type Pod shows. */
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
    uptimeSeconds: uptime(state, pod),
    dockerArgs: pod.dockerStartCmd.join(" "),
    env: Object.entries(pod.env).map(([key, value]) => `${key}=${value}`),
    ports: pod.ports.join(","),
    gpus: gpuIds(pod).map((id) => ({ id, podId: pod.id })),
    networkVolume: volume ? volumeNode(volume) : null,
    machine: machineNode(pod),
    runtime: pod.desiredStatus === "RUNNING" ? runtimeNode(state, pod) : null,
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

function runtimeNode(state: State, pod: Pod) {
  const ports = Object.entries(portMappings(pod));
  return {
    uptimeInSeconds: uptime(state, pod),
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

function uptime({ clock }: State, pod: Pod): number {
  if (pod.desiredStatus !== "RUNNING") return 0;
  return Math.floor((clock.now() - pod.lastStartedAt) / 1000);
}

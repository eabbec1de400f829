import type { V2Route } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import { given } from "../given.js";
import { CUDA_VERSION } from "../machines/catalog.js";
import { clusterIp } from "../resources/clusters.js";
import { checkGpuTypes, noMachine } from "../machines/placement.js";
import {
  addressOf,
  hasMachine,
  isContainerUp,
  showsOldAddress,
} from "../resources/pod-container.js";
import {
  createPod,
  deletePod,
  restartPod,
  startPod,
  stopPod,
  updatePod,
} from "../resources/pods.js";
import { keptLines } from "../resources/pod-log.js";
import type { Pod, Template } from "../state/records.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import {
  containerFields,
  containerView,
  findTemplate,
  withTemplate,
} from "./containers.js";
import { isPowerOfTwo } from "./hardware.js";
import { streamLog } from "./log-stream.js";
import { pageOf } from "./paging.js";
import { created, toIsoString, type Schemas } from "./schemas.js";

type PodRoute = Extract<V2Route, `${string} /v2/pods${string}`>;
type CreateBody = Schemas["CreatePodRequest"];
type PodInput = Parameters<typeof createPod>[1];

/** The handlers of the Pods of version 2. */
export const podHandlers: Handlers<PodRoute> = {
  "GET /v2/pods": ({ state, query }) => {
    const all = [...state.pods.values()].filter(
      ({ cluster }) => !cluster || query.includeClusterPods === true,
    );
    const { items, pagination } = pageOf(all, query);
    return ok({ pods: items.map((pod) => podView(state, pod)), pagination });
  },
  "POST /v2/pods": ({ state, body }) => {
    const input = podInput(state, body);
    return created(podView(state, createPod(state, input)));
  },
  "GET /v2/pods/{id}": ({ state, params }) =>
    ok(podView(state, findPod(state, params.id))),
  "PATCH /v2/pods/{id}": ({ state, params, body }) => {
    const pod = findPod(state, params.id);
    checkNoClusterPod(pod);
    const template = findTemplate(state, body.templateId, "Pods");
    const container = containerFields(state, body);
    const { name, locked, globalNetworking } = body;
    updatePod(state, pod.id, {
      ...(template ? withTemplate(container, template) : container),
      ...mountChanges(pod, body.mounts),
      ...given({ name, locked }),
    });
    pod.globalNetworking = globalNetworking ?? pod.globalNetworking;
    return ok(podView(state, pod));
  },
  "DELETE /v2/pods/{id}": ({ state, params }) => {
    checkNoClusterPod(findPod(state, params.id));
    deletePod(state, params.id);
    return { status: 204 };
  },
  "POST /v2/pods/{id}/action": ({ state, params, body }) => {
    const pod = findPod(state, params.id);
    const { action } = body;
    const allowed = actionsOf(state, pod);
    if (!allowed.includes(action)) {
      const status = podStatus(state, pod);
      const now = `it is ${status}${pod.locked ? " and locked" : ""}`;
      throw new Refusal(
        "notAllowedNow",
        `the Pod "${pod.id}" does not allow ${action} now: ${now}; allowed: ${allowed.join(", ")}`,
      );
    }
    if (action === "terminate") {
      deletePod(state, pod.id);
      return { status: 204 };
    }
    const acts = { start: startPod, stop: stopPod, restart: restartPod };
    return ok(podView(state, acts[action](state, pod.id)));
  },
  "GET /v2/pods/{id}/logs": (call) => {
    const { state, params, query } = call;
    const { id } = findPod(state, params.id);
    const source = {
      read: () => keptLines(state.pods.get(id)?.log ?? [], state.clock.now()),
      isOpen: () => state.pods.get(id)?.desiredStatus === "RUNNING",
    };
    return streamLog(state, source, query, call);
  },
};

function findPod(state: AccountState, id: string): Pod {
  return findById(state.pods, "pod", id);
}

function checkNoClusterPod({ id, cluster }: Pod): void {
  if (cluster)
    throw new Refusal(
      "notAllowedNow",
      `the Pod "${id}" belongs to the cluster "${cluster.id}": change the cluster`,
    );
}

/** Converts a create body to the body of 0.1.0. Storage and ports that the body leaves out have no default. */
export function podInput(state: AccountState, body: CreateBody): PodInput {
  const { gpu, cpu, mounts, cloud, dataCenterIds, name } = body;
  const template = findTemplate(state, body.templateId, "Pods");
  checkCompute(state, body);
  return {
    ports: [],
    ...withTemplate(containerFields(state, body), template),
    name,
    cloudType: cloud ?? "SECURE",
    globalNetworking: body.globalNetworking ?? false,
    ...mountFields(state, mounts, template, cpu !== undefined),
    ...(gpu ? gpuFields(gpu) : {}),
    ...(cpu
      ? {
          computeType: "CPU" as const,
          cpuFlavorIds: [cpu.id],
          vcpuCount: cpu.vcpuCount,
        }
      : {}),
    ...(dataCenterIds?.length ? { dataCenterIds } : {}),
  };
}

function gpuFields({
  id,
  count = 1,
  allowedCudaVersions,
  minRamPerGpu,
  minVcpuCountPerGpu,
}: NonNullable<CreateBody["gpu"]>): PodInput {
  return {
    computeType: "GPU",
    gpuTypeIds: [id],
    gpuCount: count,
    ...given({
      minRAMPerGPU: minRamPerGpu,
      minVCPUPerGPU: minVcpuCountPerGpu,
      allowedCudaVersions,
    }),
  };
}

/** Throws an `ApiError` if a body names no hardware, both a GPU and a CPU, or hardware that no machine has. */
function checkCompute(state: AccountState, { gpu, cpu }: CreateBody): void {
  if (!gpu && !cpu) throw new Refusal("brokenRule", "gpu or cpu is required");
  if (gpu && cpu)
    throw new Refusal("brokenRule", "gpu and cpu cannot be set together");
  if (cpu) checkVcpuCount(cpu.vcpuCount);
  if (!gpu) return;
  checkGpuTypes(state, [gpu.id], "gpu.id");
  // The service does not apply the default of its document.
  if (gpu.count === undefined) throw noMachine("gpu has no count");
  checkCuda(gpu);
}

export function checkVcpuCount(count: number): void {
  if (!isPowerOfTwo(count))
    throw new Refusal(
      "brokenRule",
      `vcpuCount must be a power of two (it was ${count})`,
    );
}

export function checkCuda({
  allowedCudaVersions = [],
  minCudaVersion,
}: {
  readonly allowedCudaVersions?: readonly string[];
  readonly minCudaVersion?: string;
}): void {
  if (minCudaVersion === undefined || minCudaVersion === "") return;
  if (allowedCudaVersions.length > 0)
    throw new Refusal(
      "brokenRule",
      "allowedCudaVersions and minCudaVersion cannot be set together",
    );
  if (Number(minCudaVersion.split(".")[0]) > CUDA_VERSION)
    throw noMachine("no driver supports this minCudaVersion");
}

/** Storage, by the names of 0.1.0: none where neither the body nor the template names any. */
function mountFields(
  { networkVolumes }: AccountState,
  mounts: Schemas["Mounts"] = {},
  template: Template | undefined,
  isCpu: boolean,
): PodInput {
  const [network] = mounts.network ?? [];
  if (mounts.persistent && network)
    throw new Refusal(
      "brokenRule",
      "mounts.persistent and mounts.network cannot be set together",
    );
  if (network) {
    if (!networkVolumes.has(network.volumeId))
      throw new Refusal(
        "brokenRule",
        `mounts.network.0.volumeId names nothing that you own: "${network.volumeId}"`,
      );
    return {
      volumeInGb: 0,
      volumeMountPath: network.path,
      networkVolumeId: network.volumeId,
    };
  }
  if (mounts.persistent && isCpu)
    throw new Refusal("brokenRule", "mounts.persistent is not for CPU Pods");
  if (mounts.persistent)
    return {
      volumeInGb: mounts.persistent.size,
      volumeMountPath: mounts.persistent.path,
    };
  if (!template || isCpu) return { volumeInGb: 0, volumeMountPath: "" };
  const { volumeInGb, volumeMountPath } = template;
  return { volumeInGb, volumeMountPath };
}

/** An update of a mount that the Pod has. A mount cannot be added or removed, nor its network volume changed. */
function mountChanges(pod: Pod, mounts: Schemas["Mounts"] = {}) {
  const { persistent, network } = mounts;
  const present = mountsOf(pod);
  if (network) {
    const [wanted] = network;
    const own = present?.network?.[0];
    if (!wanted || !own || own.volumeId !== wanted.volumeId)
      throw new Refusal(
        "brokenRule",
        "mounts.network must be the mount that the Pod has: a mount cannot be added or removed, nor its network volume changed",
      );
    return { volumeMountPath: wanted.path };
  }
  if (!persistent) return {};
  const own = present?.persistent;
  if (!own)
    throw new Refusal(
      "brokenRule",
      "mounts.persistent must be a mount that the Pod has: a mount cannot be added",
    );
  if (persistent.size < own.size)
    throw new Refusal(
      "brokenRule",
      `mounts.persistent.size cannot shrink (it is ${own.size} GB)`,
    );
  return { volumeInGb: persistent.size, volumeMountPath: persistent.path };
}

/** The storage of a Pod beside the container disk; undefined where there is none. */
function mountsOf(pod: Pod): Schemas["Mounts"] | undefined {
  const { networkVolumeId, volumeInGb, volumeMountPath: path } = pod;
  if (networkVolumeId !== undefined)
    return { network: [{ volumeId: networkVolumeId, path }] };
  return volumeInGb > 0
    ? { persistent: { size: volumeInGb, path } }
    : undefined;
}

/** The actual status of a Pod. 0.1.0 shows the desired status instead. */
export function podStatus(
  state: AccountState,
  pod: Pod,
): "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" {
  if (pod.desiredStatus === "EXITED") return "EXITED";
  if (!hasMachine(state, pod)) return "PROVISIONING";
  const isSaidToRun = isContainerUp(state, pod) || showsOldAddress(state, pod);
  return isSaidToRun ? "RUNNING" : "STARTING";
}

function actionsOf(state: AccountState, pod: Pod): Schemas["PodAction"][] {
  // A cluster decides for its Pods.
  if (pod.cluster) return [];
  const status = podStatus(state, pod);
  const actions: Schemas["PodAction"][] = [];
  if (status === "EXITED") actions.push("start");
  if (status === "RUNNING") actions.push("restart");
  if (status !== "EXITED" && !pod.locked) actions.push("stop");
  return [...actions, "terminate"];
}

export function podView(state: AccountState, pod: Pod): Schemas["Pod"] {
  const { cluster, gpuTypeId, cpuFlavorId } = pod;
  const isPlaced = hasMachine(state, pod);
  const hasCuda = isPlaced && gpuTypeId !== undefined;
  const view: Schemas["Pod"] = {
    id: pod.id,
    name: pod.name,
    status: podStatus(state, pod),
    actions: actionsOf(state, pod),
    ...containerView(pod),
    ...given({ mounts: mountsOf(pod) }),
    cloud: pod.cloudType,
    dataCenterId: isPlaced ? pod.dataCenterId : null,
    cudaVersion: hasCuda ? `${CUDA_VERSION}.0` : null,
    ssh: sshView(state, pod),
    template: pod.templateId ?? null,
    cost: pod.desiredStatus === "RUNNING" ? pod.costPerHr : 0,
    locked: pod.locked,
    globalNetworking: networkingView(pod),
    runtime: runtimeView(state, pod),
    createdAt: toIsoString(pod.createdAt),
    startedAt: isPlaced ? toIsoString(pod.lastStartedAt) : null,
  };
  if (gpuTypeId !== undefined)
    view.gpu = {
      id: gpuTypeId,
      count: pod.gpuCount,
      vcpuCount: pod.vcpuCount,
      memory: pod.memoryInGb,
    };
  if (cpuFlavorId !== undefined)
    view.cpu = {
      id: cpuFlavorId,
      vcpuCount: pod.vcpuCount,
      memory: pod.memoryInGb,
    };
  if (cluster) view.cluster = { ...cluster, ip: clusterIp(cluster) };
  return view;
}

function networkingView({
  id,
  globalNetworking,
}: Pod): Schemas["PodGlobalNetworking"] {
  if (!globalNetworking) return { enabled: false };
  return { enabled: true, ip: "10.1.0.2", internalDns: `${id}.internal` };
}

function runtimeView(
  state: AccountState,
  pod: Pod,
): Schemas["PodRuntime"] | null {
  const address = addressOf(state, pod);
  if (!address) return null;
  const ports = pod.ports.map((port): Schemas["PodRuntimePort"] => {
    const [number = "", type = ""] = port.split("/");
    const outside = address.ports[number];
    return {
      private: Number(number),
      public: type === "tcp" ? (outside ?? null) : null,
      ip: type === "tcp" ? address.host : null,
      type,
    };
  });
  const gpus = Array.from({ length: pod.gpuCount }, () => ({
    util: 0,
    memoryUtil: 0,
  }));
  const upSince = pod.upAt ?? pod.lastStartedAt;
  return {
    ports,
    gpus,
    cpu: { util: 0 },
    memory: { util: 0 },
    uptime: Math.max(0, Math.round((state.clock.now() - upSince) / 1000)),
  };
}

function sshView(state: AccountState, pod: Pod): Schemas["PodSsh"] {
  const address = addressOf(state, pod);
  const username = `${pod.id}-${pod.machineId.slice(0, 8)}`;
  const host = "ssh.emulator.invalid";
  const proxy = address && {
    host,
    port: 22,
    username,
    command: `ssh ${username}@${host}`,
  };
  const port = pod.ports.includes("22/tcp") ? address?.ports["22"] : undefined;
  if (!address || port === undefined) return { proxy, direct: null };
  const command = `ssh root@${address.host} -p ${port}`;
  const direct = { host: address.host, port, username: "root", command };
  return { proxy, direct };
}

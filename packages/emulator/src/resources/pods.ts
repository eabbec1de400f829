import {
  findById,
  findReference,
  type AccountState,
} from "../state/account-state.js";
import { given } from "../given.js";
import { Refusal } from "../refusals/refusal.js";
import { retryThrottledWorkers } from "../jobs/lifecycle.js";
import { requireBalance } from "../machines/balance.js";
import { endCharge, startCharge } from "../machines/billing.js";
import {
  CPU_DISK_PER_VCPU_IN_GB,
  CPU_PRICE_PER_VCPU,
  cpuMemoryInGb,
  gpuTypeById,
} from "../machines/catalog.js";
import { checkImage } from "./images.js";
import {
  checkPorts,
  noMachine,
  placePod,
  type Place,
} from "../machines/placement.js";
import {
  changeAddress,
  keepAddress,
  notifyPodWatchers,
  scheduleContainer,
  startContainer,
} from "./pod-container.js";
import { logStop } from "./pod-log.js";
import type { Pod, Schemas, Template } from "../state/records.js";
import { freeGpus, takeGpus } from "../machines/stock.js";

type CreateInput = Schemas["PodCreateInput"];
type UpdateInput = Schemas["PodUpdateInput"];

/** What a body of 0.1.0 cannot say about a new Pod. */
export interface PodExtras {
  readonly cluster?: Pod["cluster"];
  readonly bidPerGpu?: number | undefined;
  /** The highest price to accept, in USD per hour. */
  readonly maxCostPerHr?: number | undefined;
  readonly graphql?: Pod["graphql"];
}

/**
 * Creates a running Pod. A field of the body takes precedence over the template, the template over the defaults.
 *
 * @throws Refusal for an invalid body, without a free machine, and without a balance
 */
export function createPod(
  state: AccountState,
  input: CreateInput,
  { cluster, bidPerGpu, maxCostPerHr = Infinity, graphql }: PodExtras = {},
): Pod {
  const template = findReference(
    state.templates,
    "templateId",
    input.templateId,
  );
  const volume = findReference(
    state.networkVolumes,
    "networkVolumeId",
    input.networkVolumeId,
  );
  checkRegistryAuth(state, input);
  const image = input.imageName ?? template?.imageName;
  if (!image)
    throw new Refusal("brokenRule", "imageName or templateId is required");
  checkImage(state, image);
  const container = containerOf(input, template);
  checkPorts(container.ports);
  checkCpuDisk(input);
  const place = placePod(state, input, volume?.dataCenterId);
  requireBalance(state);
  const now = state.clock.now();
  const hardware = { ...hardwareOf(input, place), bidPerGpu };
  const costPerHr = pricePerHour(hardware);
  if (costPerHr > maxCostPerHr)
    throw noMachine(`it costs ${costPerHr} USD an hour`);
  const pod: Pod = {
    id: state.newId(),
    machineId: state.newId().slice(0, 12),
    ...hardware,
    dataCenterId: place.dataCenterId,
    networkVolumeId: input.networkVolumeId,
    templateId: input.templateId,
    // An address that is reserved for documentation.
    publicIp: `203.0.113.${(state.pods.size % 254) + 1}`,
    ...container,
    image,
    name: input.name ?? "my pod",
    locked: input.locked ?? false,
    createdAt: now,
    placedAt:
      now + (state.podConditions.provisionMs ?? state.startTimes.provisionMs),
    lastStartedAt: now,
    lastStatusChange: now,
    desiredStatus: "RUNNING",
    costPerHr,
    globalNetworking: input.globalNetworking ?? false,
    cluster,
    graphql,
  };
  state.pods.set(pod.id, pod);
  takeGpus(state, pod.gpuTypeId, pod.dataCenterId, pod.gpuCount);
  startPodCharge(state, pod);
  restartContainer(state, pod);
  return pod;
}

/** Changes the fields that are given. A change of anything but `name` and `locked` resets a running Pod. */
export function updatePod(
  state: AccountState,
  id: string,
  input: UpdateInput,
): Pod {
  const pod = findById(state.pods, "pod", id);
  checkRegistryAuth(state, input);
  checkPorts(input.ports);
  checkImage(state, input.imageName);
  const { imageName: image, ...same } = input;
  Object.assign(pod, given({ ...same, image }));
  const { name, locked, ...container } = input;
  if (Object.keys(container).length > 0) restartContainer(state, pod);
  return pod;
}

/**
 * Starts a stopped Pod, with another number of GPUs if one is given.
 *
 * @throws Refusal where too few GPUs are free in the data center of the Pod, and without a balance
 */
export function startPod(
  state: AccountState,
  id: string,
  gpuCount?: number,
): Pod {
  const pod = findById(state.pods, "pod", id);
  if (pod.desiredStatus === "RUNNING") return pod;
  const wanted = pod.computeType === "GPU" ? (gpuCount ?? pod.gpuCount) : 0;
  const { gpuTypeId, dataCenterId } = pod;
  if (gpuTypeId && freeGpus(state, gpuTypeId, dataCenterId) < wanted)
    throw new Refusal("hostIsFull");
  requireBalance(state);
  takeGpus(state, gpuTypeId, dataCenterId, wanted);
  pod.gpuCount = wanted;
  pod.costPerHr = pricePerHour(pod);
  pod.desiredStatus = "RUNNING";
  pod.lastStatusChange = state.clock.now();
  changeAddress(state, pod);
  startPodCharge(state, pod);
  restartContainer(state, pod);
  return pod;
}

/** Stops a Pod that is not locked. */
export function stopPod(state: AccountState, id: string): Pod {
  const pod = findById(state.pods, "pod", id);
  checkNotLocked(pod, "stopped");
  exitPod(state, pod);
  return pod;
}

/** Stops every running Pod: nothing is left to pay for them. */
export function stopUnpaidPods(state: AccountState): void {
  for (const pod of state.pods.values())
    exitPod(state, pod, "the balance is used up");
}

const INTERRUPTED = "the service has stopped the Pod";

/** Schedules what happens to the Pods of a restored account. */
export function resumePods(state: AccountState): void {
  for (const pod of state.pods.values()) {
    if (pod.desiredStatus === "RUNNING")
      scheduleContainer(state, pod, () => exitPod(state, pod, INTERRUPTED));
  }
}

/** Ends what a running Pod runs: its GPUs are free again, and it costs nothing more. */
function exitPod(state: AccountState, pod: Pod, reason?: string): void {
  if (pod.desiredStatus !== "RUNNING") return;
  keepAddress(state, pod);
  pod.exitReason = reason;
  pod.desiredStatus = "EXITED";
  pod.lastStatusChange = state.clock.now();
  logStop(state, pod);
  releaseMachine(state, pod);
}

function releaseMachine(state: AccountState, pod: Pod): void {
  takeGpus(state, pod.gpuTypeId, pod.dataCenterId, -pod.gpuCount);
  endCharge(state, pod.id);
  notifyPodWatchers(state, pod.id);
  retryThrottledWorkers(state);
}

/** Restarts the container of a running Pod. A stopped Pod stays stopped. */
export function resetPod(state: AccountState, id: string): Pod {
  const pod = findById(state.pods, "pod", id);
  checkNotLocked(pod, "reset");
  restartContainer(state, pod);
  return pod;
}

/** Starts a stopped Pod, or restarts the container of a running one. */
export function restartPod(state: AccountState, id: string): Pod {
  const pod = startPod(state, id);
  restartContainer(state, pod);
  return pod;
}

export function deletePod(state: AccountState, id: string): void {
  const pod = findById(state.pods, "pod", id);
  state.pods.delete(id);
  if (pod.desiredStatus === "RUNNING") releaseMachine(state, pod);
}

/** What a Pod runs on, and under which terms. */
type Hardware = Pick<
  Pod,
  | "computeType"
  | "cloudType"
  | "interruptible"
  | "gpuTypeId"
  | "gpuCount"
  | "cpuFlavorId"
  | "vcpuCount"
  | "memoryInGb"
>;

/** The GPU type of the machine, or the first CPU flavor that the body asks for, with the vCPUs and the memory that come with it. */
function hardwareOf(input: CreateInput, { gpuTypeId }: Place): Hardware {
  const computeType = input.computeType ?? "GPU";
  const terms = {
    computeType,
    cloudType: input.cloudType ?? "SECURE",
    interruptible: input.interruptible ?? false,
  };
  if (computeType === "CPU") {
    const vcpuCount = input.vcpuCount ?? 2;
    const cpuFlavorId = input.cpuFlavorIds?.[0] ?? "cpu3g";
    return {
      gpuTypeId: undefined,
      gpuCount: 0,
      cpuFlavorId,
      vcpuCount,
      memoryInGb: cpuMemoryInGb(cpuFlavorId, vcpuCount),
      ...terms,
    };
  }
  const gpuCount = input.gpuCount ?? 1;
  return {
    gpuTypeId,
    gpuCount,
    cpuFlavorId: undefined,
    vcpuCount: gpuCount * Math.max(8, input.minVCPUPerGPU ?? 0),
    memoryInGb: gpuCount * Math.max(32, input.minRAMPerGPU ?? 0),
    // The spread of an object is much faster behind other members than before these.
    ...terms,
  };
}

/** USD per hour. An interruptible Pod costs what was bid for it, or half. */
function pricePerHour(hardware: Hardware & Pick<Pod, "bidPerGpu">): number {
  const { bidPerGpu } = hardware;
  if (bidPerGpu !== undefined)
    return Number((bidPerGpu * hardware.gpuCount).toFixed(4));
  const { computeType, cloudType, gpuTypeId, gpuCount, vcpuCount } = hardware;
  const { securePrice, communityPrice } = gpuTypeById(gpuTypeId ?? "");
  const gpuPrice = cloudType === "SECURE" ? securePrice : communityPrice;
  const price =
    computeType === "CPU"
      ? CPU_PRICE_PER_VCPU * vcpuCount
      : gpuPrice * gpuCount;
  return Number((hardware.interruptible ? price / 2 : price).toFixed(4));
}

function containerOf(input: CreateInput, template: Template | undefined) {
  return {
    containerDiskInGb:
      input.containerDiskInGb ?? template?.containerDiskInGb ?? 50,
    containerRegistryAuthId:
      input.containerRegistryAuthId ?? template?.containerRegistryAuthId,
    dockerEntrypoint:
      input.dockerEntrypoint ?? template?.dockerEntrypoint ?? [],
    dockerStartCmd: input.dockerStartCmd ?? template?.dockerStartCmd ?? [],
    env: { ...template?.env, ...input.env },
    ports: input.ports ?? template?.ports ?? ["8888/http", "22/tcp"],
    volumeInGb: input.volumeInGb ?? template?.volumeInGb ?? 20,
    volumeMountPath:
      input.volumeMountPath ?? template?.volumeMountPath ?? "/workspace",
  };
}

/** Refuses a container disk that a CPU Pod with so few vCPUs cannot have. Only a size that the body names is refused. */
function checkCpuDisk({
  computeType,
  vcpuCount = 2,
  containerDiskInGb,
}: CreateInput): void {
  const limit = CPU_DISK_PER_VCPU_IN_GB * vcpuCount;
  if (computeType === "CPU" && (containerDiskInGb ?? 0) > limit)
    throw new Refusal("cpuDisk", { limit });
}

function startPodCharge(
  state: AccountState,
  { id, gpuTypeId, costPerHr, cluster }: Pod,
): void {
  startCharge(state, id, {
    kind: "pods",
    labels: { podId: id, gpuTypeId, clusterId: cluster?.id },
    usdPerHour: costPerHr,
    sizeInGb: 0,
  });
}

function restartContainer(state: AccountState, pod: Pod): void {
  startContainer(state, pod, () => exitPod(state, pod, INTERRUPTED));
}

function checkRegistryAuth(
  state: AccountState,
  input: { readonly containerRegistryAuthId?: string },
): void {
  const field = "containerRegistryAuthId";
  findReference(state.registryAuths, field, input.containerRegistryAuthId);
}

function checkNotLocked({ id, locked }: Pod, action: string): void {
  if (locked)
    throw new Refusal(
      "brokenRule",
      `the Pod "${id}" is locked and cannot be ${action}`,
    );
}

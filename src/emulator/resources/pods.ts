import { endCharges, startCharge } from "./billing.js";
import { hardwareOf, priceOf } from "./hardware.js";
import { Refusal } from "../server/refused-error.js";
import { find, refer, type State } from "./state.js";
import type { Pod, Schemas, Template, Volume } from "./records.js";

type CreateInput = Schemas["PodCreateInput"];
type UpdateInput = Schemas["PodUpdateInput"];

/** Creates a running Pod: the body wins over the template, the template over the defaults. */
export function createPod(state: State, input: CreateInput): Pod {
  const template = refer(state.templates, "templateId", input.templateId);
  const volume = refer(state.volumes, "networkVolumeId", input.networkVolumeId);
  refer(state.auths, "containerRegistryAuthId", input.containerRegistryAuthId);
  const image = input.imageName ?? template?.imageName;
  if (!image) throw new Refusal(400, "imageName or templateId is required");
  const now = state.clock.now();
  const hardware = hardwareOf(input);
  const pod: Pod = {
    ...{ id: state.newId(), machineId: state.newId().slice(0, 12) },
    ...hardware,
    ...placeOf(state, input, volume),
    ...containerOf(input, template),
    ...{ image, name: input.name ?? "my pod", locked: input.locked ?? false },
    ...{
      createdAt: now,
      lastStartedAt: now,
      lastStatusChange: now,
      desiredStatus: "RUNNING",
    },
    costPerHr: priceOf(hardware),
  };
  state.pods.set(pod.id, pod);
  bill(state, pod);
  return pod;
}

/** Merges the fields given. Anything beyond `name` and `locked` resets a running Pod. */
export function updatePod(state: State, id: string, input: UpdateInput): Pod {
  const pod = find(state.pods, "Pod", id);
  refer(state.auths, "containerRegistryAuthId", input.containerRegistryAuthId);
  const { name, locked, ...rest } = input;
  pod.name = name ?? pod.name;
  pod.locked = locked ?? pod.locked;
  pod.image = rest.imageName ?? pod.image;
  pod.containerDiskInGb = rest.containerDiskInGb ?? pod.containerDiskInGb;
  pod.containerRegistryAuthId =
    rest.containerRegistryAuthId ?? pod.containerRegistryAuthId;
  pod.dockerEntrypoint = rest.dockerEntrypoint ?? pod.dockerEntrypoint;
  pod.dockerStartCmd = rest.dockerStartCmd ?? pod.dockerStartCmd;
  pod.env = rest.env ?? pod.env;
  pod.ports = rest.ports ?? pod.ports;
  pod.volumeInGb = rest.volumeInGb ?? pod.volumeInGb;
  pod.volumeMountPath = rest.volumeMountPath ?? pod.volumeMountPath;
  if (Object.keys(rest).length > 0) renew(state, pod);
  return pod;
}

/** Starts a stopped Pod, with another number of GPUs if one is given. */
export function startPod(state: State, id: string, gpuCount?: number): Pod {
  const pod = find(state.pods, "Pod", id);
  if (pod.desiredStatus === "RUNNING") return pod;
  pod.gpuCount = pod.computeType === "GPU" ? (gpuCount ?? pod.gpuCount) : 0;
  pod.costPerHr = priceOf(pod);
  pod.desiredStatus = "RUNNING";
  pod.lastStatusChange = state.clock.now();
  renew(state, pod);
  bill(state, pod);
  return pod;
}

export function stopPod(state: State, id: string): Pod {
  const pod = find(state.pods, "Pod", id);
  refuseLocked(pod, "stopped");
  if (pod.desiredStatus === "RUNNING") pod.lastStatusChange = state.clock.now();
  pod.desiredStatus = "EXITED";
  endCharges(state, "podId", id);
  return pod;
}

/** Renews the container of a running Pod; a stopped one stays stopped. */
export function resetPod(state: State, id: string): Pod {
  const pod = find(state.pods, "Pod", id);
  refuseLocked(pod, "reset");
  renew(state, pod);
  return pod;
}

/** A stopped Pod is started, a running one begins anew. */
export function restartPod(state: State, id: string): Pod {
  const pod = startPod(state, id);
  renew(state, pod);
  return pod;
}

export function deletePod(state: State, id: string): void {
  find(state.pods, "Pod", id);
  state.pods.delete(id);
  endCharges(state, "podId", id);
}

/** A Pod runs where its network volume is; its address is one reserved for documentation. */
function placeOf(state: State, input: CreateInput, volume: Volume | undefined) {
  return {
    dataCenterId: volume?.dataCenterId ?? input.dataCenterIds?.[0] ?? "EU-RO-1",
    networkVolumeId: input.networkVolumeId,
    templateId: input.templateId,
    publicIp: `203.0.113.${(state.pods.size % 254) + 1}`,
  };
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

function bill(state: State, { id, gpuTypeId, costPerHr }: Pod): void {
  startCharge(
    state,
    "pods",
    { podId: id, gpuTypeId },
    { usdPerHour: costPerHr, sizeInGb: 0 },
  );
}

function renew(state: State, pod: Pod): void {
  if (pod.desiredStatus === "RUNNING") pod.lastStartedAt = state.clock.now();
}

function refuseLocked(pod: Pod, act: string): void {
  if (pod.locked)
    throw new Refusal(
      400,
      `the Pod "${pod.id}" is locked and cannot be ${act}`,
    );
}

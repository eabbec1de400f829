import type { RestRoute } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import type { QueryOf } from "../http/operations.js";
import { dataCenters, gpuPrices, gpuTypeById } from "../machines/catalog.js";
import {
  createPod,
  deletePod,
  resetPod,
  restartPod,
  startPod,
  stopPod,
  updatePod,
} from "./pods.js";
import { networkVolumeView } from "../machines/network-volumes.js";
import { addressOf, hasMachine, isContainerUp } from "./pod-container.js";
import type { Pod, Schemas } from "../state/records.js";
import { templateView } from "./template-handlers.js";
import { workerPods } from "./worker-pods.js";

type PodRoute = Extract<RestRoute, `${string} /pods${string}`>;

/** The handlers of the REST routes of Pods. */
export const podHandlers: Handlers<PodRoute> = {
  "GET /pods": ({ state, query }) => {
    const all = [
      ...state.pods.values(),
      ...(query.includeWorkers ? allWorkerPods(state) : []),
    ];
    const pods = all.filter((pod) => matches(pod, query));
    return ok(pods.map((pod) => podView(state, pod, query)));
  },
  "POST /pods": ({ state, body }) => {
    if (body.interruptible) throw new Refusal("spotEnded");
    const pod = createPod(state, body);
    return { status: 201, body: podView(state, pod) };
  },
  "GET /pods/{podId}": ({ state, params, query }) => {
    const { podId } = params;
    const worker = query.includeWorkers
      ? allWorkerPods(state).find(({ id }) => id === podId)
      : undefined;
    const pod = worker ?? findById(state.pods, "pod", podId);
    return ok(podView(state, pod, query));
  },
  "PATCH /pods/{podId}": ({ state, params, body }) =>
    ok(podView(state, updatePod(state, params.podId, body))),
  "DELETE /pods/{podId}": ({ state, params }) => {
    deletePod(state, params.podId);
    return { status: 204 };
  },
  // The document promises no body of an action, and the client reads none. Official clients read the Pod from the answer.
  "POST /pods/{podId}/start": ({ state, params }) =>
    ok(podView(state, startPod(state, params.podId))),
  "POST /pods/{podId}/stop": ({ state, params }) =>
    ok(podView(state, stopPod(state, params.podId))),
  "POST /pods/{podId}/reset": ({ state, params }) =>
    ok(podView(state, resetPod(state, params.podId))),
  "POST /pods/{podId}/restart": ({ state, params }) =>
    ok(podView(state, restartPod(state, params.podId))),
};

function allWorkerPods(state: AccountState): Pod[] {
  return [...state.endpoints.values()].flatMap((endpoint) =>
    workerPods(state, endpoint),
  );
}

/** Whether a Pod meets every condition of the query. */
function matches(pod: Pod, query: QueryOf<"GET /pods">): boolean {
  return (
    isWanted(query.computeType, pod.computeType) &&
    isWanted(query.cpuFlavorId, pod.cpuFlavorId) &&
    isWanted(query.dataCenterId, pod.dataCenterId) &&
    isWanted(query.desiredStatus, pod.desiredStatus) &&
    isWanted(query.endpointId, pod.endpointId) &&
    isWanted(query.gpuTypeId, pod.gpuTypeId) &&
    isWanted(query.id, pod.id) &&
    isWanted(query.imageName, pod.image) &&
    isWanted(query.name, pod.name) &&
    isWanted(query.networkVolumeId, pod.networkVolumeId) &&
    isWanted(query.templateId, pod.templateId)
  );
}

/** Whether a value is the wanted one, or one of several wanted ones. Without a wanted value, every value matches. */
function isWanted(
  wanted: string | readonly string[] | undefined,
  value: string | undefined,
): boolean {
  if (wanted === undefined) return true;
  return value !== undefined && [wanted].flat().includes(value);
}

/** With members that the running service shows and its published document does not name. */
type PodView = Schemas["Pod"] & {
  template?: ReturnType<typeof templateView>;
};

/** A Pod as the REST API shows it, with what the query asks to include. */
export function podView(
  state: AccountState,
  pod: Pod,
  query: QueryOf<"GET /pods/{podId}"> = {},
): Schemas["Pod"] {
  const { cpuFlavorId, gpuTypeId, templateId, containerRegistryAuthId } = pod;
  const view: PodView = ownFields(state, pod);
  if (cpuFlavorId !== undefined) view.cpuFlavorId = cpuFlavorId;
  if (gpuTypeId !== undefined) view.gpu = gpuView(gpuTypeId, pod.gpuCount);
  // A Pod that was made from a template was seen without its `templateId`, which the document promises.
  if (containerRegistryAuthId !== undefined)
    view.containerRegistryAuthId = containerRegistryAuthId;
  if (!hasMachine(state, pod)) view.machine = {};
  else if (query.includeMachine) view.machine = machineView(pod);
  if (query.includeSavingsPlans) view.savingsPlans = [];
  const volume = state.networkVolumes.get(pod.networkVolumeId ?? "");
  if (query.includeNetworkVolume && volume)
    view.networkVolume = networkVolumeView(volume);
  const template = state.templates.get(templateId ?? "");
  if (query.includeTemplate && template) view.template = templateView(template);
  return view;
}

function ownFields(state: AccountState, pod: Pod): Schemas["Pod"] {
  const address = addressOf(state, pod);
  const undocumented = {
    createdAt: timeView(state, pod.createdAt),
    // The document has only `image`; captured answers have this name.
    imageName: pod.image,
  };
  return {
    ...undocumented,
    id: pod.id,
    name: pod.name,
    image: pod.image,
    desiredStatus: pod.desiredStatus,
    costPerHr: pod.costPerHr,
    adjustedCostPerHr: pod.costPerHr,
    containerDiskInGb: pod.containerDiskInGb,
    volumeInGb: pod.volumeInGb,
    volumeMountPath: pod.volumeMountPath,
    volumeEncrypted: false,
    dockerEntrypoint: [...pod.dockerEntrypoint],
    dockerStartCmd: [...pod.dockerStartCmd],
    env: { ...pod.env },
    ports: [...pod.ports],
    interruptible: pod.interruptible,
    locked: pod.locked,
    machineId: pod.machineId,
    vcpuCount: pod.vcpuCount,
    memoryInGb: pod.memoryInGb,
    consumerUserId: state.account.id,
    lastStartedAt: timeView(state, pod.lastStartedAt),
    lastStatusChange: statusChange(state, pod),
    publicIp: address ? address.host : "",
    portMappings: address ? { ...address.ports } : null,
  };
}

/** A moment as the document describes it, or with the quirk in the form of Go. */
function timeView({ quirks }: AccountState, time: number): string {
  const text = new Date(time).toISOString();
  if (!quirks.goTimes) return text;
  return text.replace("T", " ").replace("Z", " +0000 UTC");
}

/** The status of a Pod in words, with what holds it up. */
export function statusChange(state: AccountState, pod: Pod): string {
  const since = `${pod.desiredStatus} since ${new Date(pod.lastStatusChange).toISOString()}`;
  if (pod.desiredStatus === "EXITED" && pod.exitReason !== undefined)
    return `${since}: ${pod.exitReason}`;
  const isPulling =
    pod.desiredStatus === "RUNNING" && !isContainerUp(state, pod);
  return isPulling ? `${since}: the image is being pulled` : since;
}

function gpuView(
  id: string,
  count: number,
): NonNullable<Schemas["Pod"]["gpu"]> {
  const gpu = gpuTypeById(id);
  return { id, count, displayName: gpu.displayName, ...gpuPrices(gpu) };
}

function machineView(pod: Pod): Schemas["Machine"] {
  const dataCenter = dataCenters.find(({ id }) => id === pod.dataCenterId);
  const machine: Schemas["Machine"] = {
    costPerHr: pod.costPerHr,
    dataCenterId: pod.dataCenterId,
    location: dataCenter?.location ?? "",
    secureCloud: pod.cloudType === "SECURE",
    supportPublicIp: true,
    cpuCount: 128,
    diskThroughputMBps: 3000,
    maxDownloadSpeedMbps: 8000,
    maxUploadSpeedMbps: 8000,
  };
  if (pod.gpuTypeId === undefined) return machine;
  const gpu = gpuTypeById(pod.gpuTypeId);
  return {
    ...machine,
    gpuTypeId: gpu.id,
    gpuDisplayName: gpu.displayName,
    gpuType: gpuView(gpu.id, 8),
    currentPricePerGpu: pod.costPerHr / pod.gpuCount,
    gpuAvailable: 4,
    minPodGpuCount: 1,
  };
}

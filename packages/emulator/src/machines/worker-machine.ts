import type { AccountState } from "../state/account-state.js";
import { hasBalance } from "./balance.js";
import { endCharge, startCharge } from "./billing.js";
import { CPU_PRICE_PER_VCPU, gpuTypeById } from "./catalog.js";
import { networkVolumeIdsOf } from "./network-volumes.js";
import { placeWorker } from "./placement.js";
import type { EndpointSettings } from "../state/records.js";
import { takeGpus } from "./stock.js";
import type { Worker } from "../state/job.js";

/** Gives a worker a machine, which costs money from now on. Returns false where none is free. */
export function takeMachine(
  state: AccountState,
  slug: string,
  worker: Worker,
): boolean {
  if (state.workerConditions.get(slug)?.throttled) return false;
  if (!hasBalance(state)) return false;
  const endpoint = state.endpoints.get(slug);
  if (!endpoint) return true;
  const { settings, version } = endpoint;
  if (!takePlace(state, settings, worker)) return false;
  worker.startedAt = state.clock.now();
  worker.version = version;
  worker.imageName = state.templates.get(settings.templateId)?.imageName;
  startCharge(state, worker.id, {
    kind: "endpoints",
    labels: {
      endpointId: slug,
      podId: worker.id,
      gpuTypeId: worker.gpuTypeId,
      templateId: settings.templateId,
      imageName: worker.imageName,
      dataCenterId: worker.dataCenterId,
    },
    usdPerHour: workerPrice(settings, worker),
    sizeInGb: 0,
  });
  return true;
}

/** Returns the machine of a worker, with as many GPUs as the worker took. */
export function releaseMachine(state: AccountState, worker: Worker): void {
  const { gpuTypeId, dataCenterId, gpuCount = 0 } = worker;
  if (dataCenterId !== undefined)
    takeGpus(state, gpuTypeId, dataCenterId, -gpuCount);
  worker.gpuTypeId = undefined;
  worker.gpuCount = undefined;
  worker.dataCenterId = undefined;
  endCharge(state, worker.id);
}

/** USD per hour of one worker, at the secure price of its GPUs. */
export function workerPrice(
  settings: EndpointSettings,
  worker: Pick<Worker, "gpuTypeId" | "gpuCount">,
): number {
  const { computeType, vcpuCount = 2 } = settings;
  if (computeType === "CPU") return CPU_PRICE_PER_VCPU * vcpuCount;
  const gpuTypeId = worker.gpuTypeId ?? settings.gpuTypeIds[0];
  const gpuCount = worker.gpuCount ?? settings.gpuCount;
  return gpuTypeById(gpuTypeId ?? "").securePrice * gpuCount;
}

function takePlace(
  state: AccountState,
  settings: EndpointSettings,
  worker: Worker,
): boolean {
  const { computeType, gpuTypeIds, gpuCount } = settings;
  const places = allowedPlaces(state, settings);
  if (computeType === "CPU") {
    [worker.dataCenterId] = places;
    return places.length > 0;
  }
  const place = placeWorker(state, gpuTypeIds, places, gpuCount);
  if (!place) return false;
  worker.gpuTypeId = place.gpuTypeId;
  worker.gpuCount = gpuCount;
  worker.dataCenterId = place.dataCenterId;
  takeGpus(state, place.gpuTypeId, place.dataCenterId, gpuCount);
  return true;
}

/**
 * The data centers for the workers of an endpoint: with network volumes, only those that hold one of the volumes. What the
 * service does where these share none with `dataCenterIds` is not known: here, no worker starts.
 */
function allowedPlaces(
  { networkVolumes }: AccountState,
  settings: EndpointSettings,
): readonly string[] {
  const { dataCenterIds } = settings;
  const volumeIds = networkVolumeIdsOf(settings);
  if (volumeIds.length === 0) return dataCenterIds;
  const places = volumeIds.map((id) => networkVolumes.get(id)?.dataCenterId);
  return dataCenterIds.filter((id) => places.includes(id));
}

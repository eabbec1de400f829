import type { RestRoute } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";
import { ok, type Handlers } from "../requests/handler.js";
import { endCharge, startCharge } from "./billing.js";
import { requireBalance } from "./balance.js";
import { checkVolumePlace } from "./placement.js";
import type {
  EndpointSettings,
  NetworkVolume,
  Schemas,
} from "../state/records.js";

type CreateInput = Schemas["NetworkVolumeCreateInput"];
type UpdateInput = Schemas["NetworkVolumeUpdateInput"];
type VolumeRoute = Extract<RestRoute, `${string} /networkvolumes${string}`>;

/** The handlers of the REST routes of network volumes. */
export const networkVolumeHandlers: Handlers<VolumeRoute> = {
  "GET /networkvolumes": ({ state }) =>
    ok([...state.networkVolumes.values()].map(networkVolumeView)),
  "POST /networkvolumes": ({ state, body }) =>
    ok(networkVolumeView(createNetworkVolume(state, body))),
  "GET /networkvolumes/{networkVolumeId}": ({ state, params }) =>
    ok(networkVolumeView(findNetworkVolume(state, params.networkVolumeId))),
  "PATCH /networkvolumes/{networkVolumeId}": ({ state, params, body }) => {
    const volume = updateNetworkVolume(state, params.networkVolumeId, body);
    return ok(networkVolumeView(volume));
  },
  "DELETE /networkvolumes/{networkVolumeId}": ({ state, params }) => {
    deleteNetworkVolume(state, params.networkVolumeId);
    return { status: 204 };
  },
};

/** A volume as the REST API shows it: without what only version 2 has. */
export function networkVolumeView({
  type: _,
  ...fields
}: NetworkVolume): Schemas["NetworkVolume"] {
  return fields;
}

export function createNetworkVolume(
  state: AccountState,
  { name, size, dataCenterId }: CreateInput,
  type?: NetworkVolume["type"],
): NetworkVolume {
  checkVolumePlace(state, dataCenterId);
  requireBalance(state);
  const volume = {
    id: state.newId(),
    name,
    size,
    dataCenterId,
    ...(type && { type }),
  };
  state.networkVolumes.set(volume.id, volume);
  startVolumeCharge(state, volume);
  return volume;
}

/** Renames a volume, enlarges it, or both. A new size must be greater than the present one. */
export function updateNetworkVolume(
  state: AccountState,
  id: string,
  { name, size }: UpdateInput,
): NetworkVolume {
  const volume = findNetworkVolume(state, id);
  const isSmaller = size !== undefined && size <= volume.size;
  if (isSmaller && !state.quirks.shrinkingVolumes)
    throw new Refusal("smallerSize", { now: volume.size, wanted: size });
  const updated = {
    ...volume,
    name: name ?? volume.name,
    size: size ?? volume.size,
  };
  state.networkVolumes.set(id, updated);
  if (size !== undefined) {
    endCharge(state, id);
    startVolumeCharge(state, updated);
  }
  return updated;
}

/** The network volumes of an endpoint. The list of version 2 replaces the one volume of 0.1.0. */
export function networkVolumeIdsOf({
  networkVolumeId,
  networkVolumeIds,
}: EndpointSettings): readonly string[] {
  return networkVolumeIds ?? [networkVolumeId].filter((id) => id !== undefined);
}

/** Deletes a volume that no Pod and no endpoint uses. */
export function deleteNetworkVolume(state: AccountState, id: string): void {
  findNetworkVolume(state, id);
  const user = findUser(state, id);
  if (user) {
    const advice = `the network volume ${id} is in use by ${user}`;
    throw new Refusal("volumeInUse", { id, user }, { advice });
  }
  state.networkVolumes.delete(id);
  state.volumeStore.remove(id);
  endCharge(state, id);
}

function findNetworkVolume(state: AccountState, id: string): NetworkVolume {
  return findById(state.networkVolumes, "network volume", id);
}

/** The Pod or the endpoint that uses a volume, if there is one. */
function findUser(state: AccountState, volumeId: string): string | undefined {
  const pod = [...state.pods.values()].find(
    ({ networkVolumeId }) => networkVolumeId === volumeId,
  );
  if (pod) return `the Pod "${pod.id}"`;
  const endpoint = [...state.endpoints.values()].find(({ settings }) => {
    const { networkVolumeId, networkVolumeIds = [] } = settings;
    return [networkVolumeId, ...networkVolumeIds].includes(volumeId);
  });
  return endpoint && `the endpoint "${endpoint.id}"`;
}

/** USD per GB and hour: 0.07 a month of 730 hours. */
const USD_PER_GB_HOUR = 0.07 / 730;

function startVolumeCharge(
  state: AccountState,
  { id, size }: NetworkVolume,
): void {
  startCharge(state, id, {
    kind: "networkvolumes",
    labels: { volumeId: id },
    usdPerHour: size * USD_PER_GB_HOUR,
    sizeInGb: size,
  });
}

import type { V2Route } from "../../generated/routes.js";
import { findById, type AccountState } from "../state/account-state.js";
import {
  createNetworkVolume,
  deleteNetworkVolume,
  updateNetworkVolume,
} from "../machines/network-volumes.js";
import type { NetworkVolume } from "../state/records.js";
import { ok, type Handlers } from "../requests/handler.js";
import { created, type Schemas } from "./schemas.js";

type VolumeRoute = Extract<V2Route, `${string} /v2/network-volumes${string}`>;

/** The handlers of the network volumes of version 2. */
export const networkVolumeHandlers: Handlers<VolumeRoute> = {
  "GET /v2/network-volumes": ({ state }) => {
    const all = [...state.networkVolumes.values()];
    return ok({ networkVolumes: all.map(volumeView) });
  },
  "POST /v2/network-volumes": ({ state, body }) => {
    const { name, size, dataCenter, type } = body;
    const input = { name, size, dataCenterId: dataCenter };
    return created(volumeView(createNetworkVolume(state, input, type)));
  },
  "GET /v2/network-volumes/{id}": ({ state, params }) =>
    ok(volumeView(findVolume(state, params.id))),
  "PATCH /v2/network-volumes/{id}": ({ state, params, body }) => {
    const volume = findVolume(state, params.id);
    const { name, size } = body;
    // The present size is allowed, and changes nothing.
    const isSameSize = size === undefined || size === volume.size;
    const changes = {
      ...(name !== undefined && { name }),
      ...(!isSameSize && { size }),
    };
    return ok(volumeView(updateNetworkVolume(state, volume.id, changes)));
  },
  "DELETE /v2/network-volumes/{id}": ({ state, params }) => {
    deleteNetworkVolume(state, params.id);
    return { status: 204 };
  },
};

function findVolume(state: AccountState, id: string): NetworkVolume {
  return findById(state.networkVolumes, "network volume", id);
}

function volumeView({
  id,
  name,
  size,
  dataCenterId,
  type = "STANDARD",
}: NetworkVolume): Schemas["NetworkVolume"] {
  return { id, name, size, dataCenter: dataCenterId, type };
}

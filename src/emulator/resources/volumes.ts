import { endCharges, startCharge, volumeUsdPerGbHour } from "./billing.js";
import { Refusal } from "../server/refused-error.js";
import { find, type State } from "./state.js";
import type { Schemas, Volume } from "./records.js";

type CreateInput = Schemas["NetworkVolumeCreateInput"];
type UpdateInput = Schemas["NetworkVolumeUpdateInput"];

export function createVolume(
  state: State,
  { name, size, dataCenterId }: CreateInput,
): Volume {
  const volume = { id: state.newId(), name, size, dataCenterId };
  state.volumes.set(volume.id, volume);
  bill(state, volume);
  return volume;
}

/** Renames a volume, enlarges it, or both. A size must be greater than the present one. */
export function updateVolume(
  state: State,
  id: string,
  { name, size }: UpdateInput,
): Volume {
  const volume = find(state.volumes, "network volume", id);
  if (size !== undefined && size <= volume.size) {
    const sizes = `(it is ${volume.size} GB, ${size} GB was asked for)`;
    throw new Refusal(
      400,
      `size must be greater than the current size ${sizes}`,
    );
  }
  const updated = {
    ...volume,
    name: name ?? volume.name,
    size: size ?? volume.size,
  };
  state.volumes.set(id, updated);
  if (size !== undefined) {
    endCharges(state, "volumeId", id);
    bill(state, updated);
  }
  return updated;
}

/** Deletes a volume that no Pod and no endpoint uses. */
export function deleteVolume(state: State, id: string): void {
  find(state.volumes, "network volume", id);
  const pod = [...state.pods.values()].find(
    ({ networkVolumeId }) => networkVolumeId === id,
  );
  if (pod)
    throw new Refusal(
      400,
      `the network volume "${id}" is in use by the Pod "${pod.id}"`,
    );
  const endpoint = [...state.endpoints.values()].find(({ settings }) =>
    [settings.networkVolumeId, ...(settings.networkVolumeIds ?? [])].includes(
      id,
    ),
  );
  if (endpoint) {
    throw new Refusal(
      400,
      `the network volume "${id}" is in use by the endpoint "${endpoint.id}"`,
    );
  }
  state.volumes.delete(id);
  endCharges(state, "volumeId", id);
}

function bill(state: State, { id, size }: Volume): void {
  const price = { usdPerHour: size * volumeUsdPerGbHour, sizeInGb: size };
  startCharge(state, "networkvolumes", { volumeId: id }, price);
}

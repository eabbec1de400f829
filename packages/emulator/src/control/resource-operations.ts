import {
  emitChange,
  findById,
  type AccountState,
} from "../state/account-state.js";
import { deleteEndpoint } from "../resources/endpoints.js";
import { deleteNetworkVolume } from "../machines/network-volumes.js";
import { deletePod, startPod, stopPod } from "../resources/pods.js";
import { deleteRegistryAuth } from "../resources/registry-auths.js";
import { deleteTemplate } from "../resources/templates.js";
import type { ControlOperation } from "./control-operation.js";

type Act = (state: AccountState, id: string) => void;

/**
 * What the control API does to one resource, under the rules of the service. The buttons of the page call these operations:
 * they work whichever versions of the management API the emulator serves, and no fault rule applies to them.
 */
export const resourceOperations: readonly ControlOperation[] = [
  operation("startPod", "POST", "/pods/{id}/start", "Starts a Pod.", startPod),
  operation("stopPod", "POST", "/pods/{id}/stop", "Stops a Pod.", stopPod),
  operation("deletePod", "DELETE", "/pods/{id}", "Deletes a Pod.", deletePod),
  operation(
    "deleteEndpoint",
    "DELETE",
    "/endpoints/{id}",
    "Deletes an endpoint, its workers and its jobs.",
    deleteEndpoint,
  ),
  operation(
    "deleteNetworkVolume",
    "DELETE",
    "/network-volumes/{id}",
    "Deletes a network volume that nothing uses.",
    deleteNetworkVolume,
  ),
  operation(
    "deleteTemplate",
    "DELETE",
    "/templates/{id}",
    "Deletes a template that no endpoint uses.",
    deleteTemplate,
  ),
  operation(
    "deleteRegistryAuth",
    "DELETE",
    "/registry-auths/{id}",
    "Deletes a container registry auth that nothing uses.",
    deleteRegistryAuth,
  ),
  operation(
    "deleteSecret",
    "DELETE",
    "/secrets/{id}",
    "Deletes a secret.",
    deleteSecret,
  ),
];

function operation(
  id: string,
  method: ControlOperation["method"],
  path: string,
  summary: string,
  act: Act,
): ControlOperation {
  return {
    id,
    method,
    path,
    summary,
    answer: { type: "object", properties: {} },
    run: ({ state }, { params }) => {
      state.clock.runDue();
      act(state, params["id"] ?? "");
      emitChange(state);
      return {};
    },
  };
}

function deleteSecret(state: AccountState, id: string): void {
  findById(state.secrets, "secret", id);
  state.secrets.delete(id);
}

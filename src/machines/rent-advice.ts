import { shellWord } from "../shell-word.js";
import { describeHardware } from "./create-pod.js";
import type { PodState } from "./pod-state.js";

/** The id, the hardware and the price of a Pod, as far as the service has named them. */
export function describePod({
  id,
  gpuTypeId,
  dataCenterId,
  costPerHr,
}: PodState): string {
  const price = costPerHr === undefined ? "" : `${costPerHr} per hour`;
  const parts = [id, describeHardware(gpuTypeId, dataCenterId), price];
  return parts.filter(Boolean).join(", ");
}

/** How to end a Pod that a process has left behind. */
export function adviseSweep(endsAt: number, podName: string): string {
  const end = new Date(endsAt).toISOString();
  const command = `npx cloud-compute-sdk sweep --all --name ${shellWord(podName)}`;
  return `The rental ends at ${end}: from then on "npx cloud-compute-sdk sweep" deletes the Pod. "${command}" deletes the Pod now`;
}

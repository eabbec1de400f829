import { shellWord } from "../shell-word.js";
import { describeHardware } from "./create-pod.js";
import type { PodState } from "./pod-state.js";
import type { Tag } from "./tag.js";

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
export function adviseSweep({ end, action }: Tag, podName: string): string {
  const time = new Date(end).toISOString();
  const command = `npx cloud-compute-sdk sweep --all --name ${shellWord(podName)}`;
  const [ends, cost] =
    action === "stop"
      ? ["stops", ". The disk of a stopped Pod still costs money"]
      : ["deletes", ""];
  return `The rental ends at ${time}: from then on "npx cloud-compute-sdk sweep" ${ends} the Pod. "${command}" ${ends} the Pod now${cost}`;
}

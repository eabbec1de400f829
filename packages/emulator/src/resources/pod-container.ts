import { DEFAULT_IMAGE_PULL_MS } from "../conditions.js";
import { emitChange, type AccountState } from "../state/account-state.js";
import { logStart } from "./pod-log.js";
import type { Pod } from "../state/records.js";

/** Starts the container of a running Pod anew, under the present conditions. */
export function startContainer(
  state: AccountState,
  pod: Pod,
  exit: () => void,
): void {
  if (pod.desiredStatus !== "RUNNING") return;
  const {
    imagePullMs = DEFAULT_IMAGE_PULL_MS,
    portsOpenMs = 0,
    exitAfterMs,
  } = state.podConditions;
  const now = state.clock.now();
  const begin = Math.max(now, pod.placedAt ?? now);
  pod.lastStartedAt = now;
  pod.upAt = begin + imagePullMs;
  pod.portsOpenAt = pod.upAt + portsOpenMs;
  pod.exitsAt = exitAfterMs === undefined ? undefined : pod.upAt + exitAfterMs;
  logStart(state, pod, begin);
  state.pods.touch(pod.id);
  scheduleContainer(state, pod, exit);
}

/** Schedules what happens to the container of a Pod: also for a restored account. */
export function scheduleContainer(
  state: AccountState,
  pod: Pod,
  exit: () => void,
): void {
  const { placedAt = 0, upAt = 0, portsOpenAt = 0, exitsAt } = pod;
  const now = state.clock.now();
  const notify = () => notifyPodWatchers(state, pod.id);
  notify();
  for (const time of new Set([placedAt, upAt, portsOpenAt])) {
    if (time > now) state.clock.schedule(time, notify, "onTime");
  }
  if (exitsAt === undefined) return;
  state.clock.schedule(
    exitsAt,
    () => {
      const isCurrent =
        state.pods.get(pod.id) === pod && pod.exitsAt === exitsAt;
      if (!isCurrent || pod.desiredStatus !== "RUNNING") return;
      exit();
      emitChange(state);
    },
    "onTime",
  );
}

/** To be called after each change of what a Pod runs. */
export function notifyPodWatchers(state: AccountState, podId: string): void {
  for (const notify of state.podWatchers) notify(podId);
}

/** Whether a Pod has a machine. */
export function hasMachine({ clock }: AccountState, pod: Pod): boolean {
  return clock.now() >= (pod.placedAt ?? 0);
}

/** Whether the image of a running Pod was pulled, so that its container runs. */
export function isContainerUp({ clock }: AccountState, pod: Pod): boolean {
  return pod.desiredStatus === "RUNNING" && clock.now() >= (pod.upAt ?? 0);
}

/** Whether the ports of a Pod answer. */
export function arePortsOpen(state: AccountState, pod: Pod): boolean {
  const { portsOpenAt = 0 } = pod;
  return isContainerUp(state, pod) && state.clock.now() >= portsOpenAt;
}

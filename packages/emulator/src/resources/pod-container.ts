import { DEFAULT_OLD_ADDRESS_MS } from "../conditions.js";
import { emitChange, type AccountState } from "../state/account-state.js";
import { logRestart, logStart } from "./pod-log.js";
import type { Pod, PodAddress } from "../state/records.js";

/** Starts the container of a running Pod anew, under the present conditions. */
export function startContainer(
  state: AccountState,
  pod: Pod,
  stop: () => void,
): void {
  if (pod.desiredStatus !== "RUNNING") return;
  const {
    imagePullMs = state.startTimes.imagePullMs,
    portsOpenMs = state.startTimes.portsOpenMs,
    exitAfterMs = Infinity,
    stopAfterMs = Infinity,
  } = state.podConditions;
  const now = state.clock.now();
  const begin = Math.max(now, pod.placedAt ?? now);
  pod.lastStartedAt = now;
  pod.upAt = begin + imagePullMs;
  pod.portsOpenAt = pod.upAt + portsOpenMs;
  pod.exitsAt = momentAt(pod.upAt + exitAfterMs);
  pod.stopsAt = momentAt(pod.upAt + stopAfterMs);
  logStart(state, pod, begin);
  scheduleContainer(state, pod, stop);
}

/** A moment; undefined for one that never comes. */
function momentAt(time: number): number | undefined {
  return time === Infinity ? undefined : time;
}

/**
 * Schedules what happens to the container of a Pod: also for a restored account.
 *
 * @param stop stops the Pod
 */
export function scheduleContainer(
  state: AccountState,
  pod: Pod,
  stop: () => void,
): void {
  const { placedAt = 0, upAt = 0, portsOpenAt = 0, stopsAt } = pod;
  const { until = 0 } = pod.oldAddress ?? {};
  const now = state.clock.now();
  const notify = () => notifyPodWatchers(state, pod.id);
  notify();
  for (const time of new Set([placedAt, upAt, portsOpenAt, until])) {
    if (time > now) state.clock.schedule(time, notify, "onTime");
  }
  scheduleExit(state, pod);
  if (stopsAt === undefined) return;
  act(state, pod, stopsAt, () => {
    if (pod.stopsAt === stopsAt) stop();
  });
}

/** How long a container takes to start again after its command has ended, at least. */
const MIN_RESTART_MS = 1000;

/** When the command of the container ends, the service starts the container again: the Pod stays as it is. */
function scheduleExit(state: AccountState, pod: Pod): void {
  const { exitsAt } = pod;
  if (exitsAt === undefined) return;
  act(state, pod, exitsAt, () => {
    if (pod.exitsAt !== exitsAt) return;
    const { exitAfterMs, portsOpenMs = state.startTimes.portsOpenMs } =
      state.podConditions;
    const startsAt = exitsAt + MIN_RESTART_MS;
    pod.portsOpenAt = startsAt + portsOpenMs;
    pod.exitsAt =
      exitAfterMs === undefined ? undefined : startsAt + exitAfterMs;
    logRestart(state, pod, startsAt);
    scheduleExit(state, pod);
    notifyPodWatchers(state, pod.id);
  });
}

/** Schedules what happens to a running Pod. */
function act(
  state: AccountState,
  pod: Pod,
  time: number,
  run: () => void,
): void {
  state.clock.schedule(
    time,
    () => {
      const isCurrent = state.pods.get(pod.id) === pod;
      if (!isCurrent || pod.desiredStatus !== "RUNNING") return;
      run();
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

/** Keeps the address of a Pod that stops: it is shown for a while after the next start. */
export function keepAddress(state: AccountState, pod: Pod): void {
  const address = addressOf(state, pod);
  pod.oldAddress = address ? { ...address, until: 0 } : undefined;
}

/** A stopped Pod that starts gets other public ports, and shows the old ones for a while. */
export function changeAddress(
  { clock, podConditions }: AccountState,
  pod: Pod,
): void {
  const { oldAddressMs = DEFAULT_OLD_ADDRESS_MS } = podConditions;
  pod.starts = (pod.starts ?? 0) + 1;
  if (pod.oldAddress)
    pod.oldAddress = { ...pod.oldAddress, until: clock.now() + oldAddressMs };
}

/** Whether a started Pod still shows the address from before its stop, where nothing answers any more. */
export function showsOldAddress({ clock }: AccountState, pod: Pod): boolean {
  const { until = 0 } = pod.oldAddress ?? {};
  return pod.desiredStatus === "RUNNING" && clock.now() < until;
}

/**
 * Where the TCP ports of a Pod are said to be reached: for a while after a stop and a start the old address, else null until
 * the container runs and its sockets, if any, are open.
 */
export function addressOf(state: AccountState, pod: Pod): PodAddress | null {
  if (pod.oldAddress && showsOldAddress(state, pod)) return pod.oldAddress;
  if (!isContainerUp(state, pod)) return null;
  const open = state.openPorts(pod.id);
  return open === undefined
    ? { host: pod.publicIp, ports: portMappings(pod) }
    : open;
}

const FIRST_PORT = 10_000;
/** How far the public ports of one start of a Pod are from those of the next. */
const PORTS_PER_START = 100;
const COUNTED_STARTS = 500;

/** The TCP ports of a Pod, with the public ports that lead to them. */
function portMappings({ ports, starts = 0 }: Pod): Record<string, number> {
  const first = FIRST_PORT + (starts % COUNTED_STARTS) * PORTS_PER_START;
  const tcpPorts = ports
    .map((port) => port.split("/"))
    .filter(([, protocol]) => protocol === "tcp");
  return Object.fromEntries(
    tcpPorts.map(([port = ""], index) => [port, first + index]),
  );
}

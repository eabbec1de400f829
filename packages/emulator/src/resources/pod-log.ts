import type { AccountState } from "../state/account-state.js";
import type { LogEntry, Pod } from "../state/records.js";

/** How many lines a Pod keeps. */
const MAX_LOG_ENTRIES = 5000;

/** What the system writes when the container of an image starts at a machine, and when it runs. */
export function startLines(
  image: string,
  begin: number,
  upAt: number,
): LogEntry[] {
  return [
    { at: begin, source: "system", line: `create container ${image}` },
    {
      at: upAt,
      source: "system",
      line: `start container for ${image}: begin`,
    },
  ];
}

/** What the system writes when a container stops. */
const STOP = "stop container";

/** Writes the log lines of a start. Those that follow the pull of the image have the time of its end. */
export function logStart(state: AccountState, pod: Pod, begin: number): void {
  const { upAt = begin, image } = pod;
  append(state, pod, [
    ...startLines(image, begin, upAt),
    { at: upAt, source: "container", line: `${image} is up` },
  ]);
}

/** Writes the log lines of a container that starts again because its command has ended. */
export function logRestart(state: AccountState, pod: Pod, at: number): void {
  const { image } = pod;
  append(state, pod, [
    { at, source: "system", line: `start container for ${image}: begin` },
    { at, source: "container", line: `${image} is up` },
  ]);
}

export function logStop(state: AccountState, pod: Pod): void {
  const at = state.clock.now();
  append(state, pod, [
    { at, source: "system", line: `${STOP} ${pod.id}` },
    { at, source: "system", line: "remove container" },
  ]);
}

/** How long the lines of a container are kept after its end. */
const KEPT_AFTER_STOP_MS = 120_000;

/** The lines that the service still has: those of the system, and those of containers that have not ended long ago. */
export function keptLines(
  entries: readonly LogEntry[],
  now: number,
): readonly LogEntry[] {
  const isOldStop = ({ at, source, line }: LogEntry) =>
    source === "system" &&
    line.startsWith(STOP) &&
    at + KEPT_AFTER_STOP_MS <= now;
  const lastOldStop = entries.findLast(isOldStop)?.at ?? -Infinity;
  return entries.filter(
    ({ at, source }) => source === "system" || at > lastOldStop,
  );
}

/** Adds lines. Drops lines with a time in the future, because their start was interrupted. */
function append(
  state: AccountState,
  pod: Pod,
  entries: readonly LogEntry[],
): void {
  const now = state.clock.now();
  const written = (pod.log ?? []).filter(({ at }) => at <= now);
  pod.log = [...written, ...entries].slice(-MAX_LOG_ENTRIES);
}

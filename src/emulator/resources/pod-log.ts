import type { AccountState } from "../account-state.js";
import type { LogEntry, Pod } from "./records.js";

/** How many lines a Pod keeps. */
const MAX_LOG_ENTRIES = 5000;

/**
 * Writes the log lines of a start. The lines that follow the pull of the image have the time of the end of the pull.
 */
export function logStart(state: AccountState, pod: Pod): void {
  const at = state.clock.now();
  const { upAt = at } = pod;
  append(state, pod, [
    { at, source: "system", line: `pulling image ${pod.image}` },
    { at: upAt, source: "system", line: "container started" },
    { at: upAt, source: "container", line: `${pod.image} is up` },
  ]);
}

export function logStop(state: AccountState, pod: Pod): void {
  const reason = pod.exitReason === undefined ? "" : `: ${pod.exitReason}`;
  const line = `container stopped${reason}`;
  append(state, pod, [{ at: state.clock.now(), source: "system", line }]);
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

import { useEffect, useState } from "preact/hooks";
import { connect } from "./connect.js";
import { LiveState, type ConnectionStatus } from "./live-state.js";

/** The state of the emulator, and whether the state is current. */
interface Live {
  readonly state: LiveState;
  readonly status: ConnectionStatus;
  /** Increases with each update. */
  readonly version: number;
}

/** Connects to the emulator, and renders after each update, at most once for each frame. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>(() => ({
    state: new LiveState(),
    status: "connecting",
    version: 0,
  }));
  useEffect(() => {
    connect(({ status, update }) => {
      setLive(({ state, version }) => {
        if (update) state.apply(update);
        return { state, status, version: version + 1 };
      });
    });
  }, []);
  return live;
}

/** Renders several times a second, for what follows the clock. */
export function useTicks(isOn: boolean, intervalMs = 250): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setTick((tick) => tick + 1);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [isOn, intervalMs]);
}

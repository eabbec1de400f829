import { useEffect, useState } from "preact/hooks";
import { callEmulator } from "./calls.js";
import type { View } from "./server/page-view.js";

/** How often the page asks for the view, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** The view that the page got last. */
export interface LiveState extends View {
  /** The present moment of the emulator's clock, in milliseconds since 1970. */
  readonly present: () => number;
}

/** The state of the emulator, and whether the state is current. */
interface Live {
  /** Undefined before the first answer. */
  readonly state?: LiveState;
  readonly status: "connecting" | "live" | "not connected";
}

/** Asks the emulator for its state again and again, as long as somebody can see the page. */
export function useLive(): Live {
  const [live, setLive] = useState<Live>({ status: "connecting" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async () => {
      if (!document.hidden) {
        const view = await callEmulator<View>("GET", "/view").catch(() => null);
        setLive(({ state }) => {
          if (view) return { state: withClock(view), status: "live" };
          return { ...(state && { state }), status: "not connected" };
        });
      }
      timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };
    void poll();
    return () => clearTimeout(timer);
  }, []);
  return live;
}

function withClock(view: View): LiveState {
  const receivedAt = performance.now();
  const { now, speed } = view;
  return {
    ...view,
    present: () => now + speed * (performance.now() - receivedAt),
  };
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

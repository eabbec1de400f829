import { vi } from "vitest";
import { VISIBILITY_DELAY_MS } from "../../../src/machines/end-pod.js";

/**
 * Moves `performance.now()` on by the time that the service has to show a new Pod: from now on, an unknown Pod is a Pod
 * that is gone. `vi.restoreAllMocks` moves the time back.
 */
export function passVisibilityDelay(): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(
    () => now() + VISIBILITY_DELAY_MS,
  );
}

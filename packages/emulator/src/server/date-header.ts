import type { EmulatorClock } from "../time/clock.js";

/**
 * Gives a response the time of the emulator's clock, as a service does with its own clock. `x-emulator-time` says that
 * this clock is emulated and may run fast. A date that is there already, such as that of a fault rule, stays.
 */
export function addDate(
  response: Response,
  clock: Pick<EmulatorClock, "now">,
): Response {
  const { headers } = response;
  if (headers.has("date")) return response;
  const time = new Date(clock.now());
  headers.set("date", time.toUTCString());
  headers.set("x-emulator-time", time.toISOString());
  return response;
}

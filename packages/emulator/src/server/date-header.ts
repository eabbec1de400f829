import type { EmulatorClock } from "../time/clock.js";

/**
 * Gives a response the time of the emulator's clock, as a service does with its own clock. `x-virtual-time` tells
 * a client that this clock may run fast, so that it is not compared with the wall clock. A date that is there already, such as that of a fault rule, stays.
 */
export function addDate(
  response: Response,
  clock: Pick<EmulatorClock, "now">,
): Response {
  const { headers } = response;
  if (headers.has("date")) return response;
  const time = new Date(clock.now());
  headers.set("date", time.toUTCString());
  headers.set("x-virtual-time", time.toISOString());
  return response;
}

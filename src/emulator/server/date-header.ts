import type { EmulatorClock } from "../time/clock.js";

/**
 * Gives a response the time of the emulator's clock, as a service does with its own clock. A date that is there already,
 * such as that of a fault rule, stays.
 */
export function addDate(
  response: Response,
  clock: Pick<EmulatorClock, "now">,
): Response {
  const { headers } = response;
  if (!headers.has("date"))
    headers.set("date", new Date(clock.now()).toUTCString());
  return response;
}

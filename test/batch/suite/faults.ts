import { onTestFinished, vi } from "vitest";
import type { Emulator } from "cloud-compute-emulator";
import type { createGate } from "./temporary-batch.js";

export const JSON_HEADERS = { "content-type": "application/json" };

/** A response of the service in JSON. */
export function json(
  body: object,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  });
}

/** Answers requests whose path has a part like `part`; undefined lets the emulator answer. */
export function answer(
  part: string,
  respond: (
    id: string,
    init?: RequestInit,
  ) => Response | Promise<Response> | undefined,
) {
  return (fetch: Emulator["fetch"]) =>
    ((address: string, init?: RequestInit) => {
      const { pathname } = new URL(address);
      const isMeant = pathname.includes(part);
      const response = isMeant
        ? respond(pathname.split("/").at(-1) ?? "", init)
        : undefined;
      return response ?? fetch(address, init);
    }) as Emulator["fetch"];
}

/** Keeps the answers to the first submits back until `answered` opens, and opens `sent` at the first of them. */
export function holdSubmits(
  sent: ReturnType<typeof createGate>,
  answered: ReturnType<typeof createGate>,
  count = Infinity,
) {
  let submits = 0;
  return (fetch: Emulator["fetch"]) =>
    (async (address: string, init?: RequestInit) => {
      const response = await fetch(address, init);
      if (!address.endsWith("/run") || submits++ >= count) return response;
      sent.open();
      await answered.opened;
      return response;
    }) as Emulator["fetch"];
}

/** Sets the steady clock of this process forward, as often as it is called. */
export function createClockShift(): (shiftMs: number) => void {
  const now = performance.now.bind(performance);
  let shiftedMs = 0;
  const spy = vi
    .spyOn(performance, "now")
    .mockImplementation(() => now() + shiftedMs);
  onTestFinished(() => spy.mockRestore());
  return (shiftMs) => {
    shiftedMs += shiftMs;
  };
}

/** Answers the status requests whose path has such a part as if the job had been submitted long ago, and was forgotten. */
export function forgetJobs(part = "/status/", shiftClock = createClockShift()) {
  return answer(part, () => {
    // The service keeps a result for 30 minutes.
    shiftClock(31 * 60_000);
    return new Response('{"error":"job not found"}', { status: 404 });
  });
}

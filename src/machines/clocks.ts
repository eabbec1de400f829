import { CloudComputeError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { withResponse } from "../with-response.js";

/** The clocks of the service and of this machine at one moment, in milliseconds since 1970. */
export interface Clocks {
  readonly service: number;
  readonly local: number;
  /** Whether the service is an emulator. Its clock may run fast, so that the two clocks are not comparable. */
  readonly isEmulated: boolean;
}

/** An emulator names the time of its own clock in this header. */
const EMULATOR_TIME = "x-emulator-time";
/** Clocks that differ by more than a day are not believed. Headers have whole seconds, and requests take time. */
const MAX_DIFFERENCE_MS = 86_400_000 + 60_000;

/** Reads the clocks at the response of a call. The service counts as in step with this machine if it names no time. */
export async function readClocksOf(
  call: (options: CallOptions) => Promise<unknown>,
): Promise<Clocks> {
  const { response } = await withResponse(call);
  const local = Date.now();
  const headers = response?.headers;
  const emulated = Date.parse(headers?.get(EMULATOR_TIME) ?? "");
  if (!Number.isNaN(emulated))
    return { service: emulated, local, isEmulated: true };
  const service = Date.parse(headers?.get("date") ?? "");
  const isNamed = !Number.isNaN(service);
  return { service: isNamed ? service : local, local, isEmulated: false };
}

/** Throws an error that names both times if the clocks differ by more than a day. */
export function checkClocks(clocks: Clocks, operation: string): void {
  const { service, local, isEmulated } = clocks;
  if (isEmulated || Math.abs(service - local) <= MAX_DIFFERENCE_MS) return;
  const [serviceTime, localTime] = [service, local].map((time) =>
    new Date(time).toISOString(),
  );
  throw new CloudComputeError(
    "clocks_differ",
    `the clock of the service says ${serviceTime}, and the clock of this machine says ${localTime}: correct the wrong one`,
    { operation },
  );
}

/** The time that has passed by both clocks. */
export function commonTime({ service, local, isEmulated }: Clocks): number {
  return isEmulated ? service : Math.min(service, local);
}

import { CloudComputeError } from "../errors.js";
import { VIRTUAL_TIME } from "../http/transport.js";
import type { CallOptions } from "../options.js";
import { withResponse } from "../with-response.js";

/** The clocks of the service and of this machine at one moment, in milliseconds since 1970. */
export interface Clocks {
  readonly service: number;
  readonly local: number;
  /** Whether the clock of the service is one for tests. It may run fast, so that the two clocks are not comparable. */
  readonly isVirtual: boolean;
}

/** Clocks that differ by more than a day are not believed. Headers have whole seconds, and requests take time. */
const MAX_DIFFERENCE_MS = 86_400_000 + 60_000;
/** The wall clock and the monotonic clock count as in step up to this difference: a sleep or a set clock makes a larger one. */
const TOLERANCE_MS = 60_000;

/** Reads the clocks at the response of a call. The service counts as in step with this machine if it names no time. */
export async function readClocksOf(
  call: (options: CallOptions) => Promise<unknown>,
): Promise<Clocks> {
  const { response } = await withResponse(call);
  const local = Date.now();
  const { time, isVirtual } = readServiceTime(response?.headers);
  return { service: Number.isNaN(time) ? local : time, local, isVirtual };
}

/** The time of the service in the headers of a response; NaN if the response names none. */
export function readServiceTime(headers: Headers | undefined): {
  readonly time: number;
  readonly isVirtual: boolean;
} {
  const virtual = Date.parse(headers?.get(VIRTUAL_TIME) ?? "");
  if (!Number.isNaN(virtual)) return { time: virtual, isVirtual: true };
  return { time: Date.parse(headers?.get("date") ?? ""), isVirtual: false };
}

/** Throws an error that names both times if the clocks differ by more than a day. */
export function checkClocks(clocks: Clocks, operation: string): void {
  const { service, local, isVirtual } = clocks;
  if (isVirtual || Math.abs(service - local) <= MAX_DIFFERENCE_MS) return;
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
export function commonTime({ service, local, isVirtual }: Clocks): number {
  return isVirtual ? service : Math.min(service, local);
}

/** The later one of the two clocks: `commonTime` has passed what lies before this time only when both clocks have. */
export function latestTime({ service, local, isVirtual }: Clocks): number {
  return isVirtual ? service : Math.max(service, local);
}

/** Knows when the time of a rental is over, although a machine may sleep and its clock may be changed. */
export class RentClock {
  readonly #readClocks: () => Promise<Clocks>;
  readonly #began: Clocks;
  readonly #beganAt = performance.now();
  readonly #beganAtTime = Date.now();
  /** When the rental began by both clocks of this machine, as the clock of the service has corrected them. */
  #monotonicStart = this.#beganAt;
  #wallStart = this.#beganAtTime;

  constructor(readClocks: () => Promise<Clocks>, began: Clocks) {
    this.#readClocks = readClocks;
    this.#began = began;
  }

  /** The time since the rental began by the monotonic clock, in milliseconds. Where a machine sleeps, this clock may stop. */
  get elapsedMs(): number {
    return performance.now() - this.#beganAt;
  }

  /** The time on the wall clock after so many milliseconds of the rental. */
  timeAfter(durationMs: number): number {
    return this.#beganAtTime + durationMs;
  }

  /**
   * Whether so many milliseconds have passed. Where the two clocks of this machine have parted and the service does not
   * answer, the time is not over yet, because the Pod cannot be ended then.
   */
  async isOver(durationMs: number): Promise<boolean> {
    if (this.#monotonicMs >= durationMs) return true;
    return (await this.readElapsedMs()) >= durationMs;
  }

  /**
   * The time since the rental began, in milliseconds, by the monotonic clock and the wall clock. Where the two have parted,
   * because the machine has slept or somebody has set its clock, the clock of the service decides; without its answer, the
   * monotonic clock.
   */
  async readElapsedMs(): Promise<number> {
    const monotonicMs = this.#monotonicMs;
    const wallMs = Date.now() - this.#wallStart;
    if (Math.abs(wallMs - monotonicMs) <= TOLERANCE_MS)
      return Math.max(wallMs, monotonicMs);
    try {
      const { service, isVirtual } = await this.#readClocks();
      const serviceMs = isVirtual ? wallMs : service - this.#began.service;
      // From now on the clocks of this machine agree again, so that the service is not asked each time.
      const trueMs = Math.max(monotonicMs, serviceMs);
      this.#monotonicStart = performance.now() - trueMs;
      this.#wallStart = Date.now() - trueMs;
      return trueMs;
    } catch {
      return monotonicMs;
    }
  }

  get #monotonicMs(): number {
    return performance.now() - this.#monotonicStart;
  }
}

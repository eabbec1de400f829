import type { Clocks } from "./clocks.js";
import type { PodService } from "./pod-service.js";

/** Clocks that differ by less than this have gone on together: a change of the wall clock or a sleep is longer. */
const TOLERANCE_MS = 60_000;

/** Knows when the time of a rent is over, although a machine may sleep and its clock may be changed. */
export class RentClock {
  readonly #service: Pick<PodService, "readClocks">;
  readonly #began: Clocks;
  readonly #beganAt = performance.now();
  readonly #beganAtTime = Date.now();

  constructor(service: Pick<PodService, "readClocks">, began: Clocks) {
    this.#service = service;
    this.#began = began;
  }

  /** The time since the rent began by the monotonic clock, in milliseconds. Where a machine sleeps, this clock may stop. */
  get elapsedMs(): number {
    return performance.now() - this.#beganAt;
  }

  /** The time on the wall clock after so many milliseconds of the rent. */
  timeAfter(durationMs: number): number {
    return this.#beganAtTime + durationMs;
  }

  /**
   * Whether so many milliseconds have passed: by the monotonic clock, or by the wall clock. Where the two have parted,
   * because the machine has slept or somebody has set its clock, the clock of the service decides. No answer of the
   * service means "not yet", because the Pod cannot be ended then.
   */
  async isOver(durationMs: number): Promise<boolean> {
    const { elapsedMs } = this;
    if (elapsedMs >= durationMs) return true;
    const wallMs = Date.now() - this.#beganAtTime;
    if (Math.abs(wallMs - elapsedMs) <= TOLERANCE_MS)
      return wallMs >= durationMs;
    try {
      const { service, isEmulated } = await this.#service.readClocks({});
      const serviceMs = service - this.#began.service;
      return (isEmulated ? wallMs : serviceMs) >= durationMs;
    } catch {
      return false;
    }
  }
}

import type { RentClock } from "./clocks.js";
import { scheduleUnref } from "./unref-timer.js";

/** How often a rental checks whether its time is over. */
const CHECK_INTERVAL_MS = 5000;
/** The pause before a failed release at a limit is retried, in milliseconds. */
const RETRY_MS = 30_000;

/** The end of a rental. Its timer does not keep the process running. */
export class RentDeadline {
  readonly #clock: RentClock;
  readonly #onOver: () => void;
  #durationMs: number;
  #isStopped = false;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: RentClock, durationMs: number, onOver: () => void) {
    this.#clock = clock;
    this.#durationMs = durationMs;
    this.#onOver = onOver;
  }

  /** When the rental ends, in milliseconds since it began. */
  get durationMs(): number {
    return this.#durationMs;
  }

  /** When the rental ends, in milliseconds since 1970. */
  get endsAt(): number {
    return this.#clock.timeAfter(this.#durationMs);
  }

  shorten(durationMs: number): void {
    this.#durationMs = durationMs;
    this.start();
  }

  /** Checks often whether the rental is over: a single timer would stop while the machine sleeps. */
  start(): void {
    const remainingMs = Math.max(0, this.#durationMs - this.#clock.elapsedMs);
    const delayMs = Math.min(CHECK_INTERVAL_MS, remainingMs);
    this.#schedule(() => void this.#check(), delayMs);
  }

  /** Reports the end once more after a pause, because the Pod could not be ended. */
  repeat(): void {
    this.#schedule(this.#onOver, RETRY_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
  }

  async #check(): Promise<void> {
    const isOver = await this.#clock.isOver(this.#durationMs);
    if (this.#isStopped) return;
    if (isOver) this.#onOver();
    else this.start();
  }

  #schedule(act: () => void, delayMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = scheduleUnref(act, delayMs);
  }
}

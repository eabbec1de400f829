/** The longest delay that is handed to `setTimeout`, which holds no more than about 24 days. */
const MAX_TIMER_DELAY_MS = 3_600_000;

/** One platform timer that serves the earliest of many scheduled actions. */
export class SharedTimer {
  readonly #onFire: () => void;
  #handle: ReturnType<typeof setTimeout> | undefined;
  #setFor: number | undefined;

  /** `onFire` is called at the moment that was set, or earlier where the delay is longer than one timer can hold. */
  constructor(onFire: () => void) {
    this.#onFire = onFire;
  }

  /**
   * Replaces the moment that the timer waits for; `moment` only identifies it. A delay of Infinity stops the timer. The
   * process stays alive for the timer only with `keepsProcessAlive`.
   */
  set(moment: number, delayMs: number, keepsProcessAlive: boolean): void {
    if (moment !== this.#setFor) this.#start(delayMs);
    this.#setFor = moment;
    const handle = this.#handle;
    // In browsers a timer is a number, which keeps nothing alive.
    if (typeof handle !== "object") return;
    if (keepsProcessAlive) handle.ref();
    else handle.unref();
  }

  #start(delayMs: number): void {
    clearTimeout(this.#handle);
    this.#handle = undefined;
    if (delayMs === Infinity) return;
    const delay = Math.min(Math.max(Math.ceil(delayMs), 0), MAX_TIMER_DELAY_MS);
    this.#handle = setTimeout(() => {
      this.#setFor = undefined;
      this.#onFire();
    }, delay);
  }
}

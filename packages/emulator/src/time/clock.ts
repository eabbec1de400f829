import type { Settings } from "../options.js";
import { InputError } from "cloud-compute-sdk";
import { Schedule, type Urgency } from "./schedule.js";
import { SharedTimer } from "./timer.js";
import { sleep, yieldToEventLoop } from "./wait.js";

/** The clock of an emulator, as its user sees it. */
export interface EmulatorClock {
  /** The present moment, in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Moves the clock forward by `ms` milliseconds and runs everything that becomes due, in order: jobs, webhooks, held
   * calls. Resolves when all of that is done. A real clock jumps ahead and goes on from there.
   *
   * @throws InputError (as a rejection) unless `ms` is a number from 0 to ten years.
   */
  readonly advance: (ms: number) => Promise<void>;
  /**
   * Moves the clock forward, second by second, until a promise settles, and returns its result: for code that submits and
   * waits within one function. Between two steps, a poll of the code may still pause in real time, at most a quarter of
   * a second soon after the submit: set `interval: 50` to make the pauses shorter. An hour of the clock takes some seconds
   * of real time: let `advance` pass hours instead, and wait afterwards. The clock may pass by minutes in such a pause, and
   * so does not stop at a piece of `job.stream()`. A job that has ended is kept for one real second at least, so that a
   * poll still finds it.
   *
   * @throws what the promise rejects with
   * @throws InputError (as a rejection) if the promise has not settled after `maxMs` milliseconds of the clock, by default
   * 24 hours; or unless `maxMs` is a number from 0 to ten years
   * @example
   * ```ts
   * const run = model.runSync({ prompt: "a lighthouse" });
   * const { output } = await emulator.clock.advanceUntil(run);
   * ```
   */
  readonly advanceUntil: <Result>(
    promise: Result | PromiseLike<Result>,
    maxMs?: number,
  ) => Promise<Result>;
}

/** How far `advanceUntil` moves the clock at once. */
const STEP_MS = 1000;
/** The real pause between two steps, in which polls can be sent. */
const STEP_PAUSE_MS = 1;
/** While `advanceUntil` moves the clock, an ended job is kept for so many real milliseconds: longer than polls pause. */
const KEPT_FOR_POLLS_MS = 1000;
const DEFAULT_MAX_STEPS_MS = 24 * 3_600_000;

/** Ten years. What is billed by the hour is computed for each hour. */
const MAX_ADVANCE_MS = 10 * 366 * 24 * 3_600_000;
const DURATION_RULE = "from 0 to ten years";
const MANUAL_CLOCK_START = Date.UTC(2026, 0, 1);

/**
 * The clock by which everything in an emulator happens. A real clock runs `speed` times as fast as the system's; a manual
 * clock moves only with `advance`.
 */
export class Clock implements EmulatorClock {
  /** Emulated milliseconds for each real millisecond; 1 for a manual clock. */
  readonly speed: number;
  readonly #isManual: boolean;
  readonly #time: EmulatedTime;
  readonly #schedule = new Schedule();
  readonly #delays = new Set<() => void>();
  readonly #timer = new SharedTimer(() => this.runDue());
  #lastAdvance: Promise<void> = Promise.resolve();
  /** How many calls of `advanceUntil` move the clock. */
  #advancingUntil = 0;

  constructor({ speed, clock }: Pick<Settings, "speed" | "clock">) {
    this.speed = clock === "manual" ? 1 : speed;
    this.#isManual = clock === "manual";
    this.#time = new EmulatedTime(this.#start(), this.#isManual ? 0 : speed);
  }

  /** The present moment, in milliseconds since 1970. */
  readonly now = (): number => this.#time.now();

  /** See `EmulatorClock`. An advance starts when the one before it has ended. */
  readonly advance = (ms: number): Promise<void> => {
    if (!isDuration(ms)) {
      const problem = `advance takes milliseconds, ${DURATION_RULE} (it was ${ms})`;
      return Promise.reject(new InputError("ms", problem));
    }
    const advanced = this.#lastAdvance.then(() => this.#advance(ms));
    this.#lastAdvance = advanced.catch(() => undefined);
    return advanced;
  };

  /** See `EmulatorClock`. */
  readonly advanceUntil = async <Result>(
    promise: Result | PromiseLike<Result>,
    maxMs = DEFAULT_MAX_STEPS_MS,
  ): Promise<Result> => {
    const progress = { isSettled: false };
    const settle = () => {
      progress.isSettled = true;
    };
    void Promise.resolve(promise).then(settle, settle);
    if (!isDuration(maxMs)) {
      const problem = `advanceUntil takes a promise and maxMs, milliseconds ${DURATION_RULE} (it was ${String(maxMs)})`;
      throw new InputError("maxMs", problem);
    }
    this.#advancingUntil += 1;
    try {
      for (let passedMs = 0; ; passedMs += STEP_MS) {
        await sleep(STEP_PAUSE_MS, new AbortController().signal);
        if (progress.isSettled) return await promise;
        if (passedMs >= maxMs) {
          const problem = `advanceUntil: the promise has not settled within ${maxMs} ms of the clock: it waits for something that the clock does not bring about`;
          throw new InputError("promise", problem);
        }
        await this.advance(Math.min(STEP_MS, maxMs - passedMs));
      }
    } finally {
      this.#advancingUntil -= 1;
    }
  };

  /**
   * While `advanceUntil` moves the clock, the result resolves when polls had the time to find a job that ended at `endedAt`
   * of `performance.now()`. Otherwise, or if they had that time, the result is undefined.
   */
  waitForPolls(endedAt: number): Promise<void> | undefined {
    const waitMs = endedAt + KEPT_FOR_POLLS_MS - performance.now();
    if (this.#advancingUntil === 0 || waitMs <= 0) return undefined;
    return sleep(waitMs, new AbortController().signal);
  }

  /** Schedules an action and returns a function that cancels the action. */
  schedule(
    time: number,
    run: () => unknown,
    urgency: Urgency = "onRead",
  ): () => void {
    const entry = this.#schedule.add(time, run, urgency);
    this.#setTimer();
    return () => {
      this.#schedule.cancel(entry);
      this.#setTimer();
    };
  }

  /** Runs every action that is due, in order and each at its own time. To be called before each read of the state. */
  runDue(): void {
    if (this.#time.isFrozen()) return;
    const now = this.#time.now();
    const take = () => this.#schedule.takeDue(now);
    for (let due = take(); due; due = take()) {
      this.#time.freeze(due.rank);
      try {
        void due.run();
      } finally {
        this.#time.unfreeze();
      }
    }
    this.#setTimer();
  }

  /** Delays a response: by real milliseconds, or by those of a manual clock. An abort ends the delay early. */
  delay(ms: number, signal: AbortSignal): Promise<void> {
    if (!this.#isManual) return sleep(ms, signal);
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        this.#delays.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = this.schedule(this.now() + ms, wake);
      this.#delays.add(wake);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });
  }

  /** Cancels every action, ends every delay and goes on from `moment`: by default the moment at which such a clock starts. */
  reset(moment = this.#start()): void {
    this.#schedule.clear();
    this.#time.jump(moment);
    for (const wake of [...this.#delays]) wake();
    this.#setTimer();
  }

  async #advance(ms: number): Promise<void> {
    const time = this.#time;
    const target = time.now() + ms;
    await yieldToEventLoop();
    const take = () => this.#schedule.takeDue(target);
    for (let due = take(); due; due = take()) {
      const moment = Math.max(due.rank, time.now());
      time.freeze(moment);
      try {
        await due.run();
        await yieldToEventLoop();
      } finally {
        time.unfreeze();
        if (moment > time.now()) time.jump(moment);
      }
    }
    if (target > time.now()) time.jump(target);
    this.#setTimer();
  }

  #start(): number {
    return this.#isManual ? MANUAL_CLOCK_START : Date.now();
  }

  /** Sets the platform timer for the next action. To be called after each change of the schedule or the time. */
  #setTimer(): void {
    if (this.#isManual) return;
    const urgency = this.#schedule.urgency();
    const next = urgency === "onRead" ? Infinity : this.#schedule.nextTime();
    const delayMs = (next - this.now()) / this.speed;
    this.#timer.set(next, delayMs, urgency === "keepAlive");
  }
}

/**
 * A time that starts at `start` and runs `speed` times as fast as the system's; with a speed of 0 it only jumps. Where the
 * date of the system is set back, the time stands still until the date has caught up.
 */
class EmulatedTime {
  readonly #speed: number;
  #base: number;
  #baseRealTime = Date.now();
  #frozenAt: number | undefined;
  /** The latest time that was read. */
  #latest = -Infinity;

  constructor(start: number, speed: number) {
    this.#base = start;
    this.#speed = speed;
  }

  now(): number {
    if (this.#frozenAt !== undefined) return this.#frozenAt;
    const elapsed = (Date.now() - this.#baseRealTime) * this.#speed;
    this.#latest = Math.max(this.#latest, this.#base + elapsed);
    return this.#latest;
  }

  /** Stands still at a moment until `unfreeze`. The time then is what it would be without the freeze. */
  freeze(moment: number): void {
    this.#frozenAt = moment;
  }

  unfreeze(): void {
    this.#frozenAt = undefined;
  }

  isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  /** Goes on from a moment. */
  jump(moment: number): void {
    this.#frozenAt = undefined;
    this.#base = moment;
    this.#latest = moment;
    this.#baseRealTime = Date.now();
  }
}

function isDuration(ms: number): boolean {
  return Number.isFinite(ms) && ms >= 0 && ms <= MAX_ADVANCE_MS;
}

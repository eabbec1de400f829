import { createAgenda, type Agenda, type Need } from "./agenda.js";
import { createAlarm } from "./timer.js";
import { breathe } from "./next-turn.js";
import type { Settings } from "../options.js";
import { sleep } from "../server/sleep.js";
import { createTime, type Time } from "./time.js";

/** The clock of an emulator, as its user sees it. */
export interface PublicClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Moves the clock by so many milliseconds and does what falls due, in order: jobs, webhooks, held calls. Resolves
   * when that is done. Rejects with a RangeError for a number below 0. A real clock is moved ahead, and goes on.
   */
  readonly advance: (ms: number) => Promise<void>;
}

export interface Clock extends PublicClock {
  /** Does something at a moment; what it returns calls that off. No timer is set where all can wait for a look. */
  readonly at: (moment: number, act: () => unknown, need?: Need) => () => void;
  /** Does what has fallen due, in order and each at its own moment. To be called before each look at the state. */
  readonly settle: () => void;
  /** A pause of the network: real milliseconds, or those of a manual clock. An abort ends it early. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Strikes everything off, ends each pause, and goes on from a moment: from where such a clock begins, unless one is given. */
  readonly restart: (moment?: number) => void;
  /** Emulated milliseconds for each real one. */
  readonly speed: number;
}

const manualStart = Date.UTC(2026, 0, 1);

export function createClock({
  speed,
  clock: mode,
}: Pick<Settings, "speed" | "clock">): Clock {
  const isManual = mode === "manual";
  const start = () => (isManual ? manualStart : Date.now());
  const time = createTime(start(), isManual ? 0 : speed);
  const agenda = createAgenda();
  const pauses = new Set<() => void>();
  const alarm = createAlarm(() => settle(works));
  const rearm = () => {
    if (isManual) return;
    const need = agenda.need();
    const next = need === "look" ? Infinity : agenda.next();
    alarm.set(next, (next - time.now()) / speed, need === "hold");
  };
  const works: Works = { time, agenda, rearm };
  const at: Clock["at"] = (moment, act, need = "look") => {
    const strike = agenda.add({ time: moment, act, need });
    rearm();
    return () => {
      strike();
      rearm();
    };
  };
  return {
    ...{ now: time.now, at, speed, settle: () => settle(works) },
    advance: createAdvance(works),
    pause: (ms, signal) =>
      isManual
        ? pauseUntil(at, pauses, time.now() + ms, signal)
        : sleep(ms, signal),
    restart: (moment = start()) => {
      agenda.clear();
      time.jump(moment);
      for (const wake of [...pauses]) wake();
      rearm();
    },
  };
}

interface Works {
  readonly time: Time;
  readonly agenda: Agenda;
  /** Sets the alarm anew, after any change of the agenda or the time. */
  readonly rearm: () => void;
}

function settle({ time, agenda, rearm }: Works): void {
  if (time.isHeld()) return;
  const present = time.now();
  for (let due = agenda.take(present); due; due = agenda.take(present)) {
    time.hold(due.time);
    try {
      void due.act();
    } finally {
      time.release();
    }
  }
  rearm();
}

/** One advance begins where the one before it has ended. */
function createAdvance(works: Works): Clock["advance"] {
  let moving: Promise<void> = Promise.resolve();
  return (ms) => {
    if (!(Number.isFinite(ms) && ms >= 0))
      return Promise.reject(impossible(ms));
    const moved = moving.then(() => move(works, ms));
    moving = moved.catch(() => undefined);
    return moved;
  };
}

async function move({ time, agenda, rearm }: Works, ms: number): Promise<void> {
  const target = time.now() + ms;
  await breathe();
  for (let due = agenda.take(target); due; due = agenda.take(target)) {
    const moment = Math.max(due.time, time.now());
    time.hold(moment);
    try {
      await due.act();
      await breathe();
    } finally {
      time.release();
      if (moment > time.now()) time.jump(moment);
    }
  }
  if (target > time.now()) time.jump(target);
  rearm();
}

function impossible(ms: number): RangeError {
  return new RangeError(
    `advance takes a finite number of milliseconds, 0 or above (it was ${ms})`,
  );
}

function pauseUntil(
  at: Clock["at"],
  pauses: Set<() => void>,
  moment: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      strike();
      pauses.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const strike = at(moment, wake);
    pauses.add(wake);
    signal.addEventListener("abort", wake);
    if (signal.aborted) wake();
  });
}

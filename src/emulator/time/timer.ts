/** One timer for the earliest of many moments. */
interface Alarm {
  /** Rings for a moment that is so many milliseconds away, or never (Infinity). Only one that is holding keeps the process alive. */
  readonly set: (moment: number, ms: number, isHolding: boolean) => void;
}

/** Timers hold no longer than about 24 days: a later moment is waited for in steps of an hour. */
const longest = 3_600_000;

export function createAlarm(ring: () => void): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let setFor: number | undefined;
  const start = (ms: number) => {
    clearTimeout(timer);
    const act = () => {
      setFor = undefined;
      ring();
    };
    timer =
      ms === Infinity
        ? undefined
        : setTimeout(act, Math.min(Math.max(Math.ceil(ms), 0), longest));
  };
  return {
    set: (moment, ms, isHolding) => {
      if (moment !== setFor) start(ms);
      setFor = moment;
      // Browsers give a number, which holds nothing.
      const held = timer as
        { ref?: () => void; unref?: () => void } | undefined;
      if (isHolding) held?.ref?.();
      else held?.unref?.();
    },
  };
}

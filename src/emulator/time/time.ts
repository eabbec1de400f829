/** What time it is. */
export interface Time {
  readonly now: () => number;
  /** Stands still at a moment until it is released; it then is what it would be had it never stood still. */
  readonly hold: (moment: number) => void;
  readonly release: () => void;
  readonly isHeld: () => boolean;
  /** Goes on from a moment. */
  readonly jump: (moment: number) => void;
}

/** A time that begins at `start` and goes so many times as fast as the real one: 0 for one that only jumps. */
export function createTime(start: number, speed: number): Time {
  let [base, since] = [start, Date.now()];
  let held: number | undefined;
  return {
    now: () => held ?? base + (Date.now() - since) * speed,
    hold: (moment) => (held = moment),
    release: () => (held = undefined),
    isHeld: () => held !== undefined,
    jump: (moment) => {
      held = undefined;
      [base, since] = [moment, Date.now()];
    },
  };
}

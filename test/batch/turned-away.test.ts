import { expect, it } from "vitest";
import { TurnedAway } from "../../src/batch/turned-away.js";

it("TurnedAway lets an item wait longer after each 429, and sets it aside after ten until it is forgotten", () => {
  const turnedAway = new TurnedAway();
  const pauses = Array.from({ length: 10 }, () => turnedAway.nextPauseMs(1, 0));
  expect(pauses).toEqual([
    1000,
    2000,
    4000,
    8000,
    16_000,
    32_000,
    60_000,
    60_000,
    60_000,
    undefined,
  ]);
  expect(turnedAway.nextPauseMs(1, 0)).toBeUndefined();
  turnedAway.forget(1);
  expect(turnedAway.nextPauseMs(1, 0)).toBe(1000);
});

it("TurnedAway keeps to the pause that the service asks for, and forgets what was accepted", () => {
  const turnedAway = new TurnedAway();
  expect(turnedAway.nextPauseMs(1, 30_000)).toBe(30_000);
  expect(turnedAway.nextPauseMs(1, 0)).toBe(2000);
  expect(turnedAway.nextPauseMs(2, 0)).toBe(1000);
  turnedAway.forget(1);
  expect(turnedAway.nextPauseMs(1, 0)).toBe(1000);
});

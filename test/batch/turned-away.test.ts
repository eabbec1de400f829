import { expect, it } from "vitest";
import { TurnedAway } from "../../src/batch/turned-away.js";

it("TurnedAway lets an item wait longer after each 429, and gives it up after ten while nearly all others are accepted", () => {
  const turnedAway = new TurnedAway();
  const pauses = Array.from({ length: 11 }, () => {
    turnedAway.accept(2);
    return turnedAway.nextPauseMs(1, 0);
  });
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
    1000,
  ]);
});

it("TurnedAway gives up no item while the service turns away every item", () => {
  const turnedAway = new TurnedAway();
  for (let times = 0; times < 50; times++)
    for (const item of [1, 2])
      expect(turnedAway.nextPauseMs(item, 0)).toBeLessThanOrEqual(60_000);
});

it("TurnedAway gives up no item while the service turns away one submit of two, or nine of ten", () => {
  for (const refused of [5, 9]) {
    const turnedAway = new TurnedAway();
    for (let times = 0; times < 50; times++) {
      for (let item = refused; item < 10; item++) turnedAway.accept(item);
      for (let item = 0; item < refused; item++)
        expect(turnedAway.nextPauseMs(item, 0)).toBeLessThanOrEqual(60_000);
    }
  }
});

it("TurnedAway keeps to the pause that the service asks for, and forgets what was accepted", () => {
  const turnedAway = new TurnedAway();
  expect(turnedAway.nextPauseMs(1, 30_000)).toBe(30_000);
  expect(turnedAway.nextPauseMs(1, 0)).toBe(2000);
  expect(turnedAway.nextPauseMs(2, 0)).toBe(1000);
  turnedAway.accept(1);
  expect(turnedAway.nextPauseMs(1, 0)).toBe(1000);
});

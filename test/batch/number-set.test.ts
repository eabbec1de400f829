import { describe, expect, it } from "vitest";
import { NumberSet } from "../../src/batch/number-set.js";

describe("NumberSet", () => {
  it("adds each number once, however large the set has grown", () => {
    const set = new NumberSet();
    const count = 10_000;
    const numbers = Array.from({ length: count }, (_, n) => n * 27_644_437);
    expect(numbers.filter((number) => set.add(number))).toHaveLength(count);
    expect(numbers.filter((number) => set.add(number))).toEqual([]);
  });

  it("tells numbers apart that belong to the same place of its table", () => {
    const set = new NumberSet();
    const numbers = Array.from({ length: 100 }, (_, n) => 1023 + n * 2 ** 40);
    expect(numbers.map((number) => set.add(number))).not.toContain(false);
    expect(numbers.map((number) => set.add(number))).not.toContain(true);
  });

  it("holds 0 and the largest whole number", () => {
    const set = new NumberSet();
    const numbers = [0, Number.MAX_SAFE_INTEGER];
    expect(numbers.map((number) => set.add(number))).toEqual([true, true]);
    expect(numbers.map((number) => set.add(number))).toEqual([false, false]);
  });
});

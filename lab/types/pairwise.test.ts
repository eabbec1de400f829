import { expect, test } from "vitest";
import { factors, isPossible } from "./combinations.js";
import { pairwise } from "./pairwise.js";

const allowAll = () => true;

test("pairwise returns rows in which every two values of two factors meet", () => {
  const two = ["0", "1"];
  const rows = pairwise({ a: two, b: two, c: ["x", "y", "z"] }, allowAll);
  const pairs = rows.flatMap(({ a, b, c }) => [
    `a${a}b${b}`,
    `a${a}${c}`,
    `b${b}${c}`,
  ]);
  expect(new Set(pairs).size).toBe(4 + 6 + 6);
  expect(rows).toHaveLength(6);
});

test("pairwise leaves out a row that is not allowed, with the pairs that only this row holds", () => {
  const two = ["0", "1"];
  const rows = pairwise(
    { a: two, b: two },
    ({ a, b }) => a === "0" || b === "0",
  );
  expect(rows).toHaveLength(3);
  expect(rows).not.toContainEqual({ a: "1", b: "1" });
});

test("the combinations hold each TypeScript with each moduleResolution, in the same rows each time", () => {
  const rows = pairwise(factors, isPossible);
  const pairs = rows.map((row) => `${row.typescript} ${row.moduleResolution}`);
  expect(new Set(pairs).size).toBe(
    factors.typescript.length * factors.moduleResolution.length,
  );
  expect(rows.every(isPossible)).toBe(true);
  expect(pairwise(factors, isPossible)).toEqual(rows);
});

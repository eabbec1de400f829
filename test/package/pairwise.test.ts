import { expect, test } from "vitest";
import { factors, isPossible } from "../../scripts/package/compile.js";
import { pairwise } from "../../scripts/package/pairwise.js";

const anything = () => true;

test("every two values of two factors meet in a row", () => {
  const two = ["0", "1"];
  const rows = pairwise({ a: two, b: two, c: ["x", "y", "z"] }, anything);
  const met = rows.flatMap(({ a, b, c }) => [
    `a${a}b${b}`,
    `a${a}${c}`,
    `b${b}${c}`,
  ]);
  expect(new Set(met).size).toBe(4 + 6 + 6);
  expect(rows).toHaveLength(6);
});

test("a row that is not allowed is left out, with the pairs that only it holds", () => {
  const two = ["0", "1"];
  const rows = pairwise(
    { a: two, b: two },
    ({ a, b }) => a === "0" || b === "0",
  );
  expect(rows).toHaveLength(3);
  expect(rows).not.toContainEqual({ a: "1", b: "1" });
});

test("the types are tried on each TypeScript with each way to resolve, in the same rows each time", () => {
  const rows = pairwise(factors, isPossible);
  const met = rows.map((row) => `${row.typescript} ${row.moduleResolution}`);
  expect(new Set(met).size).toBe(
    factors.typescript.length * factors.moduleResolution.length,
  );
  expect(rows.every(isPossible)).toBe(true);
  expect(pairwise(factors, isPossible)).toEqual(rows);
});

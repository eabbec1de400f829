import { expect, test } from "vitest";
import { piecesOf, type Pieces } from "../../src/http/redact-text.js";
import { OMITTED, redactValue } from "../../src/http/redact-value.js";

const KEY = "rpa_0123456789ABCDEFGHJK-xyz";
const pieces = piecesOf([KEY, "another-98765432109"]);

test("redactValue redacts the texts, the names and the numbers of a value", () => {
  const value = {
    [`a ${KEY}`]: [{ b: `${KEY}!`, c: null, d: true }],
    e: 98765432109,
    f: { g: "ccs1.token.signature" },
  };
  expect(redactValue(value, pieces)).toEqual({
    "a [key]": [{ b: "[key]!", c: null, d: true }],
    e: "[key]",
    f: { g: "[token]" },
  });
});

test("redactValue redacts a short key that is written as a number", () => {
  expect(redactValue({ a: [1234, 123], b: 12345 }, piecesOf(["1234", "123"]))) //
    .toEqual({ a: ["[key]", "[key]"], b: "[key]5" });
});

test("redactValue returns a value without a key as it is, and changes no value", () => {
  const clean = { a: [1, "b", { c: 2.5 }], ["__proto__"]: "d" };
  expect(redactValue(clean, pieces)).toBe(clean);
  const value = JSON.parse(`{"__proto__":"${KEY}","a":["${KEY}"]}`) as object;
  const redacted = redactValue(value, pieces);
  expect(JSON.stringify(redacted)).toBe('{"__proto__":"[key]","a":["[key]"]}');
  expect(value).toHaveProperty("a", [KEY]);
});

test("redactValue returns nothing of a value that is nested too deeply", () => {
  const depth = 100_000;
  const value: unknown = JSON.parse("[".repeat(depth) + "]".repeat(depth));
  expect(redactValue(value, pieces)).toBeUndefined();
});

test("redactValue decodes at most 64 Ki characters, and hides the other texts with escapes", () => {
  const escaped = KEY.replace(/[^]/g, (each) => `\\${each}`);
  const text = `${escaped}${"%41".repeat(1000)}`;
  const list = Array.from({ length: 100 }, () => text);
  const redacted = redactValue([...list, `plain ${KEY}`], pieces);
  expect(redacted[0]).toBe(`[key]${"%41".repeat(1000)}`);
  expect(redacted[99]).toBe(OMITTED);
  expect(redacted[100]).toBe("plain [key]");
  const decoded = redacted.filter((each) => each.startsWith("[key]"));
  expect(decoded.length * text.length).toBeLessThanOrEqual(2 ** 16);
});

test.each([
  ["texts", () => "a text without a key"],
  ["the beginning of the key", () => KEY.slice(0, 7).repeat(10)],
  ["fractions", (at: number) => at + 0.123456],
  ["whole numbers", () => 7],
  ["texts with escapes", () => "a%20b%20c%20d%20e"],
])("redactValue takes twice the steps for twice as many %s", (_, make) => {
  const steps = (length: number) =>
    stepsFor(Array.from({ length }, (_, at) => make(at)));
  expect(steps(4000)).toBeLessThanOrEqual(2 * steps(2000) + 100);
});

/** How often `redactValue` looks something up in the pieces of a key. */
function stepsFor(value: unknown): number {
  let steps = 0;
  class CountingSet<T> extends Set<T> {
    override has(value: T): boolean {
      steps++;
      return super.has(value);
    }
  }
  const counting: Pieces = {
    ...pieces,
    runs: new CountingSet(pieces.runs),
    quads: new CountingSet(pieces.quads),
  };
  redactValue(value, counting);
  return steps;
}

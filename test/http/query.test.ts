import fc from "fast-check";
import { createQuerySerializer } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import { writeQuery } from "../../src/http/query.js";

const theirs = createQuerySerializer();

/** As openapi-fetch writes it, but for the empty pairs that it leaves between two `&`. */
function expected(query: object): string {
  const pairs = theirs(query).split("&").filter(Boolean);
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

const plain = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined),
);
const name = fc.stringMatching(/^[a-zA-Z]\w*$/);

describe("a query", () => {
  test("is spelled as openapi-fetch spells it", () => {
    const value = fc.oneof(plain, fc.array(plain), fc.dictionary(name, plain));
    fc.assert(
      fc.property(fc.dictionary(name, value), (query) => {
        expect(writeQuery(query)).toBe(expected(query));
      }),
    );
  });

  test.each<[string, object | undefined, string]>([
    ["a list", { id: ["a", "b"] }, "?id=a&id=b"],
    ["an object", { at: { from: 1, to: 2 } }, "?at[from]=1&at[to]=2"],
    ["what a URL would read", { q: "a b&c=d?#" }, "?q=a%20b%26c%3Dd%3F%23"],
    ["an empty text", { q: "" }, "?q="],
    ["nothing", undefined, ""],
    ["what is not given", { a: undefined, b: null, c: [], d: [null] }, ""],
  ])("holds %s", (_, query, written) => {
    expect(writeQuery(query)).toBe(written);
  });

  test.each([{ a: [{}] }, { a: { b: {} } }, { a: [[]] }])(
    "does not hold %j, as with openapi-fetch",
    (query) => {
      expect(() => theirs(query)).toThrow();
      expect(() => writeQuery(query)).toThrow(TypeError);
    },
  );
});

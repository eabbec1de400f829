import { expect, test } from "vitest";
import { decode } from "../../src/http/body.js";

/** A piece whose length must not be needed. */
function unneeded(): Uint8Array<ArrayBuffer> {
  return Object.defineProperty(new Uint8Array(1), "byteLength", {
    get: () => expect.unreachable(),
  });
}

test("decode joins only the pieces that it needs for the first bytes of a body", () => {
  const piece = new TextEncoder().encode("abcd");
  expect(decode([piece, piece, unneeded()], 6)).toBe("abcdab");
  expect(decode([piece, piece], 100)).toBe("abcdabcd");
  expect(decode([piece, piece])).toBe("abcdabcd");
  expect(decode([], 6)).toBe("");
});

import { describe, expect, it } from "vitest";
import { canonicalJson, InputKeys } from "../../src/batch/keys.js";

describe("canonicalJson", () => {
  it("writes the members of all objects in alphabetical order", () => {
    const value = { b: [{ z: 1, a: null }], a: "é" };
    expect(canonicalJson(value)).toBe('{"a":"é","b":[{"a":null,"z":1}]}');
  });

  it("keeps the order of a list", () => {
    expect(canonicalJson({ list: [2, 1] })).toBe('{"list":[2,1]}');
  });
});

describe("InputKeys", () => {
  it("gives equal inputs different keys, and the same ones when they are added again", () => {
    const inputs = ['{"n":1}', '{"n":2}', '{"n":1}', '{"n":1}'];
    const keysOf = (keys: InputKeys) => inputs.map((input) => keys.next(input));
    const first = keysOf(new InputKeys());
    expect(new Set(first).size).toBe(4);
    expect(first[2]).toBe(`${first[0] ?? ""}-1`);
    expect(first[3]).toBe(`${first[0] ?? ""}-2`);
    expect(keysOf(new InputKeys())).toEqual(first);
  });
});

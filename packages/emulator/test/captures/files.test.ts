import { describe, expect, test } from "vitest";
import { parseCapture } from "../../../spec-tools/src/generate/parse/captures.js";
import { findSecret } from "../../../spec-tools/src/document/capture.js";
import { captures, pathOf, routeOf, shownBody } from "./support/captures.js";

/** Operations that no OpenAPI document describes. */
const FURTHER =
  /^(graphql|openai|loadBalancer)\.\w+$|^(rest|v2)\.unknownPath$|^v2\.document$/;

const VALID = {
  operation: "pods.get",
  condition: "no Pod has the id",
  request: { method: "GET", path: "/v1/pods/POD_ID" },
  status: 404,
  body: { error: "pod not found" },
  date: "2026-09-05",
  certainty: "captured",
  source: "a user's project",
};

const parse = (changes: object, name = "rest/get-pod--unknown-id") =>
  parseCapture(name, JSON.stringify({ ...VALID, ...changes }));

describe("the captures", () => {
  test("are of operations that exist, and were sent to their paths", () => {
    const wrong = captures.filter(({ operation, request }) => {
      const route = routeOf(operation);
      if (route === undefined) return !FURTHER.test(operation);
      const [method] = route.split(" ");
      const path = pathOf(route).replace(/\{\w+\}/g, "[^/]+");
      return (
        request.method !== method || !new RegExp(`^${path}$`).test(request.path)
      );
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test("hold each condition of an operation once", () => {
    const keys = captures.map(
      ({ operation, condition, request }) =>
        `${operation} ${request.path}: ${condition}`,
    );
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
  });

  test("name a capture that exists where a later answer replaces them", () => {
    const names = captures.map(({ name }) => name);
    const replaced = captures.filter(({ replacedBy }) => replacedBy);
    expect(replaced).not.toEqual([]);
    for (const { replacedBy } of replaced) expect(names).toContain(replacedBy);
  });

  test("show recorded words where the body has them, or a TEXT in their place", () => {
    const wrong = captures.filter((capture) => {
      const { text, textContains, words = [] } = capture;
      const shown = JSON.stringify([shownBody(capture), text, textContains]);
      return !words.every(
        (each) =>
          shown.includes(JSON.stringify(each).slice(1, -1)) ||
          shown.includes("TEXT"),
      );
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe("the reading of a capture", () => {
  test("takes a whole file", () => {
    expect(parse({})).toEqual({ name: "rest/get-pod--unknown-id", ...VALID });
  });

  test.each([
    ["a missing member", { date: undefined }, "date"],
    ["an unknown member", { seen: true }, "seen"],
    ["a status that no answer has", { status: 99 }, "status"],
    ["a date in words", { date: "last summer" }, "date"],
    ["an unknown certainty", { certainty: "sure" }, "certainty"],
    [
      "a path with a query",
      { request: { method: "GET", path: "/a?b=1" } },
      "path",
    ],
    ["two bodies", { text: "a" }, "only one of"],
    ["a key", { note: "sent with rpa_0123456789ABCDEF" }, "may hold a key"],
  ])("refuses %s", (_, changes, reason) => {
    expect(() => parse(changes)).toThrow(reason);
  });

  test("refuses a folder that is no surface, and a name without a condition", () => {
    expect(() => parse({}, "other/get-pod--unknown-id")).toThrow("folder");
    expect(() => parse({}, "rest/get-pod")).toThrow("<operation>--<condition>");
  });
});

describe("findSecret", () => {
  test.each([
    "rpa_0123456789ABCDEF",
    "Authorization: Bearer abcdefghijklmnop",
    "https://user:password@host.test",
    "somebody@company.test",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA",
    "0123456789abcdef0123456789abcdef",
  ])("finds %s", (text) => {
    expect(findSecret(text)).toBeDefined();
  });

  test("takes placeholders, ids of jobs and addresses for no secret", () => {
    const text =
      "POD_ID sync-00000000-0000-4000-8000-000000000001-e1 https://image.example.com/FILE.jpeg a@example.com";
    expect(findSecret(text)).toBeUndefined();
  });
});

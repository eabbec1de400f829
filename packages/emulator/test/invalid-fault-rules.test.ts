import { describe, expect, test } from "vitest";
import { createEmulator, type FaultRule, type Route } from "../src/index.js";
import { createAccount, errorThrownBy } from "./support/account.js";

const MEMBERS =
  "status, headers, body, delay, reset, edge, refusal, carriedOut, truncate, times, after, probability";
const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

describe("emulator.fail rejects", () => {
  test.each([
    ["GET /podz", 'did you mean "GET /pods"?'],
    ["GET /v1/pods", 'did you mean "GET /pods"?'],
    ["GET /pods/abc", 'did you mean "GET /pods/{podId}"?'],
    [
      "POST /v2/flux-dev/cancel/7",
      'did you mean "POST /v2/{slug}/cancel/{jobId}"?',
    ],
    ["GET https://a.example/v1/pods", 'did you mean "GET /pods"?'],
    [
      "constructor",
      'a route is a method and a path without the base URL, such as "GET /pods/{podId}"',
    ],
  ])("the route %s", (route, message) => {
    const { fail } = createEmulator();
    expect(errorThrownBy(() => fail(route as Route))).toBe(
      `InputError: fail: the emulator has no route "${route.replace(/ +/g, " ")}": ${message}`,
    );
  });

  test("its arguments without quoting a key of the address, of a header, or given by itself", () => {
    const key = "sk-live-0123456789";
    const { fail } = createEmulator();
    const headers = `Authorization: Bearer ${key}` as never;
    for (const act of [
      () => fail(`GET https://a.example/v1/pod?api_key=${key}` as Route),
      () => fail("GET /pods", { headers }),
      () => createEmulator(key as never),
    ]) {
      expect(errorThrownBy(act)).toMatch(
        /^InputError: .*(it was|has no route)/,
      );
      expect(errorThrownBy(act)).not.toContain("sk-live");
    }
  });

  test.each<[unknown, string]>([
    [
      { statuss: 503 },
      'InputError: fail: unknown property "statuss"; did you mean status?',
    ],
    [
      null,
      `InputError: fail: expected an object with any of ${MEMBERS} (it was null)`,
    ],
    [
      [],
      `InputError: fail: expected an object with any of ${MEMBERS} (it was a list)`,
    ],
    ...[199, 600, 200.5].map((status): [unknown, string] => [
      { status },
      `InputError: fail: status must be a whole number from 200 to 599 (it was ${status})`,
    ]),
    [
      { reset: "after", status: 500 },
      "InputError: fail: reset sends no response: leave out status, headers and body",
    ],
    [
      { reset: "before", carriedOut: true },
      'InputError: fail: reset "before" does not carry the request out: use "after", or leave out carriedOut',
    ],
    [
      { edge: 524, body: "a" },
      "InputError: fail: edge decides the response: leave out status, headers, body and reset",
    ],
    [
      { times: -1 },
      "InputError: fail: times must be a whole number, 1 or above, or Infinity (it was -1)",
    ],
    [
      { after: Infinity },
      "InputError: fail: after must be a whole number, 0 or above (it was Infinity)",
    ],
    [
      { probability: 5 },
      "InputError: fail: probability must be a number from 0 to 1 (it was 5)",
    ],
    [
      { delay: -1 },
      "InputError: fail: delay must be milliseconds, from 0 to below 2^31 (it was -1)",
    ],
    [
      { reset: true },
      'InputError: fail: reset must be "before" or "after" (it was true)',
    ],
    ...[{ "no name": "a" }, { a: "a\nb" }].map((headers): [unknown, string] => [
      { headers },
      "InputError: fail: headers must be an object of valid header names and values (it was an object)",
    ]),
    [
      { body: cyclic },
      "InputError: fail: body must be a string or a JSON value (it was an object)",
    ],
  ])("the rule %j", async (rule, message) => {
    const { emulator, call } = createAccount();
    expect(
      errorThrownBy(() => emulator.fail("GET /pods", rule as FaultRule)),
    ).toBe(message);
    expect((await call("GET", "/v1/pods")).status).toBe(200);
  });
});

test("emulator.fail accepts every route, and copies the rule", async () => {
  const { emulator, call } = createAccount();
  emulator.fail("GET /v2/{slug}/status-sync/{jobId}");
  emulator.fail("POST /graphql");
  const rule = { status: 503 };
  emulator.fail("GET /pods", rule);
  rule.status = 99;
  expect((await call("GET", "/v1/pods")).status).toBe(503);
});

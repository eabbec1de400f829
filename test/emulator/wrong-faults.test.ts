import { describe, expect, test } from "vitest";
import {
  createEmulator,
  type FaultRule,
  type Route,
} from "../../src/emulator/index.js";
import { createAccount } from "./support/account.js";
import { thrown } from "./support/thrown.js";

const MEMBERS =
  "status, headers, body, delay, reset, truncate, times, after, probability";
const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

describe("fail refuses", () => {
  test.each([
    ["GET /podz", 'it would be "GET /pods"'],
    ["get /pods", 'it would be "GET /pods"'],
    ["GET  /pods/", 'it would be "GET /pods"'],
    ["GET /v1/pods", 'it would be "GET /pods"'],
    ["GET /pods/abc", 'it would be "GET /pods/{podId}"'],
    ["PATCH /v1/pods/:id", 'it would be "PATCH /pods/{podId}"'],
    [
      "POST /v2/flux-dev/cancel/7",
      'it would be "POST /v2/{slug}/cancel/{jobId}"',
    ],
    ["GET https://a.example/v1/pods", 'it would be "GET /pods"'],
    [
      "constructor",
      'a route is a method and a path without its address, such as "GET /pods/{podId}"',
    ],
  ])("the route %s", (route, said) => {
    const { fail } = createEmulator();
    expect(thrown(() => fail(route as Route))).toBe(
      `TypeError: fail: "${route}" is no route the emulator answers: ${said}`,
    );
  });

  test("without showing a key of the address, of a header, or given alone", () => {
    const key = "sk-live-0123456789";
    const { fail } = createEmulator();
    const headers = `Authorization: Bearer ${key}` as never;
    for (const act of [
      () => fail(`GET https://a.example/v1/pod?api_key=${key}` as Route),
      () => fail("GET /pods", { headers }),
      () => createEmulator(key as never),
    ]) {
      expect(thrown(act)).toMatch(/^(Type|Range)Error: .*it was|is no route/);
      expect(thrown(act)).not.toContain("sk-live");
    }
  });

  test.each<[unknown, string]>([
    [
      { statuss: 503 },
      `TypeError: fail: there is no "statuss", only ${MEMBERS}`,
    ],
    [
      null,
      `TypeError: fail: an object with any of ${MEMBERS} is wanted (it was null)`,
    ],
    [
      [],
      `TypeError: fail: an object with any of ${MEMBERS} is wanted (it was a list)`,
    ],
    ...[99, 199, 600, 200.5, NaN].map((status): [unknown, string] => [
      { status },
      `RangeError: fail: status must be a whole number from 200 to 599 (it was ${status})`,
    ]),
    [
      { status: "503" },
      'RangeError: fail: status must be a whole number from 200 to 599 (it was "503")',
    ],
    [
      { times: -1 },
      "RangeError: fail: times must be a whole number, 0 or above, or Infinity (it was -1)",
    ],
    [
      { after: Infinity },
      "RangeError: fail: after must be a whole number, 0 or above (it was Infinity)",
    ],
    [
      { probability: 5 },
      "RangeError: fail: probability must be a number from 0 to 1 (it was 5)",
    ],
    [
      { delay: -1 },
      "RangeError: fail: delay must be milliseconds, from 0 to below 2^31 (it was -1)",
    ],
    [
      { truncate: 1.5 },
      "RangeError: fail: truncate must be a whole number, 0 or above (it was 1.5)",
    ],
    [
      { reset: true },
      'RangeError: fail: reset must be "before" or "after" (it was true)',
    ],
    ...[{ "no name": "a" }, { a: "a\nb" }, { a: {} }, new Headers()].map(
      (headers): [unknown, string] => [
        { headers },
        "RangeError: fail: headers must be an object of texts that headers may hold (it was an object)",
      ],
    ),
    [
      { body: cyclic },
      "RangeError: fail: body must be a text, or what JSON can say (it was an object)",
    ],
    [
      { body: () => 1 },
      "RangeError: fail: body must be a text, or what JSON can say (it was a function)",
    ],
  ])("the fault %j", async (fault, said) => {
    const { emulator, call } = createAccount();
    expect(thrown(() => emulator.fail("GET /pods", fault as FaultRule))).toBe(said);
    expect((await call("GET", "/v1/pods")).status).toBe(200);
  });
});

test("every route that is answered can be made to fail, and a fault is kept as it was given", async () => {
  const { emulator, call } = createAccount();
  emulator.fail("GET /v2/{slug}/status-sync/{jobId}");
  emulator.fail("POST /graphql");
  const fault = { status: 503 };
  emulator.fail("GET /pods", fault);
  fault.status = 99;
  expect((await call("GET", "/v1/pods")).status).toBe(503);
});

test("a fault from the page that cannot be is answered with 400 and the reason", async () => {
  const { emulator, call } = createAccount();
  const ask = (body: object) => call("POST", "/_emulator/fault", body);
  for (const [body, said] of [
    [{ route: "GET /podz", fault: {} }, /it would be "GET \/pods"/],
    [{ route: "GET /pods", fault: { status: 99 } }, /status must be/],
    [{ route: "GET /pods", fault: null }, /an object with any of/],
    [{ fault: {} }, /is no route/],
  ] as const) {
    const { status, body: answer } = await ask(body);
    expect([status, (answer as { error: string }).error]).toEqual([
      400,
      expect.stringMatching(said),
    ]);
  }
  const good = { route: "GET /pods", fault: { status: 503 } };
  expect((await ask(good)).status).toBe(200);
  expect((await call("GET", "/v1/pods")).status).toBe(503);
  expect(emulator.requests).toHaveLength(1);
});

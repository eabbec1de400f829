import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient, InputError, type Client } from "../../src/index.js";
import { failure, scripted } from "../support/scripted-fetch.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECRET = "hush-4c1d";

const circle: Record<string, unknown> = { [SECRET]: {} };
circle[SECRET] = { circle };

/** What the platform says of it is told where it is one of these; what another says may be anything. */
const values: readonly [name: string, value: object, said: string][] = [
  ["a circle", circle, ": TypeError: Converting circular structure to JSON"],
  ["a BigInt", { n: 1n }, ": TypeError: Do not know how to serialize a BigInt"],
  [
    "what throws",
    {
      toJSON: () => {
        throw new Error(SECRET);
      },
    },
    "",
  ],
];

const calls: readonly [
  name: string,
  parameter: string,
  call: (cloud: Client, value: object) => Promise<unknown>,
][] = [
  ["pods.create", "body", (cloud, env) => cloud.pods.create({ env } as never)],
  ["jobs.run", "body", (cloud, input) => cloud.model("m").run({ input })],
  [
    "rest.POST",
    "init",
    (cloud, env) => cloud.rest.POST("/pods", { body: { env } as never }),
  ],
  [
    "graphql.request",
    "variables",
    (cloud, a) => cloud.graphql.request("query ($a: A) { b(a: $a) }", { a }),
  ],
];

test.each(
  calls.flatMap(([operation, parameter, call]) =>
    values.map(
      ([name, value, said]) =>
        [operation, name, parameter, said, () => value, call] as const,
    ),
  ),
)(
  "%s with %s is refused in one line before anything is sent",
  async (operation, _, parameter, said, value, call) => {
    const { cloud, requests } = scripted([]);
    const error = await failure(call(cloud, value()));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      ...{ code: "invalid_input", parameter, operation, maybeSent: false },
      message: `${operation}: ${parameter} cannot be sent${said}`,
    });
    expect(requests).toHaveLength(0);
  },
);

test.each([
  [
    "what is nested",
    { a: { b: { c: 1 } } },
    ": TypeError: a[b] is no plain value",
  ],
  ["a controller", new AbortController(), ": TypeError: it is no plain value"],
  ["a signal", AbortSignal.abort(), ": TypeError: it is no plain value"],
  [
    "a URLSearchParams",
    new URLSearchParams("b=1"),
    ": TypeError: it is no plain value",
  ],
  ["a text", "a=1", ": TypeError: it is no plain value"],
  [
    "options",
    { signal: AbortSignal.abort() },
    ": TypeError: signal is no plain value",
  ],
  ["a Date", { a: new Date() }, ": TypeError: a is no plain value"],
  ["a function", { a: () => 1 }, ": TypeError: a is no plain value"],
  ["a Map in a list", { a: [new Map()] }, ": TypeError: a is no plain value"],
  ["half a character", { a: "\ud800" }, ": URIError: URI malformed"],
])("%s as or in a query is refused", async (_, query, said) => {
  const { cloud, requests } = scripted([]);
  const error = await failure(cloud.pods.list(query as object));
  expect(error).toMatchObject({
    ...{ code: "invalid_input", parameter: "query" },
    message: `pods.list: query cannot be sent${said}`,
  });
  expect(requests).toHaveLength(0);
});

test("a fetch that is no function is refused when the client is made", () => {
  const options = { apiKey: "a-key-0123456789", fetch: 1 as never };
  expect(() => createClient(options)).toThrow("fetch must be a function");
});

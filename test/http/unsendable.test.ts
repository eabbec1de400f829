import { expect, test } from "vitest";
import { InputError, type Client } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import { failure, scripted } from "../support/scripted-fetch.js";

useFakeTime();

type Call = (cloud: Client, value: object) => Promise<unknown>;

const createPod: Call = (cloud, env) => cloud.pods.create({ env } as never);
const circle: Record<string, unknown> = {};
circle["circle"] = circle;
const thrower = {
  toJSON: () => {
    throw new Error("hush-4c1d");
  },
};
/** The message quotes an error of the platform. Any other error may hold anything. */
const CIRCULAR = ": TypeError: Converting circular structure to JSON";

test.each<[string, string, object, string, Call]>([
  ["pods.create", "body", circle, CIRCULAR, createPod],
  ["pods.create", "body", thrower, "", createPod],
  [
    "model.run",
    "input",
    circle,
    CIRCULAR,
    (cloud, input) => cloud.model("m").run({ input }),
  ],
  [
    "graphql.request",
    "variables",
    circle,
    CIRCULAR,
    (cloud, a) => cloud.graphql.request("query ($a: A) { b(a: $a) }", { a }),
  ],
])(
  "%s refuses %s that JSON cannot hold in one line, before anything is sent",
  async (operation, parameter, value, reason, call) => {
    const { cloud, requests } = scripted([]);
    const error = await failure(call(cloud, value));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({
      parameter,
      maybeSent: false,
      message: `${operation}: ${parameter} cannot be sent${reason}`,
    });
    expect(requests).toHaveLength(0);
  },
);

const changed: readonly [name: string, value: unknown, problem: string][] = [
  ["NaN", NaN, "is NaN: JSON has no such number"],
  ["a BigInt", 1n, "is a bigint: JSON cannot hold it"],
  ["a function", () => 1, "is a function: JSON would leave it out"],
  ["a Map", new Map([["a", 1]]), "is an instance of Map"],
  ["a Buffer", Buffer.from("a"), "is binary data (Buffer)"],
  ["a typed array", new Float32Array(1), "is binary data (Float32Array)"],
  ["an ArrayBuffer", new ArrayBuffer(1), "is binary data (ArrayBuffer)"],
  ["a Blob", new Blob(["a"]), "is binary data (Blob)"],
];

test.each(changed)(
  "a body and variables with %s, which JSON would change, are refused before anything is sent",
  async (_, value, problem) => {
    const { cloud, requests } = scripted([]);
    const created = await failure(
      cloud.pods.create({ gpuCount: value } as never),
    );
    expect(created).toBeInstanceOf(InputError);
    expect(created).toMatchObject({ parameter: "body.gpuCount" });
    expect(String(created)).toContain(`body.gpuCount ${problem}`);
    const asked = await failure(
      cloud.graphql.request("mutation { a }", { n: value }),
    );
    expect(asked).toBeInstanceOf(InputError);
    expect(asked).toMatchObject({ parameter: "variables.n" });
    expect(String(asked)).toContain(`variables.n ${problem}`);
    expect(requests).toHaveLength(0);
  },
);

const NO_PLAIN_OBJECT = "must be a plain object";
const ADVICE =
  "text, a finite number or a boolean, or leave a out, or pass undefined";
const holds = (what: string) => `holds ${what} as a: pass ${ADVICE}`;

test.each<[string, unknown, string]>([
  ["an object", { a: { b: 1 } }, holds("an object")],
  ["a text", "a=1", NO_PLAIN_OBJECT],
  [
    "a Date",
    { a: new Date() },
    `holds an object as a: pass the result of toISOString(), ${ADVICE.slice(6)}`,
  ],
  ["NaN", { a: NaN }, holds("NaN")],
  ["null", { a: null }, holds("null")],
  [
    "an empty list",
    { cursor: [] },
    "holds an empty list as cursor: leave cursor out, or pass undefined",
  ],
  ["a Map in a list", { a: [new Map()] }, holds("an object")],
  [
    "half a character",
    { a: "\ud800" },
    "cannot be sent: URIError: URI malformed",
  ],
])(
  "%s as or in a query is refused before anything is sent",
  async (_, query, problem) => {
    const { cloud, requests } = scripted([], { unknownQuery: "send" });
    const error = await failure(cloud.pods.list(query as object));
    expect(error).toMatchObject({
      code: "invalid_input",
      parameter: "query",
      message: `pods.list: query ${problem}`,
    });
    expect(requests).toHaveLength(0);
  },
);

test.each<[string, object | undefined, string]>([
  ["a list", { id: ["a", "b"] }, "?id=a&id=b"],
  ["what a URL would read", { q: "a b&c=d?#" }, "?q=a%20b%26c%3Dd%3F%23"],
  ["an empty text", { q: "" }, "?q="],
  ["nothing", undefined, ""],
  ["absent values", { a: undefined }, ""],
])("a query may hold %s", async (_, query, written) => {
  const { cloud, requests } = scripted([{ json: [] }], {
    unknownQuery: "send",
  });
  await cloud.pods.list(query);
  expect(requests[0]?.url).toBe(`https://rest.test/v1/pods${written}`);
});

test.each([undefined, "", null])(
  "a key function that gives %j is an InputError that says so, and nothing is sent",
  async (key) => {
    const { cloud, requests } = scripted([], { apiKey: () => key as never });
    const error = await failure(cloud.pods.list());
    expect(error).toMatchObject({
      message: "pods.list: apiKey is missing: the function gave no key",
      parameter: "apiKey",
    });
    expect(requests).toEqual([]);
  },
);

import { expect, describe, test } from "vitest";
import { createClient, type Client } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { expectRefused } from "../support/expect-refused.js";
import {
  DONE,
  KEY,
  QUEUED,
  scripted,
  URLS,
} from "../support/scripted-fetch.js";

const FILE = "https://files.test/x.png";

test("the fetch of model.openai, cloud.fetch and cloud.rest refuse a signal that is none", async () => {
  const signal = {} as AbortSignal;
  await expectRefused("signal", (cloud) => {
    const { baseURL, fetch } = cloud.model("m").openai();
    return fetch(`${baseURL}/models`, { signal });
  });
  await expectRefused("signal", (cloud) =>
    cloud.fetch(`${URLS.baseUrl}/pods`, { signal }),
  );
  await expectRefused("signal", (cloud) => cloud.rest.GET("/pods", { signal }));
});

test.each(["", 5, null, undefined, "a\0b", new URL("file:///x.png")])(
  "download.toFile refuses the path %j before it sends anything",
  (path) =>
    expectRefused("path", (cloud) =>
      cloud.download.toFile(FILE, path as string),
    ),
);

test.each([
  ["onRequest", { onRequest: 5 }],
  ["onResponse", { onResponse: 5 }],
  ["onRetry", { onRetry: {} }],
  ["warn", { warn: "loud" }],
  ["fetch", { fetch: {} }],
  ["drift", { drift: true }],
  ["logger", { logger: {} }],
  ["logger", { logger: null }],
  ["spend", { spend: {} }],
  ["tracing", { tracing: true }],
  ["logLevel", { logLevel: 5 }],
  ["apiKey", { apiKey: 5 }],
  ["headers", { headers: 5 }],
  ["timeout", { timeout: -1 }],
  ["retries", { retries: 0.5 }],
  ["baseUrl", { baseUrl: 5 }],
  ["options", null],
] as const)("createClient refuses %s in %o", (parameter, options) =>
  expectRefused(parameter, () =>
    createClient((options && { apiKey: KEY, ...URLS, ...options }) as never),
  ),
);

class Point {
  x = 1;
}

describe("an input that JSON would change without a word", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;

  test.each<[string, string, object]>([
    ["input.seed", "is NaN", { seed: NaN }],
    ["input.seed", "is a bigint", { seed: 1n }],
    ["input.images[2].seed", "is NaN", { images: [1, {}, { seed: NaN }] }],
    ["input.a.b[0][1]", "is undefined", { a: { b: [["x", undefined]] } }],
    ["input.list[1]", "is undefined", { list: Array(2).fill(1, 0, 1) }],
    ["input.then", "is a function", { then: () => 1 }],
    ["input.tag", "is a symbol", { tag: Symbol("x") }],
    ["input.a.b", "is an instance of Map", { a: { b: new Map() } }],
    ["input.at", "is an instance of Point", { at: new Point() }],
    ["input", "is an instance of Point", new Point()],
    ["input.bytes", "is binary data (Uint8Array)", { bytes: new Uint8Array() }],
    [
      "input.bytes",
      "is the JSON of a Buffer",
      { bytes: Buffer.from("a").toJSON() },
    ],
    ["input.when", "is an invalid Date", { when: new Date(NaN) }],
    ["input.near.x", "is NaN", { near: { toJSON: () => ({ x: NaN }) } }],
    ["input", "cannot be sent", circular],
    ["input", "is an instance of Promise", Promise.resolve({ prompt: "x" })],
    ["input", "must be a plain object", [{ prompt: "x" }]],
    ["input", "must be a plain object", "a lighthouse" as unknown as object],
    ["input", "must be a plain object", null as unknown as object],
    ["input", "must be a plain object", { toJSON: () => undefined }],
  ])("is refused: %s %s", async (path, problem, input) => {
    for (const call of ["run", "runSync"] as const)
      await expectRefused(
        path,
        (cloud) => cloud.model<object>("m")[call](input),
        `: ${path} ${problem}`,
      );
    const { cloud, requests } = scripted([DONE]);
    const [result] = await collect(cloud.model<object>("m").map([input]));
    expect(result?.error).toMatchObject({ parameter: path });
    expect(requests).toEqual([]);
  });

  test("is refused in the policy, the webhook and s3Config too", async () => {
    const s3Config = { bucketName: "b", extra: [NaN] };
    const act = (cloud: Client) => cloud.model("m").run({}, { s3Config });
    await expectRefused("s3Config.extra[0]", act, "s3Config.extra[0] is NaN");
  });
});

test("an input of plain values is sent as JSON writes it, and each toJSON is called once", async () => {
  const { cloud, requests } = scripted([DONE]);
  let calls = 0;
  const shared = { x: 1 };
  const input = {
    seed: -0.5,
    nothing: null,
    absent: undefined,
    at: new Date(0),
    nested: Object.assign(Object.create(null) as object, { a: [[], {}] }),
    custom: {
      toJSON: () => {
        calls++;
        return "text";
      },
    },
    twice: [shared, shared],
    "": "empty",
  };
  await cloud.model("m").run(input);
  const { input: sent } = JSON.parse(requests[0]?.body ?? "") as {
    input: unknown;
  };
  expect(calls).toBe(1);
  expect(sent).toEqual(JSON.parse(JSON.stringify(input)));
});

const MIB = 2 ** 20;
/** The body around a text: `{"input":{"text":"…"}}`. */
const FRAME = '{"input":{"text":""}}'.length;
const ofBytes = (bytes: number) => ({ text: "x".repeat(bytes - FRAME) });

test.each([
  ["run", 10],
  ["runSync", 20],
] as const)(
  "%s refuses a body above %d MiB before it is sent, with the size, the limit and what to do",
  async (way, mebibytes) => {
    const input = ofBytes(mebibytes * MIB + 1);
    await expectRefused(
      "input",
      (cloud) => cloud.model("m")[way](input),
      new RegExp(`${mebibytes}.1 MiB .* at most ${mebibytes} MiB .* URLs`),
    );
  },
);

test.each([
  ["run", 10, QUEUED],
  ["runSync", 20, DONE],
] as const)("%s sends a body of %d MiB", async (way, mebibytes, answer) => {
  const { cloud, requests } = scripted([answer]);
  await cloud.model("m")[way](ofBytes(mebibytes * MIB));
  expect(requests).toHaveLength(1);
});

test("the size of a body is counted in bytes, not in characters", async () => {
  const input = { text: "€".repeat(4 * MIB) };
  await expectRefused("input", (cloud) => cloud.model("m").run(input), "12.1");
});

test("map gives the refusal of a body that is too large as the error of its input, and goes on", async () => {
  const { cloud } = scripted([QUEUED, DONE]);
  const inputs = [ofBytes(11 * MIB), { text: "short" }];
  const results = await collect(
    cloud.model("m").map(inputs, { concurrency: 1, interval: 50 }),
  );
  expect(results.map(({ error, job }) => error?.name ?? job?.status)).toEqual([
    "InputError",
    "COMPLETED",
  ]);
});

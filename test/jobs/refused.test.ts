import { expect, describe, test } from "vitest";
import {
  createClient,
  InputError,
  type Client,
  type ClientOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { DONE, KEY, scripted, URLS } from "../support/scripted-fetch.js";

/** How `act` ends, and how many requests it has sent. */
async function refusalOf(
  act: (cloud: Client) => unknown,
): Promise<{ error: unknown; sent: number }> {
  const { cloud, requests } = scripted([DONE]);
  const ended = new Promise((resolve) => resolve(act(cloud)));
  const error: unknown = await ended.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, sent: requests.length };
}

async function expectRefused(
  parameter: string,
  act: (cloud: Client) => unknown,
  problem = "",
): Promise<void> {
  const { error, sent } = await refusalOf(act);
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ parameter, maybeSent: false });
  expect((error as Error).message).toContain(problem);
  expect(sent).toBe(0);
}

const FILE = "https://files.test/x.png";
const job = (cloud: Client) => cloud.model("m").job("j1");

/** Each call with options; the type of the options does not matter here. */
const CALLS: Readonly<
  Record<string, (cloud: Client, options: never) => unknown>
> = {
  "model.run": (cloud, options) => cloud.model("m").run({}, options),
  "model.runSync": (cloud, options) => cloud.model("m").runSync({}, options),
  "model.map": (cloud, options) =>
    collect(cloud.model("m").map([{ a: 1 }], options)),
  "model.health": (cloud, options) => cloud.model("m").health(options),
  "job.status": (cloud, options) => job(cloud).status(options),
  "job.cancel": (cloud, options) => job(cloud).cancel(options),
  "job.retry": (cloud, options) => job(cloud).retry(options),
  "job.wait": (cloud, options) => job(cloud).wait(options),
  "job.watch": (cloud, options) => collect(job(cloud).watch(options)),
  "job.stream": (cloud, options) => collect(job(cloud).stream(options)),
  "job.outputs": (cloud, options) => job(cloud).outputs(options),
  download: (cloud, options) => cloud.download(FILE, options),
  "download.toFile": (cloud, options) =>
    cloud.download.toFile(FILE, "x.png", options),
  "pods.list": (cloud, options) => cloud.pods.list({}, options),
  "pods.create": (cloud, options) =>
    cloud.pods.create({ name: "x" }, {}, options),
  "graphql.request": (cloud, options) =>
    cloud.graphql.request("query { myself { id } }", {}, options),
};

describe.each(Object.entries(CALLS))("%s", (_, call) => {
  test.each([null, 5, "fast", true])("refuses the options %j", (options) =>
    expectRefused("options", (cloud) => call(cloud, options as never)),
  );

  test.each([{}, 5, "now", new EventTarget()])(
    "refuses the signal %j",
    (signal) =>
      expectRefused("signal", (cloud) => call(cloud, { signal } as never)),
  );
});

const WAITS = [
  "model.runSync",
  "job.wait",
  "job.watch",
  "job.stream",
  "job.outputs",
];

/** The options of calls that are no functions, or out of range. */
const OPTIONS: Readonly<Record<string, readonly [string[], object[]]>> = {
  onUpdate: [WAITS, [{ onUpdate: 5 }, { onUpdate: {} }]],
  onCancel: [[...WAITS, "model.map"], [{ onCancel: 5 }]],
  onAbort: [[...WAITS, "model.map"], [{ onAbort: "stop" }]],
  interval: [
    [...WAITS, "model.map"],
    [
      { interval: NaN },
      { interval: Infinity },
      { interval: "1" },
      { interval: -1 },
    ],
  ],
  outageTimeout: [[...WAITS, "model.map"], [{ outageTimeout: -1 }]],
  onSubmit: [["model.map"], [{ onSubmit: 5 }]],
  onCounts: [["model.map"], [{ onCounts: 5 }]],
  onProgress: [
    [...WAITS, "model.map", "download", "download.toFile"],
    [{ onProgress: "log" }],
  ],
  concurrency: [["model.map"], [{ concurrency: 0 }, { concurrency: NaN }]],
  wait: [["model.runSync"], [{ wait: 1 }, { wait: NaN }]],
  timeout: [
    [...Object.keys(CALLS)],
    [
      { timeout: -1 },
      { timeout: NaN },
      { timeout: Infinity },
      { timeout: 2 ** 31 },
    ],
  ],
  retries: [
    ["model.run", "job.status", "pods.list"],
    [{ retries: -1 }, { retries: NaN }],
  ],
  stall: [["download", "download.toFile"], [{ stall: 0 }]],
  onFinalResponse: [
    ["model.run", "job.status", "job.cancel", "pods.list", "graphql.request"],
    [{ onFinalResponse: 5 }],
  ],
  headers: [
    ["model.run", "model.runSync", "model.map"],
    [
      { headers: { "Content-Length": "5" } },
      { headers: [["transfer-encoding", "chunked"]] },
      { headers: 5 },
    ],
  ],
};

describe.each(Object.entries(OPTIONS))(
  "the option %s",
  (parameter, [names, wrong]) => {
    const cases = names.flatMap((name) =>
      wrong.map((options) => [name, options] as const),
    );
    test.each(cases)("of %s is refused in %o", (name, options) =>
      expectRefused(parameter, (cloud) =>
        CALLS[name]?.(cloud, options as never),
      ),
    );
  },
);

test.each([{ timeout: -1 }, { timeout: NaN }, { stall: 0 }, null, 5])(
  "model.openai refuses the options %j at once",
  async (options) => {
    const parameter = Object.keys(Object(options) as object)[0] ?? "options";
    await expectRefused(parameter, (cloud) => {
      cloud.model("m").openai(options as never);
    });
  },
);

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
] as const)("createClient refuses %s in %o", (parameter, options) => {
  const all = options && { apiKey: KEY, ...URLS, ...options };
  let error: unknown;
  try {
    createClient(all as unknown as ClientOptions);
  } catch (reason) {
    error = reason;
  }
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ parameter });
});

class Point {
  x = 1;
}

describe("an input that JSON would change without a word", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;

  test.each<[string, string, object]>([
    ["input.seed", "is NaN", { seed: NaN }],
    ["input.seed", "is Infinity", { seed: Infinity }],
    ["input.seed", "is a bigint", { seed: 1n }],
    ["input.images[2].seed", "is NaN", { images: [1, {}, { seed: NaN }] }],
    ["input.a.b[0][1]", "is undefined", { a: { b: [["x", undefined]] } }],
    ["input.list[1]", "is undefined", { list: Array(2).fill(1, 0, 1) }],
    ["input.then", "is a function", { then: () => 1 }],
    ["input.tag", "is a symbol", { tag: Symbol("x") }],
    ["input.tags", "is an instance of Set", { tags: new Set([1]) }],
    ["input.a.b", "is an instance of Map", { a: { b: new Map() } }],
    ["input.at", "is an instance of Point", { at: new Point() }],
    ["input", "is an instance of Point", new Point()],
    ["input.bytes", "is binary data (Uint8Array)", { bytes: new Uint8Array() }],
    ["input.bytes", "is binary data (Buffer)", { bytes: Buffer.from("a") }],
    [
      "input.bytes",
      "is the JSON of a Buffer",
      { bytes: Buffer.from("a").toJSON() },
    ],
    ["input.late", "is an instance of Promise", { late: Promise.resolve() }],
    ["input.when", "is an invalid Date", { when: new Date(NaN) }],
    ["input.like", "is an instance of RegExp", { like: /x/ }],
    ["input.why", "is an instance of Error", { why: new Error("x") }],
    ["input.near.x", "is NaN", { near: { toJSON: () => ({ x: NaN }) } }],
    ["input.b", "is NaN", { a: { deep: [{ deeper: [] }] }, b: NaN }],
    ["input", "cannot be sent", circular],
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

import { getEventListeners } from "node:events";
import { expect, test, vi } from "vitest";
import {
  ResponseError,
  type ResponseEvent,
  type RequestEvent,
  type RetryEvent,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  answer,
  failure,
  finish,
  KEY,
  lost,
  refused,
  scripted,
  silent,
  success,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const PODS = { json: [] };
const BUSY = { status: 429 };
const RETRY_IN_AN_HOUR = { "retry-after": "3600" };

/** Fake milliseconds that `promise` takes to end. */
async function time(promise: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await finish(promise);
  return performance.now() - start;
}

test("the deadline covers every attempt and every pause", async () => {
  const { cloud, requests } = scripted([silent]);
  const call = cloud.pods.list({}, { timeout: 45_000, retries: 100 });
  expect(await time(call)).toBe(45_000);
  expect(requests.length).toBeGreaterThanOrEqual(3);
  expect(await failure(call)).toMatchObject({
    name: "TimeoutError",
    code: "timeout",
    timeout: 45_000,
    operation: "pods.list",
    route: "GET /pods",
    maybeSent: true,
  });
});

test("an attempt of a read ends after attemptTimeout, and the next may succeed", async () => {
  const { cloud, requests } = scripted([silent, PODS], {
    attemptTimeout: 3000,
  });
  expect(await success(cloud.pods.list())).toEqual([]);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.at).toBeGreaterThanOrEqual(3000);
  expect(requests[1]?.at).toBeLessThan(3500 + 1);
  expect(requests[0]?.signal.aborted).toBe(true);
});

test("a call that must not be retried has the whole timeout for its one attempt", async () => {
  const { cloud, requests } = scripted([silent], { attemptTimeout: 3000 });
  const call = cloud.pods.create({}, {}, { timeout: 50_000 });
  expect(await time(call)).toBe(50_000);
  expect(requests).toHaveLength(1);
  expect(await failure(call)).toMatchObject({ maybeSent: true });
});

test("cloud.fetch with a timeout of its own waits for one response as long as that, and not for attemptTimeout only", async () => {
  const { cloud, requests } = scripted([silent]);
  const call = cloud.fetch("https://rest.test/v1/pods", { timeout: 100_000 });
  expect(await time(call)).toBe(100_000);
  expect(requests).toHaveLength(1);
  expect(await failure(call)).toMatchObject({ timeout: 100_000 });
});

test("the bound that a TimeoutError names is the one that was reached", async () => {
  const options = { attemptTimeout: 3000, retries: 1 };
  const { cloud } = scripted([silent, silent], options);
  const call = cloud.pods.list();
  expect(await time(call)).toBeGreaterThanOrEqual(6000);
  expect(await failure(call)).toMatchObject({ timeout: 3000 });
});

test("a Retry-After beyond the deadline ends the call at once with the service's answer", async () => {
  const { cloud, requests } = scripted([
    { status: 503, headers: RETRY_IN_AN_HOUR, json: { message: "closed" } },
  ]);
  const call = cloud.pods.list();
  expect(await time(call)).toBe(0);
  const error = await failure(call);
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ status: 503 });
  expect((error as ResponseError).headers.get("retry-after")).toBe("3600");
  expect(requests).toHaveLength(1);
});

test("Retry-After wins over the backoff, in seconds and as a date", async () => {
  vi.setSystemTime(Date.parse("Sun, 06 Nov 1994 08:49:37 GMT"));
  const date = { "retry-after": "Sun, 06 Nov 1994 08:50:00 GMT" };
  const { cloud, requests } = scripted([
    { status: 429, headers: { "retry-after": "12" } },
    { status: 503, headers: { "retry-after": "0" } },
    PODS,
  ]);
  await success(cloud.pods.list());
  const [first = 0, second = 0, third = 0] = requests.map(({ at }) => at);
  expect(second - first).toBe(12_000);
  // A timer of 0 ms is one of 1 ms.
  expect(third - second).toBeLessThanOrEqual(1);
  vi.setSystemTime(Date.parse("Sun, 06 Nov 1994 08:49:37 GMT"));
  const dated = scripted([{ status: 429, headers: date }, PODS]);
  expect(await time(dated.cloud.pods.create({}))).toBe(23_000);
});

test("an empty window of RateLimit is waited for, the longest one, and at least as long as Retry-After", async () => {
  const limits = (ratelimit: string, retryAfter?: string) => ({
    status: 429,
    headers: {
      ratelimit,
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    },
  });
  const { cloud, requests } = scripted([
    limits('"minute";r=0;t=12, "hour";r=0;t=15, "day";r=9;t=50', "12"),
    limits('"minute";r=0;t=1', "4"),
    limits('"minute";r=0;t=2'),
    PODS,
  ]);
  await success(cloud.pods.list());
  const times = requests.map(({ at }) => at);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(pauses).toEqual([15_000, 4000, 2000]);
});

test("each attempt reads the key and writes the same request anew", async () => {
  let asked = 0;
  const { cloud, requests } = scripted(
    [BUSY, refused(), { json: { id: "p" } }],
    {
      apiKey: () => Promise.resolve(`rotating-key-${++asked}`),
      headers: { "x-team": "a" },
    },
  );
  await success(
    cloud.pods.create({ name: "n" }, {}, { headers: { "x-call": "b" } }),
  );
  expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual(
    [1, 2, 3].map((n) => `Bearer rotating-key-${n}`),
  );
  for (const { headers, ...request } of requests) {
    expect(request).toMatchObject({
      method: "POST",
      url: "https://rest.test/v1/pods",
      body: '{"name":"n"}',
      redirect: "manual",
    });
    const names = ["x-team", "x-call", "content-type"];
    const values = names.map((name) => headers.get(name));
    expect(values).toEqual(["a", "b", "application/json"]);
  }
});

test("hooks receive the id of the call, operation, route, attempt, status and time, and no more", async () => {
  const events: [string, RequestEvent | ResponseEvent | RetryEvent][] = [];
  const { cloud } = scripted([lost(), { status: 503 }, PODS], {
    onRequest: (event) => events.push(["request", { ...event }]),
    onResponse: (event) => events.push(["answer", { ...event }]),
    onRetry: (event) => events.push(["retry", { ...event }]),
  });
  await success(cloud.pods.list({ name: "private" }));
  const callId = events[0]?.[1].callId ?? "";
  expect(callId).toMatch(/^\w+-\d+$/);
  const call = { callId, operation: "pods.list", route: "GET /pods" };
  const answered = (attempt: number, status?: number) => ({
    ...call,
    attempt,
    status,
    durationMs: expect.any(Number) as number,
  });
  const delayMs = expect.any(Number) as number;
  expect(events).toStrictEqual([
    ["request", { ...call, attempt: 1 }],
    ["answer", answered(1)],
    ["retry", { ...answered(1), delayMs }],
    ["request", { ...call, attempt: 2 }],
    ["answer", answered(2, 503)],
    ["retry", { ...answered(2, 503), delayMs }],
    ["request", { ...call, attempt: 3 }],
    ["answer", answered(3, 200)],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/private|key/);
});

test.each<[string, number, string, readonly string[]]>([
  ["a GET within its origin", 302, "/v1/other", ["/v1/pods", "/v1/other"]],
  ["a GET to another host", 302, "https://evil.test/pods", ["/v1/pods"]],
  ["a GET to another port", 307, "https://rest.test:8443/", ["/v1/pods"]],
  ["a GET to plain http", 301, "http://rest.test/v1/pods", ["/v1/pods"]],
  ["a GET to a host of the same end", 302, "//not-rest.test/", ["/v1/pods"]],
  ["a GET to nowhere", 302, "http://[", ["/v1/pods"]],
])(
  "%s is followed only where the key may go",
  async (_, status, location, paths) => {
    const { cloud, requests } = scripted([
      { status, headers: { location } },
      PODS,
    ]);
    await finish(cloud.pods.list());
    expect(requests.map(({ url }) => url)).toEqual(
      paths.map((path) => `https://rest.test${path}`),
    );
    for (const { headers } of requests)
      expect(headers.get("authorization")).toBe(`Bearer ${KEY}`);
  },
);

test.each([301, 302, 303, 307, 308])(
  "a %i of anything but a GET is the answer",
  async (status) => {
    const { cloud, requests } = scripted([
      { status, headers: { location: "/v1/pods/2" } },
    ]);
    const calls = [
      () => cloud.pods.create({}),
      () => cloud.pods.delete("p"),
      () => cloud.graphql.myself(),
    ];
    for (const call of calls)
      expect(await failure(call())).toMatchObject({ status, maybeSent: true });
    expect(requests).toHaveLength(3);
  },
);

test("a redirect in a circle is followed five times", async () => {
  const { cloud, requests } = scripted([
    { status: 302, headers: { location: "/v1/pods" } },
  ]);
  expect(await failure(cloud.pods.list())).toMatchObject({ status: 302 });
  expect(requests).toHaveLength(6);
});

test("1,000 calls that share a signal leave no listener on it", async () => {
  const { signal } = new AbortController();
  let most = 0;
  const step = () => {
    most = Math.max(most, getEventListeners(signal, "abort").length);
    return answer(PODS);
  };
  const { cloud, requests } = scripted([step]);
  for (let batch = 0; batch < 10; batch++)
    await Promise.all(
      Array.from({ length: 100 }, () => cloud.pods.list({}, { signal })),
    );
  expect(requests).toHaveLength(1000);
  expect(most, "while they run there is one").toBeGreaterThan(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a submit whose time is over before the retry is not sent again", async () => {
  const { cloud, requests } = scripted([BUSY], {
    onRetry: () => {
      // The machine sleeps, or the event loop is blocked, through the pause.
      vi.spyOn(performance, "now").mockReturnValue(1e9);
    },
  });
  await finish(cloud.model("m").run({}));
  vi.restoreAllMocks();
  expect(requests).toHaveLength(1);
});

test("a change whose response began is sent once, whatever breaks its body", async () => {
  for (const code of ["EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED"]) {
    const cause = Object.assign(new Error(`connect ${code}`), { code });
    const body = new ReadableStream({
      start: (controller) => controller.error(new TypeError("x", { cause })),
    });
    const { cloud, requests } = scripted([() => new Response(body)]);
    const error = await failure(cloud.model("m").run({}));
    expect(error).toMatchObject({ maybeSent: true, status: 200 });
    expect(requests).toHaveLength(1);
  }
});

import { expect, test, vi } from "vitest";
import {
  type CallOptions,
  type Client,
  type ClientOptions,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  answer,
  deferred,
  macrotask,
  scripted,
  silent,
  stalling,
  type Sent,
  type Step,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

/** What `promise` has come to after one macrotask; it is not waited for. */
async function soon(promise: Promise<unknown>): Promise<object> {
  let ended: object = { pending: true };
  promise.then(
    (value) => (ended = { value }),
    (reason: unknown) => (ended = { reason }),
  );
  await macrotask();
  return ended;
}

/** As `fetch` of the platform: rejects when its signal aborts. */
const rejectOnAbort = ({ signal }: Sent): Promise<Response> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason as Error);
    });
  });

const BUSY: Step = { status: 429, headers: { "retry-after": "30" } };
const QUEUED = { json: { id: "j1", status: "IN_QUEUE" } };
const pending = () => silent() as Promise<never>;

/** A point in the life of a call: what `fetch` meets, and how many requests have left when the abort comes. */
const POINTS: readonly (readonly [
  point: string,
  steps: readonly Step[],
  sent: number,
  options?: ClientOptions,
])[] = [
  ["while the key function is pending", [{}], 0, { apiKey: pending }],
  ["while fetch is pending", [rejectOnAbort], 1],
  ["while a fetch that ignores its signal is pending", [silent], 1],
  ["in the pause before a retry", [BUSY], 1],
  ["in the body of a success", [() => stalling('{"id"')], 1],
  ["between headers and body", [() => stalling("")], 1],
  ["in the body of a failure", [() => stalling("no", { status: 500 })], 1],
];

const CALLS: Readonly<
  Record<string, (cloud: Client, options: CallOptions) => Promise<unknown>>
> = {
  "a GET": (cloud, options) => cloud.pods.list({}, options),
  "a POST": (cloud, options) => cloud.pods.create({}, {}, options),
  "a submit": (cloud, options) => cloud.model("m").run({}, options),
  "a held submit": (cloud, options) => cloud.model("m").runSync({}, options),
  "a query": (cloud, options) => cloud.graphql.myself({}, options),
  "a call of cloud.rest": (cloud, options) =>
    cloud.rest.GET("/pods", options as Record<string, unknown>),
  "cloud.fetch with its body": async (cloud, options) => {
    const response = await cloud.fetch("https://rest.test/v1/pods", options);
    return response.text();
  },
};

for (const [point, steps, sent, options] of POINTS)
  for (const [name, call] of Object.entries(CALLS)) {
    test(`${name} that is aborted ${point} rejects at once with the reason of its signal, and sends nothing more`, async () => {
      const { cloud, requests } = scripted(steps, options);
      const controller = new AbortController();
      const running = call(cloud, { signal: controller.signal });
      const before = await soon(running);
      expect(before).toEqual({ pending: true });
      expect(requests).toHaveLength(sent);
      const reason = new Error("the caller's own");
      controller.abort(reason);
      const ended = await soon(running);
      expect((ended as { reason: unknown }).reason).toBe(reason);
      await vi.advanceTimersByTimeAsync(300_000);
      expect(requests).toHaveLength(sent);
    });
  }

for (const [name, call] of Object.entries(CALLS))
  test(`${name} with a signal that is aborted already sends nothing and asks for no key`, async () => {
    let asked = 0;
    const apiKey = () => `long-enough-key-${String(++asked)}`;
    const { cloud, requests } = scripted([{}], { apiKey });
    const reason = new Error("before");
    const signal = AbortSignal.abort(reason);
    const ended = await soon(call(cloud, { signal }));
    expect((ended as { reason: unknown }).reason).toBe(reason);
    expect([requests.length, asked]).toEqual([0, 0]);
  });

test("a key that comes after the abort is not sent, even by a fetch that ignores its signal", async () => {
  const key = deferred<string>();
  const { cloud, requests } = scripted([QUEUED], { apiKey: () => key.promise });
  const controller = new AbortController();
  const running = cloud.model("m").run({}, { signal: controller.signal });
  await soon(running);
  controller.abort(new Error("enough"));
  expect(await soon(running)).toMatchObject({
    reason: { message: "enough" },
  });
  key.resolve("a-key-that-comes-after-all");
  await macrotask();
  expect(requests).toHaveLength(0);
});

test("a key that comes after the time-out is not sent, as the error says", async () => {
  const key = deferred<string>();
  const { cloud, requests } = scripted([QUEUED], { apiKey: () => key.promise });
  const running = cloud.model("m").run({}, { timeout: 1000 });
  await soon(running);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await soon(running)).toMatchObject({
    reason: { code: "timeout", maybeSent: false },
  });
  key.resolve("a-key-that-comes-after-all");
  await macrotask();
  expect(requests).toHaveLength(0);
});

test("a redirect that comes after the abort is not followed", async () => {
  const redirect = deferred<Response>();
  const { cloud, requests } = scripted([() => redirect.promise, { json: [] }]);
  const controller = new AbortController();
  const running = cloud.pods.list({}, { signal: controller.signal });
  await soon(running);
  controller.abort(new Error("enough"));
  expect(await soon(running)).toMatchObject({ reason: { message: "enough" } });
  redirect.resolve(answer({ status: 302, headers: { location: "/v1/x" } }));
  await macrotask();
  expect(requests).toHaveLength(1);
});

test("a wait that is aborted during the poll that shows the end still rejects with the reason", async () => {
  const poll = deferred<Response>();
  const { cloud } = scripted([() => poll.promise]);
  const controller = new AbortController();
  const running = cloud
    .model("m")
    .job("j1")
    .wait({ signal: controller.signal });
  await soon(running);
  await vi.advanceTimersByTimeAsync(1);
  const reason = new Error("both");
  controller.abort(reason);
  poll.resolve(answer({ json: { id: "j1", status: "COMPLETED" } }));
  const ended = await soon(running);
  expect((ended as { reason: unknown }).reason).toBe(reason);
});

test("what a key function throws is what the call rejects with", async () => {
  const own = new Error("vault is sealed");
  const { cloud, requests } = scripted([{ json: [] }], {
    apiKey: () => Promise.reject(own),
  });
  expect(await soon(cloud.pods.list())).toStrictEqual({ reason: own });
  expect(requests).toHaveLength(0);
});

import { expect, test } from "vitest";
import { InputError, type Client } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  macrotask,
  scripted,
  silent,
  URLS,
} from "../support/scripted-fetch.js";

useFakeTime();

type Call = (
  cloud: Client,
  options: Record<string, unknown>,
) => Promise<unknown>;

const run: Call = (cloud, options) => cloud.model("m").run({}, options);

/** Calls that wait for something before they are sent, and what makes that wait last for ever. */
const CALLS: readonly [
  what: string,
  call: Call,
  block: (cloud: Client) => void,
][] = [
  [
    "a slot for a submit",
    run,
    (cloud) => {
      for (let slot = 0; slot < 150; slot++)
        void run(cloud, {}).catch(() => undefined);
    },
  ],
  [
    "a middleware of a generated function",
    (cloud, options) => cloud.pods.get("p1", {}, options),
    (cloud) => cloud.rest.use({ onRequest: () => new Promise(() => {}) }),
  ],
  [
    "a middleware of the raw client",
    (cloud, options) => cloud.rest.GET("/pods", options),
    (cloud) => cloud.rest.use({ onRequest: () => new Promise(() => {}) }),
  ],
  [
    "the body of a request",
    (cloud, options) => {
      const body = new ReadableStream();
      const init = { method: "POST", body, duplex: "half" };
      return cloud.fetch(new Request(`${URLS.baseUrl}/pods`, init), options);
    },
    () => undefined,
  ],
];

const OPTIONS = [{ retries: 0.5 }, { timeout: 0 }] as const;

test.each(
  CALLS.flatMap(([what, call, block]) =>
    OPTIONS.map((options) => [what, options, call, block] as const),
  ),
)(
  "a call that would wait for %s refuses %j before it waits",
  async (_, options, call, block) => {
    const { cloud } = scripted([silent]);
    block(cloud);
    const [parameter] = Object.keys(options);
    let error: unknown;
    void call(cloud, options).catch((reason: unknown) => (error = reason));
    await macrotask();
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ parameter, maybeSent: false });
  },
);

test.each([
  { timeout: -1 },
  { onFinalResponse: "yes" },
  { headers: { host: "elsewhere" } },
])("a submit refuses %j before a spend guard is asked", async (options) => {
  const guarded: unknown[] = [];
  const spend = {
    guardCalls:
      <Sent, Answer>(send: (call: Sent) => Promise<Answer>) =>
      (call: Sent) => {
        guarded.push(call);
        return send(call);
      },
  };
  const { cloud } = scripted([{ json: { id: "j1" } }], { spend });
  const error = await failure(run(cloud, options));
  expect(error).toBeInstanceOf(InputError);
  expect(guarded).toEqual([]);
  await run(cloud, {});
  expect(guarded).toHaveLength(1);
});

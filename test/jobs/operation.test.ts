import { afterEach, beforeEach, expect, describe, test, vi } from "vitest";
import {
  CloudComputeError,
  type Client,
  type WaitOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import {
  failure,
  RUNNING,
  scripted,
  silent,
  state,
  times,
  type Step,
} from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Call = (cloud: Client, options: WaitOptions) => Promise<unknown>;

const job = (cloud: Client) => cloud.model("m").job("j1");

const WAITS: Readonly<Record<string, Call>> = {
  "job.wait": (cloud, options) => job(cloud).wait(options),
  "job.watch": (cloud, options) => collect(job(cloud).watch(options)),
  "job.stream": (cloud, options) => collect(job(cloud).stream(options)),
  "job.outputs": (cloud, options) => job(cloud).outputs(options),
};

/** What ends a wait, as the steps and the options that lead to the error. */
const ENDS: Readonly<Record<string, readonly [Step[], WaitOptions]>> = {
  "the timeout": [[RUNNING], { timeout: 3000 }],
  "the loss of the last poll": [[RUNNING, { status: 500 }], { timeout: 3000 }],
  "an interval that fails": [
    [RUNNING],
    {
      interval: () => {
        throw new Error("broken");
      },
    },
  ],
  "an onUpdate that fails": [
    [RUNNING],
    { onUpdate: () => Promise.reject(new Error("broken")) },
  ],
  "an outage of silence": [[RUNNING, silent], { outageTimeout: 2000 }],
  "a 404 for the job": [[{ status: 404, json: {} }], { timeout: 30_000 }],
};

const FAILED = times(2, state("FAILED", { error: "out of memory" }));

async function expectNamed(operation: string, call: Promise<unknown>) {
  const error = (await failure(call)) as CloudComputeError;
  expect(error).toBeInstanceOf(CloudComputeError);
  expect(error).toMatchObject({ operation });
  expect(error.message.startsWith(`${operation}: `)).toBe(true);
}

describe.each(Object.entries(WAITS))(
  "an error of %s names it",
  (name, call) => {
    for (const [end, [steps, options]] of Object.entries(ENDS))
      test(`after ${end}`, () =>
        expectNamed(name, call(scripted(steps).cloud, options)));

    // The failure of a job is an update of `job.watch`, and no error.
    if (name !== "job.watch")
      test("after a job that failed", () =>
        expectNamed(name, call(scripted(FAILED).cloud, {})));

    test.each([{ timeout: -1 }, { retries: 1 }, 5])(
      "for the options %j",
      (options) =>
        expectNamed(name, call(scripted([]).cloud, options as WaitOptions)),
    );
  },
);

describe("an error of model.runSync", () => {
  for (const [end, [steps, options]] of Object.entries(ENDS))
    test(`names it after ${end}, once the job is accepted`, () =>
      expectNamed(
        "model.runSync",
        scripted([RUNNING, ...steps])
          .cloud.model("m")
          .runSync({}, options),
      ));

  test("names it after a job that failed", () =>
    expectNamed(
      "model.runSync",
      scripted([state("FAILED")])
        .cloud.model("m")
        .runSync({}),
    ));
});

test("the error of a result of model.map names model.map", async () => {
  const { cloud } = scripted([RUNNING, state("FAILED")]);
  const results = collect(cloud.model("m").map([{}]));
  await expectNamed(
    "model.map",
    results.then(([result]) => Promise.reject(result?.error as Error)),
  );
});

test("the error of a stream whose pieces cannot be read names the route of the stream", async () => {
  const { cloud } = scripted([
    { json: { status: "IN_PROGRESS", stream: "pieces" } },
  ]);
  const error = (await failure(collect(job(cloud).stream()))) as Error;
  const call = {
    operation: "job.stream",
    route: "GET /v2/{slug}/stream/{jobId}",
  };
  expect(error).toMatchObject(call);
  expect(error.cause).toMatchObject(call);
});

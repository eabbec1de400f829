import { expect, describe, test } from "vitest";
import {
  CloudComputeError,
  type Client,
  type WaitOptions,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
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
import { WAITS } from "./waits.js";

useFakeTime();

const job = (cloud: Client) => cloud.model("m").job("j1");

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
  expect(error).toMatchObject({ operation, job: { slug: "m", id: "j1" } });
  expect(error.message.startsWith(`${operation}: `)).toBe(true);
}

test.each(
  WAITS.flatMap(([name, wait]) =>
    Object.entries(ENDS).map((end) => [name, ...end, wait] as const),
  ),
)(
  "an error of %s after %s names it and the job",
  (name, _, [steps, options], wait) =>
    expectNamed(name, wait(job(scripted(steps).cloud), options)),
);

// The failure of a job is an update of `job.watch`, and no error.
test.each(WAITS.filter(([name]) => name !== "job.watch"))(
  "an error of %s after a job that failed names it and the job",
  (name, wait) => expectNamed(name, wait(job(scripted(FAILED).cloud), {})),
);

describe("an error of model.runSync names it and the job, once the job is accepted,", () => {
  test.each([
    ...Object.entries(ENDS),
    ["a job that failed", [FAILED.slice(1), {}]] as const,
  ])("after %s", (_, [steps, options]) =>
    expectNamed(
      "model.runSync",
      scripted([RUNNING, ...steps])
        .cloud.model("m")
        .runSync({}, options),
    ),
  );
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

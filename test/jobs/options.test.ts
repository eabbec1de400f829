import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client, RunOptions } from "../../src/index.js";
import { collect } from "../support/collect.js";
import {
  DONE,
  failure,
  finish,
  gaps,
  lines,
  lost,
  QUEUED,
  scripted,
  silent,
  success,
  type Step,
} from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const SUBMIT = ["webhook", "policy", "s3Config", "checkInput"];
const CALL = ["signal", "timeout", "retries", "headers", "onFinalResponse"];
const WAIT = [
  "signal",
  "headers",
  "timeout",
  "outageTimeout",
  "interval",
  "onUpdate",
  "onAbort",
  "onCancel",
];
const MAP = ["concurrency", "onSubmit", "onProgress", "stopOnFailure"];

/** Calls with options; the type of the options does not matter here. */
type Call = (cloud: Client, options: never) => Promise<unknown>;

const job = (cloud: Client) => cloud.model("m").job("j1");

const calls: Readonly<Record<string, readonly [string[], Call]>> = {
  "model.run": [
    [...SUBMIT, ...CALL],
    (cloud, options) => cloud.model("m").run({}, options),
  ],
  "model.runSync": [
    [...SUBMIT, ...WAIT, "wait"],
    (cloud, options) => cloud.model("m").runSync({}, options),
  ],
  "model.map": [
    [...SUBMIT, ...WAIT, ...MAP].filter((name) => name !== "onUpdate"),
    (cloud, options) => collect(cloud.model("m").map([{}], options)),
  ],
  "job.wait": [WAIT, (cloud, options) => job(cloud).wait(options)],
  "job.watch": [WAIT, (cloud, options) => collect(job(cloud).watch(options))],
  "job.stream": [WAIT, (cloud, options) => collect(job(cloud).stream(options))],
  "job.outputs": [WAIT, (cloud, options) => job(cloud).outputs(options)],
  download: [
    ["signal", "timeout", "stall", "onProgress"],
    (cloud, options) => cloud.download("https://files.test/x.png", options),
  ],
};

test.each(Object.entries(calls))(
  "%s reads only documented members of its options, and never copies them as a whole",
  async (_, [documented, call]) => {
    for (const steps of [[QUEUED, DONE], [lost()]]) {
      const read = new Set<string | symbol>();
      const ownKeys = vi.fn(() => []);
      const options = new Proxy(
        {},
        {
          get: (_, name) => {
            read.add(name);
            return undefined;
          },
          ownKeys,
        },
      );
      await finish(call(scripted(steps).cloud, options as never));
      expect(documented).toEqual(expect.arrayContaining([...read]));
      expect(read.size).toBeGreaterThan(0);
      expect(ownKeys).not.toHaveBeenCalled();
    }
  },
);

describe("internal controls of a request that are given as public options", () => {
  const submits: Readonly<Record<string, Call>> = {
    run: (cloud, options) => cloud.model("m").run({}, options),
    runSync: (cloud, options) => cloud.model("m").runSync({}, options),
  };

  for (const [name, submit] of Object.entries(submits)) {
    test(`do not keep model.${name} from ending at an abort`, async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const options = { signal, finishAfterSend: true };
      const { cloud, requests } = scripted([silent]);
      const submitted = failure(submit(cloud, options as never));
      setTimeout(() => controller.abort("enough"), 100);
      expect(await submitted).toBe("enough");
      expect(requests).toHaveLength(1);
    });

    test(`do not reach the retries and errors of model.${name}`, async () => {
      const beforeRetry = vi.fn(() => Promise.resolve());
      const options = { beforeRetry, lostNote: "a foreign note" };
      const busy: Step = { status: 429, headers: { "retry-after": "0" } };
      const { cloud, requests } = scripted([busy, lost()]);
      const error = await failure(submit(cloud, options as never));
      expect(requests).toHaveLength(2);
      expect(beforeRetry).not.toHaveBeenCalled();
      expect((error as Error).message).not.toContain("foreign");
    });
  }
});

test("model.map ignores options of a single call: its submits keep the retries and the timeout of the client", async () => {
  const busy: Step = { status: 429, headers: { "retry-after": "0" } };
  const { cloud, requests } = scripted([busy, busy, QUEUED, DONE]);
  const onUpdate = vi.fn();
  const options = { retries: 0, onUpdate } as object;
  const [result] = await success(collect(cloud.model("m").map([{}], options)));
  expect(result?.job).toMatchObject({ status: "COMPLETED" });
  const run = "POST /v2/m/run";
  expect(lines(requests).slice(0, 3)).toEqual([run, run, run]);
  expect(onUpdate).not.toHaveBeenCalled();
});

test("job.wait ignores retries: each poll is sent once", async () => {
  const { cloud, requests } = scripted([{ status: 500 }, DONE]);
  const options: RunOptions & { interval: number } = {
    retries: 9,
    interval: 1000,
  };
  await success(job(cloud).wait(options));
  expect(gaps(requests)).toEqual([1000]);
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client, RunOptions } from "../../src/index.js";
import { collect } from "../support/collect.js";
import {
  DONE,
  failure,
  finish,
  lost,
  QUEUED,
  scripted,
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
  "held",
  "onUpdate",
  "onProgress",
  "onAbort",
  "onCancel",
];
const MAP = ["concurrency", "onSubmit", "onCounts", "stopOnFailure"];

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
  "%s reads only documented members of its options",
  async (_, [documented, call]) => {
    for (const steps of [[QUEUED, DONE], [lost()]]) {
      const read = new Set<string | symbol>();
      const options = new Proxy(
        {},
        {
          get: (_, name) => {
            read.add(name);
            return undefined;
          },
        },
      );
      await finish(call(scripted(steps).cloud, options as never));
      expect(documented).toEqual(expect.arrayContaining([...read]));
      expect(read.size).toBeGreaterThan(0);
    }
  },
);

describe("internal controls of a request that are given as public options", () => {
  const submits: Readonly<Record<string, Call>> = {
    run: (cloud, options) => cloud.model("m").run({}, options),
    runSync: (cloud, options) => cloud.model("m").runSync({}, options),
  };

  for (const [name, submit] of Object.entries(submits))
    test.each(["finishAfterSend", "beforeRetry", "lostNote", "beforeSend"])(
      `do not travel with model.${name}: %s is an InputError, and nothing is sent`,
      async (control) => {
        const { cloud, requests } = scripted([]);
        const error = await failure(
          submit(cloud, { [control]: true } as never),
        );
        expect(error).toMatchObject({ name: "InputError", parameter: control });
        expect(requests).toEqual([]);
      },
    );
});

test("model.map refuses options of a single call or of a single wait, and submits nothing", async () => {
  for (const option of ["retries", "onUpdate", "onFinalResponse"]) {
    const { cloud, requests } = scripted([]);
    const options = { [option]: 0 } as object;
    const map = collect(cloud.model("m").map([{}], options));
    expect(await failure(map)).toMatchObject({ parameter: option });
    expect(requests).toEqual([]);
  }
});

test("job.wait refuses retries, and sends nothing: each poll is sent once", async () => {
  const { cloud, requests } = scripted([DONE]);
  const options: RunOptions & { interval: number } = {
    retries: 9,
    interval: 1000,
  };
  const error = await failure(job(cloud).wait(options));
  expect(error).toMatchObject({ name: "InputError", parameter: "retries" });
  expect(requests).toEqual([]);
});

import { describe, expect, test } from "vitest";
import { CallbackError, type ClientOptions } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  KEY,
  QUEUED,
  RUNNING,
  scripted,
  success,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const CAUSE = new Error("the vault is away");
const INPUTS = ["a", "b", "c"].map((prompt) => ({ prompt }));

type KeyFunction = Extract<ClientOptions["apiKey"], () => unknown>;

/** A key function that gives a key so often, and then does what `fail` does. */
const failAfter = (calls: number, fail: KeyFunction): KeyFunction => {
  let count = 0;
  return () => (count++ < calls ? KEY : fail());
};

const FAILURES: Readonly<Record<string, readonly [KeyFunction, unknown]>> = {
  rejects: [() => Promise.reject(CAUSE), CAUSE],
  "returns no key": [() => "é", { parameter: "apiKey" }],
};

describe.each(Object.entries(FAILURES))(
  "a key function that %s",
  (_, [fail, cause]) => {
    test("ends a map with a CallbackError at its first submit, and nothing is sent", async () => {
      const { cloud, requests } = scripted([QUEUED], { apiKey: fail });
      const error = await failure(collect(cloud.model("m").map(INPUTS)));
      expect(error).toBeInstanceOf(CallbackError);
      expect(error).toMatchObject({
        operation: "model.map",
        callback: "apiKey",
        jobs: [],
        maybeSent: false,
      });
      expect((error as Error).cause).toMatchObject(cause as object);
      expect(requests).toEqual([]);
    });

    test("ends a map later with the jobs under way, and submits nothing more", async () => {
      const apiKey = failAfter(1, fail);
      const { cloud, requests } = scripted([QUEUED], { apiKey });
      const options = { concurrency: 1, interval: 60_000, outageTimeout: 1000 };
      const error = await failure(
        collect(cloud.model("m").map(INPUTS, options)),
      );
      expect(error).toMatchObject({
        code: "callback_failed",
        callback: "apiKey",
        jobs: [{ slug: "m", id: "j1" }],
        maybeSent: true,
      });
      expect(requests).toHaveLength(1);
    });
  },
);

test("a key function that fails is waited for in a map for `outageTimeout` once a job is accepted", async () => {
  let count = 0;
  const apiKey: KeyFunction = () => {
    count++;
    if (count > 2 && count < 12) throw CAUSE;
    return KEY;
  };
  const steps = [QUEUED, RUNNING, RUNNING, DONE];
  const { cloud } = scripted(steps, { apiKey });
  const mapping = collect(cloud.model("m").map(INPUTS.slice(0, 1)));
  expect(await success(mapping)).toMatchObject([
    { job: { status: "COMPLETED" } },
  ]);
});

test("a map whose interval function fails ends with a CallbackError", async () => {
  const { cloud } = scripted([QUEUED, RUNNING]);
  const interval = () => {
    throw CAUSE;
  };
  const mapping = collect(cloud.model("m").map(INPUTS, { interval }));
  const error = await failure(mapping);
  expect(error).toMatchObject({ callback: "interval", cause: CAUSE });
  expect((error as CallbackError).jobs.length).toBeGreaterThan(0);
});

import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "../src/index.js";
import { createClient } from "cloud-compute-sdk";
import { createAccount, IMAGE } from "./support/account.js";
import { MINUTE } from "./support/job-calls.js";

afterEach(() => vi.useRealTimers());

function createManual() {
  const emulator = createEmulator({ clock: "manual" });
  const { apiKey, fetch, urls } = emulator;
  return { emulator, cloud: createClient({ apiKey, fetch, ...urls }) };
}

test("clock.advanceUntil returns the result of code that submits a job and waits, and keeps the ended job for the next poll, however short its time to live", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const { emulator, cloud } = createManual();
  const makePicture = async () => {
    const model = cloud.model("black-forest-labs-flux-1-schnell");
    const policy = { ttl: 20_000 };
    return (await model.run({ prompt: "a pier" }, { policy })).wait();
  };
  const made = emulator.clock.advanceUntil(makePicture());
  const settled = made.then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  let result: unknown;
  void settled.then((value) => (result = value));
  while (result === undefined) {
    await vi.advanceTimersByTimeAsync(1);
    await setImmediate();
  }
  expect(result).toBe("COMPLETED");
});

test("clock.advance removes an ended job as soon as its time to live is over", async () => {
  const { emulator, cloud } = createManual();
  const model = cloud.model("black-forest-labs-flux-1-schnell");
  await model.run({ prompt: "a pier" }, { policy: { ttl: 20_000 } });
  await emulator.clock.advance(20_000);
  expect(emulator.jobs()).toEqual([]);
});

test("clock.advanceUntil rejects with the reason of the promise", async () => {
  const { emulator } = createManual();
  const failing = Promise.reject(new Error("out of memory"));
  const ended = emulator.clock.advanceUntil(failing);
  await expect(ended).rejects.toThrow("out of memory");
});

test("clock.advanceUntil ends with an InputError when the promise does not settle within its bound", async () => {
  const { emulator } = createManual();
  const start = emulator.clock.now();
  const never = new Promise(() => undefined);
  const ended = emulator.clock.advanceUntil(never, 2500);
  await expect(ended).rejects.toMatchObject({
    name: "InputError",
    message: expect.stringContaining("2500 ms of the clock") as unknown,
  });
  expect(emulator.clock.now() - start).toBe(2500);
});

test("clock.advanceUntil names a bound that is no time, and moves no clock", async () => {
  const { emulator } = createManual();
  const start = emulator.clock.now();
  const options = { maxMs: 5 } as unknown as number;
  const ended = emulator.clock.advanceUntil(Promise.resolve(), options);
  await expect(ended).rejects.toMatchObject({
    name: "InputError",
    parameter: "maxMs",
    message: expect.stringContaining("advanceUntil takes") as unknown,
  });
  expect(emulator.clock.now()).toBe(start);
});

describe("the time of the emulator", () => {
  test("does not go back with the date of the system", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
    const { clock } = createEmulator();
    const before = clock.now();
    vi.setSystemTime(500_000);
    expect(clock.now()).toBe(before);
    vi.setSystemTime(1_000_500);
    expect(clock.now()).toBe(before + 500);
  });

  test("can be advanced by ten years, which is quick with much that runs", async () => {
    const { emulator, callOk, advance } = createAccount();
    await callOk("POST", "/v1/pods", { imageName: IMAGE });
    await advance(10 * 365 * 24 * 60 * MINUTE);
    const records = await callOk<object[]>(
      "GET",
      "/v1/billing/pods?bucketSize=year",
    );
    expect(records).toHaveLength(10);
    expect(emulator.clock.now()).toBeGreaterThan(Date.UTC(2035, 0));
  });

  test("of a held call is real: a faster clock does not shorten the wait", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const options = { clock: "real", speed: 1000 } as const;
    const { emulator, call } = createAccount(options);
    emulator.model("slow", () => new Promise(() => undefined));
    let isHeld = true;
    // A minute of the test is 17 hours of the job.
    const policy = { executionTimeout: 86_400_000, ttl: 172_800_000 };
    const body = { input: { a: 1 }, policy };
    const held = call("POST", "/v2/slow/runsync?wait=60000", body);
    void held.finally(() => (isHeld = false));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(isHeld).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect((await held).status).toBe(200);
  });
});

import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { createEmulator } from "../src/index.js";
import { createClient } from "cloud-compute-sdk";

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

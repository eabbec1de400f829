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

test("clock.advanceUntil returns the result of code that submits a job and waits within one function", async () => {
  const { emulator, cloud } = createManual();
  const makePicture = async () => {
    const model = cloud.model("black-forest-labs-flux-1-schnell");
    const job = await model.run({ prompt: "a lighthouse" });
    return job.wait({ interval: 50 });
  };
  const { status } = await emulator.clock.advanceUntil(makePicture());
  expect(status).toBe("COMPLETED");
});

test("clock.advanceUntil keeps an ended job for the next poll, however short its time to live", async () => {
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

test("setStock lifts a limit with null, by the control API as well, and names a wrong member", async () => {
  const { emulator, cloud } = createManual();
  const { account } = emulator;
  const input = { imageName: "a", gpuTypeIds: ["NVIDIA L4"] };
  account.setStock({ "NVIDIA L4": 0 });
  await expect(cloud.pods.create(input)).rejects.toThrow(
    "no instances currently available",
  );
  account.setStock({ "NVIDIA L4": null });
  expect(account.stock()).toEqual({});
  expect((await cloud.pods.create(input)).id).toBeTypeOf("string");
  account.setStock({ "NVIDIA L4": { "EU-RO-1": 2 } });
  const { urls, close } = await emulator.listen();
  const url = `${urls.publicBaseUrl}/_emulator/account`;
  const body = JSON.stringify({ stock: { "NVIDIA L4": null } });
  const response = await fetch(url, { method: "PATCH", body });
  await close();
  expect(response.status).toBe(200);
  expect(account.stock()).toEqual({});
  expect(() => account.setStock({ "RTX 4090": 0 })).toThrow(
    'stock names no GPU type of the service: "RTX 4090"; did you mean NVIDIA GeForce RTX 4090?',
  );
  expect(() => account.setStock({ "NVIDIA L4": { "EU-RO-1": -1 } })).toThrow(
    /"NVIDIA L4" at "EU-RO-1" must be .*null for no limit \(it was -1\)/,
  );
});

test("cloud.job says what to pass in place of an id", () => {
  const { cloud } = createManual();
  expect(() => cloud.job("j1" as never)).toThrow(
    "must be { slug, id }; or use model.job(id)",
  );
});

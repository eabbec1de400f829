import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";
import { passTime } from "../support/fake-time.js";
import { lines, scripted, success } from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("model.health sends one GET", async () => {
  const json = { jobs: { failed: 1 }, workers: { running: 0 } };
  const { cloud, requests } = scripted([{ json }]);
  expect(await success(cloud.model("m").health())).toEqual(json);
  expect(lines(requests)).toEqual(["GET /v2/m/health"]);
});

describe("a call that neither submits nor waits sends its own route:", () => {
  const setUpEmulator = async () => {
    const { emulator, cloud } = createEmulatedClient();
    const model = cloud.model("flux-schnell");
    const job = await model.run({ prompt: "please fail" });
    await passTime(10_000);
    const lastRequest = () =>
      emulator.requests.map(({ route, path }) => ({ route, path })).at(-1);
    return { model, job, lastRequest };
  };

  test("job.retry", async () => {
    const { job, lastRequest } = await setUpEmulator();
    expect((await job.status()).status).toBe("FAILED");
    const state = await job.retry();
    expect(state).toMatchObject({ id: job.id, status: "IN_QUEUE" });
    expect(lastRequest()).toEqual({
      route: "POST /v2/{slug}/retry/{jobId}",
      path: `/v2/flux-schnell/retry/${job.id}`,
    });
  });

  test("job.cancel", async () => {
    const { model, lastRequest } = await setUpEmulator();
    const job = await model.run({ prompt: "a house" });
    const state = await job.cancel();
    expect(state).toMatchObject({ id: job.id, status: "CANCELLED" });
    expect(lastRequest()).toEqual({
      route: "POST /v2/{slug}/cancel/{jobId}",
      path: `/v2/flux-schnell/cancel/${job.id}`,
    });
  });

  test("model.purgeQueue", async () => {
    const { model, lastRequest } = await setUpEmulator();
    const job = await model.run({ prompt: "a house" });
    expect(await model.purgeQueue()).toMatchObject({ removed: 1 });
    const route = "POST /v2/{slug}/purge-queue";
    expect(lastRequest()).toEqual({
      route,
      path: "/v2/flux-schnell/purge-queue",
    });
    await expect(job.status()).rejects.toMatchObject({ status: 404 });
  });
});

import { describe, expect, test } from "vitest";
import { createAccount, V2_ENDPOINT, type Account } from "./support/account.js";
import { jobsAt, MINUTE } from "./support/job-calls.js";

/** An endpoint of the account whose worker needs a minute to start. */
async function endpointAt(account: Account = createAccount()) {
  const { id } = await account.callOk("POST", "/v2/serverless", V2_ENDPOINT);
  account.emulator.account.setWorkers(id, { coldStartMs: MINUTE });
  return { ...jobsAt(id, account), id };
}

const UUID = "[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}";

describe("a job of the emulator", () => {
  test("has a UUID with a region as its id, and sync- in front where the submit was held", async () => {
    const { run, callOk, advance } = jobsAt("z-image-turbo");
    expect(await run({ prompt: "a" })).toMatch(new RegExp(`^${UUID}-e1$`));
    const { run: runOwn } = await endpointAt();
    expect(await runOwn({ a: 1 })).toMatch(new RegExp(`^${UUID}-u1$`));
    const held = callOk("POST", "/v2/z-image-turbo/runsync", {
      input: { prompt: "a" },
    });
    await advance(MINUTE);
    expect((await held).id).toMatch(new RegExp(`^sync-${UUID}-e1$`));
  });

  test("with an empty input is accepted by an endpoint, run again once, and fails as in the service", async () => {
    const { run, poll, health, advance, call, pathOf } = await endpointAt();
    const id = await run({});
    await advance(MINUTE + 1000);
    const first = await poll(id);
    expect(first).toMatchObject({ status: "IN_PROGRESS" });
    expect(first).not.toHaveProperty("retries");
    await advance(41_000);
    const second = await poll(id);
    expect(second).toMatchObject({ status: "IN_PROGRESS", retries: 1 });
    expect(second.workerId).toEqual(expect.any(String));
    expect(first.delayTime).toBeLessThan(62_000);
    expect(second.delayTime).toBeGreaterThan(100_000);
    expect((await health()).jobs).toMatchObject({ retried: 1, failed: 0 });
    await advance(41_000);
    const ended = await poll(id);
    expect(ended).toEqual({
      id,
      status: "FAILED",
      error: "job timed out after 1 retries",
      retries: 1,
      delayTime: second.delayTime,
      executionTime: 41_000,
      workerId: second.workerId,
    });
    expect((await health()).jobs).toMatchObject({ retried: 1, failed: 1 });
    expect((await call("GET", pathOf("status/unknown"))).status).toBe(404);
  });

  test("is answered at once by /runsync where its endpoint can have no worker", async () => {
    const { emulator, id, callOk, pathOf } = await endpointAt();
    emulator.account.setWorkers(id, { throttled: true });
    const body = { input: { a: 1 } };
    const answer = await callOk("POST", pathOf("runsync"), body);
    expect(answer).toMatchObject({ status: "IN_QUEUE" });
  });

  test("holds an empty poll of its stream for 10 seconds, or for as long as `wait` says", async () => {
    const { run, call, pathOf, advance } = await endpointAt();
    const id = await run({ a: 1 });
    for (const [query, ms] of [
      ["", 10_000],
      ["?wait=1000", 1000],
    ] as const) {
      const held = call("GET", pathOf(`stream/${id}`) + query);
      await advance(ms - 1);
      expect(await Promise.race([held, Promise.resolve("held")])).toBe("held");
      await advance(1);
      expect((await held).body).toEqual({ status: "IN_QUEUE", stream: [] });
    }
  });
});

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createAccount } from "../support/account.js";
import { MINUTE } from "../support/job-calls.js";
import { workersAt } from "./support/worker-calls.js";

/** How long a worker may be silent. */
const SILENCE = 30_000;

describe("the take route of an endpoint", () => {
  test("hands a waiting job over, with its input and its webhook, and the emulator runs no job of the endpoint any more", async () => {
    const { run, take, poll, advance, health } = await workersAt();
    const webhook = "https://example.com/hook";
    const first = take();
    await advance(0);
    const id = await run({ prompt: "a" }, { webhook });
    expect(await first).toEqual({ id, input: { prompt: "a" }, webhook });
    const other = await run({ prompt: "b" });
    await advance(5000);
    expect(await poll(other)).toMatchObject({ status: "IN_QUEUE" });
    expect((await health()).workers).toMatchObject({ running: 1, idle: 0 });
    expect(await take("w2")).toEqual({ id: other, input: { prompt: "b" } });
  });

  test("gives one job to one of the workers that wait, the one that has waited longest", async () => {
    const { run, take, advance } = await workersAt();
    const takes = [take("w1"), take("w2"), take("w3")];
    await advance(0);
    const ids = [await run(), await run()];
    await advance(20_000);
    const taken = await Promise.all(takes);
    expect(taken.map((job) => job?.id)).toEqual([...ids, undefined]);
  });

  test("gives a batch of the jobs that wait, however few they are", async () => {
    const { run, callAs } = await workersAt();
    await callAs("ping/w1");
    const ids = [await run(), await run(), await run()];
    const batch = (size: string) =>
      callAs(`job-take-batch/w1?gpu=emulated&batch_size=${size}`);
    const { body } = await batch("2");
    expect((body as { id: string }[]).map(({ id }) => id)).toEqual(
      ids.slice(0, 2),
    );
    const rest = await batch("5");
    expect(rest.body).toMatchObject([{ id: ids[2] }]);
    expect((await batch("0")).status).toBe(400);
  });

  test("answers without a key as if no job waited, with 204 after 20 seconds, and with a wrong key 401", async () => {
    const { emulator, run, callAs, poll, advance } = await workersAt();
    await callAs("ping/w1");
    const id = await run();
    const held = callAs("job-take/w1", undefined, "");
    await advance(19_999);
    expect(await Promise.race([held, Promise.resolve("held")])).toBe("held");
    await advance(1);
    expect(await held).toMatchObject({ status: 204, body: undefined });
    expect((await callAs("job-take/w1", undefined, "wrong")).status).toBe(401);
    expect((await callAs("ping/w1", undefined, "")).status).toBe(401);
    const bearer = `Bearer ${emulator.apiKey}`;
    expect((await callAs("ping/w1", undefined, bearer)).status).toBe(200);
    expect(await poll(id)).toMatchObject({ status: "IN_QUEUE" });
  });

  test("answers 404 for an endpoint that is not there, or is deleted while a worker waits", async () => {
    const { callOk, call, slug, take, callAs, emulator, advance } =
      await workersAt();
    const headers = { authorization: emulator.apiKey };
    const url = `${emulator.urls.publicBaseUrl}/v2/no-endpoint/job-take/w1`;
    expect((await emulator.fetch(url, { headers })).status).toBe(404);
    const held = take();
    await advance(0);
    await callOk("DELETE", `/v1/endpoints/${slug}`);
    expect(await held).toBeUndefined();
    expect((await callAs("job-take/w1")).status).toBe(404);
    expect((await call("GET", `/v2/${slug}/health`)).status).toBe(404);
  });

  test("gives jobs to as many workers as the endpoint may have, and counts the others as throttled", async () => {
    const { run, take, ping, callOk, slug, poll, health, send, advance } =
      await workersAt({ workersMax: 1 });
    await ping("w1");
    const [first, second] = [await run(), await run()];
    expect(await take("w1")).toMatchObject({ id: first });
    const waiting = take("w2");
    await advance(0);
    expect((await health()).workers).toMatchObject({ throttled: 1 });
    expect(await poll(second)).toMatchObject({ status: "IN_QUEUE" });
    await callOk("PATCH", `/v1/endpoints/${slug}`, { workersMax: 3 });
    expect(await waiting).toMatchObject({ id: second });
    await callOk("PATCH", `/v1/endpoints/${slug}`, { workersMax: 0 });
    await send(first, { output: 1 });
    await send(second, { output: 1 }, "w2");
    const last = await run();
    const refused = take("w1");
    await advance(20_000);
    expect(await refused).toBeUndefined();
    expect(await poll(last)).toMatchObject({ status: "IN_QUEUE" });
  });
});

describe("the result route of an endpoint", () => {
  test("ends a job with the output or the error of its worker", async () => {
    const { run, take, send, poll, ping } = await workersAt();
    await ping();
    for (const [result, status] of [
      [{ output: { text: "a" } }, "COMPLETED"],
      [{ output: null }, "COMPLETED"],
      [{ error: "out of memory" }, "FAILED"],
    ] as const) {
      const id = await run();
      await take();
      expect(await send(id, result)).toBe(200);
      const ended = { workerId: "w1", status, ...result };
      expect(await poll(id)).toMatchObject(ended);
    }
  });

  test.each([
    ["has an error that is no text", { error: { code: 1 } }, 200],
    ["has no output", {}, 200],
    ["is no object", "[1]", 400],
    ["is no JSON", "{", 400],
    ["is larger than 20 MiB", { output: "a".repeat(20 * 2 ** 20) }, 400],
  ])(
    "leaves a job COMPLETED without an output where the result %s",
    async (_, result, status) => {
      const { send, poll, takeJob } = await workersAt();
      const id = await takeJob();
      expect(await send(id, result)).toBe(status);
      const job = await poll(id);
      expect(job).toMatchObject({ status: "COMPLETED" });
      expect(job).not.toHaveProperty("output");
    },
  );

  test("shows progress as the output of the running job, in the place of what was reported before", async () => {
    const { send, poll, takeJob } = await workersAt();
    const id = await takeJob();
    for (const output of [{ step: 1 }, { step: 2 }]) {
      await send(id, { status: "IN_PROGRESS", output });
      expect(await poll(id)).toMatchObject({ status: "IN_PROGRESS", output });
    }
    await send(id, {});
    expect(await poll(id)).not.toHaveProperty("output");
  });

  test("refuses with 400 what a worker sends for a job that it does not run", async () => {
    const { send, sendPart, post, poll, takeJob } = await workersAt();
    const id = await takeJob();
    expect(await send(id, { output: 1 }, "w2")).toBe(400);
    await post(`cancel/${id}`);
    expect(await send(id, { output: 1 })).toBe(400);
    expect(await send(id, { status: "IN_PROGRESS", output: 1 })).toBe(400);
    expect(await sendPart(id, { output: 1 })).toBe(400);
    expect(await send("no-job", { output: 1 })).toBe(400);
    expect(await poll(id)).toMatchObject({ status: "CANCELLED" });
  });

  test("adds the parts of a stream in their order, and refuses a part that is no object", async () => {
    const { send, sendPart, stream, poll, takeJob } = await workersAt();
    const id = await takeJob();
    for (const output of ["a", { b: 1 }]) await sendPart(id, { output });
    expect(await sendPart(id, "1")).toBe(400);
    expect(await stream(id)).toEqual(["IN_PROGRESS", "a", { b: 1 }]);
    await send(id, { output: [] });
    expect(await stream(id)).toEqual(["COMPLETED"]);
    const ended = await poll(id);
    expect(ended).toMatchObject({ status: "COMPLETED" });
    expect(ended).not.toHaveProperty("output");
  });

  test("removes a worker that asks to be ended, and gives its other jobs again", async () => {
    const { run, callAs, take, send, poll, health } = await workersAt();
    await callAs("ping/w1");
    const [first, second] = [await run(), await run()];
    await callAs("job-take-batch/w1?batch_size=2");
    await send(first, { output: 1, stopPod: true });
    expect(await poll(first)).toMatchObject({ status: "COMPLETED" });
    expect(await health()).toMatchObject({
      jobs: { inQueue: 1, inProgress: 0, retried: 1 },
      workers: { idle: 0, running: 0 },
    });
    // The worker has started again.
    expect(await take()).toMatchObject({ id: second });
  });
});

describe("the stop route of an endpoint", () => {
  test("names each job once that was cancelled, timed out or expired on its worker", async () => {
    const { run, callAs, post, stops, advance, ping } = await workersAt();
    await ping();
    const cancelled = await run();
    const timedOut = await run({}, { policy: { executionTimeout: 5000 } });
    const expired = await run({}, { policy: { ttl: 10_000 } });
    await callAs("job-take-batch/w1?batch_size=3");
    const held = stops();
    await advance(0);
    await post(`cancel/${cancelled}`);
    expect(await held).toEqual([cancelled]);
    await advance(10_000);
    expect(await stops()).toEqual([timedOut, expired]);
    const nothing = stops();
    await advance(20_000);
    expect(await nothing).toBeUndefined();
  });

  test("names no job that the worker itself has ended, and none of another worker", async () => {
    const { run, take, send, post, stops, advance, ping } = await workersAt();
    await ping();
    const [own, other] = [await run(), await run()];
    await take("w1");
    await take("w2");
    await send(own, { output: 1 });
    await post(`cancel/${other}`);
    const held = stops("w1");
    await advance(20_000);
    expect(await held).toBeUndefined();
    expect(await stops("w2")).toEqual([other]);
  });
});

describe("a worker over HTTP", () => {
  test("that misses its pings for 30 seconds is lost, and its late result is refused", async () => {
    const { run, take, ping, send, poll, health, advance } = await workersAt();
    await ping("w1");
    const id = await run();
    await take("w1");
    await send(id, { status: "IN_PROGRESS", output: { step: 1 } }, "w1");
    await advance(SILENCE - 1);
    await ping("w1");
    await advance(SILENCE - 1);
    expect(await poll(id)).toMatchObject({ status: "IN_PROGRESS" });
    await advance(1);
    expect(await poll(id)).toEqual({ id, status: "IN_QUEUE", retries: 1 });
    expect(await take("w2")).toMatchObject({ id });
    expect(await send(id, { output: 1 }, "w1")).toBe(400);
    expect(await send(id, { output: 2 }, "w2")).toBe(200);
    expect(await poll(id)).toMatchObject({ output: 2, workerId: "w2" });
    expect((await health()).jobs).toMatchObject({ completed: 1, retried: 1 });
  });

  test("that never pings keeps its job until the time limit of the job, and is removed when it is idle and silent", async () => {
    const { run, take, poll, stops, health, advance } = await workersAt();
    const held = take();
    await advance(0);
    const id = await run({}, { policy: { executionTimeout: 5 * MINUTE } });
    await held;
    await advance(5 * MINUTE - 1);
    expect(await poll(id)).toMatchObject({ status: "IN_PROGRESS" });
    await advance(1);
    expect(await poll(id)).toMatchObject({ status: "TIMED_OUT" });
    expect(await stops()).toEqual([id]);
    await advance(SILENCE);
    expect((await health()).workers).toMatchObject({ idle: 0, running: 0 });
  });

  test("is not lost sooner where the clock runs faster, because it pings in real time", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const account = createAccount({ clock: "real", speed: 1000 });
    const { run, take, ping, poll, advance } = await workersAt({}, account);
    await ping();
    const policy = { executionTimeout: 7 * 24 * 60 * MINUTE };
    const id = await run({}, { policy });
    await take();
    await advance(500 * SILENCE);
    expect(await poll(id)).toMatchObject({ status: "IN_PROGRESS" });
    await advance(500 * SILENCE);
    expect(await poll(id)).toMatchObject({ status: "IN_QUEUE" });
  });

  test("whose start checks fail is unhealthy until it takes a job", async () => {
    const { callAs, run, take, health, call, slug } = await workersAt();
    await callAs("ping/w1?status=unhealthy&check=disk&reason=full");
    expect((await health()).workers).toMatchObject({ unhealthy: 1, ready: 0 });
    const { body } = await call("GET", `/v2/serverless/${slug}/workers`);
    expect(body).toMatchObject({ workers: [{ status: "UNHEALTHY" }] });
    const id = await run();
    expect(await take()).toMatchObject({ id });
    expect((await health()).workers).toMatchObject({ running: 1 });
  });

  test("takes over from the workers of the emulator, which finish the jobs that they run", async () => {
    const { run, take, poll, health, advance } = await workersAt();
    const own = await run({ prompt: "own" });
    await advance(300);
    expect(await poll(own)).toMatchObject({ status: "IN_PROGRESS" });
    const held = take();
    await advance(0);
    expect((await health()).workers).toMatchObject({ running: 1, idle: 1 });
    const next = await run();
    expect(await held).toMatchObject({ id: next });
    await advance(400);
    expect(await poll(own)).toMatchObject({ output: { prompt: "own" } });
    expect((await health()).workers).toMatchObject({ running: 1, idle: 0 });
  });

  test("gives way to a handler that is registered for its endpoint", async () => {
    const { emulator, run, take, poll, advance, slug } = await workersAt();
    const held = take();
    await advance(0);
    emulator.model(slug, () => "in process");
    expect(await held).toBeUndefined();
    const id = await run();
    await advance(0);
    expect(await poll(id)).toMatchObject({ output: "in process" });
  });

  test("keeps its job across a restore, and is lost after it if it is not heard of again", async () => {
    const { emulator, run, take, ping, send, poll, advance } =
      await workersAt();
    await ping();
    const [first, second] = [await run(), await run()];
    await take();
    await take();
    const snapshot = emulator.snapshot();
    const held = take();
    await advance(0);
    emulator.restore(snapshot);
    expect(await held).toBeUndefined();
    expect(await send(first, { output: 1 })).toBe(200);
    expect(await poll(first)).toMatchObject({ output: 1 });
    await advance(SILENCE);
    expect(await poll(second)).toMatchObject({ status: "IN_QUEUE" });
  });

  test("is forgotten by a reset, which ends its polls", async () => {
    const { emulator, take, stops, advance } = await workersAt();
    const held = [take(), stops()];
    await advance(0);
    emulator.reset();
    expect(await Promise.all(held)).toEqual([undefined, undefined]);
  });

  test("may fail to send a result by a fault rule, and send the result again", async () => {
    const { emulator, send, poll, takeJob } = await workersAt();
    const id = await takeJob();
    const route = "POST /v2/{slug}/job-done/{workerId}/{jobId}";
    emulator.fail(route, { status: 502 });
    expect(await send(id, { output: 1 })).toBe(502);
    expect(await poll(id)).toMatchObject({ status: "IN_PROGRESS" });
    expect(await send(id, { output: 1 })).toBe(200);
  });
});

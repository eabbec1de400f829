import { describe, expect, test, vi } from "vitest";
import {
  createAccount,
  createOneOfEach,
  type Answer,
} from "./support/account.js";
import {
  DAY,
  INPUT,
  jobsAt,
  MINUTE,
  type JobView,
} from "./support/job-calls.js";

const idOf = ({ body }: Answer) => (body as JobView).id;

describe("a job of the emulator", () => {
  test("waits for the cold start, runs, completes, and is removed after 30 minutes", async () => {
    const { run, poll, statusOf, advance } = jobsAt();
    const id = await run();
    expect(await poll(id)).toEqual({ id, status: "IN_QUEUE" });
    await advance(299);
    expect(await statusOf(id)).toBe("IN_QUEUE");
    await advance(1);
    const running = { id, status: "IN_PROGRESS", delayTime: 300 };
    expect(await poll(id)).toMatchObject(running);
    await advance(1200);
    expect(await poll(id)).toEqual({
      id,
      status: "COMPLETED",
      delayTime: 300,
      executionTime: 1200,
      output: {
        result: `https://emulator.invalid/files/${id}.png`,
        cost: 0.00000983,
      },
    });
    await advance(30 * MINUTE - 1);
    expect(await statusOf(id)).toBe("COMPLETED");
    await advance(1);
    expect(await statusOf(id)).toBe(404);
  });

  test("of /runsync is held until its end, and removed after a minute", async () => {
    const { post, advance, statusOf } = jobsAt();
    const held = post("runsync", { input: INPUT });
    await advance(1500);
    const { id, status } = (await held).body as JobView;
    expect([id.slice(0, 5), status]).toEqual(["sync-", "COMPLETED"]);
    await advance(MINUTE - 1);
    expect(await statusOf(id)).toBe("COMPLETED");
    await advance(1);
    expect(await statusOf(id)).toBe(404);
  });

  test("is returned by /runsync and /status-sync before its end when the wait is over", async () => {
    const { post, advance, callOk, pathOf, call } = jobsAt("video-demo");
    const body = { input: { prompt: "waves" } };
    const held = post("runsync?wait=1000", body);
    await advance(1000);
    const { id, status } = (await held).body as JobView;
    expect(status).toBe("IN_PROGRESS");
    const again = callOk<JobView>("GET", pathOf(`status-sync/${id}?wait=2000`));
    await advance(2000);
    expect(await again).toMatchObject({ status: "IN_PROGRESS" });
    const last = callOk<JobView>("GET", pathOf(`status-sync/${id}`));
    await advance(10_000);
    expect(await last).toMatchObject({ status: "COMPLETED" });
    for (const wait of ["999", "300001", "x"]) {
      const { status } = await call(
        "GET",
        pathOf(`status-sync/${id}?wait=${wait}`),
      );
      expect(status).toBe(400);
    }
  });

  test("has a UUID with a region as its id, and sync- in front where the submit was held", async () => {
    const { run, post, advance } = jobsAt("z-image-turbo");
    const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-e1$/;
    expect(await run({ prompt: "a" })).toMatch(id);
    const held = post("runsync", { input: { prompt: "a" } });
    await advance(MINUTE);
    const [, sync, heldId] = /^(sync-)(.*)$/.exec(idOf(await held)) ?? [];
    expect(sync).toBe("sync-");
    expect(heldId).toMatch(id);
    const account = createAccount();
    const { endpointId } = await createOneOfEach(account);
    expect(await jobsAt(endpointId, account).run()).toMatch(/-u1$/);
  });

  test("is answered at once by /runsync where its endpoint can have no worker", async () => {
    const account = createAccount();
    const { endpointId } = await createOneOfEach(account);
    account.emulator.account.setWorkers(endpointId, { throttled: true });
    const { post } = jobsAt(endpointId, account);
    const { body } = await post("runsync", { input: INPUT });
    expect(body).toMatchObject({ status: "IN_QUEUE" });
  });

  test("is hidden for two seconds after its submit with the quirk invisibleJobs", async () => {
    const account = createAccount({ quirks: { invisibleJobs: true } });
    const { run, statusOf, advance } = jobsAt("flux-dev", account);
    const id = await run();
    await advance(1999);
    expect(await statusOf(id)).toBe(404);
    await advance(1);
    expect(await statusOf(id)).toBe("COMPLETED");
  });

  test("is not found by a held call with the quirk noLongPolling", async () => {
    const account = createAccount({ quirks: { noLongPolling: true } });
    const { run, call, pathOf } = jobsAt("flux-dev", account);
    const path = pathOf(`status-sync/${await run()}?wait=60000`);
    expect((await call("GET", path)).status).toBe(404);
  });

  test("is cancelled while it waits or runs, but not after its end", async () => {
    const { run, post, poll, advance } = jobsAt();
    const [waiting, done] = [await run(), await run()];
    await post(`cancel/${waiting}`);
    expect(await poll(waiting)).toEqual({ id: waiting, status: "CANCELLED" });
    await advance(2000);
    await post(`cancel/${done}`);
    expect(await poll(done)).toMatchObject({ status: "COMPLETED" });
    const running = await run();
    await advance(500);
    const cancelled = { status: "CANCELLED", executionTime: 500 };
    const { body } = await post(`cancel/${running}`);
    expect(body).toMatchObject(cancelled);
    await advance(5000);
    expect(await poll(running)).toMatchObject(cancelled);
  });

  test("can be retried under its id after it failed or timed out, and in no other status", async () => {
    const { emulator, run, post, poll, advance } = jobsAt("mine");
    const endings = ["late", "broken", "good"];
    emulator.model("mine", async () => {
      const ending = endings.shift();
      if (ending === "late") await new Promise(() => undefined);
      if (ending === "broken") throw new Error("out of memory");
      return ending;
    });
    const id = await run(INPUT, { policy: { executionTimeout: 5000 } });
    await advance(5000);
    expect(await poll(id)).toMatchObject({ status: "TIMED_OUT" });
    await post(`retry/${id}`);
    await advance(0);
    const failed = { status: "FAILED", error: "out of memory" };
    expect(await poll(id)).toMatchObject(failed);
    await post(`retry/${id}`);
    await advance(0);
    const answer = { id, status: "COMPLETED", output: "good" };
    expect(await poll(id)).toMatchObject(answer);
    expect((await post(`retry/${id}`)).status).toBe(400);
  });

  test("is removed when its ttl is over, waiting or running, and frees its worker", async () => {
    const { emulator, run, statusOf, advance } = jobsAt("mine");
    emulator.model("mine", () => null, { executionTime: DAY, workers: 1 });
    const policy = { ttl: 10_000, executionTimeout: DAY };
    const [running, waiting] = [
      await run(INPUT, { policy }),
      await run(INPUT, { policy }),
    ];
    const third = await run();
    expect(await statusOf(running)).toBe("IN_PROGRESS");
    await advance(10_000);
    expect([await statusOf(running), await statusOf(waiting)]).toEqual([
      404, 404,
    ]);
    expect(await statusOf(third)).toBe("IN_PROGRESS");
  });
});

describe("a job queue of the emulator", () => {
  test("assigns its workers jobs in order, and counts every job", async () => {
    const { emulator, run, poll, post, health, advance } = jobsAt("mine");
    const options = { coldStart: 1000, executionTime: 500, workers: 2 };
    emulator.model(
      "mine",
      ({ prompt }: { prompt: string }, { fail }) =>
        prompt === "bad" ? fail("bad input") : prompt,
      options,
    );
    const ids: string[] = [];
    for (const prompt of ["a", "bad", "c", "d", "e"])
      ids.push(await run({ prompt }));
    expect(await health()).toMatchObject({
      jobs: { inProgress: 0, inQueue: 5 },
      workers: { initializing: 2, ready: 0, running: 0 },
    });
    await advance(1000);
    const { jobs } = await health();
    expect(jobs).toMatchObject({ inProgress: 2, inQueue: 3 });
    await advance(500);
    const some = { completed: 1, failed: 1, retried: 0, inQueue: 1 };
    expect((await health()).jobs).toMatchObject({ ...some, inProgress: 2 });
    await post(`retry/${ids[1] ?? ""}`);
    const retried = { ...some, failed: 0, retried: 1, inQueue: 2 };
    expect((await health()).jobs).toMatchObject(retried);
    await advance(1000);
    expect(await health()).toEqual({
      jobs: { completed: 4, failed: 1, retried: 1, inProgress: 0, inQueue: 0 },
      workers: {
        idle: 2,
        initializing: 0,
        ready: 2,
        running: 0,
        throttled: 0,
        unhealthy: 0,
      },
    });
    const times = await Promise.all(ids.map(poll));
    // The retry of the second job adds a millisecond.
    expect(times.map(({ delayTime }) => delayTime)).toEqual([
      1000, 501, 1500, 1500, 2000,
    ]);
    await advance(5000);
    expect((await health()).workers).toMatchObject({ idle: 0, ready: 0 });
  });

  test("starts its oldest job when its model gets workers", async () => {
    let now = Date.now();
    const slow = vi.spyOn(Date, "now").mockImplementation(() => now++);
    const { emulator, call } = createAccount({ clock: "real" });
    emulator.model("mine", () => "done", { workers: 0 });
    await call("POST", "/v2/mine/run", { input: {} });
    emulator.model("mine", () => "done");
    slow.mockRestore();
    expect(emulator.jobs()[0]?.status).not.toBe("IN_QUEUE");
  });

  test("of an endpoint has the workers of the endpoint's settings, and is emptied by a purge", async () => {
    const account = createAccount();
    const { endpointId } = await createOneOfEach(account);
    const { run, post, health, advance, callOk, statusOf } = jobsAt(
      endpointId,
      account,
    );
    const change = (settings: object) =>
      callOk("PATCH", `/v1/endpoints/${endpointId}`, settings);
    const scaler = { scalerType: "REQUEST_COUNT", scalerValue: 1 };
    await change({ ...scaler, idleTimeout: 1 });
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await run());
    await advance(300);
    expect((await health()).jobs).toMatchObject({ inProgress: 3, inQueue: 2 });
    expect((await post("purge-queue")).body).toEqual({
      removed: 2,
      status: "completed",
    });
    expect(await statusOf(ids[4] ?? "")).toBe(404);
    await advance(400);
    expect((await health()).jobs).toMatchObject({ completed: 3, inQueue: 0 });
    await advance(2000);
    const records = await callOk<{ timeBilledMs: number }[]>(
      "GET",
      "/v1/billing/endpoints",
    );
    expect(records.map(({ timeBilledMs }) => timeBilledMs)).toEqual([
      // Three workers: 300 ms of cold start, 400 ms of work, 1000 ms of idleness.
      3 * 1700,
    ]);
    await change({ workersMax: 0 });
    const stuck = await run();
    await advance(MINUTE);
    expect(await statusOf(stuck)).toBe("IN_QUEUE");
    await change({ workersMin: 1, workersMax: 1 });
    await advance(700);
    expect(await statusOf(stuck)).toBe("COMPLETED");
    await advance(DAY / 24);
    expect((await health()).workers).toMatchObject({ idle: 1 });
  });

  test("is removed with its endpoint, whatever its workers do", async () => {
    const account = createAccount();
    const { endpointId } = await createOneOfEach(account);
    const path = `/v1/endpoints/${endpointId}`;
    const { run, statusOf, health, advance, call } = jobsAt(
      endpointId,
      account,
    );
    await call("PATCH", path, { workersMin: 2, idleTimeout: 1 });
    expect((await health()).workers).toMatchObject({ initializing: 2 });
    await advance(2000);
    await call("PATCH", path, { workersMin: 0 });
    await advance(0);
    expect((await health()).workers).toMatchObject({ ready: 0 });
    const ids = [await run(), await run()];
    await call("DELETE", path);
    await advance(60_000);
    expect(await Promise.all(ids.map(statusOf))).toEqual([404, 404]);
  });

  test("lets a job of low priority wait for a worker that another job started", async () => {
    const { run, statusOf, advance } = jobsAt();
    const low = await run(INPUT, { policy: { lowPriority: true } });
    await advance(MINUTE);
    expect(await statusOf(low)).toBe("IN_QUEUE");
    const other = await run();
    await advance(2700);
    expect([await statusOf(low), await statusOf(other)]).toEqual([
      "COMPLETED",
      "COMPLETED",
    ]);
  });
});

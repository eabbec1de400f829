import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "../../src/index.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) =>
  vi.advanceTimersByTimeAsync(milliseconds);
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The most entries of `times` that lie within any 10 seconds. */
function busiest(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  const counts = sorted.map(
    (from) => sorted.filter((at) => at >= from && at < from + 10_000).length,
  );
  return Math.max(0, ...counts);
}

describe("the jobs of one client", () => {
  /** A service that takes so many milliseconds for each answer, and counts what is under way by slug and route. */
  const serve = (milliseconds: number, status = "IN_QUEUE") => {
    const sent: { path: string; at: number }[] = [];
    const most: Record<string, number> = {};
    const underWay: Record<string, number> = {};
    const fetch = async (input: unknown, { signal }: RequestInit = {}) => {
      const path = new URL(String(input)).pathname;
      const [, , slug = "", route = "", id = `j${sent.length}`] =
        path.split("/");
      const name = `${slug} ${route}`;
      sent.push({ path, at: performance.now() });
      underWay[name] = (underWay[name] ?? 0) + 1;
      most[name] = Math.max(most[name] ?? 0, underWay[name]);
      await pause(milliseconds);
      underWay[name]--;
      signal?.throwIfAborted();
      return Response.json({ id, status });
    };
    const publicBaseUrl = "https://jobs.test";
    const cloud = createClient({
      apiKey: "a-key-of-some-length",
      publicBaseUrl,
      fetch,
    });
    return { cloud, sent, most };
  };
  const timesOf = (sent: readonly { at: number }[]) => sent.map(({ at }) => at);

  test("never have more than 100 looks under way at a slug, nor begin more than 1,500 in 10 seconds", async () => {
    const { cloud, sent, most } = serve(300);
    const controller = new AbortController();
    const { signal } = controller;
    const waits = Array.from({ length: 500 }, (_, i) =>
      cloud.model("m").job(`j${i}`).wait({ signal, interval: 250 }),
    );
    const ended = Promise.allSettled(waits);
    await pass(35_000);
    expect(most).toEqual({ "m status": 100 });
    expect(busiest(timesOf(sent))).toBe(1500);
    const looks = Array.from(
      { length: 500 },
      (_, i) => sent.filter(({ path }) => path.endsWith(`/j${i}`)).length,
    );
    expect(Math.max(...looks) - Math.min(...looks)).toBeLessThanOrEqual(1);
    controller.abort("enough");
    const reasons = (await ended).map((one): unknown =>
      one.status === "rejected" ? one.reason : one.status,
    );
    expect(reasons.every((reason) => reason === "enough")).toBe(true);
    await pass(300);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("look at a job of /runsync before others, since its result is soonest lost", async () => {
    const { cloud, sent } = serve(1000, "COMPLETED");
    const model = cloud.model("m");
    const plain = Array.from({ length: 300 }, (_, i) => model.job(`p${i}`));
    const held = Array.from({ length: 50 }, (_, i) => model.job(`sync-${i}`));
    const first = plain.map((job) => job.wait());
    await pass(10);
    const second = held.map((job) => job.wait());
    await pass(5000);
    await Promise.all([...first, ...second]);
    const isHeld = sent.map(({ path }) => path.includes("sync-"));
    expect(isHeld.slice(0, 100)).not.toContain(true);
    expect(isHeld.slice(100, 150)).not.toContain(false);
  });

  test("do not wait for ever behind those of /runsync", async () => {
    const { cloud, sent } = serve(1000);
    const model = cloud.model("m");
    const held = Array.from({ length: 400 }, (_, i) => model.job(`sync-${i}`));
    const wait = { timeout: 30_000, interval: 1 };
    const waits = held.map((job) => job.wait(wait));
    await pass(500);
    const ended = Promise.allSettled([...waits, model.job("plain").wait(wait)]);
    await pass(12_000);
    expect(sent.some(({ path }) => path.endsWith("/plain"))).toBe(true);
    await pass(20_000);
    expect(await ended).toHaveLength(401);
  });

  test("are submitted 150 at once and 900 in 10 seconds", async () => {
    const { cloud, sent, most } = serve(300);
    const runs = Array.from({ length: 1000 }, (_, i) =>
      cloud.model("m").run({ prompt: `${i}` }),
    );
    await pass(25_000);
    await Promise.all(runs);
    expect(most).toEqual({ "m run": 150 });
    expect(sent).toHaveLength(1000);
    expect(busiest(timesOf(sent))).toBe(900);
  });

  test("share nothing with those of another slug", async () => {
    const { cloud, sent, most } = serve(60_000);
    for (let i = 0; i < 400; i++) {
      void cloud
        .model(i % 2 ? "a" : "b")
        .run({})
        .catch(() => undefined);
      const job = cloud.model(i % 2 ? "a" : "b").job(`j${i}`);
      void job.wait({ timeout: 100 }).catch(() => undefined);
    }
    await pass(0);
    const full = {
      "a run": 150,
      "b run": 150,
      "a status": 100,
      "b status": 100,
    };
    expect(most).toEqual(full);
    expect(sent).toHaveLength(500);
    await pass(200_000);
  });

  test("are never sent when their submit is aborted in the queue", async () => {
    const { cloud, sent } = serve(1000);
    const model = cloud.model("m");
    const runs = Array.from({ length: 200 }, () => model.run({}));
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = model.run({ prompt: "never" }, { signal });
    const settled = vi.fn<(reason: unknown) => void>();
    aborted.catch(settled);
    await pass(10);
    controller.abort("too late");
    await pass(0);
    expect(settled.mock.calls).toEqual([["too late"]]);
    await pass(30_000);
    await Promise.all(runs);
    expect(sent).toHaveLength(200);
  });

  test("fail with a time-out that says nothing was sent when their submit has no turn in time", async () => {
    const { cloud, sent } = serve(1000);
    const model = cloud.model("m");
    const runs = Array.from({ length: 150 }, () => model.run({}));
    const late = model.run({}, { timeout: 500 });
    const settled = vi.fn<(reason: unknown) => void>();
    late.catch(settled);
    await pass(500);
    expect(settled.mock.calls).toMatchObject([
      [{ code: "timeout", maybeSent: false, timeout: 500 }],
    ]);
    await pass(2000);
    await Promise.all(runs);
    expect(sent).toHaveLength(150);
  });

  test("keep to the budget of submits also when the service turns them away with 429", async () => {
    const times: number[] = [];
    const headers = { "retry-after": "1" };
    const fetch = (_: unknown, { body }: RequestInit = {}) => {
      times.push(performance.now());
      const isLate = times.length > 3000;
      return Promise.resolve(
        isLate
          ? Response.json({ id: body, status: "IN_QUEUE" })
          : new Response("", { status: 429, headers }),
      );
    };
    const publicBaseUrl = "https://jobs.test";
    const apiKey = "a-key-of-some-length";
    const cloud = createClient({ apiKey, publicBaseUrl, fetch });
    const runs = Array.from({ length: 1000 }, (_, i) =>
      cloud.model("m").run({ prompt: `${i}` }),
    );
    const ended = Promise.allSettled(runs);
    await pass(180_000);
    expect(await ended).toHaveLength(1000);
    expect(busiest(times)).toBeLessThanOrEqual(900);
  });
});

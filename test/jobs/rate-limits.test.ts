import { describe, expect, test, vi } from "vitest";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import { createJobsClient, parseJobUrl } from "../support/jobs-client.js";
import { maxWithinWindow } from "../support/request-rate.js";

useFakeTime();

describe("the jobs of one client", () => {
  /** A service that takes so many milliseconds for each response, and counts concurrent requests by slug and route. */
  const serve = (milliseconds: number, status = "IN_QUEUE") => {
    const sent: { path: string; at: number }[] = [];
    const mostConcurrent: Record<string, number> = {};
    const concurrent: Record<string, number> = {};
    const cloud = createJobsClient(async (url, { signal }) => {
      const { slug, route, id } = parseJobUrl(url);
      const name = `${slug} ${route}`;
      const newId = `j${sent.length}`;
      sent.push({ path: new URL(url).pathname, at: performance.now() });
      concurrent[name] = (concurrent[name] ?? 0) + 1;
      mostConcurrent[name] = Math.max(
        mostConcurrent[name] ?? 0,
        concurrent[name],
      );
      await pause(milliseconds);
      concurrent[name]--;
      signal?.throwIfAborted();
      return Response.json({ id: id || newId, status });
    });
    return { cloud, sent, mostConcurrent };
  };
  const timesOf = (sent: readonly { at: number }[]) => sent.map(({ at }) => at);

  test("never have more than 100 polls in progress for a slug, nor begin more than 1,500 in 10 seconds", async () => {
    const { cloud, sent, mostConcurrent } = serve(300);
    const controller = new AbortController();
    const { signal } = controller;
    const ids = Array.from({ length: 200 }, (_, i) => `j${i}`);
    const waits = ids.map((id) =>
      cloud.model("m").job(id).wait({ signal, interval: 250 }),
    );
    const ended = Promise.allSettled(waits);
    await passTime(11_000);
    expect(mostConcurrent).toEqual({ "m status": 100 });
    expect(maxWithinWindow(timesOf(sent))).toBeLessThanOrEqual(1500);
    expect(sent.length).toBeGreaterThan(1500);
    const polls = ids.map(
      (id) => sent.filter(({ path }) => path.endsWith(`/${id}`)).length,
    );
    expect(Math.max(...polls) - Math.min(...polls)).toBeLessThanOrEqual(1);
    controller.abort("enough");
    const reasons = (await ended).map((one): unknown =>
      one.status === "rejected" ? one.reason : one.status,
    );
    expect(reasons.every((reason) => reason === "enough")).toBe(true);
    await passTime(300);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ["by polls", false],
    ["by long polls", true],
  ])(
    "end in time while 1,200 handles that were taken up at once wait for their first polls: %s",
    async (_, longPolling) => {
      const RUNS_FOR_MS = 2000;
      const endOf = (id: string) => RUNS_FOR_MS + Number(id.slice(1)) * 200;
      const polled = new Set<string>();
      const begun = performance.now();
      const age = () => performance.now() - begun;
      const cloud = createJobsClient(async (url) => {
        const { route, id } = parseJobUrl(url);
        const leftMs = () => endOf(id) - age();
        polled.add(id);
        await pause(20);
        if (route === "status-sync" && leftMs() > 0) {
          const holdMs = Number(new URL(url).searchParams.get("wait"));
          await pause(Math.min(holdMs, leftMs()));
        }
        const open = leftMs() > RUNS_FOR_MS ? "IN_QUEUE" : "IN_PROGRESS";
        return Response.json({ id, status: leftMs() > 0 ? open : "COMPLETED" });
      }, longPolling);
      const lags: number[] = [];
      for (let index = 0; index < 1200; index++) {
        const submittedAt = Date.now() - 1200 + index;
        const job = cloud.job({ slug: "m", id: `j${index}`, submittedAt });
        const note = () => lags.push(age() - endOf(job.id));
        void job.wait().then(note);
      }
      await passTime(6000);
      // A job ends every 200 ms: those that ended two seconds ago are certainly known.
      expect(lags.length).toBeGreaterThan(10);
      expect(Math.max(...lags)).toBeLessThan(longPolling ? 1000 : 2000);
      expect(polled.size).toBeGreaterThan(850);
    },
  );

  test("are submitted 150 at once and 900 in 10 seconds", async () => {
    const { cloud, sent, mostConcurrent } = serve(300);
    const runs = Array.from({ length: 1000 }, (_, i) =>
      cloud.model("m").run({ prompt: `${i}` }),
    );
    await passTime(25_000);
    await Promise.all(runs);
    expect(mostConcurrent).toEqual({ "m run": 150 });
    expect(sent).toHaveLength(1000);
    expect(maxWithinWindow(timesOf(sent))).toBe(900);
  });

  test("share nothing with those of another slug", async () => {
    const { cloud, sent, mostConcurrent } = serve(1000);
    for (let i = 0; i < 400; i++) {
      void cloud
        .model(i % 2 ? "a" : "b")
        .run({})
        .catch(() => undefined);
      const job = cloud.model(i % 2 ? "a" : "b").job(`j${i}`);
      void job.wait({ timeout: 100 }).catch(() => undefined);
    }
    await passTime(0);
    const full = {
      "a run": 150,
      "b run": 150,
      "a status": 100,
      "b status": 100,
    };
    expect(mostConcurrent).toEqual(full);
    expect(sent).toHaveLength(500);
    await passTime(5000);
  });

  test("reject with a TimeoutError that says nothing was sent when their submit has no slot in time", async () => {
    const { cloud, sent } = serve(1000);
    const model = cloud.model("m");
    const runs = Array.from({ length: 150 }, () => model.run({}));
    const queued = model.run({}, { timeout: 500 });
    const rejected = vi.fn<(reason: unknown) => void>();
    queued.catch(rejected);
    await passTime(500);
    expect(rejected.mock.calls).toMatchObject([
      [{ code: "timeout", maybeSent: false, timeout: 500 }],
    ]);
    await passTime(2000);
    await Promise.all(runs);
    expect(sent).toHaveLength(150);
  });

  test("keep to the rate limit of submits also when the service answers 429", async () => {
    const times: number[] = [];
    const headers = { "retry-after": "1" };
    const cloud = createJobsClient((_, { body }) => {
      times.push(performance.now());
      const isAccepted = times.length > 1200;
      return isAccepted
        ? Response.json({ id: body, status: "IN_QUEUE" })
        : new Response("", { status: 429, headers });
    });
    const runs = Array.from({ length: 600 }, (_, i) =>
      cloud.model("m").run({ prompt: `${i}` }),
    );
    const ended = Promise.allSettled(runs);
    await passTime(90_000);
    expect(await ended).toHaveLength(600);
    expect(maxWithinWindow(times)).toBeLessThanOrEqual(900);
  });
});

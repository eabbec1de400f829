import { expect, test, vi } from "vitest";
import type { CancelOutcome, TimeoutError } from "../../src/index.js";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import { createJobsClient, parseJobUrl } from "../support/jobs-client.js";
import { maxWithinWindow } from "../support/request-rate.js";

useFakeTime();

/** A service whose jobs never end. `answer` answers the n-th cancellation of a job. */
function setUp(answer: (nth: number, id: string) => Response) {
  const times: number[] = [];
  const counts = new Map<string, number>();
  const concurrent = { now: 0, most: 0 };
  const cloud = createJobsClient(async (url) => {
    const { route, id } = parseJobUrl(url);
    if (route !== "cancel") return Response.json({ id, status: "IN_PROGRESS" });
    times.push(performance.now());
    const nth = (counts.get(id) ?? 0) + 1;
    counts.set(id, nth);
    concurrent.most = Math.max(concurrent.most, ++concurrent.now);
    await pause(120);
    concurrent.now--;
    return answer(nth, id);
  });
  /** Begins so many waits. */
  const wait = (many: number, signal?: AbortSignal, timeout?: number) => {
    const outcomes: CancelOutcome[] = [];
    const onCancel = (outcome: CancelOutcome) => outcomes.push(outcome);
    const options = { signal, timeout, onAbort: "cancel", onCancel } as const;
    const waits = Array.from({ length: many }, (_, index) =>
      cloud.model("m").job(`j${index}`).wait(options),
    );
    return { outcomes, ended: Promise.allSettled(waits) };
  };
  /** Expects that each of 300 jobs was cancelled once, within the rate limit of cancellations. */
  const expectEachCancelled = (outcomes: readonly CancelOutcome[]) => {
    expect(outcomes.filter(({ cancelled }) => cancelled)).toHaveLength(300);
    expect([...counts.values()]).toEqual(Array(300).fill(1));
    expect([concurrent.most, maxWithinWindow(times)]).toEqual([15, 90]);
    expect(vi.getTimerCount()).toBe(0);
  };
  return { cloud, wait, times, counts, expectEachCancelled };
}

const cancelled = (_: number, id: string) =>
  Response.json({ id, status: "CANCELLED" });

test("three hundred aborted waits reject within five seconds, and cancel each job once, 15 at once and 90 in 10 seconds", async () => {
  const { wait, expectEachCancelled } = setUp(cancelled);
  const controller = new AbortController();
  const { outcomes, ended } = wait(300, controller.signal);
  await passTime(2000);
  const at = performance.now();
  controller.abort("enough");
  let endedAt = NaN;
  void ended.then(() => (endedAt = performance.now()));
  await passTime(5000);
  const reasons = (await ended).map((one): unknown =>
    one.status === "rejected" ? one.reason : one,
  );
  expect(reasons).toEqual(Array(300).fill("enough"));
  expect(endedAt).toBe(at + 5000);
  // The one platform timer of all that wait for a slot.
  expect(vi.getTimerCount()).toBe(1);
  await passTime(40_000);
  expectEachCancelled(outcomes);
});

test("three hundred waits that reach their timeout reject within five seconds of it, and cancel each job once, though after that", async () => {
  const { wait, expectEachCancelled } = setUp(cancelled);
  const { outcomes, ended } = wait(300, undefined, 3000);
  let endedAt = NaN;
  void ended.then(() => (endedAt = performance.now()));
  const begun = performance.now();
  await passTime(50_000);
  expect(endedAt - begun).toBeLessThanOrEqual(3000 + 5000);
  const errors = (await ended).map((one): unknown =>
    one.status === "rejected" ? one.reason : one,
  );
  let soon = 0;
  for (const [index, error] of errors.entries()) {
    const job = { slug: "m", id: `j${index}` };
    expect(error).toMatchObject({
      code: "timeout",
      job,
      cancellation: { job },
    });
    const { cancellation } = error as TimeoutError;
    if (cancellation?.cancelled) soon++;
    else
      expect(cancellation).toMatchObject({
        cancelled: false,
        error: {
          code: "timeout",
          message: expect.stringContaining("in the background") as string,
        },
      });
  }
  expect(soon).toBe(90);
  expectEachCancelled(outcomes);
});

test("job.cancel keeps its timeout while others are before it, and is then certainly not sent", async () => {
  const { cloud, times } = setUp(cancelled);
  const all = Array.from({ length: 91 }, (_, index) =>
    cloud.model("m").job(`j${index}`).cancel({ timeout: 2000 }),
  );
  const ended = Promise.allSettled(all);
  const last = vi.fn<(error: unknown) => void>();
  all.at(-1)?.catch(last);
  await passTime(1999);
  expect(last).not.toHaveBeenCalled();
  await passTime(1);
  expect(last.mock.calls).toMatchObject([
    [
      {
        code: "timeout",
        timeout: 2000,
        maybeSent: false,
        operation: "job.cancel",
        job: { slug: "m", id: "j90" },
      },
    ],
  ]);
  await passTime(60_000);
  await ended;
  expect(times).toHaveLength(90);
});

/** A job whose polls get no response. */
const createSilentJob = () => {
  const routes: string[] = [];
  const cloud = createJobsClient((url) => {
    const { route, id } = parseJobUrl(url);
    routes.push(route);
    return route === "cancel" ? cancelled(1, id) : new Promise(() => undefined);
  });
  return { job: cloud.model("m").job("j1"), routes };
};

test("a wait that ends because no poll got a response, long before its timeout, does not cancel its job", async () => {
  const { job, routes } = createSilentJob();
  const rejected = vi.fn();
  job.wait({ onAbort: "cancel" }).catch(rejected);
  await passTime(600_000);
  expect(rejected).toHaveBeenCalledOnce();
  expect(routes).not.toContain("cancel");
});

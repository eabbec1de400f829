import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient, type CancelOutcome } from "../../src/index.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) =>
  vi.advanceTimersByTimeAsync(milliseconds);

/** The most entries of `times` that lie within any 10 seconds. */
function busiest(times: readonly number[]): number {
  const counts = times.map(
    (from) => times.filter((at) => at >= from && at < from + 10_000).length,
  );
  return Math.max(0, ...counts);
}

/** A service whose jobs never end, and what its cancellations meet: `answer` is asked for the n-th of a job. */
function setUp(answer: (nth: number, id: string) => Response) {
  const times: number[] = [];
  const counts = new Map<string, number>();
  const load = { now: 0, most: 0 };
  const fetch = async (input: unknown) => {
    const [, , , route, id = ""] = new URL(String(input)).pathname.split("/");
    if (route !== "cancel") return Response.json({ id, status: "IN_PROGRESS" });
    times.push(performance.now());
    const nth = (counts.get(id) ?? 0) + 1;
    counts.set(id, nth);
    load.most = Math.max(load.most, ++load.now);
    await new Promise((resolve) => setTimeout(resolve, 120));
    load.now--;
    return answer(nth, id);
  };
  const publicBaseUrl = "https://jobs.test";
  const apiKey = "a-key-of-some-length";
  const cloud = createClient({ apiKey, publicBaseUrl, fetch });
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
  return { wait, times, counts, load };
}

const cancelled = (_: number, id: string) =>
  Response.json({ id, status: "CANCELLED" });

test("a thousand aborted waits reject at once, and cancel orderly: each once, 15 at once, 90 in 10 seconds", async () => {
  const { wait, times, counts, load } = setUp(cancelled);
  const controller = new AbortController();
  const { outcomes, ended } = wait(1000, controller.signal);
  await pass(2000);
  const at = performance.now();
  controller.abort("enough");
  const reasons = (await ended).map((one): unknown =>
    one.status === "rejected" ? one.reason : one,
  );
  expect(reasons).toEqual(Array(1000).fill("enough"));
  expect(performance.now()).toBe(at);
  // The one platform timer of all that wait, and those of the requests under way.
  await pass(5000);
  expect(vi.getTimerCount()).toBe(1);
  await pass(115_000);
  expect(outcomes.filter(({ cancelled }) => cancelled)).toHaveLength(1000);
  expect([...counts.values()]).toEqual(Array(1000).fill(1));
  expect([load.most, busiest(times)]).toEqual([15, 90]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a thousand waits that reach their bound end each with the outcome of its cancellation", async () => {
  const { wait, times, counts, load } = setUp(cancelled);
  const { outcomes, ended } = wait(1000, undefined, 3000);
  await pass(130_000);
  const errors = (await ended).map((one): unknown =>
    one.status === "rejected" ? one.reason : one,
  );
  for (const [index, error] of errors.entries()) {
    const job = { slug: "m", id: `j${index}` };
    const cancellation = { job, cancelled: true };
    expect(error).toMatchObject({ code: "timeout", job, cancellation });
  }
  expect(outcomes).toHaveLength(1000);
  expect([...counts.values()]).toEqual(Array(1000).fill(1));
  expect([load.most, busiest(times)]).toEqual([15, 90]);
});

test("cancellations that are repeated after 429 keep to their budget too", async () => {
  const headers = { "retry-after": "0" };
  const { wait, times, counts } = setUp((nth, id) =>
    nth > 1 ? cancelled(nth, id) : new Response("", { status: 429, headers }),
  );
  const controller = new AbortController();
  const { ended } = wait(200, controller.signal);
  await pass(2000);
  controller.abort();
  await ended;
  await pass(120_000);
  expect([...counts.values()]).toEqual(Array(200).fill(2));
  expect(busiest(times)).toBeLessThanOrEqual(90);
});

const silence = () => new Promise<Response>(() => undefined);
const lostLooks = () => {
  const paths: string[] = [];
  const fetch = (input: unknown) => {
    const { pathname } = new URL(String(input));
    paths.push(pathname);
    return pathname.includes("/cancel/")
      ? Promise.resolve(cancelled(1, "j1"))
      : silence();
  };
  const apiKey = "a-key-of-some-length";
  const publicBaseUrl = "https://jobs.test";
  const cloud = createClient({ apiKey, publicBaseUrl, fetch });
  return { job: cloud.model("m").job("j1"), paths };
};

test("a wait that ends because ten looks had no answer names its job", async () => {
  const { job } = lostLooks();
  const rejected = vi.fn<(reason: unknown) => void>();
  job.wait().catch(rejected);
  await pass(600_000);
  const message: unknown = expect.stringContaining(
    "10 looks in a row at job j1 of m",
  );
  const given: object = { code: "connection_failed", message };
  expect(rejected.mock.calls).toMatchObject([[given]]);
});

test("a wait that ends because ten looks had no answer, long before its bound, does not cancel its job", async () => {
  const { job, paths } = lostLooks();
  const rejected = vi.fn();
  job.wait({ onAbort: "cancel" }).catch(rejected);
  await pass(600_000);
  expect(rejected).toHaveBeenCalledOnce();
  expect(paths.filter((path) => path.includes("/cancel/"))).toEqual([]);
});

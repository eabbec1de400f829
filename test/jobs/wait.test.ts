import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  InputError,
  ResponseError,
  type Client,
  type JobUpdate,
  type WaitOptions,
} from "../../src/index.js";
import {
  DONE,
  failure,
  finish,
  gaps,
  lost,
  QUEUED,
  refused,
  RUNNING,
  scripted,
  silent,
  state,
  success,
  times,
  type Step,
} from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const GONE: Step = { status: 404, json: { error: "job not found" } };
const run = (cloud: Client) => success(cloud.model("m").run({ prompt: "x" }));
const wait = (cloud: Client, options?: WaitOptions) =>
  cloud.model("m").job("j1").wait(options);
const COMPLETED = { status: "COMPLETED" };

test.each([
  ["FAILED", "job_failed"],
  ["CANCELLED", "job_cancelled"],
  ["TIMED_OUT", "job_timed_out"],
])(
  "wait rejects with a JobError for a job that ends as %s: %s",
  async (status, code) => {
    const more = { error: "out\nof memory", delayTime: 5, executionTime: 9 };
    const { cloud, requests } = scripted([RUNNING, state(status, more)]);
    const error = await failure(wait(cloud));
    expect(error).toMatchObject({
      name: "JobError",
      code,
      maybeSent: true,
      operation: "job.wait",
      job: { slug: "m", id: "j1", status, ...more },
    });
    expect((error as Error).message).toMatch(/ended .*: out of memory$/);
    expect(requests).toHaveLength(2);
  },
);

const ODD = ["PAUSED", "completed", "", "constructor", "ABORTED"];

test.each(ODD)("wait goes on with a job whose status is %j", async (status) => {
  const odd = state(status);
  const { cloud, requests } = scripted([RUNNING, odd, odd, DONE]);
  expect(await success(wait(cloud))).toMatchObject(COMPLETED);
  expect(requests).toHaveLength(4);
});

test("wait ends with a ResponseError, if it ends, after a poll that the service answers with null", async () => {
  const ended = await finish(wait(scripted([{ json: null }, DONE]).cloud));
  if ("reason" in ended) expect(ended.reason).toBeInstanceOf(ResponseError);
});

test.each<[string, Step]>([
  ["refusal", refused()],
  ["a lost connection", lost()],
  ["silence", silent],
  ["500", { status: 500 }],
  ["408", { status: 408 }],
  ["HTML", { text: "<p>", headers: { "content-type": "text/html" } }],
])(
  "wait survives nine polls in a row that meet %s, and ends after ten",
  async (_, step) => {
    const nine = times(9, step);
    const good = scripted([...nine, RUNNING, ...nine, DONE]);
    expect(await success(wait(good.cloud))).toMatchObject(COMPLETED);
    expect(good.requests).toHaveLength(20);
    const bad = scripted([RUNNING, step]);
    const error = await failure(wait(bad.cloud));
    const { operation } = error as { operation?: string };
    expect(operation).toMatch(/^(jobs\.status|job\.wait)$/);
    expect(bad.requests).toHaveLength(11);
  },
);

test("wait does not count 429 as a failed poll, and obeys its Retry-After", async () => {
  const busy = { status: 429, headers: { "retry-after": "17" } };
  const { cloud, requests } = scripted([...times(25, busy), DONE]);
  await success(wait(cloud));
  expect(gaps(requests)).toEqual(Array(25).fill(17_000));
});

test("wait ends at once after a poll that the service answers with 401", async () => {
  const { cloud, requests } = scripted([RUNNING, { status: 401 }]);
  const error = await failure(wait(cloud));
  expect([error, requests.length]).toMatchObject([{ status: 401 }, 2]);
});

test("wait takes 404 within ten seconds of the submit for a job that is not visible yet", async () => {
  const early = scripted([QUEUED, ...times(5, GONE), DONE]);
  const job = await run(early.cloud);
  expect(await success(job.wait())).toMatchObject(COMPLETED);
  const never = await run(scripted([QUEUED, GONE]).cloud);
  const begun = performance.now();
  const error = await failure(never.wait());
  expect(error).toMatchObject({ code: "job_not_found", job: { id: "j1" } });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(10_000);
  expect(performance.now() - begun).toBeLessThan(12_000);
});

test("wait on a resumed handle ends at once after 404", async () => {
  const { cloud, requests } = scripted([GONE]);
  const old = cloud.job({ slug: "m", id: "j1", submittedAt: 0 });
  expect(await failure(old.wait())).toMatchObject({ code: "job_expired" });
  const error = await failure(wait(cloud));
  expect(error).toMatchObject({ code: "job_not_found" });
  expect(requests).toHaveLength(2);
});

test.each([
  ["j1", "30 min"],
  ["sync-j1", "1 min"],
])(
  "wait says of job %s, which it has seen and which is gone, that it was kept for %s",
  async (id, kept) => {
    const { cloud } = scripted([RUNNING, GONE]);
    const error = await failure(cloud.model("m").job(id).wait());
    expect(error).toMatchObject({ code: "job_expired" });
    expect((error as Error).message).toContain(`${kept} after`);
  },
);

test.each<[string, Step]>([
  ["polls", RUNNING],
  ["silence", silent],
  ["a pause", { status: 429, headers: { "retry-after": "9999" } }],
])(
  "wait keeps its timeout through %s, and its error has the job",
  async (_, step) => {
    const begun = performance.now();
    const error = await failure(
      wait(scripted([step]).cloud, { timeout: 12_345 }),
    );
    expect(performance.now() - begun).toBe(12_345);
    expect(error).toMatchObject({
      code: "timeout",
      timeout: 12_345,
      maybeSent: true,
      job: { slug: "m", id: "j1" },
    });
  },
);

test.each([
  [{ policy: { ttl: 300_000 } }, 300_000],
  [{}, 86_400_000],
])(
  "wait for a job that never ends and was submitted with %j ends after %d ms",
  async (options, timeout) => {
    const { cloud } = scripted([QUEUED]);
    const job = await success(cloud.model("m").run({}, options));
    const begun = performance.now();
    const error = await failure(job.wait({ interval: 60_000 }));
    expect(error).toMatchObject({ code: "timeout", job: job.toJSON() });
    expect(performance.now() - begun).toBe(timeout);
  },
);

test("watch yields each change once, and does not throw at FAILED", async () => {
  const steps = [QUEUED, QUEUED, RUNNING, lost(), RUNNING, state("FAILED")];
  const { cloud, requests } = scripted(steps);
  const [reported, yielded]: [JobUpdate[], JobUpdate[]] = [[], []];
  const onUpdate = (update: JobUpdate) => {
    reported.push(update);
  };
  const watch = async () => {
    for await (const update of cloud.model("m").job("j1").watch({ onUpdate }))
      yielded.push(update);
  };
  await success(watch());
  const statuses = yielded.map(({ status }) => status);
  expect(statuses).toEqual(["IN_QUEUE", "IN_PROGRESS", "FAILED"]);
  expect(reported).toEqual(yielded);
  expect(requests).toHaveLength(6);
});

const JOB = { slug: "m", id: "j" };
const INVALID = [null, { ...JOB, ttl: "a" }, { ...JOB, submittedAt: "a" }];

test.each(INVALID)("cloud.job refuses %j", async (data) => {
  const act = () =>
    scripted([DONE])
      .cloud.job(data as never)
      .wait();
  const ended = await finish(Promise.resolve().then(act));
  expect(ended).toEqual({ reason: expect.any(InputError) as unknown });
});

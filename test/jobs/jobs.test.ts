import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  InputError,
  ResponseError,
  type Client,
  type JobData,
  type JobUpdate,
  type WaitOptions,
} from "../../src/index.js";
import * as script from "../support/scripted-fetch.js";

const { failure, finish, gaps, lines, lost, scripted, silent } = script;
const { DONE, QUEUED, refused, RUNNING, state, success, times } = script;
type Step = script.Step;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const GONE: Step = { status: 404, json: { error: "job not found" } };
const run = (cloud: Client) => success(cloud.model("m").run({ prompt: "x" }));
const wait = (cloud: Client, options?: WaitOptions) =>
  cloud.model("m").job("j1").wait(options);
const COMPLETED = { status: "COMPLETED" };

test("a submit sends input and options as on the wire, and looks at nothing", async () => {
  const { cloud, requests } = scripted([QUEUED]);
  const beside = { policy: { ttl: 60_000 }, webhook: "https://hook.test/" };
  const job = await success(cloud.model("a/b").run({ prompt: "x" }, beside));
  const [sent] = requests;
  expect(sent?.url).toBe("https://jobs.test/v2/a%2Fb/run");
  expect(JSON.parse(sent?.body ?? "")).toEqual({
    ...{ input: { prompt: "x" }, ...beside },
  });
  expect(job.toJSON()).toEqual({
    ...{ slug: "a/b", id: "j1", ttl: 60_000, submittedAt: Date.now() },
  });
  expect(requests).toHaveLength(1);
});

const NO_IDS = [{}, { id: "" }, { id: 7 }, { id: null }, null, "j1", 7];

test.each<unknown>(NO_IDS)("a submit may not answer %j", async (json) => {
  const { cloud, requests } = scripted([{ json }]);
  const model = cloud.model("m");
  for (const call of [() => model.run({}), () => model.runSync({})])
    expect(await failure(call())).toMatchObject({
      ...{ code: "invalid_response", maybeSent: true },
      route: expect.stringMatching(/^POST \/v2\/{slug}\/run/) as string,
    });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(2);
});

test("a submit that answers an id nobody can ask for was carried out", async () => {
  const { cloud } = scripted([{ json: { id: "..", status: "IN_QUEUE" } }]);
  const error = await failure(cloud.model("m").run({}));
  expect(error).toMatchObject({ maybeSent: true });
});

test("pauses are a tenth of the time since the submit, from 250 ms to 5 s", async () => {
  for (const [random, factor] of [
    [0, 0.9],
    [0.5, 1],
    [0.999999, 1.1],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const { cloud, requests } = scripted([...times(60, RUNNING), DONE]);
    await success((await run(cloud)).wait());
    let elapsed = 0;
    for (const gap of gaps(requests)) {
      const pause = Math.min(5000, Math.max(250, elapsed / 10)) * factor;
      expect(Math.abs(gap - pause)).toBeLessThanOrEqual(2);
      elapsed += gap;
    }
    expect(elapsed).toBeGreaterThan(50_000);
  }
});

test("an interval of one's own is a number, or a function of time and looks", async () => {
  const steps = [RUNNING, RUNNING, RUNNING, DONE];
  const fixed = scripted(steps);
  await success(wait(fixed.cloud, { interval: 1234 }));
  expect(gaps(fixed.requests)).toEqual([1234, 1234, 1234]);
  const asked: number[][] = [];
  const interval = (elapsed: number, looks: number) => {
    asked.push([Math.round(elapsed / 1000), looks]);
    return looks * 1000;
  };
  const own = scripted(steps);
  await success(wait(own.cloud, { interval }));
  expect(gaps(own.requests)).toEqual([1000, 2000, 3000]);
  expect(asked.slice(0, 3).map(String)).toEqual(["0,1", "1,2", "3,3"]);
});

test("a resumed handle looks at once, and knows the age of its job", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const text = JSON.stringify(await run(scripted([QUEUED]).cloud));
  await vi.advanceTimersByTimeAsync(30_000);
  const { cloud, requests } = scripted([RUNNING, DONE]);
  const begun = performance.now();
  await success(cloud.job(JSON.parse(text) as JobData).wait());
  expect((requests[0]?.at ?? 0) - begun).toBeLessThanOrEqual(1);
  expect(Math.abs((gaps(requests)[0] ?? 0) - 3000)).toBeLessThanOrEqual(2);
});

test.each([
  ["FAILED", "job_failed"],
  ["CANCELLED", "job_cancelled"],
  ["TIMED_OUT", "job_timed_out"],
])("a job that ends as %s is a JobError: %s", async (status, code) => {
  const more = { error: "out\nof memory", delayTime: 5, executionTime: 9 };
  const { cloud, requests } = scripted([RUNNING, state(status, more)]);
  const error = await failure(wait(cloud));
  expect(error).toMatchObject({
    ...{ name: "JobError", code, maybeSent: true, operation: "job.wait" },
    job: { slug: "m", id: "j1", status, ...more },
  });
  expect((error as Error).message).toMatch(/ended .*: out of memory$/);
  expect(requests).toHaveLength(2);
});

const ODD = ["PAUSED", "completed", "", "constructor", "ABORTED"];

test.each(ODD)("a job whose status is %j goes on", async (status) => {
  const odd = state(status);
  const { cloud, requests } = scripted([RUNNING, odd, odd, DONE]);
  expect(await success(wait(cloud))).toMatchObject(COMPLETED);
  expect(requests).toHaveLength(4);
});

test("a look answered with null rejects with our error if at all", async () => {
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
])("nine looks that meet %s are survived, and ten end it", async (_, fault) => {
  const nine = times(9, fault);
  const good = scripted([...nine, RUNNING, ...nine, DONE]);
  expect(await success(wait(good.cloud))).toMatchObject(COMPLETED);
  expect(good.requests).toHaveLength(20);
  const bad = scripted([RUNNING, fault]);
  const error = await failure(wait(bad.cloud));
  const { operation } = error as { operation?: string };
  expect(operation).toMatch(/^(jobs\.status|job\.wait)$/);
  expect(bad.requests).toHaveLength(11);
});

test("429 is no failure, and its Retry-After is obeyed", async () => {
  const busy = { status: 429, headers: { "retry-after": "17" } };
  const { cloud, requests } = scripted([...times(25, busy), DONE]);
  await success(wait(cloud));
  expect(gaps(requests)).toEqual(Array(25).fill(17_000));
});

test("a look that meets 401 ends the wait at once", async () => {
  const { cloud, requests } = scripted([RUNNING, { status: 401 }]);
  const error = await failure(wait(cloud));
  expect([error, requests.length]).toMatchObject([{ status: 401 }, 2]);
});

test("404 within ten seconds of the submit means: not yet", async () => {
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

test("404 of a resumed job means at once that there is none", async () => {
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
])("the job %s that was seen and is gone was kept for %s", async (id, kept) => {
  const { cloud } = scripted([RUNNING, GONE]);
  const error = await failure(cloud.model("m").job(id).wait());
  expect(error).toMatchObject({ code: "job_expired" });
  expect((error as Error).message).toContain(`${kept} after`);
});

test.each<[string, Step]>([
  ["looks", RUNNING],
  ["silence", silent],
  ["a pause", { status: 429, headers: { "retry-after": "9999" } }],
])("the bound holds through %s, and its error has the job", async (_, step) => {
  const begun = performance.now();
  const error = await failure(
    wait(scripted([step]).cloud, { timeout: 12_345 }),
  );
  expect(performance.now() - begun).toBe(12_345);
  expect(error).toMatchObject({
    ...{ code: "timeout", timeout: 12_345, maybeSent: true },
    job: { slug: "m", id: "j1" },
  });
});

test.each([
  [{ policy: { ttl: 300_000 } }, 300_000],
  [{}, 86_400_000],
])("with %j an endless job is waited for %d ms", async (options, bound) => {
  const { cloud } = scripted([QUEUED]);
  const job = await success(cloud.model("m").run({}, options));
  const begun = performance.now();
  const error = await failure(job.wait({ interval: 60_000 }));
  expect(error).toMatchObject({ code: "timeout", job: job.toJSON() });
  expect(performance.now() - begun).toBe(bound);
});

test("watch yields each change once, and does not throw at FAILED", async () => {
  const steps = [QUEUED, QUEUED, RUNNING, lost(), RUNNING, state("FAILED")];
  const { cloud, requests } = scripted(steps);
  const [told, seen]: [JobUpdate[], JobUpdate[]] = [[], []];
  const onUpdate = (update: JobUpdate) => {
    told.push(update);
  };
  const watch = async () => {
    for await (const update of cloud.model("m").job("j1").watch({ onUpdate }))
      seen.push(update);
  };
  await success(watch());
  const statuses = seen.map(({ status }) => status);
  expect(statuses).toEqual(["IN_QUEUE", "IN_PROGRESS", "FAILED"]);
  expect(told).toEqual(seen);
  expect(requests).toHaveLength(6);
});

test("cancel asks once, by POST", async () => {
  const { cloud, requests } = scripted([state("CANCELLED")]);
  const cancelled = await success(cloud.model("m").job("j1").cancel());
  expect(cancelled).toMatchObject({ status: "CANCELLED" });
  expect(lines(requests)).toEqual(["POST /v2/m/cancel/j1"]);
});

test("runSync goes on with status where the service lets go", async () => {
  const { cloud, requests } = scripted([RUNNING, RUNNING, DONE]);
  const job = await success(cloud.model("m").runSync({}, { wait: 2000 }));
  expect(job).toMatchObject({ output: { image_url: "u" } });
  const look = "GET /v2/m/status/j1";
  expect(lines(requests)).toEqual(["POST /v2/m/runsync", look, look]);
  expect(requests[0]?.url).toMatch(/\?wait=2000$/);
});

test("a runSync whose connection breaks is sent once", async () => {
  const { cloud, requests } = scripted([lost()]);
  const error = await failure(cloud.model("m").runSync({}));
  expect([error, requests.length]).toMatchObject([{ maybeSent: true }, 1]);
});

test("the timeout of a runSync bounds hold and looks together", async () => {
  const begun = performance.now();
  const { cloud } = scripted([RUNNING]);
  await failure(cloud.model("m").runSync({}, { timeout: 9000 }));
  expect(performance.now() - begun).toBe(9000);
});

const HOLDS = [999, 280_001, 0, -1, 1500.5, NaN];

test.each(HOLDS)("a hold of %d is refused", async (hold) => {
  const { cloud, requests } = scripted([DONE]);
  const model = cloud.model("m");
  const held = (wait: number) => finish(model.runSync({}, { wait }));
  expect(await held(hold)).toMatchObject({ reason: { parameter: "wait" } });
  for (const good of [1000, 280_000])
    expect(await held(good)).toMatchObject({ value: COMPLETED });
  expect(requests).toHaveLength(2);
});

const JOB = { slug: "m", id: "j" };
const BAD = [null, { ...JOB, ttl: "a" }, { ...JOB, submittedAt: "a" }];

test.each(BAD)("a job is not made of %j", async (data) => {
  const act = () =>
    scripted([DONE])
      .cloud.job(data as never)
      .wait();
  const ended = await finish(Promise.resolve().then(act));
  expect(ended).toEqual({ reason: expect.any(InputError) as unknown });
});

import { describe, expect, test } from "vitest";
import {
  InputError,
  type Client,
  type JobData,
  type JobError,
  type JobUpdate,
  type WaitOptions,
} from "../../src/index.js";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  failure,
  gaps,
  lost,
  QUEUED,
  refused,
  respond,
  RUNNING,
  scripted,
  silent,
  state,
  success,
  times,
  type Step,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const GONE: Step = { status: 404, json: { error: "job not found" } };
const run = (cloud: Client) => success(cloud.model("m").run({ prompt: "x" }));
const wait = (cloud: Client, options?: WaitOptions) =>
  cloud.model("m").job("j1").wait(options);
const COMPLETED = { status: "COMPLETED" };

test("wait says which limit a job may have met that has timed out without a reason", async () => {
  const { cloud } = scripted([state("TIMED_OUT")]);
  const error = (await failure(wait(cloud))) as Error;
  expect(error.message).toMatch(
    /ended as TIMED_OUT: it ran for longer than its policy\.executionTimeout, .* 10 minutes$/,
  );
});

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

const OUTAGES: readonly (readonly [string, Step])[] = [
  ["refusal", refused()],
  ["a lost connection", lost()],
  ["silence", silent],
  ["500", { status: 500 }],
  ["408", { status: 408 }],
  ["HTML", { text: "<p>", headers: { "content-type": "text/html" } }],
  ["a status that is a list", { json: { status: ["COMPLETED"] } }],
];

describe.each(OUTAGES)("an outage in which polls meet %s", (_, step) => {
  /** A service without an answer from the second poll on, for so many milliseconds. */
  const outageOf = (milliseconds: number): readonly Step[] => {
    let since: number | undefined;
    const meet: Step = (sent) => {
      since ??= sent.at;
      if (sent.at - since >= milliseconds) return respond(DONE, sent);
      return respond(step, sent);
    };
    return [RUNNING, meet];
  };

  test("of less than two minutes does not end a wait", async () => {
    const { cloud } = scripted(outageOf(90_000));
    expect(await success(wait(cloud))).toMatchObject(COMPLETED);
  });

  test("ends a wait after two minutes, with an error that has the job and may have been carried out", async () => {
    const { cloud, requests } = scripted(outageOf(Infinity));
    const error = await failure(wait(cloud));
    const { operation } = error as { operation?: string };
    expect(operation).toMatch(/^job\.(status|wait)$/);
    expect(error).toMatchObject({
      maybeSent: true,
      job: { slug: "m", id: "j1" },
    });
    const outage = performance.now() - (requests[1]?.at ?? NaN);
    expect(outage).toBeGreaterThanOrEqual(120_000 - 1);
    expect(outage).toBeLessThanOrEqual(140_000);
  });
});

test("an outage that a slow consumer of watch makes is none: only failed polls count", async () => {
  const { cloud } = scripted([RUNNING, lost(), DONE]);
  const statuses: unknown[] = [];
  const consume = async () => {
    for await (const { status } of cloud.model("m").job("j1").watch()) {
      statuses.push(status);
      await pause(600_000);
    }
  };
  await success(consume());
  expect(statuses).toEqual(["IN_PROGRESS", "COMPLETED"]);
});

test("wait does not count 429 as a failed poll, and obeys its Retry-After", async () => {
  const busy = { status: 429, headers: { "retry-after": "17" } };
  const { cloud, requests } = scripted([...times(25, busy), DONE]);
  await success(wait(cloud));
  expect(gaps(requests)).toEqual(Array(25).fill(17_000));
});

test.each([429, 503])(
  "wait pauses for at most a minute after a Retry-After of hours with %d, or for a longer poll interval",
  async (status) => {
    const busy = { status, headers: { "retry-after": "9999" } };
    const { cloud, requests } = scripted([RUNNING, busy, DONE]);
    await success(wait(cloud));
    expect(gaps(requests).at(-1)).toBe(60_000);
    const slow = scripted([RUNNING, busy, DONE]);
    await success(wait(slow.cloud, { interval: 90_000 }));
    expect(gaps(slow.requests)).toEqual([90_000, 90_000]);
  },
);

test.each([400, 401, 403, 409, 451])(
  "wait ends at once after a poll that the service answers with %d, with an error that has the job",
  async (status) => {
    const { cloud, requests } = scripted([RUNNING, { status }]);
    const error = await failure(wait(cloud));
    expect([error, requests.length]).toMatchObject([
      { status, maybeSent: true, job: { slug: "m", id: "j1" } },
      2,
    ]);
  },
);

describe("wait, where a function supplies the key,", () => {
  const apiKey = () => "a-key-that-rotates-0123";

  test.each([401, 403])("survives %d while the key rotates", async (status) => {
    const steps = [RUNNING, ...times(20, { status }), DONE];
    const { cloud, requests } = scripted(steps, { apiKey });
    expect(await success(wait(cloud))).toMatchObject(COMPLETED);
    expect(requests).toHaveLength(22);
  });

  test("ends with the refusal if that lasts for `outageTimeout`", async () => {
    const { cloud } = scripted([RUNNING, { status: 401 }], { apiKey });
    const error = await failure(wait(cloud, { outageTimeout: 10_000 }));
    expect(error).toMatchObject({ status: 401, job: { id: "j1" } });
  });

  test.each<[string, () => string]>([
    [
      "throws",
      () => {
        throw new Error("the vault is away");
      },
    ],
    ["returns no key", () => "not a key: é"],
  ])("survives a function that %s for a while", async (_, fail) => {
    let calls = 0;
    const rotating = () => (calls++ % 20 < 3 ? apiKey() : fail());
    const { cloud } = scripted([...times(5, RUNNING), DONE], {
      apiKey: rotating,
    });
    expect(await success(wait(cloud))).toMatchObject(COMPLETED);
  });
});

describe("404 of the service itself", () => {
  const waitForOld = (ageMs: number, more: Partial<JobData> = {}) => {
    const submittedAt = Date.now() - ageMs;
    const data = { slug: "m", id: "j1", submittedAt, ...more };
    return scripted([GONE]).cloud.job(data).wait();
  };
  const elapsed = async (waiting: Promise<unknown>) => {
    const begun = performance.now();
    const error = await failure(waiting);
    return { error, ms: performance.now() - begun };
  };

  test("is passing, where the job appears within a minute", async () => {
    const { cloud } = scripted([QUEUED, ...times(5, GONE), DONE]);
    const job = await run(cloud);
    expect(await success(job.wait())).toMatchObject(COMPLETED);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    [
      "that was submitted a moment ago",
      async () => (await run(scripted([QUEUED, GONE]).cloud)).wait(),
      "job_not_found",
    ],
    [
      "that the wait has seen running",
      () => wait(scripted([RUNNING, GONE]).cloud),
      "job_expired",
    ],
    [
      "whose handle was submitted less than half an hour ago",
      () => waitForOld(600_000),
      "job_not_found",
    ],
    [
      "of runSync a minute after its submit",
      () => waitForOld(61_000, { id: "sync-j1" }),
      "job_expired",
    ],
    [
      "half an hour after its submit",
      () => waitForOld(1_801_000),
      "job_expired",
    ],
    [
      "whose ttl is over",
      () => waitForOld(11_000, { ttl: 10_000 }),
      "job_expired",
    ],
  ])(
    "ends the wait for a job %s after a minute, because it may still run",
    async (_, begin, code) => {
      const { error, ms } = await elapsed(begin());
      expect(error).toMatchObject({ code, operation: "job.wait" });
      expect((error as JobError).job.id).toMatch(/j1$/);
      expect(ms).toBeGreaterThanOrEqual(60_000);
      expect(ms).toBeLessThan(66_000);
    },
  );

  test("begins a new minute after each answer that shows the job", async () => {
    const step = [RUNNING, ...times(15, GONE)];
    const { cloud, requests } = scripted([...step, ...step, DONE]);
    const waiting = wait(cloud, { interval: 3000 });
    expect(await success(waiting)).toMatchObject(COMPLETED);
    expect(requests).toHaveLength(33);
  });

  test("ends at once the wait for a job whose result has expired, and that the wait has not seen", async () => {
    const { cloud, requests } = scripted([GONE]);
    const old = cloud.job({ slug: "m", id: "j1", submittedAt: 0 });
    expect(await failure(old.wait())).toMatchObject({ code: "job_expired" });
    expect(requests).toHaveLength(1);
  });

  test("ends the wait for a job that the service gave up in the queue a minute later, and the error names the ttl", async () => {
    const { cloud } = scripted([QUEUED, QUEUED, GONE]);
    const policy = { ttl: 10_000 };
    const job = await success(cloud.model("m").run({}, { policy }));
    const { error, ms } = await elapsed(job.wait({ interval: 8000 }));
    expect(error).toMatchObject({ code: "job_expired" });
    expect((error as Error).message).toContain("10000 ms (policy.ttl)");
    expect(ms).toBeLessThan(80_000);
  });
});

test("wait on a slug and an id takes 404 for a job that is not visible yet, up to ten seconds after its own start", async () => {
  const early = scripted([...times(5, GONE), DONE]).cloud;
  const byId = early.model("m").job("j1");
  expect(await success(byId.wait())).toMatchObject(COMPLETED);
});

test.each([
  [{}, 10_000, 12_000],
  [{ timeout: 2000, interval: 60_000 }, 2000, 2000],
  [{ interval: 3_600_000 }, 10_000, 10_000],
])(
  "wait on a slug and an id with %j says that there is no such job, from %d to %d ms after its own start",
  async (options, earliest, latest) => {
    const begun = performance.now();
    const error = await failure(wait(scripted([GONE]).cloud, options));
    expect(error).toMatchObject({ code: "job_not_found", job: { id: "j1" } });
    expect(String(error)).toContain("or no longer: the service keeps a result");
    expect(performance.now() - begun).toBeGreaterThanOrEqual(earliest);
    expect(performance.now() - begun).toBeLessThanOrEqual(latest);
  },
);

test.each([
  ["j1", "30 min"],
  ["sync-j1", "1 min"],
])(
  "wait says of job %s, which it has seen and which is gone, that it was kept for %s",
  async (id, kept) => {
    const { cloud } = scripted([state("IN_PROGRESS", { id }), GONE]);
    const error = await failure(cloud.model("m").job(id).wait());
    expect(error).toMatchObject({ code: "job_expired" });
    expect((error as Error).message).toContain(`${kept} after`);
  },
);

test("wait polls at its timeout, so that a job that has ended by then is not reported as timed out", async () => {
  const { cloud, requests } = scripted([RUNNING, DONE]);
  const options = { timeout: 9000, interval: 60_000 };
  expect(await success(wait(cloud, options))).toMatchObject(COMPLETED);
  expect(gaps(requests)).toEqual([9000]);
});

test("wait gives the poll at its timeout a second for the response", async () => {
  const respondIn = (milliseconds: number): Step =>
    async function answer(sent) {
      await pause(milliseconds);
      return respond(DONE, sent);
    };
  const options = { timeout: 9000, interval: 60_000 };
  const quick = scripted([RUNNING, respondIn(900)]);
  expect(await success(wait(quick.cloud, options))).toMatchObject(COMPLETED);
  const begun = performance.now();
  const slow = scripted([RUNNING, respondIn(1100)]);
  const error = await failure(wait(slow.cloud, options));
  expect(performance.now() - begun).toBe(10_000);
  expect(error).toMatchObject({ code: "timeout", timeout: 9000 });
  // The service's own timer.
  await passTime(100);
});

test("watch whose consumer asks after the timeout still reports a job that has ended", async () => {
  const { cloud } = scripted([RUNNING, DONE]);
  const updates = cloud.model("m").job("j1").watch({ timeout: 5000 });
  await success(updates.next());
  await passTime(3_600_000);
  expect(await success(updates.next())).toMatchObject({ value: COMPLETED });
});

test.each([
  [{ policy: { ttl: 300_000 } }, 420_000],
  [{}, 86_520_000],
])(
  "wait for a job that never ends and was submitted with %j ends two minutes after its time to live: after %d ms",
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

const NO_JOBS = [null, { slug: "m", id: "j", ttl: "a" }] as never[];

test.each(NO_JOBS)("cloud.job refuses %j", (data) => {
  expect(() => scripted([]).cloud.job(data)).toThrow(InputError);
});

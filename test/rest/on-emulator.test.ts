import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import type { EmulatorOptions, FaultRule, Route } from "cloud-compute-emulator";
import { CloudComputeError, createClient, JobError } from "../../src/index.js";
import {
  TimeoutError,
  type Client,
  type UpdateMethod,
} from "../../src/index.js";

import { installWorkClocks, WorkClock } from "../support/work-clock.js";

const IMAGE = "example/image:1";
const IMAGED = { imageName: IMAGE };
const INPUT = { prompt: "a buoy" };
const VOLUME = { id: "volume", name: "a", size: 10, dataCenterId: "EU-RO-1" };
const TEMPLATE = {
  name: "mine",
  imageName: IMAGE,
  dockerArgs: "",
  env: [],
  containerDiskInGb: 5,
  volumeInGb: 0,
};
const RUN = "POST /v2/{slug}/run";
const STATUS = "GET /v2/{slug}/status/{jobId}";

let restoreClocks = () => {};
beforeAll(() => void (restoreClocks = installWorkClocks()));
afterAll(() => restoreClocks());

const opened: Emulator[] = [];
beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0.01));
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map(({ close }) => close()));
});

type Way = "in memory" | "over a socket";
const ways: readonly Way[] = ["in memory", "over a socket"];

/** An account with one Pod and one volume, and a way to make clients of it. */
async function reach(way: Way, options: EmulatorOptions = {}) {
  const emulator = createEmulator(options);
  opened.push(emulator);
  emulator.seed({ pods: [{ id: "pod", ...IMAGED }], networkVolumes: [VOLUME] });
  const { apiKey } = emulator;
  const at =
    way === "in memory"
      ? { fetch: emulator.fetch, ...emulator.urls }
      : (await emulator.listen()).urls;
  const connect = (own: object = {}) =>
    createClient({ apiKey, retries: 2, ...at, ...own });
  return { emulator, connect, cloud: connect() };
}

function requestsOf({ requests }: Emulator, wanted: Route) {
  return requests.filter(({ route }) => route === wanted);
}

const pods = (emulator: Emulator) => emulator.snapshot().pods.length;
const grown = (emulator: Emulator) =>
  emulator.snapshot().networkVolumes.filter(({ size }) => size === 20).length;
const templates = (emulator: Emulator) =>
  emulator.snapshot().templates.filter(({ name }) => name === "mine").length;
const grow = (cloud: Client, updateMethod: UpdateMethod) =>
  cloud.networkVolumes.update("volume", { size: 20 }, {}, { updateMethod });

/** A call's route, the call, and, of a change, how often it was carried out. */
type Call = readonly [
  route: Route,
  send: (cloud: Client) => Promise<unknown>,
  effects?: (emulator: Emulator) => number,
];

const VOLUME_ROUTE = "/networkvolumes/{networkVolumeId}";
const calls: readonly Call[] = [
  ["GET /pods/{podId}", ({ pods }) => pods.get("pod")],
  [
    "DELETE /pods/{podId}",
    ({ pods }) => pods.delete("pod"),
    (e) => 1 - pods(e),
  ],
  [`PATCH ${VOLUME_ROUTE}`, (cloud) => grow(cloud, "patch"), grown],
  [`POST ${VOLUME_ROUTE}/update`, (cloud) => grow(cloud, "post"), grown],
  ["POST /pods", ({ pods }) => pods.create(IMAGED), (e) => pods(e) - 1],
  [RUN, (to) => to.model("flux-dev").run(INPUT), (e) => e.jobs().length],
  ["POST /graphql", ({ graphql }) => graphql.gpuTypes()],
  [
    "POST /graphql",
    ({ graphql }) => graphql.saveTemplate({ input: TEMPLATE }),
    templates,
  ],
];

/** How a call ends that is not retried, or retried in vain. */
const lost = { ends: "ConnectionError", maybeSent: true };
const tooSlow = { ends: "TimeoutError", maybeSent: true };
const failed = { ends: "ResponseError", maybeSent: true };
const refused = { ends: "ResponseError", maybeSent: false };

/** A fault rule, which calls are retried after it, and how the others end. */
type Row = readonly [
  name: string,
  rule: FaultRule,
  retried: "all" | "reads" | "none",
  end: { readonly ends: string; readonly maybeSent: boolean },
];

const body = "the service is unwell";
const headers = { "retry-after": "0" };
const html = { "content-type": "text/html" };
const rows: readonly Row[] = [
  ["a reset before handling", { reset: "before" }, "reads", lost],
  ["a reset after handling", { reset: "after" }, "reads", lost],
  ["an answer cut after 5 bytes", { truncate: 5 }, "reads", lost],
  ["500", { status: 500, body }, "reads", failed],
  ["503", { status: 503, body }, "reads", failed],
  ["503 with Retry-After", { status: 503, body, headers }, "reads", failed],
  ["429 with Retry-After", { status: 429, body, headers }, "all", refused],
  ["400 as a text", { status: 400, body }, "none", failed],
  ["HTML with 200", { body: "<html></html>", headers: html }, "none", failed],
  ["a response that comes too slowly", { delay: 5000 }, "reads", tooSlow],
];

/** Whether a request that meets the rule is carried out all the same. */
const isHandled = ({ reset, truncate, delay }: FaultRule) =>
  reset === "after" || truncate !== undefined || delay !== undefined;

function expected([, rule, retried, end]: Row, call: Call, times: number) {
  const [route, , effects] = call;
  const isRetried = retried === "all" || (!effects && retried === "reads");
  if (isRetried && times === 1)
    return { route, ends: "well", requests: 2, effects: effects ? 1 : 0 };
  const done = isHandled(rule) && effects ? 1 : 0;
  return { route, ...end, requests: isRetried ? 3 : 1, effects: done };
}

/** The network, and a clock only for the client: a time-out does not depend on the speed of the machine. */
const clockedFetch =
  (clock: WorkClock, fetch = globalThis.fetch): typeof fetch =>
  (...request) =>
    clock.fetch(() => fetch(...request));

async function play([, rule]: Row, call: Call, way: Way, times: number) {
  const [route, send, effects] = call;
  const { emulator, connect } = await reach(way);
  emulator.fail(route, { ...rule, times });
  const limits = rule.delay ? { attemptTimeout: 300, timeout: 1100 } : {};
  const clock = new WorkClock();
  const fetch = clockedFetch(
    clock,
    way === "in memory" ? emulator.fetch : undefined,
  );
  const cloud = connect({ ...limits, fetch });
  // The delayed requests have all arrived, and the emulator does not respond before their time-outs.
  const isDelayed = (fetches: number) =>
    rule.delay !== undefined &&
    fetches <= times &&
    emulator.requests.length >= fetches;
  const ended = await clock
    .run(() => send(cloud), isDelayed)
    .then(
      () => ({ ends: "well" }),
      (error: unknown) => {
        if (!(error instanceof CloudComputeError)) throw error;
        return { ends: error.name, maybeSent: error.maybeSent };
      },
    );
  // The emulator carries out a request that its client has given up.
  if (isHandled(rule) && effects)
    await expect.poll(() => effects(emulator)).toBe(1);
  const requests = requestsOf(emulator, route).length;
  return { route, ...ended, requests, effects: effects?.(emulator) ?? 0 };
}

describe.each(ways)("a call on the emulator %s", (way) => {
  beforeAll(async () => {
    const { cloud } = await reach(way);
    await cloud.graphql.gpuTypes();
  });

  test.each(rows)(
    "that meets %s is retried, and ends, as documented",
    async (...row) => {
      for (const times of [1, Infinity]) {
        const played = calls.map((call) => play(row, call, way, times));
        const due = calls.map((call) => expected(row, call, times));
        expect(await Promise.all(played)).toEqual(due);
      }
    },
  );

  test("to create a Pod whose answer is lost leaves one Pod, which a list shows", async () => {
    const { emulator, cloud } = await reach(way);
    emulator.fail("POST /pods", { reset: "after" });
    const created = cloud.pods.create({ imageName: IMAGE, name: "once" });
    await expect(created).rejects.toMatchObject({ maybeSent: true });
    const listed = await cloud.pods.list({ name: "once" });
    expect(listed).toHaveLength(1);
  });

  test("that was lost once and turned away then may still have been carried out", async () => {
    const { emulator, cloud } = await reach(way);
    emulator.fail("GET /pods/{podId}", { reset: "after" });
    emulator.fail("GET /pods/{podId}", { status: 404 });
    const got = cloud.pods.get("pod");
    await expect(got).rejects.toMatchObject({ status: 404, maybeSent: true });
  });
});

describe.each(ways)("a wait on the emulator %s", (way) => {
  const interval = 5;
  const quick = async () => {
    const reached = await reach(way, { speed: 50 });
    const { emulator, cloud } = reached;
    const slow = { coldStart: 5000, executionTime: 5000 };
    emulator.model("slow", ({ prompt }) => prompt, slow);
    return { ...reached, model: cloud.model<{ prompt: string }>("slow") };
  };

  test("ends with the output of a job that is submitted once", async () => {
    const { emulator, model } = await quick();
    const done = await (await model.run(INPUT)).wait({ interval });
    expect(done).toMatchObject({ status: "COMPLETED", output: "a buoy" });
    expect(requestsOf(emulator, RUN)).toHaveLength(1);
  });

  test("yields each change of status once, the end last", async () => {
    const { emulator, model } = await quick();
    emulator.model("slow", () => "never begun", { workers: 0 });
    const seen: unknown[] = [];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const job = await model.run(INPUT);
    for await (const { status } of job.watch({ interval })) {
      seen.push(status);
      if (status === "IN_QUEUE") emulator.model("slow", () => finished);
      if (status === "IN_PROGRESS") finish();
    }
    expect(seen).toEqual(["IN_QUEUE", "IN_PROGRESS", "COMPLETED"]);
  });

  test("that runs out leaves a job which another client goes on with from its JSON", async () => {
    const { emulator, model, connect } = await quick();
    const job = await model.run(INPUT);
    const end: unknown = await job.wait({ interval, timeout: 20 }).catch(one);
    expect(end).toBeInstanceOf(TimeoutError);
    const kept = JSON.stringify((end as TimeoutError).job);
    expect(kept).toBe(JSON.stringify(job));
    const resumed = connect().job(JSON.parse(kept) as typeof job);
    const { id, output } = await resumed.wait({ interval });
    expect([id, output]).toEqual([job.id, "a buoy"]);
    expect(emulator.jobs()).toHaveLength(1);
  });

  test("on the submit's own connection ends with the output, without a poll", async () => {
    const { emulator, model } = await quick();
    const { id, output } = await model.runSync(INPUT);
    expect([id.startsWith("sync-"), output]).toEqual([true, "a buoy"]);
    expect(emulator.requests).toHaveLength(1);
  });

  test("for 20 inputs, 5 at once, submits each exactly once, though some are turned away", async () => {
    const { emulator, cloud } = await quick();
    let [running, most] = [0, 0];
    const work = async ({ index }: { index: number }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      return index * 2;
    };
    emulator.model("double", work, { workers: 20 });
    for (const after of [0, 4])
      emulator.fail(RUN, { status: 429, headers, after });
    const inputs = Array.from({ length: 20 }, (_, index) => ({ index }));
    const results: unknown[] = [];
    const model = cloud.model<{ index: number }, number>("double");
    for await (const result of model.map(inputs, { concurrency: 5, interval }))
      results[result.index] = result.job?.output ?? result.error;
    expect(results).toEqual(inputs.map(({ index }) => index * 2));
    const taken = emulator.jobs().map((job) => Number(job.input["index"]));
    expect(taken.sort((a, b) => a - b)).toEqual([...inputs.keys()]);
    expect(requestsOf(emulator, RUN)).toHaveLength(22);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(5);
  });

  test("for many inputs gives one whose submit is lost as an error, and submits it no second time", async () => {
    const { emulator, model } = await quick();
    emulator.fail(RUN, { reset: "after", after: 1 });
    const prompts = ["a", "b", "c"].map((prompt) => ({ prompt }));
    const errors: unknown[] = [];
    for await (const { error } of model.map(prompts, { interval }))
      if (error) errors.push(error);
    expect(errors).toMatchObject([{ name: lost.ends, maybeSent: true }]);
    expect(emulator.jobs()).toHaveLength(3);
  });

  test("for a job that is called off ends with a JobError", async () => {
    const { emulator, model } = await quick();
    emulator.model("slow", () => new Promise(() => undefined));
    const job = await model.run(INPUT);
    const waited = job.wait({ interval }).catch(one);
    expect(await job.cancel()).toMatchObject({ status: "CANCELLED" });
    expect(await waited).toMatchObject({ code: "job_cancelled" });
    expect(emulator.jobs()).toMatchObject([{ status: "CANCELLED" }]);
  });

  test("for a job that fails ends with the worker's own words", async () => {
    const { emulator, model } = await quick();
    emulator.model("slow", (_, { fail }) => fail("out of memory"));
    const error: unknown = await (await model.run(INPUT)).wait().catch(one);
    expect(error).toBeInstanceOf(JobError);
    const job = { status: "FAILED", error: "out of memory" };
    expect(error).toMatchObject({ code: "job_failed", job });
  });

  test("goes on after polls that meet 500 twice, 429 once, a reset and a truncated response", async () => {
    const { emulator, model } = await quick();
    const job = await model.run(INPUT);
    emulator.fail(STATUS, { status: 500, times: 2 });
    emulator.fail(STATUS, { status: 429, headers });
    emulator.fail(STATUS, { reset: "after" });
    emulator.fail(STATUS, { truncate: 5 });
    expect((await job.wait({ interval })).output).toBe("a buoy");
    const met = requestsOf(emulator, STATUS).map(({ status }) => status);
    expect(met.slice(0, 6)).toEqual([500, 500, 429, undefined, 200, 200]);
  });
});

const one = (error: unknown) => error;

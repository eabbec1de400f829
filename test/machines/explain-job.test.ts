import { afterEach, describe, expect, it, vi } from "vitest";
import type { Emulator } from "cloud-compute-emulator";
import type { Client, JobData } from "../../src/index.js";
import {
  explainJob,
  waitForEndpoint,
  type JobCauseCode,
} from "../../src/machines/index.js";
import { pause } from "../support/fake-time.js";
import { createAccount, type Intercept } from "./support/account.js";
import { rejectionOf } from "../support/rejection.js";
import { settleInSteps } from "./support/settle.js";

afterEach(() => vi.useRealTimers());

const L4 = "NVIDIA L4";

/** An account with an endpoint. */
async function createEndpoint(settings: object = {}, intercept?: Intercept) {
  const account = createAccount(intercept);
  const { id: templateId } = await account.cloud.templates.create({
    name: "worker",
    imageName: "example/worker:1",
    isServerless: true,
  });
  const { id } = await account.cloud.endpoints.create({
    templateId,
    gpuTypeIds: [L4],
    ...settings,
  });
  return { ...account, id };
}

/** An account with an endpoint, whose requests are answered as `answer` says from the first `vi.useFakeTimers()` on. */
function createSlowEndpoint(answer: Intercept) {
  return createEndpoint({}, (request, send) =>
    vi.isFakeTimers() ? answer(request, send) : send(request),
  );
}

const silence = () => new Promise<Response>(() => undefined);

async function codesOf(cloud: Client, slug: string, id: string) {
  const { causes } = await explainJob(cloud, { slug, id });
  return causes.map(({ code }) => code);
}

describe("explainJob", () => {
  it("says that the endpoint allows no workers", async () => {
    const { cloud, id } = await createEndpoint({ workersMax: 0 });
    const job = await cloud.model(id).run({});
    const { status, causes, missing } = await explainJob(cloud, job);
    expect(status).toBe("IN_QUEUE");
    expect(causes[0]?.code).toBe("no_workers_allowed");
    expect(causes[0]?.text).toContain(
      "raise its workers.max (workersMax in version 0.1.0), which is 0",
    );
    expect(missing).toEqual([]);
  });

  it.each<[JobCauseCode, (emulator: Emulator, id: string) => void]>([
    [
      "throttled",
      ({ account }, id) => account.setWorkers(id, { throttled: true }),
    ],
    [
      "cold_start",
      ({ account }, id) => account.setWorkers(id, { coldStartMs: 60_000 }),
    ],
    ["no_stock", ({ account }) => account.setStock({ [L4]: 0 })],
  ])("says that the job waits for: %s", async (code, hold) => {
    const { cloud, emulator, id } = await createEndpoint();
    hold(emulator, id);
    const job = await cloud.model(id).run({});
    expect(await codesOf(cloud, id, job.id)).toContain(code);
  });

  it("asks for the stock once where the endpoint names all data centers", async () => {
    const { cloud, requests, id } = await createEndpoint();
    const { dataCenterIds = [] } = await cloud.endpoints.get(id);
    expect(dataCenterIds.length).toBeGreaterThan(20);
    await explainJob(cloud, await cloud.model(id).run({}));
    const asked = requests.filter(({ path }) => path.endsWith("/graphql"));
    expect(asked).toHaveLength(1);
  });

  it("says that a worker crashes again and again", async () => {
    const { cloud, emulator, id } = await createEndpoint();
    emulator.account.setWorkers(id, { crash: true, coldStartMs: 1 });
    const job = await cloud.model(id).run({});
    await expect
      .poll(() => codesOf(cloud, id, job.id))
      .toContain("crashing_worker");
  });

  it("says how many jobs are ahead", async () => {
    const { cloud, emulator, id } = await createEndpoint({ workersMax: 1 });
    emulator.model(id, () => new Promise(() => undefined));
    const model = cloud.model(id);
    const first = await model.run({});
    await expect
      .poll(async () => (await first.status()).status)
      .toBe("IN_PROGRESS");
    await model.run({});
    const job = await model.run({});
    const { causes } = await explainJob(cloud, job);
    const ahead = causes.find(({ code }) => code === "jobs_ahead");
    expect(ahead?.text).toMatch(
      /1 other job is waiting and 1 running: raise workers\.max/,
    );
  });

  it("does not advise more workers where the scaling adds none of those that are allowed", async () => {
    const { cloud, emulator, id } = await createEndpoint({
      workersMax: 5,
      scalerValue: 600,
    });
    emulator.model(id, () => new Promise(() => undefined));
    const first = await cloud.model(id).run({});
    await expect
      .poll(async () => (await first.status()).status)
      .toBe("IN_PROGRESS");
    const { causes } = await explainJob(cloud, await cloud.model(id).run({}));
    expect(causes.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^1 other job is running: 1 worker is up or starting, and workers\.max .* allows 5: the scaling/,
      ),
    ]);
  });

  it("says of a job that has ended just that", async () => {
    const { cloud } = createAccount();
    const { id } = await cloud.model("text-demo").run({ prompt: "x" });
    await cloud.model("text-demo").job(id).wait({ interval: 50 });
    expect(await codesOf(cloud, "text-demo", id)).toEqual(["ended"]);
  });

  it.each([
    [undefined, true],
    [0, true],
    [120_000, false],
  ])(
    "says of an unknown job that was submitted %s ms ago whether it may be new: %s",
    async (ageMs, mayBeNew) => {
      const { cloud } = createAccount();
      const submittedAt = ageMs === undefined ? ageMs : Date.now() - ageMs;
      const job: JobData = { slug: "text-demo", id: "none" };
      if (submittedAt !== undefined) Object.assign(job, { submittedAt });
      const { causes } = await explainJob(cloud, job);
      expect(causes).toMatchObject([{ code: "not_found" }]);
      expect(causes[0]?.text.includes("ask again in a minute")).toBe(mayBeNew);
    },
  );

  it("says that a free worker may be held by handlers that go on", async () => {
    const { cloud, emulator, id } = await createEndpoint();
    emulator.account.setWorkers(id, { external: true });
    // A worker that pings, but does not ask for jobs.
    const { publicBaseUrl } = emulator.urls;
    const headers = { authorization: emulator.apiKey };
    await emulator.fetch(`${publicBaseUrl}/v2/${id}/ping/w`, { headers });
    const job = await cloud.model(id).run({});
    const { causes } = await explainJob(cloud, job);
    expect(causes).toHaveLength(1);
    expect(causes[0]?.text).toMatch(
      /^1 worker is free .*may crash again and again.*handlers may ignore the cancel or the timeout/,
    );
  });

  it("says what it could not ask, such as the settings of a public model", async () => {
    const { cloud, emulator } = createAccount();
    emulator.account.setWorkers("text-demo", { throttled: true });
    const job = await cloud.model("text-demo").run({ prompt: "x" });
    const { causes, missing } = await explainJob(cloud, job);
    expect(causes.map(({ code }) => code)).toEqual(["unknown"]);
    // Both are asked for at once: either may be the first to fail.
    expect(missing.toSorted()).toEqual([
      expect.stringMatching(/^the health of the endpoint: .*answered 401/),
      "the settings of the endpoint: not an endpoint of this account",
    ]);
  });
});

describe("the timeout", () => {
  it("of explainJob holds for all of its calls together", async () => {
    const account = await createSlowEndpoint(async (request, send) => {
      await pause(900);
      return send(request);
    });
    const { cloud, emulator, id } = account;
    emulator.account.setWorkers(id, { throttled: true });
    const job = await cloud.model(id).run({});
    vi.useFakeTimers();
    const begunAt = performance.now();
    const { missing } = await settleInSteps(
      explainJob(cloud, job, { timeout: 1000 }),
    );
    expect(missing.join()).toContain("the health of the endpoint");
    expect(performance.now() - begunAt).toBeLessThan(1500);
  });

  it("of waitForEndpoint ends a read of the settings, too", async () => {
    const { cloud, id } = await createSlowEndpoint(async (request, send) => {
      if (!request.url.endsWith("/health")) return silence();
      await pause(2800);
      return send(request);
    });
    vi.useFakeTimers();
    const begunAt = performance.now();
    const wait = waitForEndpoint(cloud, id, { timeout: 3000 });
    const error = await rejectionOf(settleInSteps(wait));
    expect(error).toMatchObject({ name: "TimeoutError", timeout: 3000 });
    expect(performance.now() - begunAt).toBeLessThan(4000);
  });
});

describe("waitForEndpoint", () => {
  it("waits a few seconds at most for a silent list of workers", async () => {
    const { cloud, id } = await createSlowEndpoint((request) =>
      request.url.endsWith("/health")
        ? Response.json({ jobs: {}, workers: { idle: 1 } })
        : silence(),
    );
    vi.useFakeTimers();
    const begunAt = performance.now();
    await settleInSteps(waitForEndpoint(cloud, id));
    expect(performance.now() - begunAt).toBeLessThan(5000);
  });

  it("resolves when so many workers are up", async () => {
    const { cloud, id } = await createEndpoint({ workersMin: 2 });
    const { workers } = await waitForEndpoint(cloud, id, {
      workers: 2,
      interval: 50,
    });
    expect((workers?.idle ?? 0) + (workers?.running ?? 0)).toBe(2);
  });

  it("says at its timeout that a worker is unhealthy", async () => {
    const { cloud, emulator, id } = await createEndpoint();
    const ping = `/v2/${id}/ping/w1?status=unhealthy&check=disk&reason=full`;
    await cloud.fetch(emulator.urls.publicBaseUrl + ping);
    const options = { interval: 50, timeout: 100 };
    const problemOf = async () =>
      String(await rejectionOf(waitForEndpoint(cloud, id, options)));
    await expect
      .poll(problemOf)
      .toContain("unhealthy (see the logs of the worker)");
  });

  it("says at its timeout that an endpoint starts workers above its minimum for jobs only", async () => {
    const { cloud, id } = await createEndpoint({ workersMin: 0 });
    const options = { interval: 50, timeout: 200 };
    const error = await rejectionOf(waitForEndpoint(cloud, id, options));
    expect(String(error)).toContain(
      "0 up; without jobs, an endpoint starts no more than its least number of workers: raise workers.min",
    );
  });

  it("refuses more workers than workersMax at once", async () => {
    const { cloud, requests, id } = await createEndpoint({ workersMax: 0 });
    vi.useFakeTimers();
    const error = await rejectionOf(waitForEndpoint(cloud, id));
    expect(error).toMatchObject({ name: "InputError", parameter: "workers" });
    expect(String(error)).toContain(
      "may have at most 0: set its workers.max (workersMax in version 0.1.0) to 1 or more",
    );
    const paths = requests.map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith("/health"))).toHaveLength(1);
  });

  it("waits for a model without settings of its own", async () => {
    const { cloud, requests, emulator } = createAccount();
    emulator.model("mine", () => "done");
    const error = await rejectionOf(
      waitForEndpoint(cloud, "mine", {
        workers: 50,
        interval: 50,
        timeout: 200,
      }),
    );
    expect(error).toMatchObject({ name: "TimeoutError" });
    const settings = requests.filter(({ path }) => path.includes("/endpoints"));
    expect(settings).toHaveLength(1);
  });

  it("ends ten seconds after it began with an error that names an unknown endpoint", async () => {
    const { cloud } = createAccount();
    vi.useFakeTimers();
    const begun = performance.now();
    const error = await rejectionOf(
      settleInSteps(waitForEndpoint(cloud, "e-unknown")),
    );
    const elapsedMs = performance.now() - begun;
    expect(error).toMatchObject({
      code: "endpoint_not_found",
      cause: { status: 404 },
    });
    expect(elapsedMs).toBeGreaterThanOrEqual(10_000);
    expect(elapsedMs).toBeLessThan(15_000);
  });

  it.each([
    [50_000, "TimeoutError"],
    [80_000, "CloudComputeError"],
  ])(
    "that it has seen and that the service does not know for %i ms ends with a %s",
    async (unknownMs, name) => {
      let asked = 0;
      const { cloud, emulator } = createAccount((request, send) => {
        const isUnknown =
          ++asked > 1 && performance.now() < begunAt + unknownMs;
        return isUnknown && request.url.endsWith("/health")
          ? Response.json({ error: "not found" }, { status: 404 })
          : send(request);
      });
      emulator.model("e1", () => "x");
      vi.useFakeTimers();
      const begunAt = performance.now();
      // The interval is longer than the ten seconds of an endpoint that was never seen.
      const options = { workers: 3, interval: 11_000, timeout: 90_000 };
      const error = await rejectionOf(
        settleInSteps(waitForEndpoint(cloud, "e1", options)),
      );
      expect(error).toMatchObject({ name });
      const isGone = name === "CloudComputeError";
      expect(performance.now() - begunAt).toBeGreaterThan(
        isGone ? 60_000 : 89_000,
      );
    },
  );

  it("waits for an endpoint that the service knows only a few seconds after its create", async () => {
    let asked = 0;
    const { cloud, emulator } = createAccount((request, send) =>
      request.url.endsWith("/health") && ++asked <= 3
        ? Response.json({ error: "not found" }, { status: 404 })
        : send(request),
    );
    emulator.model("e1", () => "x");
    const wait = waitForEndpoint(cloud, "e1", { interval: 50 });
    await cloud.model("e1").run({});
    await wait;
    expect(asked).toBeGreaterThan(3);
  });
});

import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  createClient,
  defineModel,
  type Client,
  type ClientOptions,
} from "../../src/index.js";
import {
  passTime,
  pause,
  settleInFakeTime,
  useFakeTime,
} from "../support/fake-time.js";
import { parseJobUrl } from "../support/jobs-client.js";
import { lost } from "../support/scripted-fetch.js";

useFakeTime();

const json = (value: unknown, status = 200) => Response.json(value, { status });

/** What answers a long poll, for a job that ends at a time on the clock of `performance.now()`. */
type LongPollRoute = (job: {
  readonly endsAt: number;
  readonly waitMs: number;
  readonly state: () => Response;
  readonly signal: AbortSignal;
}) => Promise<Response>;

const later = (milliseconds: number) => pause(Math.max(0, milliseconds));

/** Holds the response until the job has ended, or until the time is over. */
const holds: LongPollRoute = async ({ endsAt, waitMs, state }) => {
  await later(Math.min(waitMs, endsAt - performance.now()));
  return state();
};
const unknownRoute = (status: number): LongPollRoute => {
  return () => Promise.resolve(json({ error: "no such route" }, status));
};
const heldByEdge: LongPollRoute = async ({ signal }) => {
  await Promise.race([later(100_000), once(signal, "abort")]);
  return new Response("<html>timeout</html>", { status: 524 });
};
const atOnce: LongPollRoute = ({ state }) => Promise.resolve(state());
const drops: LongPollRoute = () => Promise.reject(lost());

const ignore = () => undefined;

/** A service whose jobs run for `jobMs`. */
function createService(jobMs: number, answerLongPoll: LongPollRoute) {
  const endOf = new Map<string, number>();
  const polls: { readonly route: string }[] = [];
  const notes: string[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    const url = String(input);
    const { route, id } = parseJobUrl(url);
    if (route === "run") {
      const job = `job-${endOf.size + 1}`;
      endOf.set(job, performance.now() + jobMs);
      return json({ id: job, status: "IN_QUEUE" });
    }
    const stateOf = (job: string) =>
      json(
        performance.now() >= (endOf.get(job) ?? 0)
          ? { id: job, status: "COMPLETED", output: 1 }
          : { id: job, status: "IN_PROGRESS" },
      );
    if (route === "runsync") {
      const job = `sync-${endOf.size + 1}`;
      endOf.set(job, performance.now() + jobMs);
      await later(Math.min(jobMs, 90_000));
      return stateOf(job);
    }
    polls.push({ route });
    const endsAt = endOf.get(id) ?? 0;
    const state = () => stateOf(id);
    if (route === "status") return state();
    const waitMs = Number(new URL(url).searchParams.get("wait"));
    return answerLongPoll({
      endsAt,
      waitMs,
      state,
      signal: init.signal as AbortSignal,
    });
  };
  const connect = (options: ClientOptions = {}) =>
    createClient({
      apiKey: "a-key-of-some-length",
      publicBaseUrl: "https://jobs.test",
      fetch,
      logLevel: "info",
      logger: { debug: ignore, info: ignore, warn: ignore },
      warn: (message) => notes.push(message),
      ...options,
    });
  /** Runs a job to its end. Resolves with the delay between the end of the job and the end of the wait. */
  const run = async (cloud: Client) => {
    const job = await cloud.model("m").run({});
    await settleInFakeTime(job.wait());
    return performance.now() - (endOf.get(job.id) ?? 0);
  };
  const countLongPolls = () =>
    polls.filter(({ route }) => route === "status-sync").length;
  return { connect, run, polls, notes, countLongPolls };
}

describe("a wait on an endpoint that holds the response", () => {
  test.each([200, 2000, 30_000, 600_000])(
    "ends with its job of %s ms, and needs one request for each 90 seconds once the endpoint is known",
    async (jobMs) => {
      const { connect, run, polls, notes } = createService(jobMs, holds);
      const cloud = connect();
      expect(await run(cloud)).toBeLessThan(5);
      const requests = polls.length;
      expect(await run(cloud)).toBeLessThan(5);
      const needed = Math.ceil(jobMs / 90_000);
      expect(polls.length - requests).toBe(needed);
      expect(requests).toBeLessThanOrEqual(needed + 6);
      expect(notes).toEqual([]);
    },
  );

  test("is what runSync goes on with after the 90 seconds for which its own response is held", async () => {
    const { connect, polls } = createService(600_000, holds);
    const begun = performance.now();
    await settleInFakeTime(connect().model("m").runSync({}));
    expect(performance.now() - begun).toBeLessThan(600_005);
    expect(polls.length).toBeLessThanOrEqual(10);
  });

  test("polls as well where the caller asks for the progress", async () => {
    const { connect, polls, run } = createService(5000, holds);
    const cloud = connect();
    await run(cloud);
    const before = polls.length;
    const job = await cloud.model("m").run({});
    const updates: string[] = [];
    const waiting = job.wait({
      onUpdate: ({ status }) => {
        updates.push(status);
      },
    });
    await settleInFakeTime(waiting);
    expect(updates).toEqual(["IN_PROGRESS", "COMPLETED"]);
    expect(polls.length - before).toBeGreaterThan(4);
  });

  test("is known also where the contract refuses the output", async () => {
    const service = createService(300, holds);
    const cloud = service.connect();
    const contract = defineModel({ input: z.object({}), output: z.string() });
    const refused = await cloud.model(contract, "m").run({});
    await expect(settleInFakeTime(refused.wait())).rejects.toMatchObject({
      code: "job_output_refused",
    });
    expect(await service.run(cloud)).toBeLessThan(5);
    expect(service.notes).toEqual([]);
  });

  test("releases the held response at an abort", async () => {
    const signals: AbortSignal[] = [];
    const silent = createService(60_000, async ({ signal }) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    });
    const job = await silent.connect().model("m").run({});
    const controller = new AbortController();
    const waiting = job.wait({ signal: controller.signal });
    const ended = waiting.catch((reason: unknown) => reason);
    await passTime(10);
    controller.abort("enough");
    expect(await ended).toBe("enough");
    await passTime(0);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test("ends at its timeout, while the response is held", async () => {
    const { connect } = createService(600_000, holds);
    const job = await connect().model("m").run({});
    const begun = performance.now();
    const error = settleInFakeTime(
      job.wait({ timeout: 20_000 }).catch((reason: unknown) => reason),
    );
    expect(await error).toMatchObject({
      code: "timeout",
      lastStatus: "IN_PROGRESS",
    });
    expect(performance.now() - begun).toBeLessThan(21_500);
  });

  test("holds 250 responses at once, and polls for the other jobs", async () => {
    const { connect, run, polls } = createService(11_000, holds);
    const cloud = connect();
    await run(cloud);
    const before = polls.length;
    const jobs = await Promise.all(
      Array.from({ length: 400 }, async () => cloud.model("m").run({})),
    );
    const waits = Promise.all(jobs.map((job) => job.wait()));
    await passTime(200);
    const begun = polls.slice(before);
    expect(begun.every(({ route }) => route === "status-sync")).toBe(true);
    expect(begun).toHaveLength(150);
    await passTime(10_000);
    const longPolls = polls
      .slice(before)
      .filter(({ route }) => route === "status-sync");
    expect(longPolls).toHaveLength(250);
    await passTime(11_000);
    expect(await waits).toHaveLength(400);
  });
});

describe("a wait on an endpoint that does not hold the response", () => {
  test.each<[string, LongPollRoute]>([
    ["answers 404", unknownRoute(404)],
    ["answers 405", unknownRoute(405)],
    ["answers 400", unknownRoute(400)],
    ["holds the response for 100 s, and answers 524", heldByEdge],
    ["answers at once with IN_PROGRESS", atOnce],
    ["drops the connection", drops],
  ])(
    "because it %s, ends as early as by polls, after one request more",
    async (_, route) => {
      vi.spyOn(Math, "random").mockReturnValue(0.5);
      for (const jobMs of [200, 2000, 30_000]) {
        const polled = createService(jobMs, holds);
        const expected = await polled.run(
          polled.connect({ longPolling: false }),
        );
        const service = createService(jobMs, route);
        const cloud = service.connect();
        expect(await service.run(cloud)).toBeLessThanOrEqual(expected + 5);
        await passTime(1000);
        expect(await service.run(cloud)).toBeLessThanOrEqual(expected + 5);
        expect(service.countLongPolls()).toBe(1);
        expect(service.notes.length).toBeLessThanOrEqual(1);
      }
    },
  );

  test("is asked once to hold a response, however many jobs of the endpoint are waited for at once, and is named once in the log", async () => {
    const service = createService(30_000, heldByEdge);
    const cloud = service.connect();
    const waits = Array.from({ length: 30 }, () => service.run(cloud));
    await Promise.all(waits);
    expect(service.countLongPolls()).toBe(1);
    for (let run = 0; run < 30; run++) await service.run(cloud);
    expect(service.countLongPolls()).toBe(2);
    expect(service.notes).toHaveLength(1);
    expect(service.notes[0]).toContain("waits for jobs of m poll");
  });

  test("is tried again after ten minutes", async () => {
    let isHeld = false;
    const service = createService(2000, (job) =>
      isHeld ? holds(job) : unknownRoute(404)(job),
    );
    const cloud = service.connect();
    await service.run(cloud);
    isHeld = true;
    await passTime(500_000);
    expect(await service.run(cloud)).toBeGreaterThan(5);
    await passTime(100_000);
    await service.run(cloud);
    expect(await service.run(cloud)).toBeLessThan(5);
  });

  test("is tried again by the next wait where the first one was aborted", async () => {
    const service = createService(20_000, holds);
    const cloud = service.connect();
    const job = await cloud.model("m").run({});
    const waiting = job.wait({ signal: AbortSignal.timeout(100) });
    await settleInFakeTime(waiting.catch(() => undefined));
    await service.run(cloud);
    expect(await service.run(cloud)).toBeLessThan(5);
  });

  test("is tried again after the service has said that it no longer knows a job", async () => {
    let isPurged = false;
    const service = createService(20_000, (job) =>
      isPurged ? unknownRoute(404)(job) : holds(job),
    );
    const cloud = service.connect();
    await service.run(cloud);
    const job = await cloud.model("m").run({});
    isPurged = true;
    const waiting = job.wait();
    await passTime(100);
    isPurged = false;
    await settleInFakeTime(waiting);
    const before = service.countLongPolls();
    expect(await service.run(cloud)).toBeLessThan(5);
    expect(service.countLongPolls()).toBeGreaterThan(before);
    expect(service.notes).toEqual([]);
  });

  test("loses no time when an endpoint stops holding responses", async () => {
    let isHeld = true;
    const service = createService(20_000, (job) =>
      isHeld ? holds(job) : unknownRoute(404)(job),
    );
    const cloud = service.connect();
    expect(await service.run(cloud)).toBeLessThan(5);
    isHeld = false;
    expect(await service.run(cloud)).toBeLessThan(1100);
    expect(service.notes).toHaveLength(1);
  });
});

test("a wait with an interval polls, but asks the service to hold the response with longPolling: true, and with longPolling: false never does", async () => {
  const countWith = async (options: object, client: ClientOptions = {}) => {
    const service = createService(5000, holds);
    const model = service.connect(client).model("m");
    const job = await settleInFakeTime(model.run({}));
    await settleInFakeTime(job.wait(options));
    return service.countLongPolls();
  };
  expect(await countWith({ interval: 500 })).toBe(0);
  expect(await countWith({ interval: 500, longPolling: true })).toBeGreaterThan(
    0,
  );
  expect(await countWith({ longPolling: false })).toBe(0);
  expect(await countWith({}, { longPolling: false })).toBe(0);
});

import {
  afterEach,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import * as z from "zod";
import { defineModel, InputError } from "../../src/index.js";
import {
  implement,
  startWorker,
  type Handler,
  type JobContext,
  type RunningWorker,
  type WorkerOptions,
} from "../../src/worker/index.js";
import { WorkerSimulator } from "../support/worker-simulator.js";

let simulator: WorkerSimulator;
let workers: RunningWorker[];
let lines: string[];

beforeEach(async () => {
  simulator = await WorkerSimulator.start();
  workers = [];
  lines = [];
});
afterEach(async () => {
  // A second call ends what the first one leaves.
  for (const worker of workers) void worker.stop();
  await Promise.all(workers.map((worker) => worker.stop()));
  await simulator.close();
  expect(simulator.violations).toEqual([]);
});

const start = async (handler: Handler<never>, options: WorkerOptions = {}) => {
  const worker = await startWorker(handler, {
    environment: simulator.environment(),
    writeLine: (line) => lines.push(line),
    ...options,
  });
  workers.push(worker);
  return worker;
};

const untilAborted = ({ signal }: JobContext) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });

/** Waits until a check passes. No test takes so long, on the slowest machine. */
const eventually = (check: () => void) =>
  vi.waitFor(check, { timeout: 60_000 });

/** Waits until the worker has said that it runs a job. */
const untilRunning = ({ id }: { readonly id: string }) =>
  eventually(() => {
    expect(simulator.pings.flat()).toContain(id);
  });

/** Waits until the worker has been given a job. */
const untilGiven = (job: { readonly deliveries: number }) =>
  eventually(() => expect(job.deliveries).toBe(1));

/** Waits until the worker has logged a text. */
const untilLogged = (text: string | RegExp) =>
  eventually(() => expect(lines.join("\n")).toMatch(text));

/** A promise, and the function that resolves it. */
const createGate = () => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe("a worker", () => {
  test("takes a job, sends its output, and takes the next one", async () => {
    await start(({ a }: { a: number }, { jobId }) => ({ jobId, a }));
    const [one, two] = [simulator.submit({ a: 1 }), simulator.submit({ a: 2 })];
    expect(await one.ended).toEqual({ output: { jobId: "job-1", a: 1 } });
    expect(await two.ended).toEqual({ output: { jobId: "job-2", a: 2 } });
  });

  test("runs as many jobs at once as its concurrency says, and takes them together", async () => {
    let [running, most] = [0, 0];
    const gate = createGate();
    const jobs = Array.from({ length: 7 }, (_, a) => simulator.submit({ a }));
    await start(
      async ({ a }: { a: number }) => {
        most = Math.max(most, ++running);
        if (running === 3) gate.open();
        await gate.opened;
        running--;
        return a;
      },
      { concurrency: 3 },
    );
    const ended = await Promise.all(jobs.map((job) => job.ended));
    expect(ended).toEqual(jobs.map((_, output) => ({ output })));
    expect(most).toBe(3);
    expect(simulator.takes[0]).toBe(
      "job-take-batch?gpu=NVIDIA%20A40&batch_size=3&job_in_progress=0",
    );
    expect(simulator.takes[1]).toContain("job_in_progress=1");
  });

  test("asks a function for its concurrency, and runs one job at once while the function fails", async () => {
    const asked: number[] = [];
    await start(() => 1, {
      concurrency: (running) => {
        asked.push(running);
        if (asked.length === 1) throw new Error("no memory could be measured");
        if (asked.length === 2) return undefined as never;
        return Promise.resolve(3);
      },
    });
    await simulator.submit({}).ended;
    await eventually(() => {
      expect(simulator.takes).toHaveLength(2);
    });
    expect(simulator.takes[0]).toMatch(/^job-take\?/);
    expect(simulator.takes[1]).toMatch(/batch_size=[23]&/);
    expect(asked.slice(0, 2)).toEqual([0, expect.any(Number)]);
    expect(lines.join()).toContain("no memory could be measured");
    expect(lines.join()).toContain("undefined is not a whole number");
  });

  test.each<[string, Handler<never>, unknown]>([
    ["an error", () => Promise.reject(new Error("no picture")), "no picture"],
    [
      "an error with causes",
      () => {
        const missing = new TypeError("ENOENT words.txt");
        const cause = new Error("a file is not there", { cause: missing });
        throw new Error("the dictionary is missing", { cause });
      },
      "the dictionary is missing: a file is not there: TypeError: ENOENT words.txt",
    ],
    [
      "an error that quotes its cause, which is no error",
      () => {
        throw new Error("refused: gone", { cause: "gone" });
      },
      "refused: gone",
    ],
    [
      "an object",
      () => AbortSignal.abort({ code: 7 }).throwIfAborted(),
      '{"code":7}',
    ],
    [
      "an output that JSON cannot hold",
      () => ({ width: NaN }),
      "output.width is NaN: JSON has no such number",
    ],
  ])("fails a job whose handler ends with %s", async (_, handler, error) => {
    await start(handler);
    expect(await simulator.submit({}).ended).toEqual({ error });
  });

  test("sends null for an output that is undefined, so that the job has an output", async () => {
    await start(() => undefined);
    expect(await simulator.submit({}).ended).toEqual({ output: null });
  });

  test("fails a job whose output is too large, before it is sent", async () => {
    await start(() => "x".repeat(100), { maxOutputBytes: 101 });
    expect(await simulator.submit({}).ended).toEqual({
      error:
        "the output has 102 bytes of JSON, and at most 101 are accepted: upload it to storage, and return its address",
    });
  });

  test("fails a job whose output the service refuses, with the reason", async () => {
    simulator.fail("job-done", 400);
    await start(() => ({ picture: "p" }));
    expect(await simulator.submit({}).ended).toEqual({
      error: "the output was refused: the service answered 400: a fault",
    });
  });

  test("sends no failure after a result that may have been accepted", async () => {
    // The first answer is lost, and the second attempt is refused: the job may be COMPLETED.
    simulator.fail("job-done", "lost", 400);
    await start(({ a }: { a: number }) => a);
    expect(await simulator.submit({ a: 1 }).ended).toEqual({ output: 1 });
    expect(await simulator.submit({ a: 2 }).ended).toEqual({ output: 2 });
    expect(lines.join()).toContain("the result is refused");
  });

  test.each([429, 500, 503, "reset", "lost"] as const)(
    "sends a result again after %s",
    async (fault) => {
      let runs = 0;
      simulator.fail("job-done", fault);
      await start(() => ++runs);
      vi.spyOn(Math, "random").mockReturnValue(0);
      expect(await simulator.submit({}).ended).toEqual({ output: 1 });
      vi.restoreAllMocks();
      expect(runs).toBe(1);
    },
  );

  test.each([429, 400, 500, "reset"] as const)(
    "takes jobs again after %s",
    async (fault) => {
      simulator.fail("job-take", fault);
      vi.spyOn(Math, "random").mockReturnValue(0);
      await start(() => 1);
      expect(await simulator.submit({}).ended).toEqual({ output: 1 });
      vi.restoreAllMocks();
    },
  );

  test("runs a job once at a time, although the service gives it twice", async () => {
    const gate = createGate();
    let runs = 0;
    await start(
      async () => {
        runs++;
        await gate.opened;
        return runs;
      },
      { concurrency: 2 },
    );
    const job = simulator.submit({});
    await untilGiven(job);
    simulator.deliver(job);
    await untilLogged("was given again, and runs already");
    gate.open();
    expect(await job.ended).toEqual({ output: 1 });
  });

  test.each([
    ["a page", 404, "<html>not found"],
    ["a text", 404, "404 page not found\n"],
    ["a page", 200, "<!DOCTYPE html><title>Sign in</title>"],
    ["a redirect", 302, ""],
  ])(
    "sends a result again after %s with %i, which comes from a gateway",
    async (_, status, text) => {
      const send = globalThis.fetch;
      let posts = 0;
      vi.stubGlobal("fetch", (input: string, init: RequestInit) =>
        input.includes("/job-done/") && ++posts === 1
          ? (expect(init.redirect).toBe("manual"),
            Promise.resolve(new Response(text, { status })))
          : send(input, init),
      );
      await start(() => 1);
      expect(await simulator.submit({}).ended).toEqual({ output: 1 });
      vi.unstubAllGlobals();
      expect(posts).toBe(2);
    },
  );

  test("sends a result that was not acknowledged when its job is given again, without a second run", async () => {
    let runs = 0;
    simulator.fail("job-done", ...Array<number>(8).fill(500));
    vi.spyOn(Math, "random").mockReturnValue(0);
    await start(() => ++runs);
    const job = simulator.submit({});
    await untilLogged("the result is kept");
    vi.restoreAllMocks();
    simulator.lose("worker-1");
    expect(await job.ended).toEqual({ output: 1 });
    expect(runs).toBe(1);
    // A job that is retried after its result was acknowledged runs again.
    simulator.deliver(job);
    await eventually(() => {
      expect(job.result).toEqual({ output: 2 });
    });
  });

  test("fails a job without an input, and goes on after answers that hold no job", async () => {
    simulator.fail("job-take", 200);
    await start(() => 1);
    expect(await simulator.submit(undefined).ended).toEqual({
      error: "the job has no input",
    });
    expect(lines.join()).toContain("a job without an id");
  });
});

describe("the reports of a job", () => {
  test("are sent one at a time, the latest progress wins, and the result waits for the last one", async () => {
    const release = simulator.holdReports();
    const gate = createGate();
    await start(async (_: object, { progress }) => {
      for (const percent of [1, 2, 3]) progress(percent);
      await gate.opened;
      progress(4);
      return "done";
    });
    const job = simulator.submit({});
    await eventually(() => {
      expect(job.progress).toEqual([1]);
    });
    gate.open();
    release();
    expect(await job.ended).toEqual({ output: "done" });
    // Progress that was not sent when the handler ended is left out.
    expect([[1], [1, 4]]).toContainEqual(job.progress);
  });

  test("of which one is lost do not fail the job", async () => {
    simulator.fail("job-done", 500);
    await start(async (_: object, { progress }) => {
      progress(1);
      await untilLogged("a progress update could not be sent");
      return "done";
    });
    expect(await simulator.submit({}).ended).toEqual({ output: "done" });
  });

  test("fail the job where JSON cannot hold them, or they are too large", async () => {
    await start(({ value }: { value: unknown }, { progress }) => {
      progress(value === "long" ? "x".repeat(1_000_001) : 1n);
    });
    expect(await simulator.submit({ value: "long" }).ended).toEqual({
      error: expect.stringContaining(
        "the service accepts at most 1000000",
      ) as string,
    });
    expect(await simulator.submit({ value: "big" }).ended).toEqual({
      error: expect.stringContaining("progress is a bigint") as string,
    });
  });

  test("of a generator are the parts of a stream, and its return value is the output", async () => {
    await start(async function* ({ words }: { words: string[] }, { signal }) {
      for (const word of words) {
        yield word;
        await Promise.resolve();
      }
      if (words.length > 1) return { count: words.length };
      signal.throwIfAborted();
      return undefined;
    });
    const two = simulator.submit({ words: ["a", "b"] });
    expect(await two.ended).toEqual({ output: { count: 2 } });
    expect(two.parts).toEqual(["a", "b"]);
    const one = simulator.submit({ words: ["a"] });
    expect(await one.ended).toEqual({ output: [] });
  });

  test("of a generator fail the job in the middle, and the generator cleans up", async () => {
    let cleaned = 0;
    await start(async function* () {
      try {
        yield await Promise.resolve("first");
        yield "x".repeat(1_000_001);
      } finally {
        cleaned++;
      }
    });
    const job = simulator.submit({});
    expect(await job.ended).toEqual({
      error: expect.stringContaining("part has 1000003 bytes") as string,
    });
    expect(job.parts).toEqual(["first"]);
    expect(cleaned).toBe(1);
  });
});

describe("a job that is cancelled", () => {
  test("aborts the signal of its handler, and gets no result", async () => {
    const aborted = createGate();
    await start(async ({ waits }: { waits: boolean }, job) => {
      if (!waits) return "next";
      return untilAborted(job).finally(aborted.open);
    });
    const job = simulator.submit({ waits: true });
    await untilRunning(job);
    simulator.cancel(job);
    await aborted.opened;
    const next = simulator.submit({ waits: false });
    expect(await next.ended).toEqual({ output: "next" });
    expect(job.result).toBeUndefined();
  });

  test.each<[string, "job-done" | "job-stream", Handler<never>]>([
    ["its result", "job-done", () => 1],
    [
      "a part of its stream",
      "job-stream",
      async function* () {
        yield await Promise.resolve("part");
      },
    ],
    [
      "its progress",
      "job-done",
      (_, job) => {
        job.progress(1);
        return untilAborted(job);
      },
    ],
  ])(
    "logs no error where the service refuses %s before the worker has heard of the cancel",
    async (_, route, handler) => {
      await start(handler);
      simulator.fail(route, () => {
        simulator.cancel(job);
        return 400;
      });
      const job = simulator.submit({});
      await untilLogged("the job was cancelled");
      expect(lines.join()).not.toMatch(/WARN|ERROR/);
      expect(job.result).toBeUndefined();
    },
  );
});

describe("a handler that ignores its signal", () => {
  const forever = () => new Promise<never>(() => undefined);

  const cancelRunning = async () => {
    const job = simulator.submit({});
    await untilRunning(job);
    simulator.cancel(job);
    return job;
  };

  test("is logged, and the worker goes on with its other slots", async () => {
    await start(({ echo }: { echo?: number }) => echo ?? forever(), {
      concurrency: 2,
      cancelTimeout: 0,
    });
    const { id } = await cancelRunning();
    await eventually(() => {
      expect(lines.map((line) => JSON.parse(line) as unknown)).toContainEqual({
        requestId: id,
        message:
          "the job was cancelled or has timed out, but its handler still runs and ignores job.signal: such handlers hold 1 of 2 slots",
        level: "WARN",
      });
    });
    expect(await simulator.submit({ echo: 1 }).ended).toEqual({ output: 1 });
  });

  test("does not end the worker while other jobs run, where a function has lowered the concurrency below them", async () => {
    let slots = 2;
    const gate = createGate();
    await start(
      ({ isStuck }: { isStuck?: boolean }) =>
        isStuck ? forever() : gate.opened.then(() => "done"),
      { concurrency: () => slots, cancelTimeout: 0 },
    );
    const other = simulator.submit({});
    const stuck = simulator.submit({ isStuck: true });
    await untilRunning(other);
    await untilRunning(stuck);
    slots = 0;
    simulator.cancel(stuck);
    await untilLogged("such handlers hold 1 of 2 slots");
    gate.open();
    expect(await other.ended).toEqual({ output: "done" });
  });

  test("ends the worker when such handlers hold all slots", async () => {
    const { done } = await start(forever, { cancelTimeout: 0 });
    const ended = expect(done).rejects.toThrow("hold all slots");
    await cancelRunning();
    await ended;
    workers = [];
    expect(lines.at(-1)).toMatch(/ignore job\.signal, and hold all.*ERROR/);
  });
});

test("a worker pauses after an answer without a job, so that it does not ask without end", async () => {
  const times: number[] = [];
  const empty = () => {
    times.push(performance.now());
    return 200;
  };
  simulator.fail("job-take", empty, empty, empty);
  await start(() => "done");
  expect(await simulator.submit({}).ended).toEqual({ output: "done" });
  const [first = NaN, second = NaN, third = NaN] = times;
  // A timer of the platform may end a millisecond early.
  expect(second - first).toBeGreaterThan(240);
  expect(third - second).toBeGreaterThan(240);
});

describe("the pings of a worker", () => {
  test("name the jobs that run", async () => {
    await start(async (_: object, { jobId }) => {
      await eventually(() => {
        expect(simulator.pings).toContainEqual([jobId]);
      });
      return "named";
    });
    expect(await simulator.submit({}).ended).toEqual({ output: "named" });
    await eventually(() => {
      expect(simulator.pings.at(-1)).toEqual([]);
    });
  });
});

describe("a worker that is stopped", () => {
  test("ends its jobs, sends their results, and takes no further job", async () => {
    const gate = createGate();
    const worker = await start(async () => {
      await gate.opened;
      return "done";
    });
    const [running, waiting] = [simulator.submit({}), simulator.submit({})];
    await untilGiven(running);
    const stopped = worker.stop();
    gate.open();
    await stopped;
    await worker.done;
    expect(running.result).toEqual({ output: "done" });
    expect(waiting.deliveries).toBe(0);
  });

  test("runs what its open request for jobs still brings", async () => {
    const worker = await start(() => "done");
    await eventually(() => {
      expect(simulator.takes).toHaveLength(1);
    });
    const stopped = worker.stop();
    const job = simulator.submit({});
    await stopped;
    expect(job.result).toEqual({ output: "done" });
  });

  test("ends although the service goes on holding its open request for jobs", async () => {
    const worker = await start(() => "done");
    await eventually(() => {
      expect(simulator.takes).toHaveLength(1);
    });
    await worker.stop();
    expect(simulator.takes).toHaveLength(1);
  });

  /** Answers the requests of one route as a gateway does, once `isOn` says so. */
  const answerInstead = (path: string, answer: () => Response) => {
    const send = globalThis.fetch;
    let count = 0;
    vi.stubGlobal("fetch", (input: string, init: RequestInit) => {
      if (!input.includes(path)) return send(input, init);
      count++;
      return Promise.resolve(answer());
    });
    return () => count;
  };
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const busyForADay = () =>
    new Response(null, { status: 429, headers: { "retry-after": "86400" } });

  test("waits a minute at most where the service asks for a day, says until when, and ends during the pause", async () => {
    const asked = answerInstead("/job-take/", busyForADay);
    const worker = await start(() => "done");
    await eventually(() => {
      expect(lines.join("\n")).toMatch(
        /job-take\S+ was answered 429: the next request follows in 60 s, at \d{4}-/,
      );
    });
    const stoppedAt = performance.now();
    await worker.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(45_000);
    expect(asked()).toBe(1);
  });

  describe("while a result waits for its next attempt", () => {
    /** Starts a worker whose result is answered by `answer`, and resolves when the worker pauses for a minute. */
    const pause = async (path: string, answer: () => Response) => {
      let isPausing = false;
      const asked = answerInstead(path, () =>
        isPausing ? answer() : unavailableForAnHour(),
      );
      const worker = await start(
        path.includes("stream")
          ? async function* () {
              yield await Promise.resolve("part");
              return "done";
            }
          : () => "done",
      );
      const job = simulator.submit({});
      await untilLogged("the next request follows in 60 s");
      isPausing = true;
      return { worker, job, asked };
    };
    const unavailableForAnHour = () =>
      new Response(null, { status: 503, headers: { "retry-after": "3600" } });
    /** Stops a worker, and lets time pass until its jobs have ended. Resolves with the milliseconds. */
    const timeToEnd = async (worker: RunningWorker) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      void worker.stop();
      let passedMs = 0;
      while (!lines.join("\n").includes("the worker has ended")) {
        expect((passedMs += 100)).toBeLessThan(60_000);
        await vi.advanceTimersByTimeAsync(100);
      }
      return passedMs;
    };
    afterEach(() => {
      vi.useRealTimers();
    });

    test("sends the result again after short pauses, until the service takes it", async () => {
      let answers = 0;
      const { worker, asked } = await pause("/job-done/", () =>
        ++answers < 3 ? unavailableForAnHour() : Response.json({}),
      );
      const tookMs = await timeToEnd(worker);
      expect(tookMs).toBeGreaterThanOrEqual(3000);
      expect(tookMs).toBeLessThan(5000);
      expect(asked()).toBe(4);
      expect(lines.join("\n")).not.toContain("the result is kept");
    });

    test("ends within seconds if the service does not take the result", async () => {
      const { worker, asked } = await pause("/job-done/", unavailableForAnHour);
      const tookMs = await timeToEnd(worker);
      expect(tookMs).toBeGreaterThanOrEqual(7000);
      expect(tookMs).toBeLessThan(9000);
      expect(asked()).toBe(6);
      expect(lines.join("\n")).toContain(
        "the result is kept: the service answered 503",
      );
    });

    test("sends a part of a stream at once, and then the result", async () => {
      const { worker, job, asked } = await pause("/job-stream/", () =>
        Response.json({}),
      );
      await worker.stop();
      expect(asked()).toBe(2);
      expect(job.result).toEqual({ output: "done" });
    });
  });

  test("gives a result that was made after the stop as many attempts", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const gate = createGate();
    const asked = answerInstead("/job-done/", busyForADay);
    const worker = await start(() => gate.opened);
    const job = simulator.submit({});
    await untilGiven(job);
    const stopped = worker.stop();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(0);
    gate.open();
    await vi.advanceTimersByTimeAsync(6900);
    expect(lines.join("\n")).not.toContain("the result is kept");
    await vi.advanceTimersByTimeAsync(200);
    expect(lines.join("\n")).toContain("the result is kept");
    await stopped;
    expect(asked()).toBe(5);
  });

  test("a second time sends a result once more without the pause that the service asks for, and ends", async () => {
    const asked = answerInstead("/job-done/", busyForADay);
    const worker = await start(() => "done");
    simulator.submit({});
    await untilLogged("the next request follows in 60 s");
    const stoppedAt = performance.now();
    void worker.stop();
    await worker.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(45_000);
    expect(asked()).toBe(2);
    expect(lines.join("\n")).toContain("the result is kept");
  });

  test("fails the jobs that still run after the drain timeout, and aborts their signals", async () => {
    const gate = createGate();
    const worker = await start(
      (_: object, job) => {
        job.signal.addEventListener("abort", gate.open);
        return new Promise(() => undefined);
      },
      { drainTimeout: 1 },
    );
    const job = simulator.submit({});
    await untilGiven(job);
    await worker.stop();
    await gate.opened;
    expect(job.result).toEqual({
      error: "the worker was stopped before the job ended: submit it again",
    });
  });

  test("a second time ends its jobs at once", async () => {
    const worker = await start((_: object, job) => untilAborted(job));
    const job = simulator.submit({});
    await untilGiven(job);
    void worker.stop();
    await worker.stop();
    expect(job.result).toEqual({
      error: "the worker was stopped before the job ended: submit it again",
    });
  });
});

describe("a handler of a contract", () => {
  const contract = defineModel({
    input: z.object({ size: z.number().max(9).default(5) }),
    output: z.object({ at: z.iso.datetime().transform(Date.parse) }),
  });

  test("gets the input as its schema makes it, and sends its output as it is", async () => {
    const at = "2026-01-02T03:04:05.000Z";
    const sizes: number[] = [];
    await start(
      implement(contract, ({ size }) => {
        sizes.push(size);
        return { at };
      }),
    );
    expect(await simulator.submit({}).ended).toEqual({ output: { at } });
    expect(sizes).toEqual([5]);
  });

  test("does not run for a wrong input, and fails for a wrong output", async () => {
    let runs = 0;
    await start(
      implement(contract, () => {
        runs++;
        return { at: "today" };
      }),
    );
    expect(await simulator.submit({ size: 10 }).ended).toEqual({
      error: expect.stringMatching(/^input\.size: .*9/) as string,
    });
    expect(runs).toBe(0);
    expect(await simulator.submit({}).ended).toEqual({
      error: expect.stringMatching(/^output\.at: /) as string,
    });
    const errors = lines.filter((line) => line.includes("ERROR"));
    expect(errors).toEqual([
      expect.stringContaining("input.size: "),
      expect.stringContaining("output.at: "),
    ]);
    expect(errors.join()).not.toContain("    at ");
  });

  test("may stream, and its return value is checked", async () => {
    const output = z.object({ count: z.number() });
    const counted = defineModel({ input: z.object({}), output });
    await start(
      implement(counted, async function* () {
        yield await Promise.resolve("part");
        return { count: 1 };
      }),
    );
    const job = simulator.submit({});
    expect(await job.ended).toEqual({ output: { count: 1 } });
    expect(job.parts).toEqual(["part"]);
  });

  test("does not compile with another type, and needs a contract", () => {
    // @ts-expect-error: the output lacks `at`
    implement(contract, () => ({ when: "now" }));
    const none = {} as typeof contract;
    expect(() => implement(none, () => ({ at: "" }))).toThrow(
      "implement: input must be a schema",
    );
  });
});

describe("startWorker", () => {
  const environment = () => simulator.environment();

  test.each<[string, RegExp]>([
    ["RUNPOD_WEBHOOK_GET_JOB", /worker dev <file>/],
    ["RUNPOD_AI_API_KEY", /is missing: the service would give no jobs/],
    ["RUNPOD_WEBHOOK_POST_OUTPUT", /is missing: results could not be sent/],
  ])("rejects without the variable %s", async (name, message) => {
    const variables = { ...environment(), [name]: "" };
    const starting = startWorker(() => 1, { environment: variables });
    await expect(starting).rejects.toThrow(InputError);
    await expect(starting).rejects.toThrow(message);
  });

  test.each<[object, string]>([
    [{ concurrency: 0 }, "concurrency must be a whole number, 1 or more"],
    [{ drainTimeout: -1 }, "drainTimeout must be a number of milliseconds"],
    [{ cancelTimeout: 2 ** 31 }, "cancelTimeout must be a number of mill"],
    [{ concurency: 2 }, "did you mean concurrency?"],
  ])("rejects the options %j", async (options, message) => {
    const starting = startWorker(() => 1, {
      environment: environment(),
      ...options,
    });
    await expect(starting).rejects.toThrow(message);
  });

  test("sends no pings without an id of its own, and takes jobs one by one from an address of another form", async () => {
    const variables = simulator.environment();
    const address = variables["RUNPOD_WEBHOOK_PING"];
    await start(() => 1, {
      concurrency: 4,
      environment: { ...variables, RUNPOD_WEBHOOK_PING: undefined },
    });
    await simulator.submit({}).ended;
    expect(address).toBeDefined();
    expect(simulator.pings).toEqual([]);
  });

  test("logs lines of JSON on the service, readable lines elsewhere, and none below the level", async () => {
    const handler: Handler<never> = (_, { log }) => {
      log("loud", "WARN");
      log("quiet", "DEBUG");
    };
    const variables = { ...environment(), RUNPOD_LOG_LEVEL: "warn" };
    await start(handler, { environment: variables });
    const { id, ended } = simulator.submit({});
    await ended;
    const [entry] = lines.map((text) => JSON.parse(text) as unknown);
    expect(entry).toEqual({ requestId: id, level: "WARN", message: "loud" });
    expect(lines).toHaveLength(1);
  });
});

test("a worker goes on when nobody reads the output of its process, and leaves the streams as they were", async () => {
  const listeners = () =>
    [process.stdout, process.stderr].map((output) =>
      output.listenerCount("error"),
    );
  const before = listeners();
  const worker = await start(() => "done");
  const lost = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  listeners().forEach((count, index) =>
    expect(count).toBeGreaterThan(before[index] ?? 0),
  );
  process.stdout.emit("error", lost);
  expect(await simulator.submit({ a: 1 }).ended).toEqual({ output: "done" });
  await worker.stop();
  expect(listeners()).toEqual(before);
});

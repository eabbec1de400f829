import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient, JobError, type WaitOptions } from "../../src/index.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) =>
  vi.advanceTimersByTimeAsync(milliseconds);

interface Answer {
  readonly status: string;
  readonly stream?: readonly unknown[];
}

const pieces = (...outputs: unknown[]) => outputs.map((output) => ({ output }));

/** Streams a job whose looks bring `answers`, the last one for ever; `last` answers a look at its status. */
function setUp(
  answers: readonly (Answer | number)[],
  last: () => Response | Promise<Response> = () => Response.json({}),
) {
  const requests: string[] = [];
  const fetch = async (input: unknown, { method }: RequestInit = {}) => {
    const [, , , route = ""] = new URL(String(input)).pathname.split("/");
    requests.push(`${method ?? "GET"} ${route}`);
    if (route === "status") return last();
    const looks = requests.filter((request) => request === "GET stream").length;
    const answer = answers[Math.min(looks, answers.length) - 1];
    return typeof answer === "number"
      ? new Response("", { status: answer })
      : Response.json(answer);
  };
  const publicBaseUrl = "https://jobs.test";
  const apiKey = "a-key-of-some-length";
  const cloud = createClient({ apiKey, publicBaseUrl, fetch });
  const seen: { pieces: unknown[]; end?: unknown } = { pieces: [] };
  const read = async (options?: WaitOptions) => {
    try {
      const job = cloud.model("m").job("j1");
      for await (const piece of job.stream(options)) seen.pieces.push(piece);
      seen.end = "ended";
    } catch (reason) {
      seen.end = reason;
    }
  };
  return { cloud, requests, seen, read };
}

const failed = (status: string) => () =>
  Response.json({ id: "j1", status, error: "out of memory" });

describe("a stream", () => {
  test("yields each piece once, in order, whatever it is, and ends with the job", async () => {
    const { requests, seen, read } = setUp([
      { status: "IN_QUEUE", stream: [] },
      { status: "IN_PROGRESS", stream: pieces("a", { b: 1 }) },
      { status: "IN_PROGRESS" },
      { status: "SOMETHING_NEW", stream: pieces(null, 0, "") },
      { status: "COMPLETED", stream: pieces("c") },
    ]);
    void read();
    await pass(60_000);
    expect(seen.pieces).toEqual(["a", { b: 1 }, null, 0, "", "c"]);
    expect(seen.end).toBe("ended");
    expect(requests).toEqual(Array(5).fill("GET stream"));
    expect(vi.getTimerCount()).toBe(0);
  });

  test("goes on after looks that fail in passing", async () => {
    const { seen, read } = setUp([
      500,
      { status: "IN_PROGRESS", stream: pieces("a") },
      ...[429, 503],
      { status: "COMPLETED", stream: pieces("b") },
    ]);
    void read();
    await pass(60_000);
    expect(seen).toEqual({ pieces: ["a", "b"], end: "ended" });
  });

  for (const [status, code] of [
    ["FAILED", "job_failed"],
    ["CANCELLED", "job_cancelled"],
    ["TIMED_OUT", "job_timed_out"],
  ] as const)
    test(`of a job that ends ${status} yields what came, and rejects with a JobError in the worker's words`, async () => {
      const answers = [
        { status: "IN_PROGRESS", stream: pieces("a") },
        { status, stream: pieces("b") },
      ];
      const { requests, seen, read } = setUp(answers, failed(status));
      void read();
      await pass(60_000);
      expect(seen.pieces).toEqual(["a", "b"]);
      expect(seen.end).toBeInstanceOf(JobError);
      const job = { id: "j1", status, error: "out of memory" };
      expect(seen.end).toMatchObject({ code, job });
      expect(requests.at(-1)).toBe("GET status");
    });

  test("that is left by a break looks no more", async () => {
    const { cloud, requests } = setUp([
      { status: "IN_PROGRESS", stream: pieces("a", "b") },
    ]);
    const stream = cloud.model("m").job("j1").stream();
    const first = stream.next();
    await pass(10);
    expect(await first).toEqual({ value: "a", done: false });
    await stream.return();
    await pass(60_000);
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of the emulator brings the text in pieces, each once", async () => {
    const { apiKey, fetch, urls } = createEmulator();
    const cloud = createClient({ apiKey, fetch, ...urls });
    const job = await cloud.model("text-demo").run({ prompt: "once" });
    const all: unknown[] = [];
    const read = async () => {
      for await (const piece of job.stream()) all.push(piece);
    };
    const reading = read();
    await pass(20_000);
    await reading;
    expect(all.length).toBeGreaterThan(2);
    const { output } = await job.status();
    expect(all.join("")).toBe((output as { text?: string }).text);
  });

  const FAILED = [{ status: "FAILED" }];
  const silence = () => new Promise<Response>(() => undefined);

  test("that asks why the job failed rejects at once when it is aborted meanwhile", async () => {
    const { requests, seen, read } = setUp(FAILED, silence);
    const controller = new AbortController();
    void read({ signal: controller.signal });
    await pass(1000);
    expect(requests).toEqual(["GET stream", "GET status"]);
    controller.abort("enough");
    await pass(0);
    expect(seen.end).toBe("enough");
  });

  test("that asks why the job failed does not outlive its bound", async () => {
    const { seen, read } = setUp(FAILED, silence);
    void read({ timeout: 3000 });
    await pass(3000);
    expect(seen.end).toBeDefined();
  });

  test("of a failed job rejects with a JobError also where its status cannot be had", async () => {
    const gone = () => new Response("", { status: 404 });
    const { seen, read } = setUp(FAILED, gone);
    void read();
    await pass(60_000);
    expect(seen.end).toBeInstanceOf(JobError);
  });

  test("of a failed job that was meanwhile put back in the queue does not end as if it were whole", async () => {
    const { seen, read } = setUp(FAILED, failed("IN_QUEUE"));
    void read({ timeout: 30_000 });
    await pass(60_000);
    expect(seen.end).not.toBe("ended");
  });
});

describe("a call that is neither submit nor wait sends its own route:", () => {
  const setUpEmulator = async () => {
    const emulator = createEmulator();
    const { apiKey, fetch, urls } = emulator;
    const cloud = createClient({ apiKey, fetch, ...urls });
    const model = cloud.model("flux-schnell");
    const job = await model.run({ prompt: "please fail" });
    await pass(10_000);
    const sent = () =>
      emulator.requests.map(({ route, path }) => ({ route, path })).at(-1);
    return { model, job, sent };
  };

  test("retry", async () => {
    const { job, sent } = await setUpEmulator();
    expect((await job.status()).status).toBe("FAILED");
    const again = await job.retry();
    expect(again).toMatchObject({ id: job.id, status: "IN_QUEUE" });
    expect(sent()).toEqual({
      route: "POST /v2/{slug}/retry/{jobId}",
      path: `/v2/flux-schnell/retry/${job.id}`,
    });
  });

  test("cancel", async () => {
    const { model, sent } = await setUpEmulator();
    const job = await model.run({ prompt: "a house" });
    const state = await job.cancel();
    expect(state).toMatchObject({ id: job.id, status: "CANCELLED" });
    expect(sent()).toEqual({
      route: "POST /v2/{slug}/cancel/{jobId}",
      path: `/v2/flux-schnell/cancel/${job.id}`,
    });
  });

  test("health", async () => {
    const { model, sent } = await setUpEmulator();
    const { jobs, workers } = await model.health();
    expect([jobs?.failed, workers?.running]).toEqual([1, 0]);
    const route = "GET /v2/{slug}/health";
    expect(sent()).toEqual({ route, path: "/v2/flux-schnell/health" });
  });

  test("purgeQueue", async () => {
    const { model, sent } = await setUpEmulator();
    const job = await model.run({ prompt: "a house" });
    expect(await model.purgeQueue()).toMatchObject({ removed: 1 });
    const route = "POST /v2/{slug}/purge-queue";
    expect(sent()).toEqual({ route, path: "/v2/flux-schnell/purge-queue" });
    await expect(job.status()).rejects.toMatchObject({ status: 404 });
  });
});

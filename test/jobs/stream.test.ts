import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JobError, type WaitOptions } from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { passTime } from "../support/fake-time.js";
import { createJobsClient, parseJobUrl } from "../support/jobs-client.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Answer {
  readonly status: string;
  readonly stream?: readonly unknown[];
}

const pieces = (...outputs: unknown[]) => outputs.map((output) => ({ output }));

/**
 * Streams a job. `answers` are the responses to its stream polls, a number being a status without a body; the last one
 * is repeated. `answerStatus` answers a poll of its status.
 */
function setUp(
  answers: readonly (Answer | number)[],
  answerStatus: () => Response | Promise<Response> = () => Response.json({}),
) {
  const requests: string[] = [];
  const cloud = createJobsClient((url, { method = "GET" }) => {
    const { route } = parseJobUrl(url);
    requests.push(`${method} ${route}`);
    if (route === "status") return answerStatus();
    const polls = requests.filter((request) => request === "GET stream").length;
    const answer = answers[Math.min(polls, answers.length) - 1];
    return typeof answer === "number"
      ? new Response("", { status: answer })
      : Response.json(answer);
  });
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
    await passTime(60_000);
    expect(seen.pieces).toEqual(["a", { b: 1 }, null, 0, "", "c"]);
    expect(seen.end).toBe("ended");
    expect(requests).toEqual(Array(5).fill("GET stream"));
    expect(vi.getTimerCount()).toBe(0);
  });

  test("goes on after polls that fail", async () => {
    const { seen, read } = setUp([
      500,
      { status: "IN_PROGRESS", stream: pieces("a") },
      429,
      503,
      { status: "COMPLETED", stream: pieces("b") },
    ]);
    void read();
    await passTime(60_000);
    expect(seen).toEqual({ pieces: ["a", "b"], end: "ended" });
  });

  for (const [status, code] of [
    ["FAILED", "job_failed"],
    ["CANCELLED", "job_cancelled"],
    ["TIMED_OUT", "job_timed_out"],
  ] as const)
    test(`of a job that ends ${status} yields what came, and rejects with a JobError that has the worker's error`, async () => {
      const answers = [
        { status: "IN_PROGRESS", stream: pieces("a") },
        { status, stream: pieces("b") },
      ];
      const { requests, seen, read } = setUp(answers, failed(status));
      void read();
      await passTime(60_000);
      expect(seen.pieces).toEqual(["a", "b"]);
      expect(seen.end).toBeInstanceOf(JobError);
      const job = { id: "j1", status, error: "out of memory" };
      expect(seen.end).toMatchObject({ code, job });
      expect(requests.at(-1)).toBe("GET status");
    });

  test("that its consumer leaves by a break stops polling", async () => {
    const { cloud, requests } = setUp([
      { status: "IN_PROGRESS", stream: pieces("a", "b") },
    ]);
    const stream = cloud.model("m").job("j1").stream();
    const first = stream.next();
    await passTime(10);
    expect(await first).toEqual({ value: "a", done: false });
    await stream.return();
    await passTime(60_000);
    expect(requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("of a job of the emulator yields the text in pieces, each once", async () => {
    const { cloud } = createEmulatedClient();
    const job = await cloud.model("text-demo").run({ prompt: "once" });
    const all: unknown[] = [];
    const read = async () => {
      for await (const piece of job.stream()) all.push(piece);
    };
    const reading = read();
    await passTime(20_000);
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
    await passTime(1000);
    expect(requests).toEqual(["GET stream", "GET status"]);
    controller.abort("enough");
    await passTime(0);
    expect(seen.end).toBe("enough");
  });

  test("that asks why the job failed keeps its timeout", async () => {
    const { seen, read } = setUp(FAILED, silence);
    void read({ timeout: 3000 });
    await passTime(3000);
    expect(seen.end).toBeDefined();
  });

  test("of a failed job rejects with a JobError also if its status is not available", async () => {
    const gone = () => new Response("", { status: 404 });
    const { seen, read } = setUp(FAILED, gone);
    void read();
    await passTime(60_000);
    expect(seen.end).toBeInstanceOf(JobError);
  });

  test("of a failed job that was put back in the queue meanwhile does not end as if the job had completed", async () => {
    const { seen, read } = setUp(FAILED, failed("IN_QUEUE"));
    void read({ timeout: 30_000 });
    await passTime(60_000);
    expect(seen.end).not.toBe("ended");
  });
});

import { describe, expect, test, vi } from "vitest";
import {
  ConnectionError,
  JobError,
  type WaitOptions,
} from "../../src/index.js";
import { passTime, pause, useFakeTime } from "../support/fake-time.js";
import { createJobsClient, parseJobUrl } from "../support/jobs-client.js";
import { refused } from "../support/scripted-fetch.js";

useFakeTime();

interface Answer {
  readonly status: string;
  readonly stream?: readonly unknown[];
}

const pieces = (...outputs: unknown[]) => outputs.map((output) => ({ output }));

/**
 * Streams a job. `answers` answer its stream polls, a number being a status without a body; the last one is repeated.
 * `answerStatus` answers a poll of its status.
 */
function setUp(
  answers: readonly (Answer | number | (() => Response | Promise<Response>))[],
  answerStatus: () => Response | Promise<Response> = () => Response.json({}),
) {
  const requests: string[] = [];
  const cloud = createJobsClient((url, { method = "GET" }) => {
    const { route } = parseJobUrl(url);
    requests.push(`${method} ${route}`);
    if (route === "status") return answerStatus();
    const polls = requests.filter((request) => request === "GET stream").length;
    const answer = answers[Math.min(polls, answers.length) - 1];
    if (typeof answer === "function") return answer();
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

  test("goes on after polls that were turned away, or certainly not sent", async () => {
    const { seen, read } = setUp([
      429,
      { status: "IN_PROGRESS", stream: pieces("a") },
      429,
      () => Promise.reject(refused()),
      { status: "COMPLETED", stream: pieces("b") },
    ]);
    void read();
    await passTime(60_000);
    expect(seen).toEqual({ pieces: ["a", "b"], end: "ended" });
  });

  test("of a job that fails yields what came, and rejects with a JobError that has the worker's error", async () => {
    const answers = [
      { status: "IN_PROGRESS", stream: pieces("a") },
      { status: "FAILED", stream: pieces("b") },
    ];
    const { requests, seen, read } = setUp(answers, failed("FAILED"));
    void read();
    await passTime(60_000);
    expect(seen.pieces).toEqual(["a", "b"]);
    expect(seen.end).toBeInstanceOf(JobError);
    const job = { id: "j1", status: "FAILED", error: "out of memory" };
    expect(seen.end).toMatchObject({
      code: "job_failed",
      operation: "job.stream",
      job,
    });
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
    const gone = () => Response.json({ title: "not found" }, { status: 404 });
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

  test("that the service holds is asked again at once, so that each token arrives when the worker yields it", async () => {
    const begun = performance.now();
    // The worker waits in the queue for 40 s, and then yields a token every 400 ms.
    const tokens = Array.from({ length: 10 }, (_, index) => ({
      at: begun + 40_000 + index * 400,
      output: index,
    }));
    let polls = 0;
    let delivered = 0;
    const cloud = createJobsClient(async () => {
      polls++;
      const held = performance.now() + 10_000;
      const isNew = () => (tokens[delivered]?.at ?? 0) <= performance.now();
      while (!isNew() && performance.now() < held) await pause(10);
      const stream = isNew() ? [tokens[delivered++]] : [];
      const isLast = delivered === tokens.length;
      return Response.json({
        status: isLast ? "COMPLETED" : "IN_PROGRESS",
        stream,
      });
    });
    const delays: number[] = [];
    const read = async () => {
      for await (const piece of cloud.model("m").job("j1").stream())
        delays.push(performance.now() - (tokens[piece as number]?.at ?? NaN));
    };
    const reading = read();
    await passTime(60_000);
    await reading;
    expect(delays).toHaveLength(10);
    expect(Math.max(...delays)).toBeLessThanOrEqual(100);
    expect(polls).toBeLessThanOrEqual(4 + 1 + 10);
  });

  test("polls at most every 50 ms where the service answers at once, each time with a piece", async () => {
    const answer = { status: "IN_PROGRESS", stream: pieces("a") };
    const { requests, read } = setUp([answer]);
    void read({ timeout: 10_000 });
    await passTime(10_000);
    expect(requests.length).toBeGreaterThan(150);
    expect(requests.length).toBeLessThanOrEqual(202);
  });

  test("polls at the poll interval where the service answers at once and without a piece", async () => {
    const { requests, read } = setUp([{ status: "IN_QUEUE", stream: [] }]);
    void read({ timeout: 10_000, interval: 2000 });
    await passTime(11_000);
    expect(requests).toHaveLength(6);
  });

  const LOSSES: Readonly<Record<string, () => Response | Promise<Response>>> = {
    "whose connection breaks": () => {
      throw new TypeError("terminated");
    },
    "that never comes": () => new Promise(() => undefined),
    "that a gateway lost, with 502,": () => new Response("", { status: 502 }),
    "that breaks off": () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new Error("reset")),
        }),
        { headers: { "content-type": "application/json" } },
      ),
    "that is no JSON": () => new Response("{", { status: 200 }),
    "that is a page": () =>
      new Response("<p>", { headers: { "content-type": "text/html" } }),
    "whose pieces are no list": () =>
      Response.json({ status: "IN_PROGRESS", stream: 5 }),
    "whose pieces are no objects": () =>
      Response.json({ status: "IN_PROGRESS", stream: ["a"] }),
    "without a status": () => Response.json({ stream: pieces("b") }),
    "whose status is a list": () =>
      Response.json({ status: ["COMPLETED"], stream: pieces("b") }),
  };

  test.each(Object.entries(LOSSES))(
    "ends with a ConnectionError after an answer %s: pieces are not skipped without a word",
    async (_, lose) => {
      const { seen, read } = setUp([
        { status: "IN_PROGRESS", stream: pieces(1) },
        lose,
        { status: "COMPLETED", stream: pieces(3) },
      ]);
      void read();
      await passTime(60_000);
      const { pieces: received, end: error } = seen;
      expect(received).toEqual([1]);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        operation: "job.stream",
        route: "GET /v2/{slug}/stream/{jobId}",
        maybeSent: true,
        job: { slug: "m", id: "j1" },
      });
      expect((error as Error).message).toContain("pieces of output");
    },
  );
});

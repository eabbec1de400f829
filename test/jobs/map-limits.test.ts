import { expect, test } from "vitest";
import { createClient, ResponseError } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { settleInFakeTime, useFakeTime } from "../support/fake-time.js";

useFakeTime();

const inputs = Array.from({ length: 12 }, (_, index) => ({ index }));

/** A client whose submits `answer` answers, in their order from 1. Each job is completed at once. */
function setUp(answer: (nth: number) => Response) {
  const submits: { index: number; at: number }[] = [];
  const warnings: string[] = [];
  const cloud = createClient({
    longPolling: false,
    apiKey: "test-key",
    publicBaseUrl: "https://jobs.invalid",
    warn: (message) => warnings.push(message),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const id = request.url.split("/").at(-1);
      if (request.method === "GET")
        return Response.json({ id, status: "COMPLETED", output: id });
      const body = (await request.json()) as { input: { index: number } };
      submits.push({ index: body.input.index, at: performance.now() });
      return answer(submits.length);
    },
  });
  return { model: cloud.model("endpoint"), submits, warnings };
}

const accept = (nth: number | string) =>
  Response.json({ id: `job-${nth}`, status: "IN_QUEUE" });
const turnAway = (headers: Record<string, string>) =>
  Response.json({ error: "too many requests" }, { status: 429, headers });

test.each([
  ["Retry-After", { "retry-after": "60" }],
  ["Retry-After of an hour", { "retry-after": "3600" }],
  ["RateLimit", { ratelimit: '"minute";r=0;t=60' }],
])(
  "map loses no input when %s asks for a minute, which the timeout of a call does not cover",
  async (_, headers) => {
    let isLimited = false;
    const { model, submits, warnings } = setUp((nth) => {
      isLimited ||= nth === 4;
      const isOver = performance.now() >= begunAt + 60_000;
      return isLimited && !isOver ? turnAway(headers) : accept(nth);
    });
    const begunAt = performance.now();
    const results = await settleInFakeTime(
      collect(model.map(inputs, { concurrency: 3 })),
    );
    expect(results.filter(({ error }) => error)).toEqual([]);
    expect(results).toHaveLength(inputs.length);
    // Each of the three inputs under way was turned away at most once.
    expect(submits.length).toBeLessThanOrEqual(inputs.length + 3);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain("asks for a pause of 60 s");
  },
);

test("map gives an input up that was turned away ten times", async () => {
  const { model, submits } = setUp(() => turnAway({ "retry-after": "60" }));
  const results = await settleInFakeTime(
    collect(model.map(inputs.slice(0, 2), { concurrency: 1 })),
  );
  expect(results).toMatchObject([
    { error: { status: 429, maybeSent: false } },
    { error: { status: 429, maybeSent: false } },
  ]);
  expect(submits).toHaveLength(20);
});

test("map ends at once when it is aborted during a pause", async () => {
  const { model, submits } = setUp(() => turnAway({ "retry-after": "60" }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("stop")), 5000);
  const { signal } = controller;
  const begunAt = performance.now();
  await expect(
    settleInFakeTime(collect(model.map(inputs, { signal }))),
  ).rejects.toThrow("stop");
  expect(performance.now() - begunAt).toBeLessThan(6000);
  expect(submits.length).toBeLessThanOrEqual(10);
});

test("map puts an input in doubt whose submit a cache answers with the job of another input", async () => {
  // The cache keeps the third answer for two more submits.
  const { model } = setUp((nth) => accept(nth === 4 || nth === 5 ? 3 : nth));
  const results = await settleInFakeTime(
    collect(model.map(inputs, { concurrency: 1 })),
  );
  const failed = results.filter(({ error }) => error);
  expect(failed.map(({ index }) => index)).toEqual([3, 4]);
  for (const { error, handle } of failed) {
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ code: "invalid_response", maybeSent: true });
    expect(String(error)).toContain("the id of the job of another input");
    expect(handle).toBeUndefined();
  }
  const ids = results.flatMap(({ job }) => job?.id ?? []);
  expect(new Set(ids).size).toBe(inputs.length - 2);
});

test("map gives no handle of another input where a failure names its job", async () => {
  const named = Response.json({ id: "job-1", error: "busy" }, { status: 500 });
  const { model } = setUp((nth) => (nth === 2 ? named : accept(nth)));
  const results = await settleInFakeTime(
    collect(model.map(inputs.slice(0, 2), { concurrency: 1 })),
  );
  expect(results).toMatchObject([{ job: { id: "job-1" } }, { error: {} }]);
  expect(results[1]?.handle).toBeUndefined();
});

import { afterEach, expect, test, vi } from "vitest";
import { CloudComputeError, createClient } from "../../src/index.js";
import { nextMacrotask, passTime, useFakeTime } from "../support/fake-time.js";
import { KEY, URLS } from "../support/scripted-fetch.js";

useFakeTime();
afterEach(() => void vi.restoreAllMocks());

/** Submits a job with a timeout of a second. `standStill` passes time in which no code of the process runs. */
async function submitHeld() {
  const clock = performance.now.bind(performance);
  let stoodStillMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock() + stoodStillMs);
  let answer: (response: Response) => void = () => undefined;
  let isAborted = false;
  const sent = { count: 0 };
  const fetch = (_: unknown, init?: RequestInit) => {
    init?.signal?.addEventListener("abort", () => (isAborted = true));
    sent.count++;
    return new Promise<Response>((resolve) => (answer = resolve));
  };
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const ended = cloud
    .model("m")
    .run({ prompt: "x" }, { timeout: 1000 })
    .catch((error: unknown) => error);
  while (sent.count === 0) await nextMacrotask();
  return {
    ended,
    isAborted: () => isAborted,
    standStill: (milliseconds: number) => (stoodStillMs += milliseconds),
    answer: () => answer(Response.json({ id: "j1", status: "IN_QUEUE" })),
  };
}

test("a submit reads the answer that arrived while the process stood still, before its timeout ends it", async () => {
  const { ended, standStill, isAborted, answer } = await submitHeld();
  await passTime(500);
  standStill(60_000);
  // The timer of the timeout fires, a minute late.
  await passTime(500);
  expect(isAborted()).toBe(false);
  answer();
  await passTime(0);
  expect(await ended).toMatchObject({ id: "j1" });
  expect(vi.getTimerCount()).toBe(0);
});

test("a submit without an answer ends a second after its process stood still", async () => {
  const { ended, standStill, isAborted } = await submitHeld();
  await passTime(500);
  standStill(60_000);
  await passTime(1499);
  expect(isAborted()).toBe(false);
  await passTime(1);
  expect(isAborted()).toBe(true);
  const error = await ended;
  expect(error).toBeInstanceOf(CloudComputeError);
  expect(error).toMatchObject({ code: "timeout", maybeSent: true });
});

test("a submit of a process that did not stand still ends at its timeout", async () => {
  const { ended, isAborted } = await submitHeld();
  await passTime(999);
  expect(isAborted()).toBe(false);
  await passTime(1);
  expect(isAborted()).toBe(true);
  expect(await ended).toMatchObject({ code: "timeout" });
});

import { afterEach, expect, test, vi } from "vitest";
import type { JobData } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  DONE,
  gaps,
  QUEUED,
  RUNNING,
  scripted,
  success,
  times,
} from "../support/scripted-fetch.js";

useFakeTime();
afterEach(() => void vi.restoreAllMocks());

test("the default poll interval is 250 ms, then half a second up to a second in the first half minute, and then up to 5 s, ±10 %", async () => {
  for (const [random, factor] of [
    [0, 0.9],
    [0.5, 1],
    [0.999999, 1.1],
  ] as const) {
    vi.spyOn(Math, "random").mockReturnValue(random);
    const { cloud, requests } = scripted([...times(90, RUNNING), DONE]);
    const job = await success(cloud.model("m").run({}));
    await success(job.wait());
    let elapsed = 0;
    for (const gap of gaps(requests)) {
      const early =
        elapsed === 0 ? 250 : Math.min(1000, Math.max(500, elapsed / 4));
      const pause = Math.max(early, Math.min(5000, elapsed / 30)) * factor;
      expect(Math.abs(gap - pause)).toBeLessThanOrEqual(2);
      elapsed += gap;
    }
    expect(elapsed).toBeGreaterThan(50_000);
  }
});

test("a poll interval is a number, or a function of the time and the number of polls", async () => {
  const steps = [RUNNING, RUNNING, RUNNING, DONE];
  const fixed = scripted(steps);
  await success(fixed.cloud.model("m").job("j1").wait({ interval: 1234 }));
  expect(gaps(fixed.requests)).toEqual([1234, 1234, 1234]);
  const args: number[][] = [];
  const interval = (elapsed: number, polls: number) => {
    args.push([Math.round(elapsed / 1000), polls]);
    return polls * 1000;
  };
  const growing = scripted(steps);
  await success(growing.cloud.model("m").job("j1").wait({ interval }));
  expect(gaps(growing.requests)).toEqual([1000, 2000, 3000]);
  expect(args.slice(0, 3).map(String)).toEqual(["0,1", "1,2", "3,3"]);
});

test("a resumed handle polls at once, and its poll interval follows from the age of the job", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const submitted = scripted([QUEUED]).cloud.model("m").run({});
  const text = JSON.stringify(await success(submitted));
  await vi.advanceTimersByTimeAsync(30_000);
  const { cloud, requests } = scripted([RUNNING, DONE]);
  const begun = performance.now();
  await success(cloud.job(JSON.parse(text) as JobData).wait());
  expect((requests[0]?.at ?? 0) - begun).toBeLessThanOrEqual(1);
  expect(Math.abs((gaps(requests)[0] ?? 0) - 1000)).toBeLessThanOrEqual(2);
});

test.each([0, 1, () => 0, () => -1])(
  "polls are at least 50 ms apart, with an interval of %s",
  async (interval) => {
    const { cloud, requests } = scripted([...times(4, QUEUED), DONE]);
    await success(cloud.model("m").job("j1").wait({ interval }));
    expect(gaps(requests)).toEqual([50, 50, 50, 50]);
  },
);

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, ResponseError } from "../../src/index.js";
import { checkWorld } from "./waiting/checks.js";
import { actions, firstSubmits } from "./waiting/commands.js";
import {
  createWorld,
  finishMicrotasks,
  pass,
  type World,
} from "./waiting/world.js";
import { proofRuns } from "../support/runs.js";

const numRuns = proofRuns(80);

// Immediates are not faked: they show when nothing is left to do before the next timer.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance", "Date"],
  });
});
afterEach(() => vi.useRealTimers());

describe("job.wait and job.watch", () => {
  it(
    "never hang, end early, exceed their timeout, repeat a submit or leave a timer behind, whatever happens",
    async () => {
      await fc.assert(
        fc.asyncProperty(firstSubmits, actions, async (first, commands) => {
          const world = createWorld();
          for (const submit of first) await submit.run(world, world);
          await fc.asyncModelRun(
            () => ({ model: world, real: world }),
            commands,
          );
          await finishWaits(world);
          checkWorld(world);
        }),
        { numRuns },
      );
    },
    Math.max(300_000, numRuns * 5000),
  );

  it.each(["PAUSED", "", "completed", "constructor", undefined])(
    "go on with a job whose status is %j, without polling more often",
    async (status) => {
      const world = createWorld();
      const lasts = 600_000;
      const life = {
        submitOutcome: "accepted",
        end: "COMPLETED",
        visibleAfter: 0,
      } as const;
      const stages = [{ status, lasts }];
      world.submit(
        { ...life, stages, troubles: [], keptFor: Infinity },
        undefined,
      );
      await finishMicrotasks();
      const [submit] = world.submits;
      const wait = submit?.job?.wait();
      await pass(lasts + 5500);
      expect(await wait).toMatchObject({ output: "job-0" });
      const { polls } = world.service.job("job-0");
      expect(polls.length).toBeGreaterThanOrEqual(countPollsWithin(lasts, 1.1));
      expect(polls.length).toBeLessThanOrEqual(
        countPollsWithin(lasts, 0.9) + 1,
      );
    },
  );

  it("ignore a poll whose response would come at the moment of the timeout", async () => {
    const world = createWorld();
    const life = {
      submitOutcome: "accepted",
      end: "COMPLETED",
      visibleAfter: 0,
    } as const;
    world.submit(
      { ...life, stages: [], troubles: ["slow"], keptFor: Infinity },
      undefined,
    );
    await finishMicrotasks();
    const [submit] = world.submits;
    const plan = { onAbort: "detach", handle: "resumed", by: "watch" } as const;
    if (submit) world.wait(submit, { ...plan, timeout: 4000 });
    await finishWaits(world);
    checkWorld(world);
    expect(world.waits[0]?.updates).toEqual([]);
  });

  it.each([[{}], [{ id: "" }], [{ id: null }], [{ id: 7 }], [[]], ["job-1"]])(
    "need an id: a submit with the response %j is an error, and nothing more is sent",
    async (answer) => {
      let requests = 0;
      const cloud = createClient({
        apiKey: "waiting-key-0123456789",
        publicBaseUrl: "https://w.invalid",
        fetch: () => {
          requests++;
          return Promise.resolve(Response.json(answer));
        },
      });
      const run = cloud.model("m").run({ prompt: "a lighthouse" });
      const error = await run.catch((reason: unknown) => reason);
      await pass(600_000);
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({
        code: "invalid_response",
        maybeSent: true,
      });
      expect(requests).toBe(1);
    },
  );
});

/** Lets time pass until every wait should have ended. A wait that has not ended by then hangs. */
async function finishWaits({ waits }: World): Promise<void> {
  const last = Math.max(
    ...waits.map(({ begunAt, timeout }) => begunAt + timeout),
  );
  const isOpen = () => waits.some(({ ended }) => !ended);
  // A submit that is answered with 429 is retried within its minute.
  await pass(60_000);
  while (isOpen() && performance.now() < last + 30_000) await pass(10_000);
  await finishMicrotasks();
}

/** The number of polls in so many milliseconds at the default interval, if its jitter is always the same. */
function countPollsWithin(milliseconds: number, jitter: number): number {
  let polls = 0;
  for (let at = 0; at < milliseconds; polls++)
    at +=
      Math.max(
        at === 0 ? 250 : 500,
        Math.min(1000, at / 4),
        Math.min(5000, at / 30),
      ) * jitter;
  return polls;
}

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, ResponseError } from "../../src/index.js";
import { beginnings, happenings } from "./waiting/commands.js";
import { judge } from "./waiting/verdict.js";
import { createWorld, pass, rest, type World } from "./waiting/world.js";
import { proofRuns } from "../support/runs.js";

const numRuns = proofRuns(150);

// Immediates stay real: they tell when nothing is left to do before the next timer.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance", "Date"],
  });
});
afterEach(() => vi.useRealTimers());

describe("waiting", () => {
  it(
    "neither hangs nor ends early, outlives its bound, repeats a submit or leaves a timer behind, whatever happens",
    async () => {
      await fc.assert(
        fc.asyncProperty(beginnings, happenings, async (first, commands) => {
          const world = createWorld();
          for (const submit of first) await submit.run(world, world);
          await fc.asyncModelRun(
            () => ({ model: world, real: world }),
            commands,
          );
          await settle(world);
          judge(world);
        }),
        { numRuns },
      );
    },
    Math.max(30_000, numRuns * 100),
  );

  it.each(["PAUSED", "", "completed", "constructor", undefined])(
    "goes on with a job whose status is %j, looking no more often than at any other",
    async (status) => {
      const world = createWorld();
      const lasts = 600_000;
      const life = { reception: "taken", end: "COMPLETED", lag: 0 } as const;
      const stages = [{ status, lasts }];
      world.submit(
        { ...life, stages, troubles: [], kept: Infinity },
        undefined,
      );
      await rest();
      const [submit] = world.submits;
      const wait = submit?.job?.wait();
      await pass(lasts + 5500);
      expect(await wait).toMatchObject({ output: "job-0" });
      const { looks } = world.service.record("job-0");
      expect(looks.length).toBeGreaterThanOrEqual(looksWithin(lasts, 1.1));
      expect(looks.length).toBeLessThanOrEqual(looksWithin(lasts, 0.9) + 1);
    },
  );

  it("lets go of a look whose answer would come at the very moment of the bound", async () => {
    const world = createWorld();
    const life = { reception: "taken", end: "COMPLETED", lag: 0 } as const;
    world.submit(
      { ...life, stages: [], troubles: ["slow"], kept: Infinity },
      undefined,
    );
    await rest();
    const [submit] = world.submits;
    const plan = { onAbort: "detach", handle: "resumed", by: "watch" } as const;
    if (submit) world.wait(submit, { ...plan, timeout: 4000 });
    await settle(world);
    judge(world);
    expect(world.waits[0]?.updates).toEqual([]);
  });

  it.each([[{}], [{ id: "" }], [{ id: null }], [{ id: 7 }], [[]], ["job-1"]])(
    "takes a submit that is answered %j for an error, and sends nothing more",
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

/** Lets time pass until every wait should have ended; what has not by then hangs. */
async function settle({ waits }: World): Promise<void> {
  const last = Math.max(...waits.map(({ begunAt, bound }) => begunAt + bound));
  const isOpen = () => waits.some(({ ended }) => !ended);
  // A submit that is turned away is repeated within its minute.
  await pass(60_000);
  while (isOpen() && performance.now() < last + 30_000) await pass(10_000);
  await rest();
}

/** The looks that the default interval makes in so many milliseconds, its jitter always at one end. */
function looksWithin(milliseconds: number, jitter: number): number {
  let looks = 0;
  for (let at = 0; at < milliseconds; looks++)
    at += Math.min(5000, Math.max(250, at / 10)) * jitter;
  return looks;
}

import fc from "fast-check";
import { afterEach, beforeEach, describe, it, vi } from "vitest";
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

import { describe, expect, it, onTestFinished } from "vitest";
import { SLUG, type Engine, type Order } from "../proofs/batch/once/engine.js";
import { ENGINES } from "../proofs/batch/once/engines.js";
import { openStage, urlOf } from "../proofs/batch/once/stage.js";

const IN_DOUBT = { id: "order 1", prompt: "a pier" };
const COMPLETED = { id: "order 2", prompt: "a buoy" };
const FAILED = { id: "order 3", prompt: "a reef" };

/** Opens a stage whose service fails the jobs of one order. */
async function openFailing(engine: Engine) {
  const stage = await openStage(engine, { isOnce: true });
  onTestFinished(() => stage.close());
  stage.emulator.model<Order>(SLUG, ({ prompt }, { fail }) =>
    prompt === FAILED.prompt ? fail("no memory") : { image_url: urlOf(prompt) },
  );
  return stage;
}

describe.each(ENGINES)("the example for $name", (engine) => {
  it("completes an order, and fails an order in doubt and a failed job for good", async () => {
    const { emulator, add, waitForEnds } = await openFailing(engine);
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    await add([IN_DOUBT]);
    await waitForEnds(1);
    await add([COMPLETED, FAILED]);
    const ends = await waitForEnds(3);
    expect(ends.get(IN_DOUBT.id)).toEqual({
      reason: expect.stringMatching(/"order 1".*batch\.settle/) as string,
    });
    expect(ends.get(COMPLETED.id)).toEqual({ url: urlOf(COMPLETED.prompt) });
    expect(ends.get(FAILED.id)).toEqual({
      reason: expect.stringContaining("no memory") as string,
    });
    expect(emulator.jobs()).toHaveLength(3);
  });

  it("tries an order again whose submit was refused", async () => {
    const { emulator, add, waitForEnds } = await openFailing(engine);
    emulator.fail("POST /v2/{slug}/run", { status: 401 });
    await add([COMPLETED]);
    const ends = await waitForEnds(1);
    expect(ends.get(COMPLETED.id)).toEqual({ url: urlOf(COMPLETED.prompt) });
    expect(emulator.jobs()).toHaveLength(1);
  });
});

import { describe, expect, test } from "vitest";
import { applyConditions } from "../src/account-controls.js";
import { createAccountState } from "../src/state/account-state.js";
import { retryJob, submitJob } from "../src/jobs/jobs.js";
import { readOptions } from "../src/options.js";
import { restoreSnapshot, takeSnapshot } from "../src/snapshot.js";

/** An account on a manual clock that keeps few jobs, and functions that submit and count them. */
function limited(limits: { readonly open: number; readonly ended: number }) {
  const settings = readOptions({ clock: "manual" });
  const state = createAccountState(settings);
  applyConditions(state, settings);
  Object.assign(state.jobLimits, limits);
  const submit = (prompt = "a lighthouse") =>
    submitJob(
      state,
      { slug: "flux-dev", kind: "run", origin: "https://emulator.invalid" },
      { input: { prompt } },
    );
  const finish = () => state.clock.advance(10_000);
  const kept = () => [...state.jobs.keys()];
  return { state, submit, finish, kept };
}

describe("the emulator", () => {
  test("refuses a submit with 429 while too many jobs have not ended", async () => {
    const { submit, finish, kept } = limited({ open: 2, ended: 10 });
    submit();
    submit();
    expect(() => submit()).toThrow("at most 2 jobs that have not ended");
    await finish();
    submit();
    expect(kept()).toHaveLength(3);
  });

  test("removes the jobs that ended first when too many have ended", async () => {
    const { submit, finish, kept } = limited({ open: 10, ended: 2 });
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      ids.push(submit().id);
      await finish();
    }
    expect(kept()).toEqual(ids.slice(2));
  });

  test("counts a job that is retried, and the jobs of a snapshot, as what they are", async () => {
    const { state, submit, finish, kept } = limited({ open: 1, ended: 2 });
    const job = submit("please fail");
    await finish();
    retryJob(state, job);
    expect(() => submit()).toThrow("at most 1 jobs");
    await finish();
    restoreSnapshot(state, takeSnapshot(state));
    submit();
    await finish();
    submit();
    await finish();
    expect(kept()).toHaveLength(2);
    expect(kept()).not.toContain(job.id);
  });
});

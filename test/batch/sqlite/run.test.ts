import { describe, expect, it } from "vitest";
import { z } from "zod";
import { InDoubtError, openBatch } from "../../../src/batch/index.js";
import { createClient, defineModel } from "../../../src/index.js";
import { createSpendGuard } from "../../../src/spend/index.js";
import { forgetJobs, holdSubmits } from "../suite/faults.js";
import {
  createFileLedger,
  createGate,
  holdJobs,
  openEchoBatch,
  openWithDoubt,
  SUBMIT,
  wrapLedger,
  type NumberedInput,
} from "../suite/temporary-batch.js";

async function openRun(...options: Parameters<typeof openEchoBatch>) {
  const opened = await openEchoBatch(...options);
  const run = (key: string, n = 1, signal?: AbortSignal) =>
    opened.batch.run(key, { n }, { signal });
  return { ...opened, run };
}

describe("batch.run", () => {
  it("claims the keys of many calls together", async () => {
    let claims = 0;
    const ledger = wrapLedger(createFileLedger(), (opened) => {
      const claim = opened.claim.bind(opened);
      opened.claim = (request) => {
        claims++;
        return claim(request);
      };
    });
    const { emulator, run } = await openRun({ ledger });
    const keys = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(keys.map((n) => run(String(n), n)));
    expect(emulator.jobs()).toHaveLength(40);
    expect(claims).toBeLessThan(40);
  });

  it("throws the error of the spend guard that has refused a submit, and leaves the key to another call", async () => {
    const { emulator, ledger, run } = await openRun();
    const { apiKey, urls, fetch } = emulator;
    const spend = createSpendGuard({ limit: 0.005, estimate: () => 0.01 });
    const cloud = createClient({ apiKey, ...urls, fetch, spend });
    const guarded = await openBatch(cloud, {
      name: "test",
      model: "echo",
      ledger,
    });
    for (let n = 0; n < 2; n++)
      await expect(guarded.run("7", { n: 1 })).rejects.toMatchObject({
        code: "spend_limit",
      });
    await guarded.close();
    expect(emulator.jobs()).toEqual([]);
    expect((await run("7")).output.echo).toBe(1);
  });

  it("resumes the job of a call that was aborted", async () => {
    const { emulator, run } = await openRun();
    const finish = holdJobs(emulator);
    const stop = new AbortController();
    const first = expect(run("7", 1, stop.signal)).rejects.toBe("enough");
    await expect.poll(() => emulator.jobs()).toHaveLength(1);
    stop.abort("enough");
    await first;
    finish.open();
    expect(await run("7")).toMatchObject({ output: { echo: 1 } });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("finishes a submit that is being sent when a call is aborted", async () => {
    const sent = createGate();
    const answered = createGate();
    const wrapFetch = holdSubmits(sent, answered);
    const { emulator, run } = await openRun({}, { wrapFetch });
    const stop = new AbortController();
    const first = expect(run("7", 1, stop.signal)).rejects.toBe("enough");
    await sent.opened;
    stop.abort("enough");
    answered.open();
    await first;
    expect(await run("7")).toMatchObject({ output: { echo: 1 } });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("never sends a submit again that may have arrived, names the ways to settle it, and submits again after `resubmit`", async () => {
    const { emulator, batch, item } = await openWithDoubt();
    const run = () => batch.run("7", { n: 0 });
    for (let calls = 0; calls < 2; calls++)
      await expect(run()).rejects.toMatchObject({
        name: InDoubtError.name,
        code: "in_doubt",
        key: "7",
        message: expect.stringMatching(
          /\(.+\), so .*batch\.settle.*"fail".*"resubmit"/,
        ) as string,
      });
    expect(emulator.jobs()).toHaveLength(1);
    await batch.settle(item, "resubmit");
    expect(await run()).toMatchObject({ output: { echo: 0 } });
    expect(emulator.jobs()).toHaveLength(2);
  });

  it("sends a submit again that was certainly not carried out", async () => {
    const { emulator, run } = await openRun();
    emulator.fail(SUBMIT, { status: 401 });
    await expect(run("7")).rejects.toMatchObject({ status: 401 });
    expect(await run("7")).toMatchObject({ output: { echo: 1 } });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("throws the error of a job that has failed, and submits its key again only when it is asked to", async () => {
    const { emulator, batch, run } = await openRun();
    emulator.model("echo", (_input, { fail }) => fail("no memory"));
    for (let n = 0; n < 2; n++)
      await expect(run("7")).rejects.toMatchObject({
        code: "run_failed",
        message: expect.stringMatching(/job_failed.*no memory/) as string,
      });
    expect(emulator.jobs()).toHaveLength(1);
    emulator.model("echo", ({ n }: NumberedInput) => ({ echo: n }));
    await batch.retry({ keys: ["7"] });
    expect((await run("7")).output.echo).toBe(1);
  });

  it("throws while the batch is paused, and leaves the item queued", async () => {
    const { emulator, batch, run } = await openRun();
    await batch.set({ paused: true });
    await expect(run("7")).rejects.toMatchObject({
      code: "run_stopped",
      maybeSent: false,
    });
    expect(emulator.jobs()).toEqual([]);
    await batch.set({ paused: false });
    expect((await run("7")).output.echo).toBe(1);
  });

  it("says in maybeSent that another process has submitted the key", async () => {
    const { emulator, batch, run, open } = await openRun();
    const finish = holdJobs(emulator);
    const other = await open();
    const first = other.run("7", { n: 1 });
    await expect.poll(() => emulator.jobs()).toHaveLength(1);
    await batch.set({ paused: true });
    await expect(run("7")).rejects.toMatchObject({
      code: "run_stopped",
      maybeSent: true,
    });
    finish.open();
    await first;
  });

  it("says of a lost job that nobody knows how it has ended", async () => {
    const { emulator, run } = await openRun({}, { wrapFetch: forgetJobs() });
    for (let n = 0; n < 2; n++)
      await expect(run("7")).rejects.toMatchObject({
        code: "in_doubt",
        message: expect.stringMatching(
          /^nobody knows how the job of the key "7"/,
        ) as string,
      });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("gives the first caller what a later one gets, also where the contract changes the output", async () => {
    const contract = defineModel({
      input: z.object({ n: z.number() }),
      output: z.object({ echo: z.number() }).transform(() => new Date(0)),
    });
    const { run } = await openRun({ contract });
    const first = await run("7");
    expect(first.output).toBe("1970-01-01T00:00:00.000Z");
    expect(await run("7")).toEqual(first);
  });

  it("leaves the other items of the batch queued", async () => {
    const { batch, run } = await openRun();
    await batch.add([{ key: "other", input: { n: 2 } }]);
    await run("7");
    expect(await batch.get("other")).toMatchObject({ state: "queued" });
  });
});

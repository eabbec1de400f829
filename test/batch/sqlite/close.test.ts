import { describe, expect, it } from "vitest";
import {
  BatchError,
  type Batch,
  type BatchResult,
} from "../../../src/batch/index.js";
import { collect } from "../../support/collect.js";
import { holdSubmits } from "../suite/faults.js";
import {
  abortWhenRunning,
  createFileLedger,
  createGate,
  holdJobs,
  numbered,
  openEchoBatch,
  readAll,
  wrapLedger,
  type NumberedInput,
} from "../suite/temporary-batch.js";

const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

describe("batch.cancel", () => {
  it("counts no job that has ended before, and stores its result", async () => {
    const { batch, emulator } = await openEchoBatch();
    const finish = holdJobs(emulator);
    await batch.add(numbered(3));
    await abortWhenRunning(batch);
    finish.open();
    await expect
      .poll(() => emulator.jobs())
      .toMatchObject([{ status: "COMPLETED" }]);
    expect(await batch.cancel()).toBe(2);
    expect(await batch.progress()).toMatchObject({
      completed: 1,
      cancelled: 2,
    });
    const outputs = (await readAll(batch)).map(({ output }) => output?.echo);
    expect(outputs).toContain(0);
  });

  it("cancels queued items and jobs", async () => {
    const { batch, emulator } = await openEchoBatch();
    holdJobs(emulator);
    await batch.add(numbered(3));
    await abortWhenRunning(batch);
    await batch.set({ paused: true });
    expect(await batch.cancel()).toBe(3);
    expect(await batch.progress()).toMatchObject({
      running: 0,
      cancelled: 3,
      reserved: 0,
      resultsExpireAt: undefined,
    });
    const codes = (await readAll(batch)).map(({ error }) => error?.code);
    expect(codes.sort()).toEqual(["cancelled", "cancelled", "job_cancelled"]);
    expect(await batch.cancel()).toBe(0);
    const cancels = emulator.requests.filter(({ path }) =>
      path.includes("/cancel/"),
    );
    expect(cancels).toHaveLength(1);
  });

  it("submits no failed job again whose item has attempts left", async () => {
    const { batch, emulator } = await openEchoBatch({ attempts: 3 });
    const finish = createGate();
    emulator.model("echo", async (_input, { fail }) => {
      await finish.opened;
      return fail("no");
    });
    await batch.add(numbered(1));
    await abortWhenRunning(batch);
    finish.open();
    await expect
      .poll(() => emulator.jobs())
      .toMatchObject([{ status: "FAILED" }]);
    expect(await batch.cancel()).toBe(1);
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("cancels the jobs of submits that are being sent by another process", async () => {
    const answered = createGate();
    const { batch, open, emulator } = await openEchoBatch(
      {},
      { wrapFetch: holdSubmits(createGate(), answered) },
    );
    holdJobs(emulator);
    await batch.add(numbered(30));
    const other = await open();
    let cancelling: Promise<number> | undefined;
    const end = await batch.work({
      concurrency: 5,
      onCounts: ({ running, cancelled }) => {
        if (running === 1) cancelling ??= other.cancel();
        // Everything else is cancelled while the submits have no answer.
        if (cancelled > 0) answered.open();
      },
    });
    expect(end).toEqual({ reason: "done" });
    expect(await cancelling).toBe(30);
    expect(await batch.progress()).toMatchObject({ cancelled: 30 });
  });

  it("cancels the jobs of all pages though one cancel fails and one job is not known any more, and says how many run on", async () => {
    const ledger = wrapLedger(createFileLedger(), (opened) => {
      const read = opened.read.bind(opened);
      opened.read = (query) => read({ ...query, limit: 2 });
    });
    const { batch, emulator } = await openEchoBatch({ ledger });
    holdJobs(emulator);
    await batch.add(numbered(5));
    await abortWhenRunning(batch, 5);
    emulator.fail(CANCEL, { status: 400 });
    emulator.fail(CANCEL, { status: 404, after: 1 });
    await expect(batch.cancel()).rejects.toMatchObject({
      code: "batch_jobs_not_cancelled",
      message: expect.stringMatching(
        /could not be cancelled \(1 of 5\).*400/,
      ) as string,
      cause: { name: "ResponseError", status: 400 },
    });
    expect(await batch.progress()).toMatchObject({ running: 2, cancelled: 3 });
    expect(await batch.cancel()).toBe(2);
  });

  it("cancels the jobs though the ledger cannot cancel the queued items", async () => {
    let isFull = false;
    const ledger = wrapLedger(createFileLedger(), (opened) => {
      const move = opened.move.bind(opened);
      opened.move = (...args) =>
        isFull
          ? Promise.reject(new BatchError("ledger_failed", "full"))
          : move(...args);
    });
    const { batch, emulator } = await openEchoBatch({ ledger });
    holdJobs(emulator);
    await batch.add(numbered(1));
    await abortWhenRunning(batch);
    await batch.add([{ input: { n: 7 } }]);
    isFull = true;
    await expect(batch.cancel()).rejects.toThrow("full");
    expect(emulator.jobs()).toMatchObject([{ status: "CANCELLED" }]);
  });
});

it("batch.remove wants a selection, without which it would empty the batch", async () => {
  const { batch } = await openEchoBatch();
  await expect(batch.remove({})).rejects.toMatchObject({
    name: "InputError",
    parameter: "selection",
  });
});

const NO_ITEM = { key: "none", order: 1 } as BatchResult<NumberedInput>;

describe("batch.close", () => {
  it("makes every call throw the same error", async () => {
    const { batch } = await openEchoBatch();
    const calls: readonly ((open: Batch<NumberedInput>) => unknown)[] = [
      (open) => open.add(numbered(1)),
      (open) => open.work(),
      (open) => collect(open.results()),
      (open) => open.progress(),
      (open) => open.run("a", { n: 1 }),
      (open) => open.get("a"),
      (open) => open.settle(NO_ITEM, "fail"),
      (open) => open.retry(),
      (open) => open.remove({ keys: ["a"] }),
      (open) => open.set({ concurrency: 1 }),
      (open) => open.cancel(),
      (open) => open.delete(),
      (open) => open.webhookHandler(),
    ];
    const closing = batch.close();
    for (const when of [undefined, closing]) {
      await when;
      for (const call of calls)
        await expect(Promise.resolve(batch).then(call)).rejects.toMatchObject({
          code: "batch_closed",
          message: "batch test is closed: open the batch again to use it",
        });
    }
  });

  it("may follow batch.delete, and be called twice", async () => {
    const { batch } = await openEchoBatch();
    await batch.delete();
    await batch.close();
    await batch.close();
  });

  it("ends a reading of results that is under way, or waits for further results", async () => {
    const { batch } = await openEchoBatch();
    await batch.add(["a", "b"].map((key, n) => ({ key, input: { n } })));
    await batch.cancel({ keys: ["a"] });
    const reading = batch.results();
    await reading.next();
    const waiting = batch.results({ follow: true, state: "completed" }).next();
    const refusal = { code: "batch_closed" };
    const ended = expect(waiting).rejects.toMatchObject(refusal);
    await batch.progress();
    await batch.close();
    await ended;
    await expect(reading.next()).rejects.toMatchObject(refusal);
  });

  it("ends the work first, and loses no job", async () => {
    const sent = createGate();
    const answered = createGate();
    const { batch, open, emulator } = await openEchoBatch(
      {},
      { wrapFetch: holdSubmits(sent, answered) },
    );
    await batch.add(numbered(3));
    const work = batch.work({ concurrency: 1 });
    const ended = expect(work).rejects.toMatchObject({ code: "batch_closed" });
    await sent.opened;
    const closing = batch.close();
    answered.open();
    await closing;
    await ended;
    const next = await open();
    expect(await next.progress()).toMatchObject({
      running: 1,
      queued: 2,
      unknown: 0,
    });
    expect(await next.work()).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(3);
  });
});

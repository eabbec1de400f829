import { describe, expect, it } from "vitest";
import { collect } from "../../support/collect.js";
import type { BatchOptions } from "../../../src/batch/index.js";
import {
  abortWhenRunning,
  createGate,
  holdJobs,
  numbered,
  openEchoBatch as openEchoBatchIn,
  openWithDoubt,
  SUBMIT,
  type CreateLedger,
  type NumberedInput,
  readAll,
} from "./temporary-batch.js";

/** Tests what a batch does with its ledger, in any ledger. */
export function testBatches(createLedger: CreateLedger): void {
  const openEchoBatch = (options?: Partial<BatchOptions<NumberedInput>>) =>
    openEchoBatchIn({ ledger: createLedger(), ...options });

  it("batch.add adds each input once, however often it is added", async () => {
    const { batch } = await openEchoBatch();
    const inputs = [...numbered(3), { input: { n: 0 } }];
    expect(await batch.add(inputs)).toMatchObject({ added: 4, present: 0 });
    expect(await batch.add(inputs)).toMatchObject({ added: 0, present: 4 });
    expect(await batch.progress()).toMatchObject({ queued: 4 });
  });

  describe("batch.work", () => {
    it("submits every item once and keeps the results", async () => {
      const { batch, emulator } = await openEchoBatch();
      await batch.add(numbered(50));
      expect(await batch.work({ concurrency: 10 })).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(50);
      const results = await readAll(batch);
      expect(
        results.map(({ output }) => output?.echo).sort((a = 0, b = 0) => a - b),
      ).toEqual(numbered(50).map(({ input }) => input.n));
      expect(results.map(({ order }) => order)).toEqual(
        results.map((_, index) => index + 1),
      );
      const progress = await batch.progress();
      expect(progress).toMatchObject({
        completed: 50,
        queued: 0,
        reserved: 0,
        workers: 0,
      });
      expect(progress.cost).toBeCloseTo(0.5);
    });

    it("shares a batch with another process", async () => {
      const { batch, open, emulator } = await openEchoBatch();
      await batch.add(numbered(40));
      const other = await open();
      const ends = await Promise.all([
        batch.work({ concurrency: 4 }),
        other.work({ concurrency: 4 }),
      ]);
      expect(ends).toEqual([{ reason: "done" }, { reason: "done" }]);
      expect(emulator.jobs()).toHaveLength(40);
    });

    it("keeps an item in doubt whose submit lost its answer, and never submits it again", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      emulator.fail(SUBMIT, { reset: "after" });
      await batch.add(numbered(3));
      for (let works = 0; works < 2; works++)
        expect(await batch.work({ concurrency: 1 })).toEqual({
          reason: "unknown",
        });
      expect(emulator.jobs()).toHaveLength(3);
      expect(await batch.progress()).toMatchObject({
        completed: 2,
        unknown: 1,
      });
      expect(warnings[0]).toContain("is in doubt");
    });

    it("submits nothing that could pass `maxCost`", async () => {
      const { batch, emulator, warnings } = await openEchoBatch({
        maxCost: 0.035,
        estimate: 0.01,
      });
      await batch.add(numbered(10));
      expect(await batch.work({ concurrency: 10 })).toEqual({
        reason: "spend",
      });
      expect(warnings).toEqual([
        "batch test: the next submit may cost 0.01, the limit is 0.035, 0.03 is spent",
      ]);
      expect(emulator.jobs()).toHaveLength(3);
      expect(await batch.progress()).toMatchObject({
        completed: 3,
        queued: 7,
        reserved: 0,
      });
    });

    it("keeps an output of 20 MB where maxOutputBytes allows it", async () => {
      const maxOutputBytes = 30_000_000;
      const { batch, emulator } = await openEchoBatch({ maxOutputBytes });
      const output = { text: "x".repeat(20_000_000) };
      emulator.model("echo", () => output);
      await batch.add(numbered(2));
      expect(await batch.work()).toEqual({ reason: "done" });
      for await (const result of batch.results())
        expect(JSON.stringify(result.output)).toBe(JSON.stringify(output));
    });

    it("puts an item in doubt whose job has failed, and which may have been submitted again after a backup was made", async () => {
      const { batch, emulator, ledger } = await openEchoBatch({ attempts: 3 });
      const gate = createGate();
      emulator.model("echo", async (_input, { fail }) => {
        await gate.opened;
        return fail("no memory");
      });
      await batch.add(numbered(1));
      await abortWhenRunning(batch);
      expect(await ledger.adopt(1)).toBe(0);
      gate.open();
      expect(await batch.work()).toEqual({ reason: "unknown" });
      const [item] = await readAll(batch);
      expect(item?.reason).toBe("in doubt");
      expect(item?.error?.message).toMatch(
        /no memory.*may have been submitted after the backup/,
      );
      expect(emulator.jobs()).toHaveLength(1);
    });
  });

  it("batch.run submits a key once, for calls at the same time and afterwards", async () => {
    const { batch, emulator } = await openEchoBatch();
    const run = () => batch.run("7", { n: 1 });
    const results = await Promise.all([run(), run(), run()]);
    const requests = emulator.requests.length;
    results.push(await run());
    expect(emulator.requests).toHaveLength(requests);
    expect(emulator.jobs()).toHaveLength(1);
    for (const { output, job } of results) {
      expect(output).toMatchObject({ echo: 1 });
      expect(job.id).toBe(emulator.jobs()[0]?.id);
    }
  });

  describe("batch.results", () => {
    it("follows a batch until it has ended", async () => {
      const { batch } = await openEchoBatch();
      await batch.add(numbered(10));
      const [results] = await Promise.all([
        collect(batch.results({ follow: true })),
        batch.work({ concurrency: 2 }),
      ]);
      expect(results).toHaveLength(10);
    });

    it("gives the results of keys in the order of the keys, however many these are", async () => {
      const { batch } = await openEchoBatch();
      const keys = Array.from({ length: 700 }, (_, n) => `key ${n}`);
      await batch.add(keys.map((key, n) => ({ key, input: { n } })));
      await batch.cancel();
      const wanted = [...keys].reverse();
      const results = await collect(
        batch.results({ keys: [...wanted, "none"] }),
      );
      expect(results.map(({ key }) => key)).toEqual(wanted);
    });

    it("follows many keys, also those that end while others are read", async () => {
      const { batch } = await openEchoBatch();
      const keys = numbered(60).map(({ input }) => `k${input.n}`);
      await batch.add(keys.map((key, n) => ({ key, input: { n } })));
      await batch.run("k0", { n: 0 });
      const given: string[] = [];
      for await (const { key } of batch.results({ keys, follow: true })) {
        given.push(key);
        if (given.length === 1) await batch.work();
      }
      expect(given.toSorted()).toEqual(keys.toSorted());
    });

    it("continues behind `after`, and selects a state", async () => {
      const { batch, emulator } = await openEchoBatch();
      emulator.model("echo", ({ n }: NumberedInput, { fail }) =>
        n === 1 ? fail("no") : { echo: n },
      );
      await batch.add(numbered(4));
      await batch.work({ concurrency: 1 });
      const after = await collect(batch.results({ after: 2 }));
      expect(after.map(({ order }) => order)).toEqual([3, 4]);
      const failed = await collect(batch.results({ state: "failed" }));
      expect(failed.map(({ input }) => input)).toEqual([{ n: 1 }]);
    });

    it("ends when the batch is deleted while it is read", async () => {
      const { batch, open } = await openEchoBatch();
      await batch.add(numbered(250));
      await batch.cancel();
      const other = await open();
      const reading = (async () => {
        for await (const { order } of batch.results())
          if (order === 1) await other.delete();
      })();
      await reading.catch((error: unknown) => {
        expect(error).toMatchObject({ name: "BatchError" });
      });
      expect(await readAll(await open())).toEqual([]);
    });
  });

  it("batch.get gives an item in any state", async () => {
    const { batch } = await openEchoBatch();
    await batch.add([
      { key: "a", input: { n: 1 }, metadata: { page: 7 }, attempts: 2 },
    ]);
    expect(await batch.get("a")).toEqual({
      key: "a",
      input: { n: 1 },
      metadata: { page: 7 },
      state: "queued",
      attempt: 0,
      cost: 0,
    });
    await batch.work();
    expect(await batch.get("a")).toMatchObject({
      state: "completed",
      output: { echo: 1 },
      attempt: 1,
      cost: 0.01,
    });
    expect(await batch.get("b")).toBeUndefined();
    await expect(batch.get({} as string)).rejects.toMatchObject({
      parameter: "key",
    });
  });

  it("metadata select what results, cancel, retry and remove concern", async () => {
    const { batch, emulator } = await openEchoBatch();
    await batch.add(
      numbered(4).map((item, page) => ({
        ...item,
        key: `page ${page}`,
        metadata: { page, draft: page === 0, mark: "\ud83d\ude00" },
      })),
    );
    expect(await batch.cancel({ metadata: { draft: false } })).toBe(3);
    const read = async (metadata: Record<string, string | number>) =>
      (await collect(batch.results({ metadata }))).map((item) => item.metadata);
    expect(await read({ page: 1 })).toEqual([
      { page: 1, draft: false, mark: "\ud83d\ude00" },
    ]);
    expect(await read({ page: "1" })).toEqual([]);
    const other = { metadata: { page: 2 }, code: "job_failed" };
    expect(await batch.retry(other)).toEqual({ queued: 0, leftOut: 0 });
    const one = { metadata: { page: 2 }, code: "cancelled" };
    expect(await batch.retry(one)).toEqual({ queued: 1, leftOut: 0 });
    expect(await batch.remove({ keys: ["page 0", "page 1"] })).toBe(2);
    const marked = { page: 3, mark: "\ud83d\ude00" };
    expect(await batch.remove({ metadata: marked })).toBe(1);
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(emulator.jobs().map(({ input }) => input)).toEqual([{ n: 2 }]);
    expect((await readAll(batch)).map(({ key }) => key)).toEqual(["page 2"]);
  });

  describe("batch.delete", () => {
    it("is refused while another process works on the batch, which goes on", async () => {
      const { batch, emulator, open } = await openEchoBatch();
      const finish = holdJobs(emulator);
      await batch.add(numbered(1));
      const other = await open();
      let refused: unknown;
      const end = await batch.work({
        onCounts: ({ running }) => {
          if (refused) finish.open();
          else if (running === 1)
            void other.delete().catch((error: unknown) => (refused = error));
        },
      });
      expect(refused).toMatchObject({ code: "batch_in_use" });
      expect(end).toEqual({ reason: "done" });
    });

    it("is refused while a job runs that no process waits for, unless jobs may be abandoned", async () => {
      const { batch, emulator, open } = await openEchoBatch();
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(2));
      await abortWhenRunning(batch, 2);
      await expect(batch.delete()).rejects.toThrow(
        /jobs run or may run \(2\).*cancel.*paid twice/,
      );
      expect(await batch.progress()).toMatchObject({ running: 2 });
      await batch.delete({ abandonJobs: true });
      const fresh = await open();
      expect(await fresh.progress()).toMatchObject({ queued: 0, running: 0 });
    });

    it("is refused while an item is in doubt", async () => {
      const ledger = createLedger();
      const { batch, item } = await openWithDoubt({ ledger });
      await expect(batch.delete()).rejects.toMatchObject({
        code: "batch_in_use",
      });
      await batch.settle(item, "fail");
      await batch.delete();
    });
  });
}

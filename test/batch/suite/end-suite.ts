import { describe, expect, it, onTestFinished, vi } from "vitest";
import type {
  Batch,
  BatchOptions,
  BatchResult,
} from "../../../src/batch/index.js";
import type { Emulator } from "cloud-compute-emulator";
import { collect } from "../../support/collect.js";
import { answer, createClockShift, holdSubmits } from "./faults.js";
import {
  createGate,
  numbered,
  openEchoBatchIn,
  readAll,
  type CreateLedger,
  type NumberedInput,
} from "./temporary-batch.js";
import "../../support/lazy-files.js";

const SUBMIT = "POST /v2/{slug}/run";
const HOUR_MS = 3_600_000;

const JSON_HEADERS = { "content-type": "application/json" };

function json(body: object, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: JSON_HEADERS });
}

/** Makes a synchronous call whose error is to be a rejection. */
async function run(call: () => unknown): Promise<void> {
  await Promise.resolve();
  call();
}

const NO_ITEM: BatchResult<NumberedInput> = {
  key: "none",
  input: { n: 0 },
  metadata: undefined,
  state: "unknown",
  reason: "in doubt",
  output: undefined,
  outputBytes: undefined,
  error: undefined,
  job: undefined,
  attempt: 1,
  cost: 0,
  finishedAt: 0,
  order: 1,
};

/** Tests that `work` ends whatever happens, in any ledger. */
export function testEnds(createLedger: CreateLedger): void {
  const openEchoBatch = (
    options?: Partial<BatchOptions<NumberedInput>>,
    wrapFetch?: (fetch: Emulator["fetch"]) => Emulator["fetch"],
  ) => openEchoBatchIn(createLedger, options, wrapFetch ? { wrapFetch } : {});

  it("batch.work asks the service to hold its response until a job ends", async () => {
    const service = { longPolling: true };
    const { batch, emulator } = await openEchoBatchIn(
      createLedger,
      {},
      service,
    );
    const finish = createGate();
    emulator.model("echo", async ({ n }: NumberedInput) => {
      await finish.opened;
      return { echo: n, cost: 0.01 };
    });
    await batch.add(numbered(2));
    const work = batch.work();
    const isHeld = () =>
      emulator.requests.some(({ path }) => path.includes("/status-sync/"));
    await vi.waitFor(() => expect(isHeld()).toBe(true), { timeout: 10_000 });
    finish.open();
    expect(await work).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ completed: 2 });
  });

  describe("batch.work at the limit of the cost", () => {
    it("adopts the running jobs of a process that has ended, and ends", async () => {
      const { batch, open, emulator } = await openEchoBatch({
        maxCost: 1,
        estimate: 1,
      });
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        await finish.opened;
        return { echo: n, cost: 1 };
      });
      await batch.add(numbered(4));
      const other = await open();
      onTestFinished(() => other.close());
      const stop = new AbortController();
      const submitted = createGate();
      const work = batch.work({
        concurrency: 1,
        signal: stop.signal,
        onCounts: ({ running }) => {
          if (running === 1) submitted.open();
        },
      });
      await submitted.opened;
      let turns = 0;
      const otherWork = other.work({
        // The claim of the first turn is refused before the second turn ends.
        onCounts: () => {
          if (++turns === 2) stop.abort("enough");
        },
      });
      await expect(work).rejects.toBe("enough");
      finish.open();
      expect(await otherWork).toEqual({ reason: "spend" });
      expect(emulator.jobs()).toHaveLength(1);
      expect(await batch.progress()).toMatchObject({
        completed: 1,
        queued: 3,
        running: 0,
        cost: 1,
      });
    });

    it("takes a job that settle has supplied", async () => {
      const { batch, open, emulator } = await openEchoBatch({
        maxCost: 2,
        estimate: 1,
      });
      emulator.fail(SUBMIT, { reset: "after" });
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        if (n === 1) await finish.opened;
        return { echo: n, cost: 1 };
      });
      await batch.add(numbered(3));
      const other = await open();
      onTestFinished(() => other.close());
      let turns = 0;
      let settling: Promise<void> | undefined;
      const settle = async () => {
        const [job] = emulator.jobs();
        const [item] = await collect(other.results({ state: "unknown" }));
        if (item) await other.settle(item, { jobId: job?.id ?? "" });
      };
      const end = await batch.work({
        concurrency: 3,
        onCounts: ({ unknown, running, completed }) => {
          if (unknown === 1 && running === 1 && ++turns === 2)
            settling = settle();
          if (completed === 1) finish.open();
        },
      });
      await settling;
      expect(end).toEqual({ reason: "spend" });
      expect(emulator.jobs()).toHaveLength(2);
      expect(await batch.progress()).toMatchObject({
        completed: 2,
        queued: 1,
        cost: 2,
      });
    });
  });

  describe("batch.work with an output that cannot be written as JSON", () => {
    it("fails the item, names its job, and goes on", async () => {
      const depth = 100_000;
      let deepJob: string | undefined;
      const wrapFetch = answer("/status/", (id) => {
        deepJob ??= id;
        if (id !== deepJob) return undefined;
        const output = "[".repeat(depth) + "]".repeat(depth);
        const body = `{"id":"${id}","status":"COMPLETED","output":${output}}`;
        return new Response(body, { headers: JSON_HEADERS });
      });
      const { batch, warnings } = await openEchoBatch(
        { estimate: 0.5 },
        wrapFetch,
      );
      await batch.add(numbered(2));
      const end = await batch.work({ concurrency: 1 });
      expect(end).toEqual({ reason: "done" });
      const results = await readAll(batch);
      expect(results.map(({ state }) => state)).toEqual([
        "failed",
        "completed",
      ]);
      expect(results[0]).toMatchObject({
        output: undefined,
        error: { code: "output_not_stored" },
        job: { id: deepJob },
        cost: 0.5,
      });
      expect(results[0]?.error?.message).toContain(`job ${deepJob ?? ""} `);
      expect(warnings).toEqual([]);
    });
  });

  describe("batch.work when the service refuses a request for good", () => {
    it.each([405, 409, 410, 415, 422, 451])(
      "fails the item whose submit is answered %i, and goes on",
      async (status) => {
        const { batch, emulator } = await openEchoBatch();
        emulator.fail(SUBMIT, { status, body: { error: "never" } });
        await batch.add(numbered(2));
        expect(await batch.work({ concurrency: 1 })).toEqual({
          reason: "done",
        });
        const results = await readAll(batch);
        expect(results.map(({ state }) => state)).toEqual([
          "failed",
          "completed",
        ]);
        expect(results[0]?.error?.message).toContain(String(status));
        expect(emulator.jobs()).toHaveLength(1);
      },
    );

    it.each([
      ["400", () => json({ error: "bad" }, 400)],
      ["402", () => json({ error: "pay" }, 402)],
      ["410", () => json({ error: "gone" }, 410)],
      ["a page", () => new Response("<h1>")],
      ["the state of another job", () => json({ id: "x", status: "FAILED" })],
      ["an unknown status", (id: string) => json({ id, status: "BANANA" })],
    ])(
      "loses an item whose status is answered with %s until the job can no longer exist",
      async (_name, respond) => {
        const shiftClock = createClockShift();
        const wrapFetch = answer("/status/", (id) => {
          shiftClock(25 * HOUR_MS);
          return respond(id);
        });
        const { batch, emulator, warnings } = await openEchoBatch(
          { estimate: 0.5 },
          wrapFetch,
        );
        await batch.add(numbered(1));
        expect(await batch.work()).toEqual({ reason: "unknown" });
        const [job] = emulator.jobs();
        const [result] = await readAll(batch);
        expect(result).toMatchObject({
          state: "unknown",
          reason: "lost",
          error: { code: "status_unknown" },
          job: { id: job?.id },
          cost: 0.5,
        });
        expect(result?.error?.message).toContain(job?.id);
        expect(warnings).toHaveLength(2);
        expect(warnings[1]).toContain("jobs of the lost items");
      },
    );

    it("waits on for a job that the service calls IN_PROGRESS beyond its time to live", async () => {
      const shiftClock = createClockShift();
      let polls = 0;
      const wrapFetch = answer("/status/", (id) => {
        if (++polls > 2)
          return json({ id, status: "COMPLETED", output: { echo: 7 } });
        shiftClock(25 * HOUR_MS);
        return json({ id, status: "IN_PROGRESS" });
      });
      const { batch, warnings } = await openEchoBatch({}, wrapFetch);
      await batch.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 7 } },
      ]);
      expect(warnings).toEqual([]);
    });
  });

  describe("batch.work with onCounts", () => {
    it("reports the progress at most once a second, and at the end", async () => {
      const { batch } = await openEchoBatch();
      await batch.add(numbered(5));
      const completed: number[] = [];
      vi.useFakeTimers({ toFake: ["performance"] });
      try {
        await batch.work({
          concurrency: 1,
          onCounts: (progress) => completed.push(progress.completed),
        });
      } finally {
        vi.useRealTimers();
      }
      expect(completed).toHaveLength(2);
      expect(completed[1]).toBe(5);
    });
  });

  it("batch.work ends on an abort though the service does not tell its time", async () => {
    const stop = new AbortController();
    const wrapFetch = answer("/health", (_id, init) => {
      queueMicrotask(() => stop.abort("enough"));
      return new Promise((_resolve, reject) => {
        const { signal } = init ?? {};
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
    });
    const { batch } = await openEchoBatch(
      { onDoubt: "resubmit-after-ttl" },
      wrapFetch,
    );
    await batch.add(numbered(1));
    await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
    expect(await batch.progress()).toMatchObject({ queued: 1, workers: 0 });
  });

  describe("batch.close", () => {
    it.each<[string, (batch: Batch<NumberedInput>) => Promise<unknown>]>([
      ["add", (batch) => batch.add(numbered(1))],
      ["work", (batch) => batch.work()],
      ["results", (batch) => collect(batch.results())],
      ["progress", (batch) => batch.progress()],
      ["run", (batch) => batch.run("a", { n: 1 })],
      ["get", (batch) => batch.get("a")],
      ["settle", (batch) => batch.settle(NO_ITEM, "fail")],
      ["retry", (batch) => batch.retry()],
      ["remove", (batch) => batch.remove({ keys: ["a"] })],
      ["set", (batch) => batch.set({ concurrency: 1 })],
      ["cancel", (batch) => batch.cancel()],
      ["delete", (batch) => batch.delete()],
      ["webhookHandler", (batch) => run(() => batch.webhookHandler())],
    ])("makes %s throw the same error", async (_name, call) => {
      const { batch } = await openEchoBatch();
      const closing = batch.close();
      for (const when of [undefined, closing]) {
        await when;
        await expect(call(batch)).rejects.toMatchObject({
          name: "BatchError",
          code: "batch_closed",
          message: "batch test is closed: open the batch again to use it",
        });
      }
    });

    it("ends a reading of results that is under way", async () => {
      const { batch } = await openEchoBatch();
      await batch.add(numbered(3));
      await batch.cancel();
      const results = batch.results();
      await results.next();
      await batch.close();
      await expect(results.next()).rejects.toMatchObject({
        code: "batch_closed",
      });
    });

    it("ends a reading that waits for further results", async () => {
      const { batch } = await openEchoBatch();
      await batch.add(numbered(1));
      const next = batch.results({ follow: true }).next();
      const rejected = expect(next).rejects.toMatchObject({
        code: "batch_closed",
      });
      await batch.progress();
      await batch.close();
      await rejected;
    });

    it("ends the work first, and loses no job", async () => {
      const sent = createGate();
      const answered = createGate();
      const ledger = createLedger();
      const { batch, open, emulator } = await openEchoBatchIn(
        () => ledger,
        {},
        {
          wrapFetch: holdSubmits(sent, answered),
        },
      );
      await batch.add(numbered(3));
      const work = batch.work({ concurrency: 1 });
      const rejected = expect(work).rejects.toMatchObject({
        name: "BatchError",
        code: "batch_closed",
      });
      await sent.opened;
      const closing = batch.close();
      answered.open();
      await closing;
      await rejected;
      await expect(batch.work()).rejects.toThrow("batch test is closed");
      const next = await open();
      onTestFinished(() => next.close());
      expect(await next.progress()).toMatchObject({
        running: 1,
        queued: 2,
        unknown: 0,
      });
      expect(await next.work()).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(3);
    });
  });
}

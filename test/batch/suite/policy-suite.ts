import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { BatchError, type BatchOptions } from "../../../src/batch/index.js";
import { defineModel } from "../../../src/index.js";
import { collect } from "../../support/collect.js";
import { answer, createClockShift, holdSubmits } from "./faults.js";
import {
  abortWhenRunning,
  createGate,
  numbered,
  openEchoBatchIn,
  readAll,
  webhooks,
  wrapLedger,
  type CreateLedger,
  type NumberedInput,
} from "./temporary-batch.js";

const SUBMIT = "POST /v2/{slug}/run";

/** Tests the policies, limits and selections of a batch, in any ledger. */
export function testPolicies(createLedger: CreateLedger): void {
  const openEchoBatch = (options?: Partial<BatchOptions<NumberedInput>>) =>
    openEchoBatchIn(createLedger, options);

  describe("the option attempts", () => {
    it("submits a failed job again until it completes, and counts it as no failure", async () => {
      const { batch, emulator } = await openEchoBatch({
        attempts: 3,
        maxFailures: 1,
      });
      let runs = 0;
      emulator.model("echo", (_input, { fail }) =>
        ++runs < 3 ? fail("no memory") : { echo: runs },
      );
      await batch.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 3 }, error: undefined },
      ]);
      expect(emulator.jobs()).toHaveLength(3);
    });

    it("fails the item after the last attempt, and an item may have its own number", async () => {
      const { batch, emulator } = await openEchoBatch({
        attempts: 2,
      });
      emulator.model("echo", (_input, { fail }) => fail("no memory"));
      await batch.add([
        { key: "a", input: { n: 1 } },
        { key: "b", input: { n: 2 }, attempts: 1 },
      ]);
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ failed: 2 });
      const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
      expect(inputs.toSorted()).toEqual(['{"n":1}', '{"n":1}', '{"n":2}']);
    });
  });

  describe("the option maxFailures", () => {
    it.each([
      ["a number", 2],
      ["a share", 0.2],
    ])("ends the work at %s of failed items", async (_name, maxFailures) => {
      const { batch, emulator } = await openEchoBatch({ maxFailures });
      emulator.model("echo", (_input, { fail }) => fail("no memory"));
      await batch.add(numbered(10));
      expect(await batch.work({ concurrency: 1 })).toEqual({
        reason: "failures",
      });
      expect(await batch.progress()).toMatchObject({ failed: 2 });
      await batch.set({ maxFailures: null });
      expect(await batch.work({ concurrency: 5 })).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ failed: 10 });
    });

    it("submits nothing more, and stores the results of the jobs that run, also of those that an earlier work has left", async () => {
      const { batch, emulator } = await openEchoBatch({ maxFailures: 1 });
      const finish = createGate();
      emulator.model(
        "echo",
        async ({ n }: NumberedInput, { fail }) => {
          if (n === 3) return fail("no memory");
          await finish.opened;
          return { echo: n };
        },
        { workers: 4 },
      );
      await batch.add(numbered(5).slice(0, 3));
      await abortWhenRunning(batch, 3);
      await batch.add(numbered(5).slice(3));
      const end = await batch.work({
        concurrency: 4,
        onCounts: ({ failed }) => {
          if (failed === 1) finish.open();
        },
      });
      expect(end).toEqual({ reason: "failures" });
      expect(await batch.progress()).toMatchObject({
        completed: 3,
        failed: 1,
        queued: 1,
      });
    });
  });

  it("batch.work stores the results of the jobs that run before it ends because a submit was refused", async () => {
    const { batch, emulator } = await openEchoBatch();
    const finish = createGate();
    emulator.model(
      "echo",
      async ({ n }: NumberedInput) => {
        await finish.opened;
        return { echo: n };
      },
      { workers: 2 },
    );
    await batch.add(numbered(5));
    emulator.fail("POST /v2/{slug}/run", {
      status: 402,
      body: { error: "your balance is too low" },
      after: 2,
    });
    const end = await batch.work({
      concurrency: 3,
      onCounts: () => {
        if (emulator.requests.some(({ status }) => status === 402))
          finish.open();
      },
    });
    expect(end).toMatchObject({ reason: "refused", error: { status: 402 } });
    expect(await batch.progress()).toMatchObject({ completed: 2, queued: 3 });
  });

  describe("batch.work with onExit", () => {
    it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
      "finishes the submits that are being sent on %s, so that no item is in doubt",
      async (signal) => {
        const sent = createGate();
        const answered = createGate();
        const { batch, emulator } = await openEchoBatchIn(
          createLedger,
          {},
          {
            wrapFetch: holdSubmits(sent, answered),
          },
        );
        await batch.add(numbered(3));
        const work = batch.work({ onExit: true });
        await sent.opened;
        process.emit(signal, signal);
        onTestFinished(() => {
          process.exitCode = undefined;
        });
        answered.open();
        expect(await work).toEqual({ reason: "exit" });
        const { unknown, running } = await batch.progress();
        expect([unknown, running]).toEqual([0, emulator.jobs().length]);
      },
    );
  });

  describe("batch.set", () => {
    it("changes the concurrency of a process that works", async () => {
      const { batch, emulator } = await openEchoBatch();
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        await finish.opened;
        return { echo: n };
      });
      await batch.add(numbered(4));
      const end = await batch.work({
        concurrency: 1,
        onCounts: ({ running }) => {
          if (running === 1) void batch.set({ concurrency: 3 });
          if (running === 3) finish.open();
        },
      });
      expect(end).toEqual({ reason: "done" });
    });
  });

  it("batch.work follows a higher maxCost while jobs run that hold the whole budget", async () => {
    const { batch, emulator } = await openEchoBatch({
      maxCost: 1,
      estimate: 1,
    });
    const second = createGate();
    emulator.model("echo", async ({ n }: NumberedInput) => {
      if (n === 1) second.open();
      // The first job ends only when the second one has begun.
      await second.opened;
      return { echo: n, cost: 1 };
    });
    await batch.add(numbered(2));
    const end = await batch.work({
      onCounts: ({ running, queued }) => {
        if (running === 1 && queued === 1) void batch.set({ maxCost: 2 });
      },
    });
    expect(end).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(2);
  });

  describe("the limits of an endpoint", () => {
    it("hold for all batches of the ledger together", async () => {
      const { batch, open, emulator } = await openEchoBatch();
      const other = await open({ name: "other" });
      // One submit at once, and a tenth of a submit in each second.
      await batch.set({ submitsPer10Seconds: 10 });
      await batch.add(numbered(1));
      await other.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "done" });
      const stop = new AbortController();
      let turns = 0;
      const work = other.work({
        signal: stop.signal,
        onCounts: () => {
          if (++turns === 1) stop.abort("enough");
        },
      });
      await expect(work).rejects.toBe("enough");
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("pause all submits for the time that a 429 asks for, at most a minute", async () => {
      const { batch, emulator, ledger } = await openEchoBatch();
      emulator.fail(SUBMIT, { status: 429, headers: { "retry-after": "600" } });
      await batch.add(numbered(2));
      const stop = new AbortController();
      const work = batch.work({
        signal: stop.signal,
        onCounts: () => {
          if (emulator.requests.length > 0) stop.abort("enough");
        },
      });
      await expect(work).rejects.toBe("enough");
      const opened = await ledger.open("test", '{"model":"echo"}');
      const { endpoint, now } = await opened.totals();
      expect(endpoint.blockedUntil - now).toBeGreaterThan(50_000);
      expect(endpoint.blockedUntil - now).toBeLessThanOrEqual(60_000);
      expect(emulator.jobs()).toEqual([]);
      expect(await batch.progress()).toMatchObject({ queued: 2 });
    });

    it("close after three submits without a clear answer, so that an outage makes few items doubtful, with one warning, and one of all of them at the end", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      emulator.fail(SUBMIT, { status: 502, times: 4 });
      await batch.add(numbered(60));
      expect(await batch.work({ concurrency: 50 })).toEqual({
        reason: "unknown",
      });
      expect(await batch.progress()).toMatchObject({
        unknown: 4,
        completed: 56,
      });
      expect(emulator.jobs()).toHaveLength(56);
      expect(warnings).toEqual([
        expect.stringMatching(/is in doubt, and so is each further item/),
        expect.stringMatching(/items in doubt.*\(4\).*may have been billed/),
      ]);
      const health = emulator.requests.filter(({ path }) =>
        path.endsWith("/health"),
      );
      expect(health.length).toBeGreaterThanOrEqual(2);
    });
  });

  it.each([
    ["sends a submit that is ready 7 seconds after its claim", 7000, []],
    [
      "warns of what makes a submit slow that is not ready 8 seconds after its claim",
      8001,
      [expect.stringMatching(/8 seconds after its claim: .*apiKey/) as string],
    ],
  ])("batch.work %s", async (_name, delayMs, expected) => {
    const shiftClock = createClockShift();
    let signs = 0;
    const { batch, emulator, warnings } = await openEchoBatch({
      webhooks: {
        ...webhooks,
        sign: (slug, options) => {
          if (++signs === 1) shiftClock(delayMs);
          return webhooks.sign(slug, options);
        },
      },
    });
    await batch.add(numbered(1));
    const work = batch.work({ onProgress: () => undefined });
    expect(await work).toEqual({ reason: "done" });
    expect(warnings).toEqual(expected);
    expect(signs).toBe(expected.length + 1);
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("an input that the service refuses is an answer, after which an outage holds back fewer submits", async () => {
    const { batch, emulator, ledger } = await openEchoBatch();
    emulator.fail(SUBMIT, { status: 502, times: 3 });
    emulator.fail(SUBMIT, { status: 422, body: { error: "n is too large" } });
    await batch.add(numbered(4));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "unknown" });
    expect(await batch.progress()).toMatchObject({ unknown: 3, failed: 1 });
    const opened = await ledger.open("test", '{"model":"echo"}');
    const { endpoint } = await opened.totals();
    expect(endpoint.allowance).toBe(2);
  });

  it("an item that is answered with 429 waits, and does not hold up the items behind it", async () => {
    let isFree = false;
    const { batch, emulator } = await openEchoBatchIn(
      createLedger,
      {},
      {
        wrapFetch: answer("/run", (_id, init) => {
          const { input } = JSON.parse(init?.body as string) as {
            readonly input: NumberedInput;
          };
          if (isFree || input.n !== 0) return undefined;
          const headers = { "retry-after": "0" };
          return new Response("{}", { status: 429, headers });
        }),
      },
    );
    await batch.add([
      { key: "heavy", input: { n: 0 }, priority: 1 },
      ...numbered(4).slice(1),
    ]);
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (n === 3) isFree = true;
      return { echo: n };
    });
    const end = await batch.work({ concurrency: 1 });
    expect(end).toEqual({ reason: "done" });
    expect(emulator.jobs().map(({ input }) => input)).toEqual(
      [1, 2, 3, 0].map((n) => ({ n })),
    );
  });

  describe("metadata", () => {
    const pages = () =>
      numbered(3).map((item, page) => ({
        ...item,
        key: `page ${page}`,
        metadata: { page, draft: page === 0 },
      }));

    it("come back with the result, and select results", async () => {
      const { batch } = await openEchoBatch();
      await batch.add(pages());
      await batch.work();
      const read = async (options: object) =>
        (await collect(batch.results(options))).map(({ metadata }) => metadata);
      expect(await read({ metadata: { page: 1 } })).toEqual([
        { page: 1, draft: false },
      ]);
      expect(await read({ keys: ["page 0"] })).toEqual([
        { page: 0, draft: true },
      ]);
      expect(await read({ metadata: { page: "1" } })).toEqual([]);
    });

    it("select what cancel, retry and remove concern", async () => {
      const { batch, emulator } = await openEchoBatch();
      await batch.add(pages());
      expect(await batch.cancel({ metadata: { draft: false } })).toBe(2);
      expect(await batch.progress()).toMatchObject({ queued: 1, cancelled: 2 });
      const other = { metadata: { page: 2 }, code: "job_failed" };
      expect(await batch.retry(other)).toEqual({ queued: 0, leftOut: 0 });
      const one = { metadata: { page: 2 }, code: "cancelled" };
      expect(await batch.retry(one)).toEqual({ queued: 1, leftOut: 0 });
      expect(await batch.remove({ keys: ["page 0", "page 1"] })).toBe(2);
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(emulator.jobs().map(({ input }) => input)).toEqual([{ n: 2 }]);
      expect((await readAll(batch)).map(({ key }) => key)).toEqual(["page 2"]);
    });

    it("must be named for remove, which would else empty the batch", async () => {
      const { batch } = await openEchoBatch();
      await expect(batch.remove({})).rejects.toMatchObject({
        name: "InputError",
        parameter: "selection",
      });
    });
  });

  describe("batch.add with skipInvalid", () => {
    it("leaves out wrong items, and reports each with its index and the key that it was given", async () => {
      const { batch } = await openEchoBatch();
      const items = [
        { input: { n: 1 } },
        { id: "a", input: { n: 2 } },
        { input: { n: 3 } },
        { n: 4 },
      ];
      const summary = await batch.add(items as never[], { skipInvalid: true });
      expect(summary).toMatchObject({
        added: 2,
        present: 0,
        invalid: [
          {
            index: 1,
            key: undefined,
            error: { name: "InputError", parameter: "id" },
          },
          {
            index: 3,
            key: undefined,
            error: { name: "InputError", parameter: "n" },
          },
        ],
      });
      expect(summary.invalid[1]?.error.message).toContain(
        "{ input: { n: … } }",
      );
      for (const { error } of summary.invalid)
        expect(error.message).not.toContain("items before");
    });

    it("reports an item whose key the batch has with another input, with the command that removes the item, and adds the others", async () => {
      const { batch } = await openEchoBatch();
      await batch.add([{ key: "it's 2", input: { n: 2 } }]);
      const items = [
        { key: "one", input: { n: 1 } },
        { key: "it's 2", input: { n: 22 } },
        { key: "wrong", n: 3 },
        { key: "four", input: { n: 4 } },
      ];
      const summary = await batch.add(items as never[], { skipInvalid: true });
      expect(summary).toMatchObject({
        added: 2,
        present: 0,
        invalid: [
          {
            index: 1,
            key: "it's 2",
            error: {
              name: "BatchError",
              code: "batch_key_conflict",
              message: expect.stringMatching(
                /^the item at index 1: .* the key "it's 2" and another input, of an earlier row or an earlier add: choose another key, or remove the item with its result first: batch remove test --key='it'\\''s 2'$/,
              ) as string,
            },
          },
          {
            index: 2,
            key: "wrong",
            error: { name: "InputError", parameter: "n" },
          },
        ],
      });
      expect(await batch.remove({ keys: ["it's 2"] })).toBe(1);
      expect(await batch.add([{ key: "it's 2", input: { n: 22 } }])).toEqual({
        added: 1,
        present: 0,
        invalid: [],
      });
    });

    it("ends at such an item without skipInvalid, and adds none twice when all items are added again", async () => {
      const { batch } = await openEchoBatch();
      await batch.add([{ key: "two", input: { n: 2 } }]);
      const itemsWith = (key: string) => [
        { key: "one", input: { n: 1 } },
        { key, input: { n: 22 } },
        { input: { n: 3 } },
      ];
      await expect(batch.add(itemsWith("two"))).rejects.toMatchObject({
        code: "batch_key_conflict",
        message: expect.stringMatching(
          /^the item at index 1: .*; other items may be added already: add all of them again, none is added twice$/,
        ) as string,
      });
      await batch.add(itemsWith("two, renewed"));
      expect(await batch.progress()).toMatchObject({ queued: 4 });
    });
  });

  it("a contract checks the inputs of an endpoint when they are added, and its outputs when they come", async () => {
    const contract = defineModel({
      input: z.object({ n: z.number() }),
      output: z.object({ echo: z.number().max(1) }),
    });
    const { batch } = await openEchoBatch({ contract });
    await expect(
      batch.add([{ input: { n: "one" } as never }]),
    ).rejects.toMatchObject({ name: "InputError", parameter: "input.n" });
    await batch.add(numbered(3));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
    expect(await readAll(batch)).toMatchObject([
      { state: "completed", output: { echo: 0 } },
      { state: "completed", output: { echo: 1 } },
      { state: "failed", error: { code: "job_output_refused" } },
    ]);
  });

  it("a ledger that is unreachable for a while loses nothing, and no item is submitted twice", async () => {
    const failures = { claim: 0, report: 0 };
    const { batch, emulator } = await openEchoBatchIn(() =>
      wrapLedger(createLedger(), (opened) => {
        const lose = (name: keyof typeof failures) => {
          if (++failures[name] % 3 === 1)
            throw new BatchError("ledger_unavailable", "the answer is lost");
        };
        const claim = opened.claim.bind(opened);
        const report = opened.report.bind(opened);
        opened.claim = async (request) => {
          const claimed = await claim(request);
          lose("claim");
          return claimed;
        };
        opened.report = async (rows) => {
          const stored = await report(rows);
          lose("report");
          return stored;
        };
      }),
    );
    await batch.add(numbered(6));
    expect(await batch.work({ concurrency: 3 })).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(6);
    expect(await batch.progress()).toMatchObject({ completed: 6, unknown: 0 });
  });
}

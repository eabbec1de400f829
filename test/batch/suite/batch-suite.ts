import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { collect } from "../../support/collect.js";
import { rejectionOf } from "../../support/rejection.js";
import { forgetJobs } from "./faults.js";
import { type BatchOptions } from "../../../src/batch/index.js";
import { defineModel } from "../../../src/index.js";
import {
  abortWhenRunning,
  createGate,
  numbered,
  openEchoBatchIn,
  type CreateLedger,
  type NumberedInput,
  readAll,
} from "./temporary-batch.js";

/** Tests what a batch does, in any ledger. */
export function testBatches(createLedger: CreateLedger): void {
  const openEchoBatch = (options?: Partial<BatchOptions<NumberedInput>>) =>
    openEchoBatchIn(createLedger, options);

  describe("batch.add", () => {
    it("adds each input once, however often it is added", async () => {
      const { batch } = await openEchoBatch();
      const inputs = [...numbered(3), { input: { n: 0 } }];
      expect(await batch.add(inputs)).toMatchObject({ added: 4, present: 0 });
      expect(await batch.add(inputs)).toMatchObject({ added: 0, present: 4 });
      expect(await batch.progress()).toMatchObject({ queued: 4 });
    });

    it("reads an async iterable, and items with a key, a policy and a priority", async () => {
      const { batch, emulator } = await openEchoBatch();
      async function* source() {
        yield { key: "low", input: { n: 1 } };
        await Promise.resolve();
        yield {
          key: "high",
          input: { n: 2 },
          priority: 5,
          policy: { ttl: 60_000 },
        };
      }
      await batch.add(source());
      await batch.work({ concurrency: 1 });
      expect(emulator.jobs().map(({ input }) => input)).toEqual([
        { n: 2 },
        { n: 1 },
      ]);
      const [submit] = emulator.requests.filter(
        ({ method }) => method === "POST",
      );
      expect(submit?.body).toMatchObject({ policy: { ttl: 60_000 } });
    });

    it("takes an input as large as model.run does, and refuses a larger one in the same words", async () => {
      const { batch, cloud } = await openEchoBatch();
      const ofBytes = (bytes: number) => ({
        input: {
          n: 1,
          text: "x".repeat(bytes - '{"input":{"n":1,"text":""}}'.length),
        },
      });
      const mostBytes = 10 * 2 ** 20;
      expect(await batch.add([ofBytes(mostBytes)])).toMatchObject({ added: 1 });
      const tooLarge = ofBytes(mostBytes + 1);
      const refusal = await rejectionOf(
        cloud.model("echo").run(tooLarge.input),
      );
      await expect(batch.add([tooLarge])).rejects.toThrow(
        (refusal as Error).message.replace(/^.*?(?=makes a body)/, ""),
      );
    });

    const texts = defineModel({
      input: z.array(z.string()),
      output: z.unknown(),
    });
    describe.each<[string, Partial<BatchOptions<NumberedInput>>]>([
      ["a public model", { model: "black-forest-labs-flux-1-schnell" }],
      ["an endpoint", {}],
      ["an endpoint whose contract takes lists", { contract: texts }],
    ])("to %s", (_name, options) => {
      it("refuses an input that is no object, and names the item", async () => {
        const { batch } = await openEchoBatch(options);
        for (const input of [
          "a pier",
          ["a pier", "a buoy"],
          7,
          null,
          undefined,
        ])
          await expect(
            batch.add([{ key: "b", input } as never]),
          ).rejects.toMatchObject({
            name: "InputError",
            parameter: "input",
            message: expect.stringMatching(
              /item at index 0 \(key "b"\): input must be an object with the parameters/,
            ) as string,
          });
        expect(await batch.progress()).toMatchObject({ queued: 0 });
      });
    });
  });

  describe("batch.add of a public model", () => {
    const model = "black-forest-labs-flux-1-schnell";
    const open = () => openEchoBatch({ model });
    const wrong = { prompt: "a pier", width: 12 };

    it("checks each input, names the wrong one, and stores nothing of it", async () => {
      const { batch } = await open();
      const inputs = [
        { input: { prompt: "a pier" } },
        { key: "b", input: wrong },
        { input: { prompt: "a reef" } },
      ];
      const adding = batch.add(inputs as never[]);
      await expect(adding).rejects.toMatchObject({
        name: "InputError",
        parameter: "width",
        message: expect.stringMatching(
          /^batch\.add: the item at index 1 \(key "b"\): width must be .*checkInput: false.* the items before it are added$/,
        ) as string,
      });
      expect(await batch.progress()).toMatchObject({ queued: 1 });
    });

    it("takes any input with checkInput: false", async () => {
      const { batch } = await open();
      const added = await batch.add([{ input: wrong as never }], {
        checkInput: false,
      });
      expect(added).toMatchObject({ added: 1, present: 0 });
    });

    it("warns that the inputs are not checked where the slug is probably a misspelt one", async () => {
      const warnings: string[] = [];
      const { batch } = await openEchoBatch({
        model: "black-forest-labs-flux-1-schnel",
        onWarning: (message) => warnings.push(message),
      });
      await batch.add([{ input: wrong as never }]);
      expect(warnings).toEqual([
        expect.stringMatching(
          /inputs are not checked, .* \(did you mean black-forest-labs-flux-1-schnell\?\)$/,
        ),
      ]);
    });

    it("refuses checkInput: true for a model that the package does not know, before an input is read", async () => {
      const { batch } = await openEchoBatch();
      let read = 0;
      function* source() {
        read++;
        yield { input: { n: 1 } };
      }
      await expect(
        batch.add(source(), { checkInput: true }),
      ).rejects.toMatchObject({ name: "InputError", parameter: "checkInput" });
      expect(read).toBe(0);
    });
  });

  describe("openBatch", () => {
    it("refuses another model for an existing batch and names both", async () => {
      const { open } = await openEchoBatch();
      await expect(open({ model: "other" })).rejects.toMatchObject({
        code: "batch_definition_differs",
        message: expect.stringMatching(/model "echo", not "other"/) as string,
      });
    });

    it("refuses another policy for an existing batch", async () => {
      const { open } = await openEchoBatch();
      await expect(open({ policy: { ttl: 60_000 } })).rejects.toThrow(
        'policy not set, not {"ttl":60000}',
      );
    });
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

    it("never has more jobs under way than `concurrency`", async () => {
      const { batch, emulator } = await openEchoBatch();
      let running = 0;
      let most = 0;
      emulator.model("echo", async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return {};
      });
      await batch.add(numbered(20));
      await batch.work({ concurrency: 3 });
      expect(most).toBeLessThanOrEqual(3);
      expect(await batch.progress()).toMatchObject({ completed: 20 });
    });

    it.each([401, 402, 403, 404])(
      "ends at a submit that is answered %i without failing an item",
      async (status) => {
        const { batch, emulator } = await openEchoBatch();
        emulator.fail("POST /v2/{slug}/run", { status });
        await batch.add(numbered(5));
        const end = await batch.work({ concurrency: 2 });
        expect(end).toMatchObject({ reason: "refused", error: { status } });
        expect(await batch.progress()).toMatchObject({ queued: 5, workers: 0 });
        expect(await batch.work({ concurrency: 2 })).toEqual({
          reason: "done",
        });
        expect(emulator.jobs()).toHaveLength(5);
      },
    );

    it("passes each change of a job's progress to onProgress, and awaits it before the next poll of the job", async () => {
      const { batch, emulator } = await openEchoBatch();
      const pollsOf = (n: number) => {
        const job = emulator.jobs().find(({ input }) => input["n"] === n);
        return emulator.requests.filter(({ path }) =>
          path.endsWith(`/status/${job?.id ?? ""}`),
        ).length;
      };
      const steps = [createGate(), createGate(), createGate()];
      const last = steps.at(-1)?.opened;
      emulator.model("echo", async ({ n }: NumberedInput, { progress }) => {
        if (n === 1) await last;
        else
          for (const [step, { opened }] of steps.entries()) {
            progress({ step });
            await opened;
          }
        return { echo: n };
      });
      await batch.add([{ key: "a", input: { n: 0 } }, { input: { n: 1 } }]);
      const reported: unknown[] = [];
      const pollsMeanwhile: number[] = [];
      const end = await batch.work({
        onProgress: async (progress, key) => {
          reported.push([key, progress]);
          const [own, other] = [pollsOf(0), pollsOf(1)];
          await vi.waitFor(
            () => expect(pollsOf(1)).toBeGreaterThan(other + 2),
            { timeout: 60_000 },
          );
          pollsMeanwhile.push(pollsOf(0) - own);
          steps[reported.length - 1]?.open();
          throw new Error("the log is down");
        },
      });
      expect(end).toEqual({ reason: "done" });
      expect(reported).toEqual([
        ["a", { step: 0 }],
        ["a", { step: 1 }],
        ["a", { step: 2 }],
      ]);
      expect(pollsMeanwhile).toEqual([0, 0, 0]);
      expect(await batch.progress()).toMatchObject({ completed: 2 });
    });

    it.each([
      ["back an hour", -3_600_000],
      // The emulator has the same clock, and keeps results for 30 minutes.
      ["forward 20 minutes", 1_200_000],
    ])(
      "submits every item once when the clock is set %s",
      async (_name, shiftMs) => {
        const { batch, emulator } = await openEchoBatch();
        const now = Date.now.bind(Date);
        onTestFinished(() => {
          Date.now = now;
        });
        emulator.model("echo", ({ n }: NumberedInput) => {
          if (n === 5) Date.now = () => now() + shiftMs;
          return { echo: n };
        });
        await batch.add(numbered(20));
        expect(await batch.work({ concurrency: 2 })).toEqual({
          reason: "done",
        });
        expect(await batch.progress()).toMatchObject({ completed: 20 });
        expect(emulator.jobs()).toHaveLength(20);
      },
    );

    it("keeps an item in doubt whose submit lost its answer, and never submits it again", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      emulator.fail("POST /v2/{slug}/run", { reset: "after" });
      await batch.add(numbered(3));
      expect(await batch.work({ concurrency: 1 })).toEqual({
        reason: "unknown",
      });
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

    it("goes on with the job that a failed submit names, and never submits its item again", async () => {
      const { batch, emulator } = await openEchoBatchIn(
        createLedger,
        {},
        { wrapFetch: forgetJobs("/status/no-such-job") },
      );
      emulator.fail("POST /v2/{slug}/run", {
        status: 503,
        headers: { "retry-after": "0" },
        body: { id: "no-such-job", error: "overloaded" },
      });
      await batch.add(numbered(2));
      expect(await batch.work({ concurrency: 1 })).toEqual({
        reason: "unknown",
      });
      expect(await batch.progress()).toMatchObject({
        completed: 1,
        unknown: 1,
      });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("ends with the signal's reason on an abort, and continues the jobs afterwards", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      const stop = new AbortController();
      const { open: finish, opened: finished } = createGate();
      emulator.model("echo", async () => {
        stop.abort("enough");
        await finished;
        return { echo: 7 };
      });
      await batch.add(numbered(1));
      await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
      expect(warnings.at(-1)).toContain("keeps a result for 30 minutes");
      const left = await batch.progress();
      expect(left).toMatchObject({ running: 1, workers: 0 });
      expect(left.resultsExpireAt).toBeGreaterThan(Date.now() + 29 * 60_000);
      // Whoever asks in the evening gets no other time, also when the time has passed.
      vi.spyOn(Date, "now").mockReturnValue(Date.now() + 12 * 3_600_000);
      onTestFinished(() => void vi.restoreAllMocks());
      expect(await batch.progress()).toEqual(left);
      vi.restoreAllMocks();
      finish();
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("warns at its end that results may be lost when it was stopped for too long", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      const stop = new AbortController();
      emulator.model("echo", () => {
        stop.abort("enough");
        vi.spyOn(Date, "now").mockReturnValue(Date.now() + 12 * 3_600_000);
        onTestFinished(() => void vi.restoreAllMocks());
        return new Promise(() => undefined);
      });
      await batch.add(numbered(1));
      await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
      expect(warnings.at(-1)).toMatch(
        /results may be lost since .*: work on the batch again at once$/,
      );
    });

    it("waits for the jobs that run when it is paused, stores their results, and submits nothing more", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      const { opened, open } = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        await batch.set({ paused: true });
        await opened;
        return { echo: n };
      });
      await batch.add(numbered(3));
      const work = batch.work({ concurrency: 1 });
      await expect.poll(() => batch.settings()).toMatchObject({ paused: true });
      open();
      expect(await work).toEqual({ reason: "paused" });
      expect(await batch.progress()).toMatchObject({ completed: 1, queued: 2 });
      expect(emulator.jobs()).toHaveLength(1);
      expect(warnings).toEqual([]);
    });

    it("warns where openBatch replaces a limit that somebody has set", async () => {
      const limits = { maxCost: 5, maxFailures: 0.5, estimate: 1 };
      const { batch, open, warnings } = await openEchoBatch(limits);
      await open();
      expect(warnings).toEqual([]);
      await batch.set({ maxCost: 0.2, maxFailures: 3 });
      const other = await open({ maxFailures: undefined });
      expect(warnings).toEqual([
        "batch test: maxCost was 0.2 in the ledger, and is 5 now",
      ]);
      expect(await other.settings()).toMatchObject({
        maxCost: 5,
        maxFailures: 3,
      });
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

    it("submits no item without an estimate under `maxCost`, until add gives it one", async () => {
      const { batch, open, emulator, warnings } = await openEchoBatch();
      await batch.add(numbered(3));
      await batch.set({ maxCost: 0.025 });
      expect(await batch.work()).toEqual({ reason: "spend" });
      expect(emulator.jobs()).toEqual([]);
      expect(warnings).toEqual([
        expect.stringMatching(/estimate is needed with maxCost.*add the items/),
      ]);
      const other = await open({ estimate: 0.01 });
      expect(await other.add(numbered(3))).toMatchObject({ present: 3 });
      expect(await other.work()).toEqual({ reason: "spend" });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("keeps the estimates of the next items after a dear one that was estimated right", async () => {
      const price = ({ n }: NumberedInput) => (n === 0 ? 5 : 1);
      const { batch, emulator } = await openEchoBatch({
        maxCost: 9,
        estimate: price,
      });
      emulator.model("echo", (input: NumberedInput) => ({
        echo: input.n,
        cost: price(input),
      }));
      await batch.add(numbered(4));
      expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 4, cost: 8 });
    });

    it("goes on when another process has given back what it had reserved", async () => {
      const { batch, open, emulator } = await openEchoBatch({
        maxCost: 10,
        estimate: 6,
      });
      const begun = createGate();
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        begun.open();
        await finish.opened;
        return { echo: n, cost: 1 };
      });
      const input = { n: 1 };
      await batch.add(["a", "b"].map((key) => ({ key, input })));
      const other = await open();
      const run = other.run("a", input);
      await begun.opened;
      let turns = 0;
      const work = batch.work({
        onCounts: () => {
          if (++turns === 2) finish.open();
        },
      });
      await run;
      expect(await work).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 2 });
    });

    it("raises its estimate to the dearest job it has seen", async () => {
      const { batch, emulator } = await openEchoBatch({
        maxCost: 1,
        estimate: 0.01,
      });
      emulator.model("echo", () => ({ cost: 0.4 }));
      await batch.add(numbered(10));
      await batch.work({ concurrency: 1 });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("gives the result of each of many keys, also of those that end while others are read", async () => {
      const { batch } = await openEchoBatch();
      const items = Array.from({ length: 60 }, (_, n) => ({
        key: `k${n}`,
        input: { n },
      }));
      const keys = items.map(({ key }) => key);
      await batch.add(items);
      await batch.run("k0", { n: 0 });
      const given: string[] = [];
      for await (const { key } of batch.results({ keys, follow: true })) {
        given.push(key);
        if (given.length === 1) await batch.work();
      }
      expect(given.toSorted()).toEqual(keys.toSorted());
    });

    it("warns once of large outputs that nobody gets, and names the ways to get them", async () => {
      const { batch, cloud, emulator, warnings } = await openEchoBatch();
      const text = "x".repeat(20_000_000);
      emulator.model("echo", () => ({ text }));
      await batch.add(numbered(2));
      await batch.work();
      expect(warnings).toEqual([
        expect.stringMatching(/has 20000011 bytes.*more than 1048576 are/),
      ]);
      const [kept] = await readAll(batch);
      expect(kept).toMatchObject({
        output: undefined,
        outputBytes: 20_000_011,
      });
      const { output } = await cloud
        .job<{ readonly text: string }>(kept?.job ?? { slug: "", id: "" })
        .wait();
      expect(output.text.length).toBe(text.length);
    });

    it("keeps and gives an output of 20 MB where maxOutputBytes allows it", async () => {
      const maxOutputBytes = 30_000_000;
      const { batch, emulator } = await openEchoBatch({ maxOutputBytes });
      const output = { text: "x".repeat(20_000_000) };
      emulator.model("echo", () => output);
      await batch.add(numbered(2));
      expect(await batch.work()).toEqual({ reason: "done" });
      for await (const result of batch.results())
        expect(JSON.stringify(result.output)).toBe(JSON.stringify(output));
    });

    it("counts a job that the service no longer knows as lost, and warns of it at the end", async () => {
      const { batch, emulator, warnings } = await openEchoBatchIn(
        createLedger,
        {},
        { wrapFetch: forgetJobs() },
      );
      await batch.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "unknown" });
      const [lost] = await readAll(batch);
      expect(lost).toMatchObject({ state: "unknown", reason: "lost" });
      expect(lost?.job?.id).toBe(emulator.jobs()[0]?.id);
      expect(warnings).toEqual([
        expect.stringMatching(/lost items.*\(1\).*may have been billed/),
      ]);
    });

    it("lets two processes share a batch", async () => {
      const { batch, open, emulator } = await openEchoBatch();
      await batch.add(numbered(40));
      const other = await open();
      const ends = await Promise.all([
        batch.work({ concurrency: 4 }),
        other.work({ concurrency: 4 }),
      ]);
      expect(ends).toEqual([{ reason: "done" }, { reason: "done" }]);
      expect(emulator.jobs()).toHaveLength(40);
      await other.close();
    });
  });

  describe("batch.settle", () => {
    async function openWithDoubt(
      options: Parameters<typeof openEchoBatch>[0] = {},
    ) {
      const opened = await openEchoBatch(options);
      opened.emulator.fail("POST /v2/{slug}/run", { reset: "after" });
      await opened.batch.add(numbered(1));
      await opened.batch.work();
      const [item] = await collect(opened.batch.results({ state: "unknown" }));
      if (!item) throw new Error("no item is in doubt");
      return { ...opened, item };
    }

    it("submits an item again on `resubmit`", async () => {
      const { batch, emulator, item } = await openWithDoubt();
      expect(item).toMatchObject({ input: { n: 0 }, attempt: 1 });
      await batch.settle(item, "resubmit");
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("fails an item on `fail`", async () => {
      const { batch, item } = await openWithDoubt();
      await batch.settle(item, "fail");
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await readAll(batch)).toMatchObject([
        { state: "failed", error: { code: "in_doubt" } },
      ]);
    });

    it("with `fail` keeps retry from paying twice, unless items in doubt are asked for", async () => {
      const { batch, emulator, item } = await openWithDoubt();
      await batch.settle(item, "fail");
      expect(await batch.retry()).toEqual({ queued: 0, leftOut: 1 });
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ failed: 1 });
      expect(emulator.jobs()).toHaveLength(1);

      const all = { includeUnknown: true };
      expect(await batch.retry(all)).toEqual({ queued: 1, leftOut: 0 });
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 1 });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("with `fail` keeps what was reserved for the job that may run", async () => {
      const { batch, item } = await openWithDoubt({ maxCost: 9, estimate: 2 });
      await batch.settle(item, "fail");
      expect(await batch.progress()).toMatchObject({ cost: 0, reserved: 2 });
    });

    it("with `fail` and a later retry counts the first submit in maxCost, which may have been paid", async () => {
      const { batch, open, item } = await openWithDoubt({
        maxCost: 3,
        estimate: 2,
      });
      const includeUnknown = true;
      await batch.settle(item, "fail");
      await batch.retry({ includeUnknown });
      expect(await batch.work()).toEqual({ reason: "spend" });
      expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
      await batch.cancel();
      expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
      await batch.retry({ code: "cancelled" });
      const other = await open({ maxCost: 4 });
      onTestFinished(() => other.close());
      expect(await other.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ cost: 2.01, reserved: 0 });
    });

    it("with `fail` leaves cancelled items to a retry that names them", async () => {
      const { batch, item } = await openWithDoubt();
      await batch.settle(item, "fail");
      await batch.add([{ input: { n: 7 } }]);
      await batch.cancel();
      expect(await batch.retry()).toEqual({ queued: 0, leftOut: 1 });
      const [cancelled] = await collect(batch.results({ state: "cancelled" }));
      const keys = [cancelled?.key ?? ""];
      expect(await batch.retry({ keys })).toEqual({ queued: 1, leftOut: 0 });
    });

    it("continues with a job that the user has found", async () => {
      const { batch, emulator, item } = await openWithDoubt();
      const [job] = emulator.jobs();
      await batch.settle(item, { jobId: job?.id ?? "" });
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(1);
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 0 } },
      ]);
    });

    it("refuses an item that has changed since it was read", async () => {
      const { batch, item } = await openWithDoubt();
      await batch.settle(item, "resubmit");
      await expect(batch.settle(item, "fail")).rejects.toMatchObject({
        code: "batch_item_changed",
        message: expect.stringContaining("is queued now") as string,
      });
    });
  });

  describe("batch.cancel", () => {
    it("counts no job that has ended before, and stores its result", async () => {
      const { batch, emulator } = await openEchoBatch();
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        await finish.opened;
        return { echo: n };
      });
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
      const outputs = (await readAll(batch)).map(({ output }) => output);
      expect(outputs).toContainEqual({ echo: 0 });
    });

    it("cancels queued items and jobs", async () => {
      const { batch, emulator } = await openEchoBatch();
      emulator.model("echo", () => new Promise(() => undefined));
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
      const states = (await readAll(batch)).map(({ error }) => error?.code);
      expect(states.sort()).toEqual([
        "cancelled",
        "cancelled",
        "job_cancelled",
      ]);
      expect(await batch.cancel()).toBe(0);
      const cancels = emulator.requests.filter(({ path }) =>
        path.includes("/cancel/"),
      );
      expect(cancels).toHaveLength(1);
    });

    it("submits no failed job again whose item has attempts left", async () => {
      const { batch, emulator } = await openEchoBatch({
        attempts: 3,
      });
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

    it("continues behind `after`, and selects a state", async () => {
      const { batch, emulator } = await openEchoBatch();
      emulator.model("echo", ({ n }: { n: number }, { fail }) =>
        n === 1 ? fail("no") : { echo: n },
      );
      await batch.add(numbered(4));
      await batch.work({ concurrency: 1 });
      const after = await collect(batch.results({ after: 2 }));
      expect(after.map(({ order }) => order)).toEqual([3, 4]);
      const failed = await collect(batch.results({ state: "failed" }));
      expect(failed.map(({ input }) => input)).toEqual([{ n: 1 }]);
    });
  });

  describe("batch.get", () => {
    it("gives an item in any state", async () => {
      const { batch } = await openEchoBatch();
      await batch.add([
        { key: "a", input: { n: 1 }, metadata: { page: 7 }, attempts: 2 },
      ]);
      expect(await batch.get("a")).toEqual({
        key: "a",
        input: { n: 1 },
        metadata: { page: 7 },
        state: "queued",
        reason: undefined,
        output: undefined,
        outputBytes: undefined,
        error: undefined,
        job: undefined,
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
    });
  });

  describe("batch.delete", () => {
    it("is refused while a process works on the batch", async () => {
      const { batch, emulator, open } = await openEchoBatch();
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(1));
      const stop = new AbortController();
      const { open: seen, opened: working } = createGate();
      const work = batch.work({
        signal: stop.signal,
        onCounts: () => seen(),
      });
      await working;
      const other = await open();
      await expect(other.delete()).rejects.toMatchObject({
        code: "batch_in_use",
      });
      stop.abort();
      await expect(work).rejects.toMatchObject({ name: "AbortError" });
      await other.delete({ abandonJobs: true });
      const fresh = await open();
      expect(await fresh.progress()).toMatchObject({ queued: 0, running: 0 });
      await fresh.close();
    });

    it("is refused while a job runs that no process waits for, unless jobs may be abandoned", async () => {
      const { batch, emulator, open } = await openEchoBatch();
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(2));
      await abortWhenRunning(batch, 2);
      await expect(batch.delete()).rejects.toMatchObject({
        code: "batch_in_use",
        message: expect.stringMatching(
          /jobs run or may run \(2\).*cancel.*paid twice/,
        ) as string,
      });
      expect(await batch.progress()).toMatchObject({ running: 2 });
      await batch.delete({ abandonJobs: true });
      const fresh = await open();
      expect(await fresh.progress()).toMatchObject({ running: 0 });
      await fresh.close();
    });

    it("is refused while an item is in doubt", async () => {
      const { batch, emulator } = await openEchoBatch();
      emulator.fail("POST /v2/{slug}/run", { reset: "after" });
      await batch.add(numbered(1));
      await batch.work();
      await expect(batch.delete()).rejects.toMatchObject({
        code: "batch_in_use",
      });
      for await (const item of batch.results({ state: "unknown" }))
        await batch.settle(item, "fail");
      await batch.delete();
    });
  });
}

import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import {
  BatchError,
  type Batch,
  type BatchOptions,
} from "../../../src/batch/index.js";
import { defineModel } from "../../../src/index.js";
import type { Emulator } from "cloud-compute-emulator";
import { collect } from "../../support/collect.js";
import { answer, createClockShift } from "./faults.js";
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
const STATUS = "GET /v2/{slug}/status/{jobId}";
const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

/** Works until the end, though no webhook comes: lets the minute pass after which `work` asks for a job. */
async function workWithoutWebhooks(
  batch: Batch<NumberedInput>,
  shiftClock = createClockShift(),
): Promise<string> {
  const { reason } = await batch.work({
    onCounts: ({ resultsExpireAt }) => {
      if (resultsExpireAt !== undefined) shiftClock(60_000);
    },
  });
  return reason;
}

/** Lets a cache on the way answer every submit after the first one. */
function cacheSubmits() {
  let cached: Response | undefined;
  return (fetch: Emulator["fetch"]) =>
    (async (address: string, init?: RequestInit) => {
      if (!address.endsWith("/run")) return fetch(address, init);
      cached ??= await fetch(address, init);
      return cached.clone();
    }) as Emulator["fetch"];
}

/** Tests that no call of a batch loses a job, a result or money, and that wrong values are refused, in any ledger. */
export function testSafety(createLedger: CreateLedger): void {
  const openEchoBatch = (options?: Partial<BatchOptions<NumberedInput>>) =>
    openEchoBatchIn(createLedger, options);

  /** A batch whose only item is in doubt, though the service has its job. */
  async function openWithDoubt(options?: Partial<BatchOptions<NumberedInput>>) {
    const opened = await openEchoBatch(options);
    const { batch, emulator } = opened;
    emulator.fail(SUBMIT, { reset: "after" });
    await batch.add([{ key: "7", input: { n: 0 } }]);
    await batch.work();
    const [item] = await collect(batch.results({ state: "unknown" }));
    if (!item) throw new Error("no item is in doubt");
    return { ...opened, item };
  }

  /** A batch whose only item is lost, because the service answers each status request of the first `work` with 404. */
  async function openWithLost(
    options?: Partial<BatchOptions<NumberedInput>>,
    webhookFetch?: typeof fetch,
    model?: (emulator: Emulator) => void,
  ) {
    const shiftClock = createClockShift();
    let isKnown = false;
    const wrapFetch = answer("/status/", () => {
      if (isKnown) return undefined;
      // The service keeps a result for 30 minutes: before, a 404 proves nothing.
      shiftClock(31 * 60_000);
      return new Response("{}", { status: 404 });
    });
    const opened = await openEchoBatchIn(
      createLedger,
      { estimate: 2, ...options },
      { wrapFetch, ...(webhookFetch && { webhookFetch }) },
    );
    const { batch, emulator } = opened;
    model?.(emulator);
    await batch.add(numbered(1));
    expect(await workWithoutWebhooks(batch, shiftClock)).toBe("unknown");
    expect(await batch.progress()).toMatchObject({ unknown: 1 });
    isKnown = true;
    return opened;
  }

  it("batch.work submits an item anew whose claim became too old before it was sent, though others made the item doubtful", async () => {
    const shiftClock = createClockShift();
    let claims = 0;
    const { batch, emulator } = await openEchoBatchIn(() =>
      wrapLedger(createLedger(), (opened) => {
        const claim = opened.claim.bind(opened);
        opened.claim = async (request) => {
          const claimed = await claim(request);
          if (claims++ > 0) return claimed;
          await opened.leave(request.worker);
          shiftClock(9000);
          return claimed;
        };
      }),
    );
    await batch.add(numbered(1));
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(1);
    expect(await batch.progress()).toMatchObject({ completed: 1, unknown: 0 });
  });

  it("batch.work puts an item in doubt whose submit is answered with the job of a run of the same client", async () => {
    const { batch, cloud, emulator } = await openEchoBatchIn(
      createLedger,
      {},
      { wrapFetch: cacheSubmits() },
    );
    await cloud.model("echo").run({ n: 0 });
    await batch.add([{ key: "a", input: { n: 1 } }]);
    expect(await batch.work()).toEqual({ reason: "unknown" });
    expect(await batch.get("a")).toMatchObject({
      state: "unknown",
      job: undefined,
      error: {
        message: expect.stringContaining(
          "which an earlier submit of this client has got",
        ) as string,
      },
    });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("batch.work puts the second of two items in doubt whose submits are answered with the same job", async () => {
    const { batch, emulator } = await openEchoBatchIn(
      createLedger,
      {},
      { wrapFetch: cacheSubmits() },
    );
    await batch.add([
      { key: "a", input: { n: 1 } },
      { key: "b", input: { n: 2 } },
    ]);
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "unknown" });
    expect(await batch.get("a")).toMatchObject({
      state: "completed",
      output: { echo: 1 },
    });
    expect(await batch.get("b")).toMatchObject({
      state: "unknown",
      reason: "in doubt",
      job: undefined,
      error: {
        code: "in_doubt",
        message: expect.stringMatching(
          /the job \S+, which belongs to the item "a"/,
        ) as string,
      },
    });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("batch.work puts an item in doubt whose job has failed, and which may have been submitted again after a backup was made", async () => {
    const { batch, emulator, ledger } = await openEchoBatchIn(createLedger, {
      attempts: 3,
    });
    const gate = createGate();
    emulator.model("echo", async () => {
      await gate.opened;
      throw new Error("no memory");
    });
    await batch.add(numbered(1));
    await abortWhenRunning(batch);
    expect(await ledger.adopt(1)).toBe(0);
    gate.open();
    expect(await batch.work()).toEqual({ reason: "unknown" });
    expect(await readAll(batch)).toMatchObject([
      {
        state: "unknown",
        reason: "in doubt",
        error: {
          message: expect.stringMatching(
            /no memory.*may have been submitted after the backup/,
          ) as string,
        },
      },
    ]);
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("batch.work counts the estimate of each attempt that fails at an endpoint of one's own", async () => {
    const { batch, emulator } = await openEchoBatchIn(createLedger, {
      attempts: 2,
      estimate: 0.01,
      maxCost: 0.04,
    });
    emulator.model("echo", () => {
      throw new Error("no memory");
    });
    await batch.add(numbered(5));
    expect(await batch.work()).toEqual({ reason: "spend" });
    expect(await batch.progress()).toMatchObject({ cost: 0.04, reserved: 0 });
    expect(emulator.jobs()).toHaveLength(4);
  });

  describe("batch.cancel", () => {
    it("cancels the jobs of all pages though one cancel fails, and says how many run on", async () => {
      const { batch, emulator } = await openEchoBatchIn(() =>
        wrapLedger(createLedger(), (opened) => {
          const read = opened.read.bind(opened);
          opened.read = (query) => read({ ...query, limit: 2 });
        }),
      );
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(5));
      await abortWhenRunning(batch, 5);
      emulator.fail(CANCEL, { status: 400 });
      await expect(batch.cancel()).rejects.toMatchObject({
        name: "BatchError",
        code: "batch_jobs_not_cancelled",
        message: expect.stringMatching(
          /could not be cancelled \(1 of 5\).*400/,
        ) as string,
        cause: { name: "ResponseError", status: 400 },
      });
      const states = emulator.jobs().map(({ status }) => status);
      expect(states.filter((status) => status === "CANCELLED")).toHaveLength(4);
      expect(await batch.progress()).toMatchObject({
        running: 1,
        cancelled: 4,
      });
      expect(await batch.cancel()).toBe(1);
    });

    it("cancels the jobs though the ledger cannot cancel the queued items", async () => {
      let isFull = false;
      const { batch, emulator } = await openEchoBatchIn(() =>
        wrapLedger(createLedger(), (opened) => {
          const move = opened.move.bind(opened);
          opened.move = (...args) =>
            isFull
              ? Promise.reject(new BatchError("ledger_failed", "full"))
              : move(...args);
        }),
      );
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(1));
      await abortWhenRunning(batch);
      await batch.add([{ input: { n: 7 } }]);
      isFull = true;
      await expect(batch.cancel()).rejects.toThrow("full");
      isFull = false;
      expect(emulator.jobs()).toMatchObject([{ status: "CANCELLED" }]);
    });
  });

  describe("batch.webhookHandler", () => {
    /** A batch whose only item is lost, and the delivery of its job that has not been handled. */
    async function openLostWithDelivery(fail: boolean) {
      let deliver: (delivery: Request) => void = () => undefined;
      const delivery = new Promise<Request>((resolve) => (deliver = resolve));
      const opened = await openWithLost(
        { webhooks, maxCost: 9 },
        (url, init) => {
          deliver(new Request(url, init));
          return Promise.resolve(new Response());
        },
        (emulator) => {
          if (fail)
            emulator.model("echo", (_input, job) => job.fail("out of memory"));
        },
      );
      const progress = await opened.batch.progress();
      expect(progress.cost + progress.reserved).toBe(2);
      return { ...opened, delivery: await delivery };
    }

    it("completes a lost item, and replaces its estimate by the cost of the job", async () => {
      const { batch, emulator, delivery } = await openLostWithDelivery(false);
      const response = await batch.webhookHandler()(delivery);
      expect(response.status).toBe(200);
      expect(await readAll(batch)).toMatchObject([
        {
          state: "completed",
          output: { echo: 0 },
          job: { id: emulator.jobs()[0]?.id },
          cost: 0.01,
        },
      ]);
      expect(await batch.progress()).toMatchObject({ cost: 0.01, reserved: 0 });
    });

    it("fails a lost item whose job has failed, and counts its estimate", async () => {
      const { batch, delivery } = await openLostWithDelivery(true);
      await batch.webhookHandler()(delivery);
      expect(await readAll(batch)).toMatchObject([
        { state: "failed", error: { code: "job_failed" }, cost: 2 },
      ]);
      expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
    });

    it("completes an item whose failed job has run again and is COMPLETED", async () => {
      const deliveries: Request[] = [];
      const { open: isComplete, opened: completed } = createGate();
      const { batch, cloud, emulator } = await openEchoBatchIn(
        createLedger,
        { webhooks },
        {
          webhookFetch: (url, init) => {
            deliveries.push(new Request(url, init));
            if (deliveries.length === 2) isComplete();
            return Promise.resolve(new Response());
          },
        },
      );
      let runs = 0;
      emulator.model("echo", (_input, { fail }) =>
        ++runs === 1 ? fail("out of memory") : { echo: runs },
      );
      await batch.add(numbered(1));
      await workWithoutWebhooks(batch);
      const id = emulator.jobs()[0]?.id ?? "";
      await cloud.job({ slug: "echo", id }).retry();
      await completed;
      const [failed, again] = deliveries;
      if (!failed || !again) throw new Error("a delivery is missing");
      const handle = batch.webhookHandler();
      await handle(again);
      await handle(failed);
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 2 } },
      ]);
    });

    it("counts the cost of a job once whose output cannot be stored", async () => {
      const text = "[".repeat(100_000) + "]".repeat(100_000);
      const wrapFetch = answer("/status/", (id) => {
        const output = `{"cost":0.3,"deep":${text}}`;
        const body = `{"id":"${id}","status":"COMPLETED","output":${output}}`;
        const headers = { "content-type": "application/json" };
        return new Response(body, { headers });
      });
      let deliver: (delivery: Request) => void = () => undefined;
      const delivery = new Promise<Request>((resolve) => (deliver = resolve));
      const webhookFetch: typeof fetch = (url, init) => {
        deliver(new Request(url, init));
        return Promise.resolve(new Response());
      };
      const options = { webhooks, maxOutputBytes: 1 };
      const { batch } = await openEchoBatchIn(createLedger, options, {
        wrapFetch,
        webhookFetch,
      });
      await batch.add(numbered(1));
      await workWithoutWebhooks(batch);
      const before = await readAll(batch);
      expect(before).toMatchObject([
        { error: { code: "output_not_stored" }, cost: 0.3 },
      ]);
      await batch.webhookHandler()(await delivery);
      expect(await readAll(batch)).toEqual(before);
    });
  });

  describe("a webhook", () => {
    /** A batch of one item, and what hands over the first delivery of its job. */
    async function openWithDelivery(
      options: Partial<BatchOptions<NumberedInput>> = {},
    ) {
      const delivered = createGate();
      const deliveries: Request[] = [];
      const opened = await openEchoBatchIn(
        createLedger,
        { webhooks, estimate: 2, ...options },
        {
          webhookFetch: (url, init) => {
            deliveries.push(new Request(url, init));
            delivered.open();
            return Promise.resolve(new Response());
          },
        },
      );
      await opened.batch.add([{ key: "a", input: { n: 1 } }]);
      const deliver = async (batch = opened.batch) => {
        await delivered.opened;
        const [delivery] = deliveries;
        if (!delivery) throw new Error("there is no delivery");
        return batch.webhookHandler()(delivery);
      };
      return { ...opened, deliver };
    }

    it.each([
      ["submits an item in doubt again", false, "queued"],
      ["leaves a settled item failed", true, "failed"],
    ] as const)(
      "of a failed job %s, and counts the job once",
      async (_name, isSettled, state) => {
        const { batch, emulator, deliver } = await openWithDelivery({
          attempts: 3,
        });
        emulator.model("echo", (_input, { fail }) => fail("out of memory"));
        emulator.fail("POST /v2/{slug}/run", { reset: "after" });
        expect(await batch.work()).toEqual({ reason: "unknown" });
        if (isSettled)
          for (const item of await readAll(batch))
            await batch.settle(item, "fail");
        expect((await deliver()).status).toBe(200);
        expect(await batch.get("a")).toMatchObject({ state });
        expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
      },
    );

    it("counts a refused output once that a poll has shown before", async () => {
      const contract = defineModel({
        input: z.object({ n: z.number() }),
        output: z.object({ echo: z.string() }),
      });
      const { batch, deliver } = await openWithDelivery({ contract });
      await batch.work({ onProgress: () => undefined });
      const before = await readAll(batch);
      expect(before).toMatchObject([
        { error: { code: "job_output_refused" }, cost: 0.01 },
      ]);
      await deliver();
      expect(await readAll(batch)).toEqual(before);
      expect(await batch.progress()).toMatchObject({ cost: 0.01 });
    });

    it("is refused by another batch, so that it is delivered again", async () => {
      const { batch, open, deliver } = await openWithDelivery();
      await workWithoutWebhooks(batch);
      const other = await open({ name: "other" });
      expect((await deliver(other)).status).toBe(500);
    });

    it("is taken for as long as the job may live", async () => {
      const ttl = 7 * 86_400_000;
      const lifetimes: (number | undefined)[] = [];
      const { batch } = await openWithDelivery({
        policy: { ttl },
        webhooks: {
          ...webhooks,
          sign: (slug, options) => {
            lifetimes.push(options?.expiresIn);
            return webhooks.sign(slug, options);
          },
        },
      });
      await workWithoutWebhooks(batch);
      expect(lifetimes).toEqual([ttl + 3_600_000]);
    });
  });

  describe("batch.settle", () => {
    it("takes a job whose output the contract refuses, and work fails the item", async () => {
      const contract = defineModel({
        input: z.object({ n: z.number() }),
        output: z.object({ echo: z.string() }),
      });
      const { batch, emulator, item } = await openWithDoubt({ contract });
      await vi.waitFor(() =>
        expect(emulator.jobs()).toMatchObject([{ status: "COMPLETED" }]),
      );
      await batch.settle(item, { jobId: emulator.jobs()[0]?.id ?? "" });
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await readAll(batch)).toMatchObject([
        { state: "failed", error: { code: "job_output_refused" } },
      ]);
    });

    it("refuses the id of a job that the service does not know, and changes nothing", async () => {
      const { batch, emulator, item } = await openWithDoubt();
      const settling = batch.settle(item, { jobId: "resubmitt" });
      await expect(settling).rejects.toMatchObject({
        name: "BatchError",
        code: "batch_job_unknown",
        message: expect.stringMatching(
          /does not know a job "resubmitt".*30 minutes.*"fail".*"resubmit"/,
        ) as string,
      });
      expect(await collect(batch.results({ state: "unknown" }))).toEqual([
        item,
      ]);
      await batch.settle(item, { jobId: emulator.jobs()[0]?.id ?? "" });
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 1 });
    });

    it("refuses the id of a job of another item, and changes nothing", async () => {
      const { batch, emulator, item } = await openWithDoubt();
      await batch.add([{ key: "8", input: { n: 1 } }]);
      await batch.work();
      const [ownJob, otherJob] = emulator.jobs();
      const settling = batch.settle(item, { jobId: otherJob?.id ?? "" });
      await expect(settling).rejects.toMatchObject({
        name: "BatchError",
        code: "batch_job_of_other_item",
        message: expect.stringMatching(
          /belongs to the item "8".*the item "7" was not changed/,
        ) as string,
      });
      expect(await collect(batch.results({ state: "unknown" }))).toEqual([
        item,
      ]);
      await batch.settle(item, { jobId: ownJob?.id ?? "" });
      expect(await batch.work()).toEqual({ reason: "done" });
    });

    it("changes nothing while the service cannot be asked for the job", async () => {
      const { batch, emulator, item } = await openWithDoubt();
      emulator.fail(STATUS, { reset: "before" });
      const jobId = emulator.jobs()[0]?.id ?? "";
      await expect(batch.settle(item, { jobId })).rejects.toMatchObject({
        name: "ConnectionError",
      });
      expect(await collect(batch.results({ state: "unknown" }))).toEqual([
        item,
      ]);
      await batch.settle(item, { jobId });
      expect(await batch.progress()).toMatchObject({ running: 1 });
    });
  });

  describe("batch.retry", () => {
    it("leaves lost items, which may have been paid for, unless they are asked for", async () => {
      const { batch, emulator } = await openWithLost();
      expect(await batch.retry()).toEqual({ queued: 0, leftOut: 1 });
      const all = { includeUnknown: true };
      expect(await batch.retry(all)).toEqual({ queued: 1, leftOut: 0 });
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({
        completed: 1,
        unknown: 0,
      });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("counts what the lost job may have cost", async () => {
      const { batch } = await openWithLost({ maxCost: 9 });
      await batch.retry({ includeUnknown: true });
      expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
      await batch.work();
      expect((await batch.progress()).cost).toBeCloseTo(2.01);
    });
  });

  describe("batch.delete", () => {
    it("does not end the work of another process that it finds", async () => {
      const { batch, open, emulator } = await openEchoBatch();
      const { open: finish, opened: finished } = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        await finished;
        return { echo: n };
      });
      await batch.add(numbered(1));
      const other = await open();
      onTestFinished(() => other.close());
      let turns = 0;
      let refused: unknown;
      const end = await other.work({
        onCounts: ({ running }) => {
          if (running === 0) return;
          turns++;
          if (turns === 1)
            void batch.delete().catch((error: unknown) => (refused = error));
          if (turns > 1) finish();
        },
      });
      expect(refused).toMatchObject({ code: "batch_in_use" });
      expect(end).toEqual({ reason: "done" });
    });
  });

  describe("batch.add", () => {
    const json = (value: unknown) => ({ toJSON: () => value });
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;

    it.each([
      ["input", { input: json(undefined) }],
      ["input", { input: json("text") }],
      ["input", { key: "a" }],
      ["input", { input: circular }],
      ["key", { key: 1, input: { n: 1 } }],
      ["priority", { priority: NaN, input: { n: 1 } }],
      ["n", { n: 1 }],
      ["id", { id: "a", input: { n: 1 } }],
      ["item", "text"],
      ["item", [1]],
      ["input.n", { input: { n: NaN } }],
      ["input.a[1].b", { input: { a: [1, { b: Infinity }] } }],
      ["input.n", { key: "a", input: { n: -Infinity } }],
      ["input.n", { input: { n: 1n } }],
      ["policy.ttll", { key: "a", input: { n: 1 }, policy: { ttll: 60_000 } }],
      ["policy", { key: "a", input: { n: 1 }, policy: "fast" }],
      ["attempts", { input: { n: 1 }, attempts: 0 }],
      ["policy.attempts", { input: { n: 1 }, policy: { attempts: 2 } }],
      ["metadata.at", { input: { n: 1 }, metadata: { at: new Date() } }],
      ["metadata", { input: { n: 1 }, metadata: "page 3" }],
    ])("names %s of a wrong item by its index", async (parameter, input) => {
      const { batch } = await openEchoBatch();
      const adding = batch.add([{ input: { n: 1 } }, input as never]);
      await expect(adding).rejects.toMatchObject({
        name: "InputError",
        parameter,
        message: expect.stringContaining("the item at index 1") as string,
      });
      expect(await batch.progress()).toMatchObject({ queued: 1 });
    });
  });
}

import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import type { Emulator } from "cloud-compute-emulator";
import {
  openBatch,
  type Batch,
  type BatchOptions,
} from "../../../src/batch/index.js";
import { createClient, defineModel } from "../../../src/index.js";
import {
  answer,
  createClockShift,
  forgetJobs,
  holdSubmits,
} from "../suite/faults.js";
import {
  abortWhenRunning,
  createGate,
  holdJobs,
  numbered,
  openEchoBatch,
  readAll,
  SUBMIT,
  webhooks,
  type NumberedInput,
} from "../suite/temporary-batch.js";

interface Webhooks {
  /** Opens when a delivery was handled or kept. */
  readonly delivered?: ReturnType<typeof createGate>;
  /** The deliveries that `deliver` hands over later, and nobody else. */
  readonly isKept?: (jobId: string) => boolean;
  readonly wrapFetch?: (fetch: Emulator["fetch"]) => Emulator["fetch"];
}

/** A batch whose webhooks another process handles. `countPolls` counts the status requests of `work`. */
async function openWithWebhooks(
  options: Partial<BatchOptions<NumberedInput>> = {},
  {
    delivered = createGate(),
    isKept = () => false,
    wrapFetch = (fetch) => fetch,
  }: Webhooks = {},
) {
  let polls = 0;
  const kept: Request[] = [];
  const handler: { batch?: Batch } = {};
  const opened = await openEchoBatch(
    { webhooks, ...options },
    {
      webhookFetch: async (url, init) => {
        const delivery = new Request(url, init);
        const { id } = (await delivery.clone().json()) as { id: string };
        if (isKept(id)) kept.push(delivery);
        else await handler.batch?.webhookHandler()(delivery);
        delivered.open();
        return new Response();
      },
      wrapFetch: (fetch) =>
        answer("/status/", () => {
          polls++;
          return undefined;
        })(wrapFetch(fetch)),
    },
  );
  const { apiKey, urls, fetch } = opened.emulator;
  const openOther = async (name = "test") => {
    const other = await openBatch<NumberedInput>(
      createClient({ apiKey, ...urls, fetch }),
      {
        name,
        model: "echo",
        webhooks,
        ...options,
        ledger: opened.ledger,
      },
    );
    onTestFinished(() => other.close());
    return other as Batch;
  };
  handler.batch = await openOther();
  const deliver = async (index = 0, to = handler.batch) => {
    await expect.poll(() => kept.length).toBeGreaterThan(index);
    return to?.webhookHandler()(kept[index]?.clone() ?? new Request(""));
  };
  const countPolls = () => polls;
  return { ...opened, delivered, openOther, deliver, countPolls };
}

const openWithKept = (
  options?: Partial<BatchOptions<NumberedInput>>,
  wrapFetch?: Webhooks["wrapFetch"],
) =>
  openWithWebhooks(
    { estimate: 2, ...options },
    { isKept: () => true, ...(wrapFetch && { wrapFetch }) },
  );

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

const refusing = defineModel({
  input: z.object({ n: z.number() }),
  output: z.object({ echo: z.number().max(0) }),
});

describe("batch.work with webhooks", () => {
  it("sends no status request for jobs that webhooks end, and checks their outputs by the contract", async () => {
    const { batch, emulator, countPolls } = await openWithWebhooks({
      contract: refusing,
    });
    const started = createGate();
    emulator.model(
      "echo",
      async ({ n }: NumberedInput) => {
        if (emulator.jobs().length === 20) started.open();
        await started.opened;
        return { echo: n };
      },
      { workers: 20 },
    );
    await batch.add(numbered(20));
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ completed: 1, failed: 19 });
    const [completed] = (await readAll(batch)).filter(({ output }) => output);
    expect(completed).toMatchObject({ input: { n: 0 }, output: { echo: 0 } });
    expect(countPolls()).toBe(0);
  });

  it("asks for a job whose webhook is lost a minute after its submit, and not before", async () => {
    const shiftClock = createClockShift();
    const lost = new Set<string>();
    const { batch, emulator, countPolls } = await openWithWebhooks(
      {},
      { isKept: (id) => lost.has(id) },
    );
    emulator.model("echo", ({ n }: NumberedInput, { id }) => {
      if (n === 1) lost.add(id);
      return { echo: n };
    });
    await batch.add(numbered(3));
    const before: number[] = [];
    const end = await batch.work({
      onCounts: ({ completed, running }) => {
        if (completed !== 2 || running !== 1) return;
        before.push(countPolls());
        if (before.length === 1) shiftClock(30_000);
        // A poll that has begun would have ended the job by now.
        if (before.length === 3) shiftClock(31_000);
      },
    });
    expect(end).toEqual({ reason: "done" });
    expect(before.slice(0, 3)).toEqual([0, 0, 0]);
    expect(countPolls()).toBe(1);
    expect(await batch.progress()).toMatchObject({ completed: 3 });
  });

  it("submits a failed job again whose webhook is faster than the answer to its submit", async () => {
    const delivered = createGate();
    const { batch, emulator, warnings } = await openWithWebhooks(
      { attempts: 2, estimate: 5 },
      { delivered, wrapFetch: holdSubmits(createGate(), delivered) },
    );
    let runs = 0;
    emulator.model("echo", ({ n }: NumberedInput, { fail }) =>
      ++runs === 1 ? fail("out of memory") : { echo: n, cost: 1 },
    );
    await batch.add(numbered(1));
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(warnings).toEqual([]);
    // The failed job counts with its estimate.
    expect(await batch.progress()).toMatchObject({ completed: 1, cost: 6 });
  });

  it("signs an address that is taken for as long as the job may live", async () => {
    const ttl = 7 * 86_400_000;
    const lifetimes: (number | undefined)[] = [];
    const { batch } = await openWithWebhooks({
      policy: { ttl },
      webhooks: {
        ...webhooks,
        sign: (slug, options) => {
          lifetimes.push(options?.expiresIn);
          return webhooks.sign(slug, options);
        },
      },
    });
    await batch.add(numbered(1));
    await batch.work();
    expect(lifetimes).toEqual([ttl + 3_600_000]);
  });
});

describe("batch.webhookHandler", () => {
  it("cancels the item of a job that was cancelled, and submits nothing again", async () => {
    const { batch, emulator, delivered, cloud } = await openWithWebhooks({
      attempts: 5,
    });
    holdJobs(emulator);
    await batch.add(numbered(1));
    await abortWhenRunning(batch);
    const id = emulator.jobs()[0]?.id ?? "";
    await cloud.job({ slug: "echo", id }).cancel();
    await delivered.opened;
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await readAll(batch)).toMatchObject([
      { state: "cancelled", error: { code: "job_cancelled" } },
    ]);
    expect(emulator.jobs()).toHaveLength(1);
  });

  it.each([undefined, "fail", "resubmit"] as const)(
    "supplies the job of an item in doubt, and keeps its output; the settlement is %s",
    async (settlement) => {
      const { batch, emulator, delivered } = await openWithWebhooks();
      const finish = holdJobs(emulator);
      emulator.fail(SUBMIT, { reset: "after" });
      await batch.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "unknown" });
      for await (const item of batch.results({ state: "unknown" }))
        if (settlement) await batch.settle(item, settlement);
      finish.open();
      await delivered.opened;
      expect(await batch.work()).toEqual({ reason: "done" });
      const job = { id: emulator.jobs()[0]?.id };
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 0 }, job },
      ]);
      expect(emulator.jobs()).toHaveLength(1);
    },
  );

  it("keeps the output of a job whose submit loses its answer afterwards", async () => {
    const delivered = createGate();
    const wrapFetch = (fetch: Emulator["fetch"]) =>
      (async (address: string, init?: RequestInit) => {
        const response = await fetch(address, init);
        if (!address.endsWith("/run")) return response;
        await delivered.opened;
        throw new TypeError("terminated");
      }) as Emulator["fetch"];
    const { batch, emulator, warnings } = await openWithWebhooks(
      {},
      { delivered, wrapFetch },
    );
    await batch.add(numbered(1));
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(warnings).toEqual([]);
    expect(await readAll(batch)).toMatchObject([{ output: { echo: 0 } }]);
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("keeps the output of a running job that no process waits for", async () => {
    const { batch, emulator, delivered } = await openWithWebhooks();
    const finish = holdJobs(emulator);
    await batch.add(numbered(1));
    await abortWhenRunning(batch);
    finish.open();
    await delivered.opened;
    expect(await readAll(batch)).toMatchObject([{ output: { echo: 0 } }]);
  });

  it.each([
    ["completes", { state: "completed", output: { echo: 0 }, cost: 0.01 }],
    ["fails", { state: "failed", error: { code: "job_failed" }, cost: 2 }],
  ])(
    "%s a lost item, and counts the job once",
    async (name, { cost, ...ended }) => {
      const shiftClock = createClockShift();
      const { batch, emulator, deliver } = await openWithKept(
        { maxCost: 9 },
        forgetJobs("/status/", shiftClock),
      );
      if (name === "fails")
        emulator.model("echo", (_input, { fail }) => fail("out of memory"));
      await batch.add(numbered(1));
      expect(await workWithoutWebhooks(batch, shiftClock)).toBe("unknown");
      const before = await batch.progress();
      expect(before.cost + before.reserved).toBe(2);
      expect((await deliver())?.status).toBe(200);
      const job = { id: emulator.jobs()[0]?.id };
      expect(await readAll(batch)).toMatchObject([{ ...ended, cost, job }]);
      expect(await batch.progress()).toMatchObject({ cost, reserved: 0 });
    },
  );

  it.each([
    ["submits an item in doubt again", false, "queued"],
    ["leaves a settled item failed", true, "failed"],
  ] as const)(
    "of a failed job %s, and counts the job once",
    async (_name, isSettled, state) => {
      const { batch, emulator, deliver } = await openWithKept({ attempts: 3 });
      emulator.model("echo", (_input, { fail }) => fail("out of memory"));
      emulator.fail(SUBMIT, { reset: "after" });
      await batch.add([{ key: "a", input: { n: 1 } }]);
      expect(await batch.work()).toEqual({ reason: "unknown" });
      if (isSettled)
        for (const item of await readAll(batch))
          await batch.settle(item, "fail");
      expect((await deliver())?.status).toBe(200);
      expect(await batch.get("a")).toMatchObject({ state });
      expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
    },
  );

  it("completes an item whose failed job has run again and is COMPLETED, whichever delivery comes last", async () => {
    const { batch, cloud, emulator, deliver } = await openWithKept();
    let runs = 0;
    emulator.model("echo", (_input, { fail }) =>
      ++runs === 1 ? fail("out of memory") : { echo: runs },
    );
    await batch.add(numbered(1));
    await workWithoutWebhooks(batch);
    const id = emulator.jobs()[0]?.id ?? "";
    await cloud.job({ slug: "echo", id }).retry();
    await deliver(1);
    await deliver(0);
    expect(await readAll(batch)).toMatchObject([
      { state: "completed", output: { echo: 2 } },
    ]);
  });

  it("counts a refused output once that a poll has shown before", async () => {
    const { batch, deliver } = await openWithKept({ contract: refusing });
    await batch.add([{ key: "a", input: { n: 1 } }]);
    await batch.work({ onProgress: () => undefined });
    const before = await readAll(batch);
    expect(before).toMatchObject([
      { error: { code: "job_output_refused" }, cost: 0.01 },
    ]);
    await deliver();
    expect(await readAll(batch)).toEqual(before);
    expect(await batch.progress()).toMatchObject({ cost: 0.01 });
  });

  it("refuses a delivery of another batch, so that it is delivered again", async () => {
    const { batch, openOther, deliver } = await openWithKept();
    await batch.add(numbered(1));
    await workWithoutWebhooks(batch);
    expect((await deliver(0, await openOther("other")))?.status).toBe(500);
  });
});

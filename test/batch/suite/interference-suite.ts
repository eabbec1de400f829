import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import {
  openBatch,
  type BatchOptions,
  type Ledger,
} from "../../../src/batch/index.js";
import { createClient, defineModel } from "../../../src/index.js";
import type { Emulator } from "cloud-compute-emulator";
import {
  createSpendGuard,
  type SpendGuardOptions,
} from "../../../src/spend/index.js";
import type { WebhookHandler } from "../../../src/webhooks/index.js";
import { collect } from "../../support/collect.js";
import { answer, createClockShift, holdSubmits } from "./faults.js";
import {
  abortWhenRunning,
  createEchoService,
  createGate,
  numbered,
  openEchoBatchIn,
  openStore,
  readAll,
  webhooks,
  wrapLedger,
  type CreateLedger,
  type NumberedInput,
} from "./temporary-batch.js";

const SUBMIT = "POST /v2/{slug}/run";

/** Makes the item that is being submitted doubtful, as if its process had ended. */
async function abandonSubmit(ledger: Ledger): Promise<void> {
  const opened = await openStore(ledger).open("test", '{"model":"echo"}');
  const { items } = await opened.read({
    states: ["submitting"],
    by: "id",
    after: 0,
    limit: 1,
  });
  const [item] = items;
  if (!item?.worker) throw new Error("no item is being submitted");
  await opened.leave(item.worker);
}

/** Tests what a batch does while others change it, or give it what it cannot use, in any ledger. */
export function testInterference(createLedger: CreateLedger): void {
  const openEchoBatch = (options?: Partial<BatchOptions<NumberedInput>>) =>
    openEchoBatchIn(createLedger, options);

  describe("openBatch", () => {
    it("takes maxCost for items that carry estimates, and add refuses others", async () => {
      const { batch, open } = await openEchoBatch({ estimate: 1 });
      await batch.add(numbered(2));
      const other = await open({ maxCost: 1.005, estimate: undefined });
      await expect(
        other.add([{ key: "further", input: { n: 3 } }]),
      ).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringMatching(
          /estimate.* is needed with maxCost/,
        ) as string,
      });
      expect(await other.work()).toEqual({ reason: "spend" });
      expect(await other.progress()).toMatchObject({ completed: 1, queued: 1 });
    });
  });

  it("batch.get refuses what is no key", async () => {
    const { batch } = await openEchoBatch();
    await expect(batch.get({} as string)).rejects.toMatchObject({
      name: "InputError",
      parameter: "key",
    });
  });

  describe("batch.add", () => {
    it("refuses a key that a ledger cannot tell from another one", async () => {
      const { batch } = await openEchoBatch();
      for (const key of ["\ud800", "a\0b", "a\nb"])
        await expect(
          batch.add([{ key, input: { n: 1 } }]),
        ).rejects.toMatchObject({ name: "InputError" });
    });

    it("refuses metadata that a ledger cannot keep, and takes whole pairs", async () => {
      const { batch } = await openEchoBatch();
      for (const text of ["\ud800", "a\0b", "\udc00\ud800"])
        for (const metadata of [{ page: text }, { [text]: 1 }])
          await expect(
            batch.add([{ input: { n: 1 }, metadata }]),
          ).rejects.toMatchObject({
            name: "InputError",
            message: expect.stringContaining("U+0000") as string,
          });
      await batch.add([
        { input: { n: 1 }, metadata: { page: "\ud83d\ude00" } },
      ]);
      expect(await batch.remove({ metadata: { page: "\ud83d\ude00" } })).toBe(
        1,
      );
    });

    it("keeps what an iterable gave before it failed", async () => {
      const { batch } = await openEchoBatch();
      function* source() {
        yield* numbered(3);
        throw new Error("the file ends here");
      }
      await expect(batch.add(source())).rejects.toThrow("the file ends here");
      expect(await batch.progress()).toMatchObject({ queued: 3 });
    });
  });

  describe("batch.work", () => {
    it("ends without failing an item when the client has no address of the service", async () => {
      const cloud = createClient({ apiKey: "key" });
      const ledger = createLedger();
      const batch = await openBatch<NumberedInput>(cloud, {
        name: "a",
        model: "echo",
        ledger,
      });
      onTestFinished(() => batch.close());
      await batch.add(numbered(3));
      const end = await batch.work();
      expect(end.reason).toBe("refused");
      expect(String(end.error)).toContain("publicBaseUrl is missing");
      expect(await batch.progress()).toMatchObject({ queued: 3, workers: 0 });
    });

    it("says once that the service takes no submits, and goes on when it takes them", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      emulator.fail(SUBMIT, {
        status: 429,
        headers: { "retry-after": "0" },
        times: 2,
      });
      await batch.add(numbered(2));
      expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
      const outages = warnings.filter((text) => text.includes("429"));
      expect(outages).toHaveLength(1);
      expect(outages[0]).toMatch(
        /a submit was not carried out, and is sent again after a pause: .*429/,
      );
    });

    it("says once that a status cannot be read, and asks again", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      emulator.fail("GET /v2/{slug}/status/{jobId}", { status: 418 });
      await batch.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(warnings).toEqual([
        expect.stringMatching(
          /the status of a job could not be read, and is asked for again: .*418/,
        ),
      ]);
    });

    it("holds few large inputs at a time, and submits all", async () => {
      const inputs = { bytes: 0, most: 0 };
      const waiting = new Map<string, number>();
      const { batch, warnings } = await openEchoBatchIn(() =>
        wrapLedger(createLedger(), (opened) => {
          const claim = opened.claim.bind(opened);
          const report = opened.report.bind(opened);
          opened.claim = async (request) => {
            const claimed = await claim(request);
            for (const { key, input } of claimed.items) {
              waiting.set(key, input.length);
              inputs.bytes += input.length;
            }
            inputs.most = Math.max(inputs.most, inputs.bytes);
            return claimed;
          };
          opened.report = (rows) => {
            for (const { key } of rows) {
              inputs.bytes -= waiting.get(key) ?? 0;
              waiting.delete(key);
            }
            return report(rows);
          };
        }),
      );
      const text = "x".repeat(3_000_000);
      await batch.add(
        numbered(30).map(({ input }) => ({ input: { ...input, text } })),
      );
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 30 });
      expect(inputs.most).toBeLessThan(45_000_000);
      expect(warnings).toEqual([]);
    });

    /** Opens a batch of two items whose client has a spend guard. */
    async function openWithGuard(options: SpendGuardOptions) {
      const { emulator } = createEchoService();
      const { apiKey, urls, fetch } = emulator;
      const spend = createSpendGuard(options);
      const cloud = createClient({ apiKey, ...urls, fetch, spend });
      const warnings: string[] = [];
      const batch = await openBatch<NumberedInput>(cloud, {
        name: "test",
        model: "echo",
        ledger: createLedger(),
        onWarning: (message) => warnings.push(message),
      });
      onTestFinished(() => batch.close());
      await batch.add(numbered(2));
      return { batch, emulator, warnings };
    }

    it("ends when the spend guard of the client does not know what a job costs", async () => {
      const { batch, warnings } = await openWithGuard({ limit: 1 });
      expect(await batch.work()).toMatchObject({
        reason: "refused",
        error: { code: "spend_unknown" },
      });
      expect(warnings).toEqual([]);
      expect(await batch.progress()).toMatchObject({ queued: 2 });
    });

    it("ends when the spend guard of the client refuses a submit, and warns with the figures of the guard", async () => {
      const estimate = () => 2;
      const { batch, emulator, warnings } = await openWithGuard({
        limit: 1,
        estimate,
      });
      expect(await batch.work()).toEqual({ reason: "spend" });
      expect(warnings).toEqual([
        expect.stringMatching(
          /^batch test: .*reserving 2 would exceed the limit of 1 \(0 spent/,
        ),
      ]);
      expect(emulator.jobs()).toEqual([]);
    });
  });

  describe("the answer to a submit that comes after its item was settled", () => {
    /** A batch with an item whose submit has had no answer, and whose process others believe dead. */
    async function openWithLateAnswer() {
      const ledger = createLedger();
      const { open: answer, opened: answered } = createGate();
      const { open: isSent, opened: sent } = createGate();
      let submits = 0;
      const wrapFetch = (fetch: Emulator["fetch"]) =>
        (async (address: string, init?: RequestInit) => {
          const response = await fetch(address, init);
          if (!address.endsWith("/run") || submits++ > 0) return response;
          isSent();
          await answered;
          return response;
        }) as Emulator["fetch"];
      const opened = await openEchoBatchIn(
        () => ledger,
        { estimate: 0.5 },
        { wrapFetch },
      );
      const { batch, open } = opened;
      await batch.add([{ key: "a", input: { n: 1 } }]);
      const work = batch.work({ concurrency: 1 });
      await sent;
      await abandonSubmit(ledger);
      const other = await open();
      onTestFinished(() => other.close());
      for await (const doubt of other.results({ state: "unknown" }))
        await other.settle(doubt, "resubmit");
      return { ...opened, other, work, answer };
    }

    it("cancels the late job if the item was submitted again, reports it, and counts its cost", async () => {
      const { emulator, other, work, answer, warnings } =
        await openWithLateAnswer();
      emulator.model("echo", ({ n }: NumberedInput) => ({ echo: n, cost: 1 }));
      expect(await other.work()).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(2);
      answer();
      expect(await work).toEqual({ reason: "done" });
      const [first] = emulator.jobs();
      expect(warnings).toEqual([
        expect.stringMatching(
          `job ${first?.id ?? ""} of item "a" was accepted when the item already had another submit or job: the job was cancelled, and may be billed`,
        ),
      ]);
      expect(await readAll(other)).toMatchObject([{ state: "completed" }]);
      const cancels = emulator.requests.filter(({ path }) =>
        path.endsWith(`/cancel/${first?.id ?? ""}`),
      );
      expect(cancels).toHaveLength(1);
      expect(await other.progress()).toMatchObject({ cost: 1.5, reserved: 0 });
    });

    it("says that the late job could not be cancelled", async () => {
      const { emulator, other, work, answer, warnings } =
        await openWithLateAnswer();
      expect(await other.work()).toEqual({ reason: "done" });
      emulator.fail("POST /v2/{slug}/cancel/{jobId}", { status: 403 });
      answer();
      expect(await work).toEqual({ reason: "done" });
      expect(warnings).toEqual([
        expect.stringMatching(
          /another submit or job: the job could not be cancelled \(.*403.*\), and may be billed/,
        ),
      ]);
    });

    it.each([
      ["does not know the claim", { state: "queued", attempt: 0 }],
      ["was adopted without the claim", { state: "inDoubt", attempt: 1 }],
    ] as const)(
      "continues with the late job if the ledger went back and %s",
      async (_name, lost) => {
        const { emulator, ledger, work, answer, warnings, batch } =
          await openWithLateAnswer();
        const opened = await ledger.open("test", '{"model":"echo"}');
        const item = await opened.find("a");
        if (!item) throw new Error("no item is queued");
        await opened.report([{ ...item, ...lost, claim: null }]);
        answer();
        expect(await work).toEqual({ reason: "done" });
        expect(emulator.jobs()).toHaveLength(1);
        expect(warnings).toEqual([]);
        expect(await readAll(batch)).toMatchObject([{ state: "completed" }]);
      },
    );

    it("continues with the late job if nothing was submitted since", async () => {
      const { emulator, other, work, answer, warnings } =
        await openWithLateAnswer();
      answer();
      expect(await work).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(1);
      expect(warnings).toEqual([]);
      expect(await readAll(other)).toMatchObject([{ state: "completed" }]);
    });
  });

  describe("batch.cancel", () => {
    it("cancels the jobs of submits that are being sent by another process", async () => {
      const { open: answer, opened: answered } = createGate();
      const { batch, open, emulator } = await openEchoBatchIn(
        createLedger,
        {},
        {
          wrapFetch: (fetch) =>
            (async (address: string, init?: RequestInit) => {
              const response = await fetch(address, init);
              if (address.endsWith("/run")) await answered;
              return response;
            }) as Emulator["fetch"],
        },
      );
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(30));
      const other = await open();
      onTestFinished(() => other.close());
      let cancelling: Promise<number> | undefined;
      const end = await batch.work({
        concurrency: 5,
        onCounts: ({ running, cancelled }) => {
          if (running === 1) cancelling ??= other.cancel();
          // Everything else is cancelled while the submits have no answer.
          if (cancelled > 0) answer();
        },
      });
      expect(end).toEqual({ reason: "done" });
      expect(await cancelling).toBe(30);
      expect(await batch.progress()).toMatchObject({ cancelled: 30 });
    });

    it("cancels the other jobs when one is not known any more", async () => {
      const { batch, emulator } = await openEchoBatch();
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(3));
      await abortWhenRunning(batch, 3);
      emulator.fail("POST /v2/{slug}/cancel/{jobId}", { status: 404 });
      await batch.cancel();
      const states = emulator.jobs().map(({ status }) => status);
      expect(states.filter((status) => status === "CANCELLED")).toHaveLength(2);
    });
  });

  describe("batch.webhookHandler", () => {
    /** A batch whose handler receives the webhooks of the emulator. */
    async function openWithWebhooks(
      wrapFetch?: (
        fetch: Emulator["fetch"],
        delivered: Promise<void>,
      ) => Emulator["fetch"],
      options: Partial<BatchOptions<NumberedInput>> = {},
    ) {
      const receiver: { handler?: WebhookHandler } = {};
      const { open: markDelivered, opened: delivered } = createGate();
      const opened = await openEchoBatchIn(
        createLedger,
        { webhooks, ...options },
        {
          webhookFetch: async (url, init) => {
            const response = await receiver.handler?.(new Request(url, init));
            markDelivered();
            return response ?? Response.error();
          },
          wrapFetch: (fetch) => wrapFetch?.(fetch, delivered) ?? fetch,
        },
      );
      receiver.handler = opened.batch.webhookHandler();
      return { ...opened, delivered };
    }

    /** Loses the answer to a submit after the webhook of its job was delivered. */
    const loseAnswer = (fetch: Emulator["fetch"], delivered: Promise<void>) =>
      (async (address: string, init?: RequestInit) => {
        const response = await fetch(address, init);
        if (!address.endsWith("/run")) return response;
        await delivered;
        throw new TypeError("terminated");
      }) as Emulator["fetch"];

    it("cancels the item of a job that was cancelled, and submits nothing again", async () => {
      const { batch, emulator, delivered, cloud } = await openWithWebhooks(
        undefined,
        { attempts: 5 },
      );
      const stop = new AbortController();
      emulator.model("echo", () => {
        stop.abort("enough");
        return new Promise(() => undefined);
      });
      await batch.add(numbered(1));
      await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
      const [job] = emulator.jobs();
      await cloud.job({ slug: "echo", id: job?.id ?? "" }).cancel();
      await delivered;
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await readAll(batch)).toMatchObject([
        { state: "cancelled", error: { code: "job_cancelled" } },
      ]);
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("supplies the job of an item in doubt, and keeps its output", async () => {
      const { batch, emulator, delivered } = await openWithWebhooks();
      emulator.fail(SUBMIT, { reset: "after" });
      await batch.add(numbered(1));
      await batch.work();
      await delivered;
      expect(await readAll(batch)).toMatchObject([
        {
          state: "completed",
          output: { echo: 0 },
          job: { id: emulator.jobs()[0]?.id },
        },
      ]);
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it.each(["fail", "resubmit"] as const)(
      "keeps the output of a job whose item was settled with %j and not submitted since",
      async (settlement) => {
        const { batch, emulator, delivered } = await openWithWebhooks();
        const { open: finish, opened: finished } = createGate();
        emulator.model("echo", async ({ n }: NumberedInput) => {
          await finished;
          return { echo: n };
        });
        emulator.fail(SUBMIT, { reset: "after" });
        await batch.add(numbered(1));
        expect(await batch.work()).toEqual({ reason: "unknown" });
        for await (const item of batch.results({ state: "unknown" }))
          await batch.settle(item, settlement);
        finish();
        await delivered;
        expect(await batch.work()).toEqual({ reason: "done" });
        expect(await readAll(batch)).toMatchObject([
          { state: "completed", output: { echo: 0 } },
        ]);
        expect(emulator.jobs()).toHaveLength(1);
      },
    );

    it("keeps the output of a job whose submit has had no answer yet", async () => {
      const { batch, emulator, warnings } = await openWithWebhooks(loseAnswer);
      await batch.add(numbered(1));
      const { reason } = await batch.work();
      expect([reason, warnings]).toEqual(["done", []]);
      expect(await readAll(batch)).toMatchObject([{ output: { echo: 0 } }]);
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("keeps the output of a running job that no process waits for", async () => {
      const { batch, emulator, delivered } = await openWithWebhooks();
      const stop = new AbortController();
      const { open: finish, opened: finished } = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        stop.abort("enough");
        await finished;
        return { echo: n };
      });
      await batch.add(numbered(1));
      await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
      finish();
      await delivered;
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 0 } },
      ]);
      expect(emulator.jobs()).toHaveLength(1);
    });
  });

  describe("batch.work with webhooks", () => {
    /**
     * A batch whose webhooks another process handles. `countPolls` counts the status requests of `work`. `isLost` drops
     * deliveries, and `isSlow` keeps the answers to submits back until a delivery was handled.
     */
    async function openWithHandler({
      isLost = () => false,
      isSlow = false,
      ...options
    }: Partial<BatchOptions<NumberedInput>> & {
      readonly isLost?: (jobId: string) => boolean;
      readonly isSlow?: boolean;
    } = {}) {
      let polls = 0;
      const sent = createGate();
      const delivered = createGate();
      const receiver: { handler?: WebhookHandler } = {};
      const opened = await openEchoBatchIn(
        createLedger,
        { webhooks, ...options },
        {
          webhookFetch: async (url, init) => {
            const delivery = new Request(url, init);
            const { id } = (await delivery.clone().json()) as { id: string };
            if (isLost(id)) return new Response();
            const response = await receiver.handler?.(delivery);
            delivered.open();
            return response ?? Response.error();
          },
          wrapFetch: (fetch) =>
            answer("/status/", () => {
              polls++;
              return undefined;
            })(isSlow ? holdSubmits(sent, delivered)(fetch) : fetch),
        },
      );
      const { apiKey, urls, fetch } = opened.emulator;
      const { ledger } = opened;
      const other = await openBatch(createClient({ apiKey, ...urls, fetch }), {
        name: "test",
        model: "echo",
        webhooks,
        ledger,
        ...options,
      });
      onTestFinished(() => other.close());
      receiver.handler = other.webhookHandler();
      return { ...opened, countPolls: () => polls };
    }

    it("sends no status request for jobs that webhooks end", async () => {
      const { batch, emulator, countPolls } = await openWithHandler();
      const started = createGate();
      emulator.model(
        "echo",
        async ({ n }: NumberedInput) => {
          if (emulator.jobs().length === 100) started.open();
          await started.opened;
          return { echo: n };
        },
        { workers: 100 },
      );
      await batch.add(numbered(100));
      expect(await batch.work()).toEqual({ reason: "done" });
      const given = (await readAll(batch)).map(({ output }) => output);
      expect(given).toHaveLength(100);
      const outputs = numbered(100).map(({ input }) => ({ echo: input.n }));
      expect(given).toEqual(expect.arrayContaining(outputs));
      expect(countPolls()).toBe(0);
    });

    it("asks for a job whose webhook is lost a minute after its submit, and not before", async () => {
      const shiftClock = createClockShift();
      const lost = new Set<string>();
      const { batch, emulator, countPolls } = await openWithHandler({
        isLost: (id) => lost.has(id),
      });
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
          shiftClock(before.length === 1 ? 30_000 : 31_000);
        },
      });
      expect(end).toEqual({ reason: "done" });
      expect(before.slice(0, 2)).toEqual([0, 0]);
      expect(countPolls()).toBe(1);
      expect(await batch.progress()).toMatchObject({ completed: 3 });
    });

    it("submits a failed job again whose webhook is faster than the answer to its submit", async () => {
      const { batch, emulator, warnings } = await openWithHandler({
        attempts: 2,
        estimate: 5,
        isSlow: true,
      });
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

    it("checks outputs by the contract", async () => {
      const contract = defineModel({
        input: z.object({ n: z.number() }),
        output: z.object({ echo: z.number().max(1) }),
      });
      const { batch, countPolls } = await openWithHandler({ contract });
      await batch.add(numbered(3));
      await batch.work({ concurrency: 1 });
      expect(await readAll(batch)).toMatchObject([
        { state: "completed", output: { echo: 0 } },
        { state: "completed", output: { echo: 1 } },
        { state: "failed", error: { code: "job_output_refused" } },
      ]);
      expect(countPolls()).toBe(0);
    });
  });

  it("batch.close may follow batch.delete, and be called twice", async () => {
    const { batch } = await openEchoBatch();
    await batch.delete();
    await batch.close();
    await batch.close();
  });

  it("batch.results ends when the batch is deleted while it is read", async () => {
    const { batch, open } = await openEchoBatch();
    await batch.add(numbered(250));
    await batch.cancel();
    const other = await open();
    onTestFinished(() => other.close());
    const reading = (async () => {
      for await (const { order } of batch.results())
        if (order === 1) await other.delete();
    })();
    await reading.catch((error: unknown) => {
      expect(error).toMatchObject({ name: "BatchError" });
    });
    const fresh = await open();
    onTestFinished(() => fresh.close());
    expect(await collect(fresh.results())).toEqual([]);
  });
}

import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  BatchError,
  openBatch,
  type BatchOptions,
  type BatchStore,
} from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import type { Emulator } from "../../../src/emulator/index.js";
import { createSpendGuard } from "../../../src/spend/index.js";
import {
  createWebhooks,
  type WebhookHandler,
} from "../../../src/webhooks/index.js";
import { collect } from "../../support/collect.js";
import {
  createEchoService,
  createGate,
  numbered,
  openEchoBatchIn,
  readAll,
  type CreateStore,
  type NumberedInput,
} from "./temporary-batch.js";

const SUBMIT = "POST /v2/{slug}/run";

/** Gives every queued item of the batch `test` a job that runs and that no process waits for. */
async function runAll(store: BatchStore): Promise<void> {
  const opened = await store.open("test", "{}");
  const query = { states: ["queued"], order: "position", limit: 5 } as const;
  for (;;) {
    const page = await opened.list({ ...query, after: 0 });
    if (page.length === 0) break;
    for (const item of page)
      await opened.change(item, { state: "running", jobId: `job ${item.key}` });
  }
  await opened.close();
}

/** Tests what a batch does while others change it, or give it what it cannot use, in any store. */
export function testInterference(createStore: CreateStore): void {
  const openEchoBatch = (options?: Partial<BatchOptions<NumberedInput>>) =>
    openEchoBatchIn(createStore, options);

  describe("openBatch", () => {
    it("refuses maxCost for a model without a known price, unless an estimate is given", async () => {
      await expect(openEchoBatch({ maxCost: 1 })).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringMatching(
          /estimate.* is needed with maxCost/,
        ) as string,
      });
    });

    it("refuses a misspelt member of the policy, and names the right one", async () => {
      const policy = { executiontimeout: 60_000 } as never;
      await expect(openEchoBatch({ policy })).rejects.toMatchObject({
        name: "InputError",
        parameter: "executiontimeout",
        message: expect.stringContaining(
          "did you mean executionTimeout?",
        ) as string,
      });
    });

    it("refuses a policy that the service would refuse for every item", async () => {
      const policy = { ttl: -1 };
      await expect(openEchoBatch({ policy })).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringContaining("policy.ttl") as string,
      });
    });
  });

  describe("batch.add", () => {
    it("refuses a policy that the service would refuse", async () => {
      const { batch } = await openEchoBatch();
      const item = { input: { n: 1 }, policy: { ttl: -1 } };
      await expect(batch.add([item])).rejects.toMatchObject({
        name: "InputError",
        message: expect.stringContaining("policy.ttl") as string,
      });
    });

    it("refuses a misspelt member of the policy of an item, and names the right one", async () => {
      const { batch } = await openEchoBatch();
      const item = { input: { n: 1 }, policy: { tll: 60_000 } } as never;
      await expect(batch.add([item])).rejects.toMatchObject({
        name: "InputError",
        parameter: "tll",
        message: expect.stringContaining("did you mean ttl?") as string,
      });
    });

    it("refuses a key that a store cannot tell from another one", async () => {
      const { batch } = await openEchoBatch();
      for (const key of ["\ud800", "a\0b"])
        await expect(
          batch.add([{ key, input: { n: 1 } }]),
        ).rejects.toMatchObject({ name: "InputError" });
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

    it("takes inputs of 1 MB, and reads them back", async () => {
      const { batch } = await openEchoBatch();
      const text = "x".repeat(1_000_000);
      const inputs = numbered(12).map((input) => ({ ...input, text }));
      expect(await batch.add(inputs)).toEqual({ added: 12, present: 0 });
      expect(await batch.add(inputs)).toEqual({ added: 0, present: 12 });
      expect(await batch.work({ concurrency: 4 })).toEqual({ reason: "done" });
      const results = await readAll(batch);
      expect(results.map(({ input }) => JSON.stringify(input).length)).toEqual(
        inputs.map((input) => JSON.stringify(input).length),
      );
    });

    it("adds nothing when there is nothing to add", async () => {
      const { batch } = await openEchoBatch();
      expect(await batch.add([])).toEqual({ added: 0, present: 0 });
      expect(await batch.work()).toEqual({ reason: "done" });
    });
  });

  describe("batch.work", () => {
    it("ends without failing an item when the function that estimates fails", async () => {
      const { batch, emulator } = await openEchoBatch({
        maxCost: 1,
        estimate: () => NaN,
      });
      await batch.add(numbered(3));
      const end = await batch.work();
      expect(end.reason).toBe("refused");
      expect(String(end.error)).toContain("estimate");
      expect(await batch.progress()).toMatchObject({ queued: 3, workers: 0 });
      expect(emulator.jobs()).toHaveLength(0);
    });

    it("ends without failing an item when the client has no address of the service", async () => {
      const cloud = createClient({ apiKey: "key" });
      const store = createStore();
      const batch = await openBatch<NumberedInput>(cloud, {
        name: "a",
        model: "echo",
        store,
      });
      onTestFinished(() => batch.close());
      await batch.add(numbered(3));
      const end = await batch.work();
      expect(end.reason).toBe("refused");
      expect(String(end.error)).toContain("publicBaseUrl is missing");
      expect(await batch.progress()).toMatchObject({ queued: 3, workers: 0 });
    });

    it("ends when the client that is to wait for a job has no address of the service", async () => {
      const store = createStore();
      const { emulator, batch } = await openEchoBatchIn(() => store);
      const stop = new AbortController();
      emulator.model("echo", () => {
        stop.abort("enough");
        return new Promise(() => undefined);
      });
      await batch.add(numbered(1));
      await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
      const other = await openBatch(createClient({ apiKey: "key" }), {
        name: "test",
        model: "echo",
        store,
        onWarning: () => undefined,
      });
      onTestFinished(() => other.close());
      const end = await other.work();
      expect(end.reason).toBe("refused");
      expect(String(end.error)).toContain("publicBaseUrl is missing");
      expect(await other.progress()).toMatchObject({ running: 1, workers: 0 });
    });

    it("says once that the service takes no submits, and goes on when it takes them", async () => {
      const { batch, emulator, warnings } = await openEchoBatch();
      emulator.fail(SUBMIT, {
        status: 503,
        headers: { "retry-after": "0" },
        times: 2,
      });
      await batch.add(numbered(2));
      expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
      const outages = warnings.filter((text) => text.includes("503"));
      expect(outages).toHaveLength(1);
      expect(outages[0]).toMatch(
        /a submit was not carried out, and is sent again after a pause: .*503/,
      );
    });

    it("says once that the store is too slow for claims, and submits when the store is fast again", async () => {
      const store = createStore();
      const now = Date.now.bind(Date);
      onTestFinished(() => {
        Date.now = now;
      });
      let claims = 0;
      const { batch, emulator, warnings } = await openEchoBatchIn(() => ({
        readDefinition: (name) => store.readDefinition(name),
        open: async (name, definition) => {
          const opened = await store.open(name, definition);
          const change = opened.change.bind(opened);
          opened.change = async (item, wanted, costLimit) => {
            const result = await change(item, wanted, costLimit);
            // The clock shows that each of the first claims has taken 3 seconds.
            if (wanted.state !== "submitting") return result;
            const shiftMs = 3000 * Math.min(++claims, 2);
            Date.now = () => now() + shiftMs;
            return result;
          };
          return opened;
        },
      }));
      await batch.add(numbered(1));
      expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(1);
      expect(warnings).toEqual([
        expect.stringMatching(
          /a submit was not carried out, and is sent again after a pause: the store took 3\.\d seconds for the claim, and 2 are allowed/,
        ),
      ]);
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
      const store = createStore();
      const { batch, warnings } = await openEchoBatchIn(() => ({
        readDefinition: (name) => store.readDefinition(name),
        open: async (name, definition) => {
          const opened = await store.open(name, definition);
          const take = opened.take.bind(opened);
          const change = opened.change.bind(opened);
          opened.take = async (worker, limit, onlyRunning) => {
            const items = await take(worker, limit, onlyRunning);
            for (const { key, input } of items) {
              waiting.set(key, input.length);
              inputs.bytes += input.length;
            }
            inputs.most = Math.max(inputs.most, inputs.bytes);
            return items;
          };
          opened.change = (item, wanted, costLimit) => {
            if (wanted.state === "running") {
              inputs.bytes -= waiting.get(item.key) ?? 0;
              waiting.delete(item.key);
            }
            return change(item, wanted, costLimit);
          };
          return opened;
        },
      }));
      const text = "x".repeat(3_000_000);
      await batch.add(numbered(30).map((input) => ({ ...input, text })));
      expect(await batch.work()).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 30 });
      expect(inputs.most).toBeLessThan(45_000_000);
      expect(warnings).toEqual([]);
    });

    it.each([
      ["queued", "submitted"],
      ["running", "adopted"],
    ])(
      "takes the next large %s items without a pause when earlier ones are %s",
      async (state) => {
        const store = createStore();
        const { batch } = await openEchoBatchIn(() => ({
          readDefinition: (name) => store.readDefinition(name),
          open: async (name, definition) => {
            const opened = await store.open(name, definition);
            const take = opened.take.bind(opened);
            opened.take = async (...args) => {
              const items = await take(...args);
              for (const { key } of items) taken.add(key);
              if (taken.size === 30) allTaken.open();
              return items;
            };
            return opened;
          },
        }));
        const taken = new Set<string>();
        const allTaken = createGate();
        const text = "x".repeat(3_000_000);
        await batch.add(numbered(30).map((input) => ({ ...input, text })));
        if (state === "running") await runAll(store);
        // The loop can only be woken: its pauses do not end.
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
        onTestFinished(() => void vi.useRealTimers());
        const stop = new AbortController();
        const work = batch.work({ signal: stop.signal });
        const rejected = expect(work).rejects.toBe("enough");
        await allTaken.opened;
        vi.useRealTimers();
        stop.abort("enough");
        await rejected;
        expect(await batch.progress()).toMatchObject({
          inDoubt: 0,
          lost: 0,
          workers: 0,
        });
      },
    );

    it("ends without a warning when the store ends all sending", async () => {
      const store = createStore();
      const failure = new BatchError("batch_store_failed", "the disk is gone");
      const { batch, emulator, warnings } = await openEchoBatchIn(() => ({
        readDefinition: (name) => store.readDefinition(name),
        open: async (name, definition) => {
          const opened = await store.open(name, definition);
          const join = opened.join.bind(opened);
          opened.join = async () => ({
            ...(await join()),
            assertAlive: () => {
              throw failure;
            },
          });
          return opened;
        },
      }));
      await batch.add(numbered(3));
      expect(await batch.work({ concurrency: 1 })).toEqual({
        reason: "refused",
        error: failure,
      });
      expect(warnings).toEqual([]);
      expect(emulator.jobs()).toEqual([]);
      expect(await batch.progress()).toMatchObject({ queued: 3 });
    });

    it("ends when the spend guard of the client does not know what a job costs", async () => {
      const { emulator } = createEchoService();
      const { apiKey, urls, fetch } = emulator;
      const spend = createSpendGuard({ limit: 1 });
      const cloud = createClient({ apiKey, ...urls, fetch, spend });
      const warnings: string[] = [];
      const batch = await openBatch<NumberedInput>(cloud, {
        name: "test",
        model: "echo",
        store: createStore(),
        onWarning: (message) => warnings.push(message),
      });
      onTestFinished(() => batch.close());
      await batch.add(numbered(2));
      expect(await batch.work()).toMatchObject({
        reason: "refused",
        error: { code: "spend_unknown" },
      });
      expect(warnings).toEqual([]);
      expect(await batch.progress()).toMatchObject({ queued: 2 });
    });

    it("submits new items while onResult is slow with earlier results", async () => {
      const { batch, emulator } = await openEchoBatch();
      await batch.add(numbered(2));
      await batch.work();
      await batch.add([{ n: 10 }]);
      let release: () => void = () => undefined;
      const submitted = new Promise<void>((resolve) => (release = resolve));
      emulator.model("echo", ({ n }: NumberedInput) => {
        release();
        return { echo: n };
      });
      const given: number[] = [];
      const end = await batch.work({
        onResult: async ({ input }) => {
          await submitted;
          given.push(input.n);
        },
      });
      expect(end).toEqual({ reason: "done" });
      expect(given.sort((a, b) => a - b)).toEqual([0, 1, 10]);
    });

    it("ends on an abort though earlier results are not given yet", async () => {
      const { batch } = await openEchoBatch();
      await batch.add(numbered(5));
      await batch.work();
      const stop = new AbortController();
      const given: number[] = [];
      const work = batch.work({
        signal: stop.signal,
        onResult: ({ input }) => {
          given.push(input.n);
          stop.abort("enough");
        },
      });
      await expect(work).rejects.toBe("enough");
      expect(given).toHaveLength(1);
      expect(await batch.progress()).toMatchObject({ undelivered: 4 });
    });
  });

  describe("the answer to a submit that comes after its item was settled", () => {
    /** A batch with an item whose submit has had no answer, and whose process others believe dead. */
    async function openWithLateAnswer() {
      const store = createStore();
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      let isSent: () => void = () => undefined;
      const sent = new Promise<void>((resolve) => (isSent = resolve));
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
        () => store,
        { estimate: 0.5 },
        { wrapFetch },
      );
      const { batch, open } = opened;
      await batch.add([{ key: "a", input: { n: 1 } }]);
      const work = batch.work({ concurrency: 1 });
      await sent;
      const records = await store.open("test", "{}");
      const item = await records.read("a");
      if (!item) throw new Error("the item is missing");
      await records.change(item, { state: "inDoubt", worker: null });
      await records.close();
      const other = await open();
      onTestFinished(() => other.close());
      for await (const doubt of other.inDoubt())
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
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const { batch, open, emulator } = await openEchoBatchIn(
        createStore,
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
        onCounts: ({ submitting, failed }) => {
          if (submitting === 5) cancelling ??= other.cancel();
          // Everything else is cancelled while the submits have no answer.
          if (failed > 0) answer();
        },
      });
      expect(end).toEqual({ reason: "done" });
      expect(await cancelling).toBe(30);
      expect(await batch.progress()).toMatchObject({ failed: 30 });
    });

    it("cancels the other jobs when one is not known any more", async () => {
      const { batch, emulator } = await openEchoBatch();
      emulator.model("echo", () => new Promise(() => undefined));
      await batch.add(numbered(3));
      const stop = new AbortController();
      const work = batch.work({
        signal: stop.signal,
        onCounts: ({ running }) => {
          if (running === 3) stop.abort();
        },
      });
      await expect(work).rejects.toMatchObject({ name: "AbortError" });
      emulator.fail("POST /v2/{slug}/cancel/{jobId}", { status: 404 });
      await batch.cancel();
      const states = emulator.jobs().map(({ status }) => status);
      expect(states.filter((status) => status === "CANCELLED")).toHaveLength(2);
    });
  });

  describe("batch.webhookHandler", () => {
    const webhooks = createWebhooks({
      secret: "0123456789abcdef0123456789abcdef",
      url: "https://example.com/webhook",
    });

    /** A batch whose handler receives the webhooks of the emulator. */
    async function openWithWebhooks(
      wrapFetch?: (
        fetch: Emulator["fetch"],
        delivered: Promise<void>,
      ) => Emulator["fetch"],
    ) {
      const receiver: { handler?: WebhookHandler } = {};
      let markDelivered: () => void = () => undefined;
      const delivered = new Promise<void>((resolve) => {
        markDelivered = resolve;
      });
      const opened = await openEchoBatchIn(
        createStore,
        { webhooks },
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
        let finish: () => void = () => undefined;
        const finished = new Promise<void>((resolve) => (finish = resolve));
        emulator.model("echo", async ({ n }: NumberedInput) => {
          await finished;
          return { echo: n };
        });
        emulator.fail(SUBMIT, { reset: "after" });
        await batch.add(numbered(1));
        expect(await batch.work()).toEqual({ reason: "doubt" });
        for await (const item of batch.inDoubt())
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
      const given: unknown[] = [];
      await batch.add(numbered(1));
      const { reason } = await batch.work({
        onResult: ({ output }) => void given.push(output),
      });
      expect([reason, warnings]).toEqual(["done", []]);
      expect(given).toMatchObject([{ echo: 0 }]);
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("keeps the output of a running job that no process waits for", async () => {
      const { batch, emulator, delivered } = await openWithWebhooks();
      const stop = new AbortController();
      let finish: () => void = () => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
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

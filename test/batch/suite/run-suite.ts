import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { createClient, defineModel } from "../../../src/index.js";
import {
  InDoubtError,
  openBatch,
  type BatchOptions,
} from "../../../src/batch/index.js";
import { createSpendGuard } from "../../../src/spend/index.js";
import { collect } from "../../support/collect.js";
import { forgetJobs, holdSubmits } from "./faults.js";
import {
  createEchoService,
  createGate,
  wrapLedger,
  type CreateLedger,
  type NumberedInput,
} from "./temporary-batch.js";

const SUBMIT = "POST /v2/{slug}/run";

/** Tests that `batch.run` submits a key once, in any ledger. */
export function testRun(createLedger: CreateLedger): void {
  async function openService(
    changed: (ledger: ReturnType<CreateLedger>) => void = () => undefined,
    service: Parameters<typeof createEchoService>[0] = {},
    options: Partial<BatchOptions<NumberedInput>> = {},
  ) {
    const { emulator, cloud } = createEchoService(service);
    const ledger = createLedger();
    changed(ledger);
    const open = (client = cloud) =>
      openBatch<NumberedInput, { readonly echo: number }>(client, {
        name: "orders",
        model: "echo",
        ledger,
        onWarning: () => undefined,
        ...options,
      });
    const batch = await open();
    onTestFinished(async () => {
      await batch.close();
      await ledger.close();
    });
    const run = (key: string, n = 1, signal?: AbortSignal) =>
      batch.run(key, { n }, { signal });
    return { emulator, batch, run, open };
  }

  /** A key whose submit has lost its answer. */
  async function openInDoubt() {
    const opened = await openService();
    opened.emulator.fail(SUBMIT, { reset: "after" });
    await expect(opened.run("7")).rejects.toBeInstanceOf(InDoubtError);
    const [item] = await collect(opened.batch.results({ keys: ["7"] }));
    if (!item) throw new Error("the item has a result");
    return { ...opened, item };
  }

  describe("batch.run", () => {
    it("gives calls with the same key the same job, at the same time and afterwards", async () => {
      const { emulator, run } = await openService();
      const results = await Promise.all([run("7"), run("7"), run("7")]);
      results.push(await run("7"));
      const [job] = emulator.jobs();
      for (const { output, job: data } of results) {
        expect(output).toMatchObject({ echo: 1 });
        expect(data.id).toBe(job?.id);
      }
      expect(emulator.jobs()).toHaveLength(1);
      const requests = emulator.requests.length;
      await run("7");
      expect(emulator.requests).toHaveLength(requests);
    });

    it("claims the keys of many calls together", async () => {
      let claims = 0;
      const { emulator, run } = await openService((ledger) =>
        wrapLedger(ledger, (opened) => {
          const claim = opened.claim.bind(opened);
          opened.claim = (request) => {
            claims++;
            return claim(request);
          };
        }),
      );
      const keys = Array.from({ length: 40 }, (_, n) => n);
      await Promise.all(keys.map((n) => run(String(n), n)));
      expect(emulator.jobs()).toHaveLength(40);
      expect(claims).toBeLessThan(40);
    });

    it("throws the error of the spend guard that has refused a submit, and leaves the key to another call", async () => {
      const { emulator, open, run } = await openService();
      const { apiKey, urls, fetch } = emulator;
      const spend = createSpendGuard({ limit: 0.005, estimate: () => 0.01 });
      const guarded = await open(
        createClient({ apiKey, ...urls, fetch, spend }),
      );
      for (let n = 0; n < 2; n++)
        await expect(guarded.run("7", { n: 1 })).rejects.toMatchObject({
          name: "SpendError",
          code: "spend_limit",
        });
      await guarded.close();
      expect(emulator.jobs()).toEqual([]);
      expect((await run("7")).output.echo).toBe(1);
    });

    it("refuses a key that is there with another input", async () => {
      const { run } = await openService();
      await run("7", 1);
      await expect(run("7", 2)).rejects.toMatchObject({
        code: "batch_key_conflict",
      });
    });

    it("resumes the job of a call that was aborted", async () => {
      const { emulator, run } = await openService();
      const begun = createGate();
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        begun.open();
        await finish.opened;
        return { echo: n };
      });
      const stop = new AbortController();
      const first = expect(run("7", 1, stop.signal)).rejects.toBe("enough");
      await begun.opened;
      stop.abort("enough");
      await first;
      finish.open();
      expect(await run("7")).toMatchObject({ output: { echo: 1 } });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("finishes a submit that is being sent when a call is aborted", async () => {
      const sent = createGate();
      const answered = createGate();
      const { emulator, run } = await openService(undefined, {
        wrapFetch: holdSubmits(sent, answered),
      });
      const stop = new AbortController();
      const first = expect(run("7", 1, stop.signal)).rejects.toBe("enough");
      await sent.opened;
      stop.abort("enough");
      answered.open();
      await first;
      expect(await run("7")).toMatchObject({ output: { echo: 1 } });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("never sends a submit again that may have arrived, and names the ways to settle it", async () => {
      const { emulator, run } = await openInDoubt();
      await expect(run("7")).rejects.toMatchObject({
        name: "InDoubtError",
        code: "in_doubt",
        key: "7",
        message: expect.stringMatching(
          /\(.+\), so .*batch\.settle.*"fail".*"resubmit"/,
        ) as string,
      });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("sends a submit again that was certainly not carried out", async () => {
      const { emulator, run } = await openService();
      emulator.fail(SUBMIT, { status: 401 });
      await expect(run("7")).rejects.toMatchObject({ status: 401 });
      expect(await run("7")).toMatchObject({ output: { echo: 1 } });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("throws the error of a job that has failed, and submits its key again only when it is asked to", async () => {
      const { emulator, batch, run } = await openService();
      emulator.model("echo", (_input, { fail }) => fail("no memory"));
      for (let n = 0; n < 2; n++)
        await expect(run("7")).rejects.toMatchObject({
          code: "run_failed",
          message: expect.stringMatching(/job_failed.*no memory/) as string,
        });
      expect(emulator.jobs()).toHaveLength(1);
      emulator.model("echo", ({ n }: NumberedInput) => ({ echo: n }));
      expect(await batch.retry({ keys: ["7"] })).toMatchObject({ queued: 1 });
      expect((await run("7")).output.echo).toBe(1);
      await batch.remove({ keys: ["7"] });
      expect(await batch.get("7")).toBeUndefined();
    });

    it("submits a failed job again as often as the attempts of the batch allow", async () => {
      const { emulator, run } = await openService(
        undefined,
        {},
        { attempts: 2 },
      );
      let calls = 0;
      emulator.model("echo", ({ n }: NumberedInput, { fail }) =>
        ++calls === 1 ? fail("no memory") : { echo: n },
      );
      expect((await run("7")).output.echo).toBe(1);
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("throws while the batch is paused, and leaves the item queued", async () => {
      const { emulator, batch, run } = await openService();
      await batch.set({ paused: true });
      await expect(run("7")).rejects.toMatchObject({ code: "run_stopped" });
      expect(emulator.jobs()).toEqual([]);
      await batch.set({ paused: false });
      expect((await run("7")).output.echo).toBe(1);
    });

    it("says in maybeSent that another process has submitted the key", async () => {
      const { emulator, batch, run, open } = await openService();
      const begun = createGate();
      const finish = createGate();
      emulator.model("echo", async ({ n }: NumberedInput) => {
        begun.open();
        await finish.opened;
        return { echo: n };
      });
      const other = await open();
      const first = other.run("7", { n: 1 });
      await begun.opened;
      await batch.set({ paused: true });
      await expect(run("7")).rejects.toMatchObject({
        code: "run_stopped",
        maybeSent: true,
      });
      finish.open();
      await first;
    });

    it("says of a lost job that nobody knows how it has ended", async () => {
      const { emulator, run } = await openService(undefined, {
        wrapFetch: forgetJobs(),
      });
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
      const { run } = await openService(undefined, {}, { contract });
      const first = await run("7");
      expect(first.output).toBe("1970-01-01T00:00:00.000Z");
      expect(await run("7")).toEqual(first);
    });

    it("leaves the other items of the batch queued", async () => {
      const { batch, run } = await openService();
      await batch.add([{ key: "other", input: { n: 2 } }]);
      await run("7");
      expect(await batch.get("other")).toMatchObject({ state: "queued" });
    });
  });

  describe("batch.settle for a key of run", () => {
    it("lets the next call submit again", async () => {
      const { emulator, batch, item, run } = await openInDoubt();
      await batch.settle(item, "resubmit");
      expect(await run("7")).toMatchObject({ output: { echo: 1 } });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("lets the first of two callers decide, and says to the other what the item is now", async () => {
      const { emulator, batch, item, run } = await openInDoubt();
      const settle = () => batch.settle(item, "resubmit");
      const settled = await Promise.allSettled([settle(), settle()]);
      expect(
        settled.filter(({ status }) => status === "rejected"),
      ).toMatchObject([
        {
          reason: {
            code: "batch_item_changed",
            message: expect.stringContaining("is queued now") as string,
          },
        },
      ]);
      await run("7");
      expect(emulator.jobs()).toHaveLength(2);
    });
  });
}

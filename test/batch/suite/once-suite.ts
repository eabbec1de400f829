import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../../../src/index.js";
import { InDoubtError, once, settleOnce } from "../../../src/batch/index.js";
import { createSpendGuard } from "../../../src/spend/index.js";
import { holdSubmits } from "./faults.js";
import {
  createEchoService,
  createGate,
  wrapLedger,
  type CreateLedger,
  type NumberedInput,
} from "./temporary-batch.js";

const SUBMIT = "POST /v2/{slug}/run";

/** Tests that `once` submits a key once, in any ledger. */
export function testOnce(createLedger: CreateLedger): void {
  function openService(
    changed: (ledger: ReturnType<CreateLedger>) => void = () => undefined,
    service: Parameters<typeof createEchoService>[0] = {},
  ) {
    const { emulator, cloud } = createEchoService(service);
    const ledger = createLedger();
    changed(ledger);
    onTestFinished(() => ledger.close());
    const model = cloud.model<NumberedInput, { readonly echo: number }>("echo");
    const run = (key: string, n = 1, signal?: AbortSignal) =>
      once(ledger, key, model, { n }, { signal });
    return { emulator, ledger, model, run };
  }

  /** A key whose submit has lost its answer. */
  async function openInDoubt() {
    const opened = openService();
    opened.emulator.fail(SUBMIT, { reset: "after" });
    await expect(opened.run("7")).rejects.toBeInstanceOf(InDoubtError);
    return opened;
  }

  describe("once", () => {
    it("gives calls with the same key the same job, at the same time and afterwards", async () => {
      const { emulator, run } = openService();
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

    it("runs each key by itself", async () => {
      const { emulator, run } = openService();
      const results = await Promise.all([run("7", 1), run("8", 2)]);
      expect(results.map(({ output }) => output?.echo)).toEqual([1, 2]);
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("claims the keys of many calls together", async () => {
      let claims = 0;
      const { emulator, run } = openService((ledger) =>
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
      expect(claims).toBeLessThan(20);
    });

    it("submits each call with the client of its own model", async () => {
      const { emulator, ledger } = openService();
      const { urls, apiKey } = emulator;
      const keys: (string | null)[] = [];
      const withKey = (key: string, limit: number) => {
        const spend = createSpendGuard({ limit, estimate: () => 0.01 });
        const fetch: typeof globalThis.fetch = (input, init) => {
          const request = new Request(input, init);
          if (request.method === "POST")
            keys.push(request.headers.get("authorization"));
          request.headers.set("authorization", `Bearer ${apiKey}`);
          return emulator.fetch(request);
        };
        const cloud = createClient({ ...urls, apiKey: key, fetch, spend });
        const run = (name: string) =>
          once(ledger, name, cloud.model("echo"), { n: 1 });
        return { run, spend };
      };
      const a = withKey("key-a", 1);
      const b = withKey("key-b", 0.015);
      await Promise.all([a.run("1"), b.run("2")]);
      expect(keys.sort()).toEqual(["Bearer key-a", "Bearer key-b"]);
      await expect(b.run("3")).rejects.toMatchObject({ code: "spend_limit" });
      expect(keys).toHaveLength(2);
      expect((await a.run("3")).output).toMatchObject({ echo: 1 });
      expect(keys.at(-1)).toBe("Bearer key-a");
    });

    it("throws the error of the spend guard that has refused a submit, and leaves the key to another call", async () => {
      const { emulator, ledger, run } = openService();
      const { apiKey, urls, fetch } = emulator;
      const spend = createSpendGuard({ limit: 0.005, estimate: () => 0.01 });
      const guarded = createClient({ apiKey, ...urls, fetch, spend });
      for (let n = 0; n < 2; n++)
        await expect(
          once(ledger, "7", guarded.model("echo"), { n: 1 }),
        ).rejects.toMatchObject({ name: "SpendError", code: "spend_limit" });
      expect(emulator.jobs()).toEqual([]);
      expect((await run("7")).output?.echo).toBe(1);
    });

    it("refuses a key that is there with another input", async () => {
      const { run } = openService();
      await run("7", 1);
      await expect(run("7", 2)).rejects.toMatchObject({
        code: "batch_key_conflict",
      });
    });

    it("refuses a text as an input, and leaves the key to another call", async () => {
      const { ledger, model, run } = openService();
      await expect(
        once(ledger, "7", model, "a pier" as never),
      ).rejects.toMatchObject({ name: "InputError", parameter: "input" });
      expect((await run("7")).output?.echo).toBe(1);
    });

    it("resumes the job of a call that was aborted", async () => {
      const { emulator, run } = openService();
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
      const { emulator, run } = openService(undefined, {
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
          /settleOnce.*"fail".*"resubmit"/,
        ) as string,
      });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("sends a submit again that was certainly not carried out", async () => {
      const { emulator, run } = openService();
      emulator.fail(SUBMIT, { status: 401 });
      await expect(run("7")).rejects.toMatchObject({ status: 401 });
      expect(await run("7")).toMatchObject({ output: { echo: 1 } });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("throws the error of a job that has failed, and does not submit its key again", async () => {
      const { emulator, run } = openService();
      emulator.model("echo", (_input, { fail }) => fail("no memory"));
      await expect(run("7")).rejects.toMatchObject({ code: "job_failed" });
      await expect(run("7")).rejects.toMatchObject({
        code: "once_failed",
        message: expect.stringContaining("no memory") as string,
      });
      expect(emulator.jobs()).toHaveLength(1);
    });

    it.each([
      ["key", ""],
      ["key", "a\nb"],
      ["key", 7],
    ])("refuses the %s %j", async (parameter, key) => {
      const { run } = openService();
      await expect(run(key as string)).rejects.toMatchObject({
        name: "InputError",
        parameter,
      });
    });
  });

  describe("settleOnce", () => {
    it("lets the next call submit again", async () => {
      const { emulator, ledger, model, run } = await openInDoubt();
      await settleOnce(ledger, "7", model, "resubmit");
      expect(await run("7")).toMatchObject({ output: { echo: 1 } });
      expect(emulator.jobs()).toHaveLength(2);
    });

    it("gives the next call the job that was found", async () => {
      const { emulator, ledger, model, run } = await openInDoubt();
      const jobId = emulator.jobs()[0]?.id ?? "";
      await settleOnce(ledger, "7", model, { jobId });
      expect((await run("7")).job.id).toBe(jobId);
      expect(emulator.jobs()).toHaveLength(1);
    });

    it("refuses a key that is not in doubt", async () => {
      const { ledger, model, run } = openService();
      await run("7");
      await expect(
        settleOnce(ledger, "7", model, "fail"),
      ).rejects.toMatchObject({
        code: "batch_item_changed",
        message: expect.stringMatching(
          /^the key "7" of \S+ is completed, and not in doubt: .* call once/,
        ) as string,
      });
    });

    it("lets the first of two callers decide, and says to the other what the key is now", async () => {
      const { emulator, ledger, model, run } = await openInDoubt();
      const settle = () => settleOnce(ledger, "7", model, "resubmit");
      const settled = await Promise.allSettled([settle(), settle()]);
      expect(settled).toMatchObject([
        { status: "fulfilled" },
        {
          status: "rejected",
          reason: {
            message: expect.stringContaining("is queued, and not in") as string,
          },
        },
      ]);
      await run("7");
      expect(emulator.jobs()).toHaveLength(2);
    });
  });
}

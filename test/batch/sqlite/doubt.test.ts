import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Emulator } from "cloud-compute-emulator";
import { BatchError } from "../../../src/batch/index.js";
import { defineModel } from "../../../src/index.js";
import { collect } from "../../support/collect.js";
import { createClockShift, forgetJobs, holdSubmits } from "../suite/faults.js";
import {
  createFileLedger,
  createGate,
  endWorker,
  numbered,
  openDefined,
  openEchoBatch,
  openWithDoubt,
  readAll,
  SUBMIT,
  wrapLedger,
  type NumberedInput,
} from "../suite/temporary-batch.js";

describe("batch.settle", () => {
  it("submits an item again on `resubmit`", async () => {
    const { batch, emulator, item } = await openWithDoubt();
    expect(item).toMatchObject({ input: { n: 0 }, attempt: 1 });
    await batch.settle(item, "resubmit");
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(2);
  });

  it("with `fail` keeps retry from paying twice, unless items in doubt are asked for", async () => {
    const { batch, emulator, item } = await openWithDoubt();
    await batch.settle(item, "fail");
    expect(await batch.retry()).toEqual({ queued: 0, leftOut: 1 });
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await readAll(batch)).toMatchObject([
      { state: "failed", error: { code: "in_doubt" } },
    ]);
    expect(emulator.jobs()).toHaveLength(1);

    const all = { includeUnknown: true };
    expect(await batch.retry(all)).toEqual({ queued: 1, leftOut: 0 });
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ completed: 1 });
    expect(emulator.jobs()).toHaveLength(2);
  });

  it("with `fail` keeps what was reserved for the job that may run, and counts it in maxCost after a retry", async () => {
    const { batch, open, item } = await openWithDoubt({
      maxCost: 3,
      estimate: 2,
    });
    await batch.settle(item, "fail");
    expect(await batch.progress()).toMatchObject({ cost: 0, reserved: 2 });
    await batch.retry({ includeUnknown: true });
    expect(await batch.work()).toEqual({ reason: "spend" });
    expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
    await batch.cancel();
    expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
    await batch.retry({ code: "cancelled" });
    const other = await open({ maxCost: 4 });
    expect(await other.work()).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ cost: 2.01, reserved: 0 });
  });

  it("with `fail` leaves cancelled items to a retry that names them", async () => {
    const { batch, item } = await openWithDoubt();
    await batch.settle(item, "fail");
    await batch.add([{ key: "8", input: { n: 7 } }]);
    await batch.cancel();
    expect(await batch.retry()).toEqual({ queued: 0, leftOut: 1 });
    expect(await batch.retry({ keys: ["8"] })).toEqual({
      queued: 1,
      leftOut: 0,
    });
  });

  it("lets the first of two callers decide, and says to the other what the item is now", async () => {
    const { batch, emulator, item } = await openWithDoubt();
    const settle = () => batch.settle(item, "resubmit");
    const settled = await Promise.allSettled([settle(), settle()]);
    const refused = settled.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([
      {
        reason: {
          code: "batch_item_changed",
          message: expect.stringContaining("is queued now") as string,
        },
      },
    ]);
    await batch.work();
    expect(emulator.jobs()).toHaveLength(2);
  });

  it("continues with a job that the user has found, and takes no other, and none that cannot be asked for", async () => {
    const { batch, emulator, item } = await openWithDoubt();
    await batch.add([{ key: "8", input: { n: 1 } }]);
    await batch.work();
    const [own = "", other = ""] = emulator.jobs().map(({ id }) => id);
    await expect(
      batch.settle(item, { jobId: "resubmitt" }),
    ).rejects.toMatchObject({
      code: "batch_job_unknown",
      message: expect.stringMatching(
        /does not know a job "resubmitt".*30 minutes.*"fail".*"resubmit"/,
      ) as string,
    });
    await expect(batch.settle(item, { jobId: other })).rejects.toMatchObject({
      code: "batch_job_of_other_item",
      message: expect.stringMatching(
        /belongs to the item "8".*the item "7" was not changed/,
      ) as string,
    });
    emulator.fail("GET /v2/{slug}/status/{jobId}", { reset: "before" });
    await expect(batch.settle(item, { jobId: own })).rejects.toMatchObject({
      name: "ConnectionError",
    });
    expect(await collect(batch.results({ state: "unknown" }))).toEqual([item]);
    await batch.settle(item, { jobId: own });
    expect(await batch.progress()).toMatchObject({ running: 1 });
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await batch.get("7")).toMatchObject({ output: { echo: 0 } });
    expect(emulator.jobs()).toHaveLength(2);
  });
});

it("batch.settle takes a job whose output the contract refuses, and work fails the item", async () => {
  const contract = defineModel({
    input: z.object({ n: z.number() }),
    output: z.object({ echo: z.string() }),
  });
  const { batch, emulator, item } = await openWithDoubt({ contract });
  await expect
    .poll(() => emulator.jobs())
    .toMatchObject([{ status: "COMPLETED" }]);
  await batch.settle(item, { jobId: emulator.jobs()[0]?.id ?? "" });
  expect(await batch.work()).toEqual({ reason: "done" });
  expect(await readAll(batch)).toMatchObject([
    { state: "failed", error: { code: "job_output_refused" } },
  ]);
});

it("batch.retry leaves lost items, which may have been paid for, unless they are asked for, and counts what their jobs may have cost", async () => {
  const wrapFetch = forgetJobs();
  const { batch, emulator } = await openEchoBatch(
    { estimate: 2, maxCost: 9 },
    { wrapFetch },
  );
  await batch.add(numbered(1));
  expect(await batch.work()).toEqual({ reason: "unknown" });
  expect(await batch.retry()).toEqual({ queued: 0, leftOut: 1 });
  const all = { includeUnknown: true };
  expect(await batch.retry(all)).toEqual({ queued: 1, leftOut: 0 });
  expect(await batch.progress()).toMatchObject({ cost: 2, reserved: 0 });
  await batch.work();
  expect(emulator.jobs()).toHaveLength(2);
});

it("batch.work goes on with the job that a failed submit names, and never submits its item again", async () => {
  const { batch, emulator } = await openEchoBatch(
    {},
    { wrapFetch: forgetJobs("/status/no-such-job") },
  );
  emulator.fail(SUBMIT, {
    status: 503,
    headers: { "retry-after": "0" },
    body: { id: "no-such-job", error: "overloaded" },
  });
  await batch.add(numbered(2));
  expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "unknown" });
  expect(await batch.progress()).toMatchObject({ completed: 1, unknown: 1 });
  expect(emulator.jobs()).toHaveLength(1);
});

describe("batch.work behind a cache that answers every submit with the first job", () => {
  const openWithCache = () => {
    let cached: Response | undefined;
    const wrapFetch = (fetch: Emulator["fetch"]) =>
      (async (address: string, init?: RequestInit) => {
        if (!address.endsWith("/run")) return fetch(address, init);
        cached ??= await fetch(address, init);
        return cached.clone();
      }) as Emulator["fetch"];
    return openEchoBatch({}, { wrapFetch });
  };

  it("puts an item in doubt that is answered with the job of a run of the same client", async () => {
    const { batch, cloud, emulator } = await openWithCache();
    await cloud.model("echo").run({ n: 0 });
    await batch.add([{ key: "a", input: { n: 1 } }]);
    expect(await batch.work()).toEqual({ reason: "unknown" });
    const item = await batch.get("a");
    expect(item?.job).toBeUndefined();
    expect(item?.error?.message).toContain(
      "which an earlier submit of this client has got",
    );
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("puts the second of two items in doubt", async () => {
    const { batch, emulator } = await openWithCache();
    await batch.add(["a", "b"].map((key, n) => ({ key, input: { n } })));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "unknown" });
    expect(await batch.get("a")).toMatchObject({ output: { echo: 0 } });
    const second = await batch.get("b");
    expect(second).toMatchObject({ reason: "in doubt", job: undefined });
    expect(second?.error?.message).toMatch(
      /the job \S+, which belongs to the item "a"/,
    );
    expect(emulator.jobs()).toHaveLength(1);
  });
});

describe("the answer to a submit that comes after its item was settled", () => {
  /** A batch with an item whose submit has had no answer, and whose process others believe dead. */
  async function openWithLateAnswer() {
    const answered = createGate();
    const sent = createGate();
    const opened = await openEchoBatch(
      { estimate: 0.5 },
      { wrapFetch: holdSubmits(sent, answered, 1) },
    );
    const { batch, open, ledger } = opened;
    await batch.add([{ key: "a", input: { n: 1 } }]);
    const work = batch.work({ concurrency: 1 });
    await sent.opened;
    // As if the process had ended.
    await endWorker(ledger);
    const other = await open();
    for await (const doubt of other.results({ state: "unknown" }))
      await other.settle(doubt, "resubmit");
    return { ...opened, other, work, answer: answered.open };
  }

  it("cancels the late job if the item was submitted again, reports it, and counts its cost", async () => {
    const { emulator, other, work, answer, warnings } =
      await openWithLateAnswer();
    emulator.model("echo", ({ n }: NumberedInput) => ({ echo: n, cost: 1 }));
    expect(await other.work()).toEqual({ reason: "done" });
    answer();
    expect(await work).toEqual({ reason: "done" });
    const [first, second] = emulator.jobs();
    expect(second).toBeDefined();
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
    await other.work();
    emulator.fail("POST /v2/{slug}/cancel/{jobId}", { status: 403 });
    answer();
    await work;
    expect(warnings).toEqual([
      expect.stringMatching(
        /the job could not be cancelled \(.*403.*\), and may be billed/,
      ),
    ]);
  });

  it.each([
    ["nothing was submitted since", undefined],
    [
      "the ledger went back and does not know the claim",
      { state: "queued", attempt: 0, claim: null },
    ],
    [
      "the ledger went back and was adopted without the claim",
      { state: "inDoubt", attempt: 1, claim: null },
    ],
  ] as const)("continues with the late job if %s", async (_name, lost) => {
    const { emulator, ledger, work, answer, warnings, batch } =
      await openWithLateAnswer();
    const opened = await openDefined(ledger);
    const item = await opened.find("a");
    if (item && lost) await opened.report([{ ...item, ...lost }]);
    answer();
    expect(await work).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(1);
    expect(warnings).toEqual([]);
    expect(await readAll(batch)).toMatchObject([{ state: "completed" }]);
  });
});

it("batch.work submits an item anew whose claim became too old before it was sent, though others made the item doubtful", async () => {
  const shiftClock = createClockShift();
  let claims = 0;
  const ledger = wrapLedger(createFileLedger(), (opened) => {
    const claim = opened.claim.bind(opened);
    opened.claim = async (request) => {
      const claimed = await claim(request);
      if (claims++ > 0) return claimed;
      await opened.leave(request.worker);
      shiftClock(9000);
      return claimed;
    };
  });
  const { batch, emulator } = await openEchoBatch({ ledger });
  await batch.add(numbered(1));
  expect(await batch.work()).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(1);
  expect(await batch.progress()).toMatchObject({ completed: 1, unknown: 0 });
});

it("batch.work loses nothing and submits nothing twice while its ledger is unreachable now and then", async () => {
  const failures = { claim: 0, report: 0 };
  const lose = (name: keyof typeof failures) => {
    if (++failures[name] % 3 === 1)
      throw new BatchError("ledger_unavailable", "the answer is lost");
  };
  const ledger = wrapLedger(createFileLedger(), (opened) => {
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
  });
  const { batch, emulator } = await openEchoBatch({ ledger });
  await batch.add(numbered(6));
  expect(await batch.work({ concurrency: 3 })).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(6);
  expect(await batch.progress()).toMatchObject({ completed: 6, unknown: 0 });
});

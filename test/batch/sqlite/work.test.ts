import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { openBatch } from "../../../src/batch/index.js";
import { createClient, defineModel } from "../../../src/index.js";
import { counted } from "../../support/unhandled.js";
import {
  answer,
  createClockShift,
  json,
  JSON_HEADERS,
} from "../suite/faults.js";
import {
  createFileLedger,
  createGate,
  holdJobs,
  numbered,
  openEchoBatch,
  readAll,
  SUBMIT,
  wrapLedger,
  type NumberedInput,
} from "../suite/temporary-batch.js";
import "../../support/lazy-files.js";

const HOUR_MS = 3_600_000;
const WAIT = { timeout: 60_000 };

describe("batch.work", () => {
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

  it("follows a change of the concurrency", async () => {
    const { batch, emulator } = await openEchoBatch();
    const finish = holdJobs(emulator);
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

  it("asks the service to hold its response until a job ends", async () => {
    const { batch, emulator } = await openEchoBatch({}, { longPolling: true });
    const finish = holdJobs(emulator);
    await batch.add(numbered(2));
    const work = batch.work();
    const isHeld = () =>
      emulator.requests.some(({ path }) => path.includes("/status-sync/"));
    await vi.waitFor(() => expect(isHeld()).toBe(true), WAIT);
    finish.open();
    expect(await work).toEqual({ reason: "done" });
  });

  it.each([
    ["back an hour", -HOUR_MS],
    // The emulator has the same clock, and keeps results for 30 minutes.
    ["forward 20 minutes", 1_200_000],
  ])(
    "submits every item once when the clock is set %s",
    async (_name, shiftMs) => {
      const { batch, emulator } = await openEchoBatch();
      const now = Date.now.bind(Date);
      onTestFinished(() => void vi.restoreAllMocks());
      emulator.model("echo", ({ n }: NumberedInput) => {
        if (n === 5)
          vi.spyOn(Date, "now").mockImplementation(() => now() + shiftMs);
        return { echo: n };
      });
      await batch.add(numbered(20));
      expect(await batch.work({ concurrency: 2 })).toEqual({ reason: "done" });
      expect(await batch.progress()).toMatchObject({ completed: 20 });
      expect(emulator.jobs()).toHaveLength(20);
    },
  );

  it("holds few large inputs at a time, and submits all", async () => {
    const claimed = new Map<string, number>();
    let most = 0;
    const ledger = wrapLedger(createFileLedger(), (opened) => {
      const claim = opened.claim.bind(opened);
      const report = opened.report.bind(opened);
      opened.claim = async (request) => {
        const result = await claim(request);
        for (const { key, input } of result.items)
          claimed.set(key, input.length);
        const bytes = [...claimed.values()].reduce((sum, one) => sum + one, 0);
        most = Math.max(most, bytes);
        return result;
      };
      opened.report = (rows) => {
        for (const { key } of rows) claimed.delete(key);
        return report(rows);
      };
    });
    const { batch, warnings } = await openEchoBatch({ ledger });
    const text = "x".repeat(3_000_000);
    await batch.add(
      numbered(30).map(({ input }) => ({ input: { ...input, text } })),
    );
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ completed: 30 });
    expect(most).toBeLessThan(45_000_000);
    expect(warnings).toEqual([]);
  });

  it("ends on an abort though the service does not tell its time", async () => {
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
      { wrapFetch },
    );
    await batch.add(numbered(1));
    await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
    expect(await batch.progress()).toMatchObject({ queued: 1, workers: 0 });
  });

  it("ends with the signal's reason on an abort, and continues the jobs afterwards", async () => {
    const { batch, emulator, warnings } = await openEchoBatch();
    const stop = new AbortController();
    const finished = createGate();
    emulator.model("echo", async () => {
      stop.abort("enough");
      await finished.opened;
      return { echo: 7 };
    });
    await batch.add(numbered(1));
    await expect(batch.work({ signal: stop.signal })).rejects.toBe("enough");
    expect(warnings.at(-1)).toContain("keeps a result for 30 minutes");
    const left = await batch.progress();
    expect(left).toMatchObject({ running: 1, workers: 0 });
    expect(left.resultsExpireAt).toBeGreaterThan(Date.now() + 29 * 60_000);
    // Whoever asks in the evening gets no other time, also when the time has passed.
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 12 * HOUR_MS);
    onTestFinished(() => void vi.restoreAllMocks());
    expect(await batch.progress()).toEqual(left);
    vi.restoreAllMocks();
    finished.open();
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("warns at its end that results may be lost when it was stopped for too long", async () => {
    const { batch, emulator, warnings } = await openEchoBatch();
    const stop = new AbortController();
    onTestFinished(() => void vi.restoreAllMocks());
    emulator.model("echo", () => {
      stop.abort("enough");
      vi.spyOn(Date, "now").mockReturnValue(Date.now() + 12 * HOUR_MS);
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
    const finish = createGate();
    emulator.model("echo", async ({ n }: NumberedInput) => {
      await batch.set({ paused: true });
      await finish.opened;
      return { echo: n };
    });
    await batch.add(numbered(3));
    const work = batch.work({ concurrency: 1 });
    await expect.poll(() => batch.settings()).toMatchObject({ paused: true });
    finish.open();
    expect(await work).toEqual({ reason: "paused" });
    expect(await batch.progress()).toMatchObject({ completed: 1, queued: 2 });
    expect(warnings).toEqual([]);
  });
});

describe("batch.work when the service refuses a submit", () => {
  it.each([401, 402, 403, 404])(
    "ends at %i without failing an item",
    async (status) => {
      const { batch, emulator } = await openEchoBatch();
      emulator.fail(SUBMIT, { status });
      await batch.add(numbered(5));
      const end = await batch.work({ concurrency: 2 });
      expect(end).toMatchObject({ reason: "refused", error: { status } });
      expect(await batch.progress()).toMatchObject({ queued: 5, workers: 0 });
      expect(await batch.work({ concurrency: 2 })).toEqual({ reason: "done" });
      expect(emulator.jobs()).toHaveLength(5);
    },
  );

  it("ends without failing an item when the client has no address of the service", async () => {
    const batch = await openBatch<NumberedInput>(
      createClient({ apiKey: "key" }),
      {
        name: "a",
        model: "echo",
        ledger: createFileLedger(),
      },
    );
    onTestFinished(() => batch.close());
    await batch.add(numbered(3));
    const end = await batch.work();
    expect(end.reason).toBe("refused");
    expect(String(end.error)).toContain("publicBaseUrl is missing");
    expect(await batch.progress()).toMatchObject({ queued: 3, workers: 0 });
  });

  it("stores the results of the jobs that run before it ends", async () => {
    const { batch, emulator } = await openEchoBatch();
    const finish = holdJobs(emulator);
    await batch.add(numbered(5));
    emulator.fail(SUBMIT, { status: 402, after: 2 });
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

  it.each([409, 422])(
    "fails the item whose submit is answered %i, and goes on",
    async (status) => {
      const { batch, emulator } = await openEchoBatch();
      emulator.fail(SUBMIT, { status, body: { error: "never" } });
      await batch.add(numbered(2));
      expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
      const [failed, completed] = await readAll(batch);
      expect(failed?.state).toBe("failed");
      expect(failed?.error?.message).toContain(String(status));
      expect(completed?.state).toBe("completed");
      expect(emulator.jobs()).toHaveLength(1);
    },
  );

  it("says once that the service takes no submits, and goes on when it takes them", async () => {
    const { batch, emulator, warnings } = await openEchoBatch();
    const headers = { "retry-after": "0" };
    emulator.fail(SUBMIT, { status: 429, headers, times: 2 });
    await batch.add(numbered(2));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
    const outages = warnings.filter((text) => text.includes("429"));
    expect(outages).toEqual([
      expect.stringContaining(
        "a submit was not carried out, and is sent again after a pause: ",
      ),
    ]);
  });
});

describe("batch.work with answers about a job", () => {
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

  it.each([
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
        { wrapFetch },
      );
      await batch.add(numbered(1));
      expect(await batch.work()).toEqual({ reason: "unknown" });
      expect(await readAll(batch)).toMatchObject([
        {
          reason: "lost",
          error: { code: "status_unknown" },
          job: { id: emulator.jobs()[0]?.id },
          cost: 0.5,
        },
      ]);
      expect(warnings).toHaveLength(2);
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
    const { batch, warnings } = await openEchoBatch({}, { wrapFetch });
    await batch.add(numbered(1));
    expect(await batch.work()).toEqual({ reason: "done" });
    expect(await readAll(batch)).toMatchObject([{ output: { echo: 7 } }]);
    expect(warnings).toEqual([]);
  });

  it("fails an item whose output cannot be written as JSON, names its job, and goes on", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    let deepJob: string | undefined;
    const wrapFetch = answer("/status/", (id) => {
      deepJob ??= id;
      if (id !== deepJob) return undefined;
      const body = `{"id":"${id}","status":"COMPLETED","output":${deep}}`;
      return new Response(body, { headers: JSON_HEADERS });
    });
    const { batch } = await openEchoBatch({ estimate: 0.5 }, { wrapFetch });
    await batch.add(numbered(2));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
    const [failed, completed] = await readAll(batch);
    expect(failed).toMatchObject({
      state: "failed",
      error: { code: "output_not_stored" },
      job: { id: deepJob },
      cost: 0.5,
    });
    expect(failed?.error?.message).toContain(`job ${deepJob ?? ""} `);
    expect(completed?.state).toBe("completed");
  });

  it("fails an item whose output the contract refuses", async () => {
    const contract = defineModel({
      input: z.object({ n: z.number() }),
      output: z.object({ echo: z.number().max(0) }),
    });
    const { batch } = await openEchoBatch({ contract });
    await batch.add(numbered(2));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
    expect(await readAll(batch)).toMatchObject([
      { state: "completed", output: { echo: 0 } },
      { state: "failed", error: { code: "job_output_refused" } },
    ]);
  });

  it("warns once of large outputs that nobody gets, and names the ways to get them", async () => {
    const { batch, cloud, warnings } = await openEchoBatch({
      maxOutputBytes: 10,
    });
    await batch.add(numbered(2));
    await batch.work();
    expect(warnings).toEqual([
      expect.stringMatching(
        /has 22 bytes.*more than 10 are not kept.*wait\(\)/,
      ),
    ]);
    const [kept] = await readAll(batch);
    expect(kept).toMatchObject({ output: undefined, outputBytes: 22 });
    const job = kept?.job ?? { slug: "", id: "" };
    expect((await cloud.job(job).wait()).output).toMatchObject({ cost: 0.01 });
  });
});

// An unhandled rejection fails the run of vitest.
describe.each<[string, () => void]>([
  [
    "throws",
    () => {
      throw new Error("the log is down");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the log is down"))],
])("where it %s", (_, fail) => {
  it("onWarning of openBatch changes nothing", async () => {
    const onWarning = counted(fail);
    const { batch, emulator } = await openEchoBatch({
      onWarning: onWarning.call,
    });
    emulator.fail(SUBMIT, { reset: "after" });
    await batch.add(numbered(2));
    await batch.work({ concurrency: 1 });
    expect(onWarning.count).toBeGreaterThan(0);
    expect(await batch.progress()).toMatchObject({ completed: 1, unknown: 1 });
  });

  it("onCounts and onProgress of batch.work change nothing", async () => {
    const onCounts = counted(fail);
    const onProgress = counted(fail);
    const { batch, emulator } = await openEchoBatch();
    emulator.model("echo", async ({ n }: NumberedInput, { progress }) => {
      progress({ step: 1 });
      await vi.waitFor(() => expect(onProgress.count).toBeGreaterThan(n), WAIT);
      return { echo: n };
    });
    await batch.add(numbered(2));
    const end = await batch.work({
      concurrency: 1,
      onCounts: onCounts.call,
      onProgress: async () => {
        await onProgress.call();
      },
    });
    expect(end).toEqual({ reason: "done" });
    expect(onCounts.count).toBeGreaterThan(0);
  });
});

it("batch.work passes the progress of a job to onProgress, and awaits it before the next poll of the job", async () => {
  const { batch, emulator } = await openEchoBatch();
  const finish = createGate();
  const logged = createGate();
  emulator.model("echo", async ({ n }: NumberedInput, { progress }) => {
    if (n === 1) return { echo: n };
    progress({ step: 1 });
    await finish.opened;
    return { echo: n };
  });
  await batch.add([{ key: "a", input: { n: 0 } }, { input: { n: 1 } }]);
  const reported: unknown[] = [];
  let turns = 0;
  const end = await batch.work({
    onProgress: (progress, key) => {
      reported.push([key, progress]);
      finish.open();
      return logged.opened;
    },
    onCounts: ({ completed }) => {
      if (completed === 1 && reported.length === 1 && ++turns === 3)
        logged.open();
    },
  });
  expect(end).toEqual({ reason: "done" });
  expect(reported).toEqual([["a", { step: 1 }]]);
  expect(turns).toBe(3);
});

it("batch.work reports the progress at most once a second, and at the end", async () => {
  const { batch } = await openEchoBatch();
  await batch.add(numbered(5));
  const completed: number[] = [];
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await batch.work({
    concurrency: 1,
    onCounts: (progress) => completed.push(progress.completed),
  });
  expect(completed).toHaveLength(2);
  expect(completed[1]).toBe(5);
});

/** How many listeners the outputs of this process have for their errors. */
function countListeners(): number[] {
  return [process.stdout, process.stderr].map((output) =>
    output.listenerCount("error"),
  );
}

it("batch.work goes on when nobody reads the output of its process, and leaves the streams as they were", async () => {
  const { batch, emulator } = await openEchoBatch();
  await batch.add(numbered(2));
  const before = countListeners();
  const during: number[][] = [];
  const lost = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
  emulator.model("echo", () => {
    during.push(countListeners());
    process.stdout.emit("error", lost);
    return { echo: 1 };
  });
  expect(await batch.work()).toEqual({ reason: "done" });
  const more = before.map((count) => count + 1);
  expect(during).toEqual([more, more]);
  expect(countListeners()).toEqual(before);
});

import { describe, expect, it, onTestFinished } from "vitest";
import { openBatch } from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import {
  createSpendGuard,
  type SpendGuardOptions,
} from "../../../src/spend/index.js";
import { answer, createClockShift } from "../suite/faults.js";
import {
  abortWhenRunning,
  createFileLedger,
  createGate,
  createEchoService,
  holdJobs,
  numbered,
  openDefined,
  openEchoBatch,
  readAll,
  SUBMIT,
  webhooks,
  type NumberedInput,
} from "../suite/temporary-batch.js";

describe("batch.work under maxCost", () => {
  it("submits no item without an estimate, until add gives it one", async () => {
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

  it("submits items that carry estimates, and add refuses others", async () => {
    const { batch, open } = await openEchoBatch({ estimate: 1 });
    await batch.add(numbered(2));
    const other = await open({ maxCost: 1.005, estimate: undefined });
    const further = [{ key: "further", input: { n: 3 } }];
    await expect(other.add(further)).rejects.toThrow(
      /estimate.* is needed with maxCost/,
    );
    expect(await other.work()).toEqual({ reason: "spend" });
    expect(await other.progress()).toMatchObject({ completed: 1, queued: 1 });
  });

  it("keeps the estimates of the next items after a dear one that was estimated right", async () => {
    const price = ({ n }: NumberedInput) => (n === 0 ? 5 : 1);
    const { batch, emulator } = await openEchoBatch({
      maxCost: 9,
      estimate: price,
    });
    emulator.model("echo", (input: NumberedInput) => ({ cost: price(input) }));
    await batch.add(numbered(4));
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
    expect(await batch.progress()).toMatchObject({ completed: 4, cost: 8 });
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

  it("counts the estimate of each attempt that fails at an endpoint of one's own", async () => {
    const { batch, emulator } = await openEchoBatch({
      attempts: 2,
      estimate: 0.01,
      maxCost: 0.04,
    });
    emulator.model("echo", (_input, { fail }) => fail("no memory"));
    await batch.add(numbered(5));
    expect(await batch.work()).toEqual({ reason: "spend" });
    expect(await batch.progress()).toMatchObject({ cost: 0.04, reserved: 0 });
    expect(emulator.jobs()).toHaveLength(4);
  });

  it("goes on when another process has given back what it had reserved", async () => {
    const { batch, open, emulator } = await openEchoBatch({
      maxCost: 10,
      estimate: 6,
    });
    const finish = holdJobs(emulator, 1);
    const input = { n: 1 };
    await batch.add(["a", "b"].map((key) => ({ key, input })));
    const other = await open();
    const run = other.run("a", input);
    await expect.poll(() => emulator.jobs()).toHaveLength(1);
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

  it("follows a higher limit while jobs run that hold the whole budget", async () => {
    const { batch, emulator } = await openEchoBatch({
      maxCost: 1,
      estimate: 1,
    });
    const second = createGate();
    emulator.model("echo", async ({ n }: NumberedInput) => {
      if (n === 1) second.open();
      // The first job ends only when the second one has begun.
      await second.opened;
      return { cost: 1 };
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

  it("adopts the running jobs of a process that has ended, and ends", async () => {
    const { batch, open, emulator } = await openEchoBatch({
      maxCost: 1,
      estimate: 1,
    });
    const finish = holdJobs(emulator, 1);
    await batch.add(numbered(4));
    const other = await open();
    const stop = new AbortController();
    const work = batch.work({ concurrency: 1, signal: stop.signal });
    const stopped = expect(work).rejects.toBe("enough");
    await expect.poll(() => emulator.jobs()).toHaveLength(1);
    let turns = 0;
    const otherWork = other.work({
      // The claim of the first turn is refused before the second turn ends.
      onCounts: () => {
        if (++turns === 2) stop.abort("enough");
      },
    });
    await stopped;
    finish.open();
    expect(await otherWork).toEqual({ reason: "spend" });
    expect(emulator.jobs()).toHaveLength(1);
    expect(await batch.progress()).toMatchObject({
      completed: 1,
      queued: 3,
      running: 0,
      cost: 1,
    });
  });
});

describe("batch.work with a spend guard of the client", () => {
  /** Opens a batch of two items. */
  async function openWithGuard(options: SpendGuardOptions) {
    const { emulator } = createEchoService();
    const { apiKey, urls, fetch } = emulator;
    const spend = createSpendGuard(options);
    const cloud = createClient({ apiKey, ...urls, fetch, spend });
    const warnings: string[] = [];
    const batch = await openBatch<NumberedInput>(cloud, {
      name: "test",
      model: "echo",
      ledger: createFileLedger(),
      onWarning: (message) => warnings.push(message),
    });
    onTestFinished(() => batch.close());
    await batch.add(numbered(2));
    return { batch, emulator, warnings };
  }

  it("ends when the guard does not know what a job costs", async () => {
    const { batch, warnings } = await openWithGuard({ limit: 1 });
    expect(await batch.work()).toMatchObject({
      reason: "refused",
      error: { code: "spend_unknown" },
    });
    expect(warnings).toEqual([]);
    expect(await batch.progress()).toMatchObject({ queued: 2 });
  });

  it("ends when the guard refuses a submit, and warns with its figures", async () => {
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
    const { batch, emulator } = await openEchoBatch({ attempts: 2 });
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
    const end = await batch.work({ concurrency: 1 });
    expect(end).toEqual({ reason: "failures" });
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
    const work = other.work({
      signal: stop.signal,
      onCounts: () => stop.abort("enough"),
    });
    await expect(work).rejects.toBe("enough");
    expect(emulator.jobs()).toHaveLength(1);
  });

  it("close after three submits without a clear answer, so that an outage makes few items doubtful, with one warning, and one of all of them at the end", async () => {
    const { batch, emulator, warnings } = await openEchoBatch();
    emulator.fail(SUBMIT, { status: 502, times: 4 });
    await batch.add(numbered(60));
    const end = await batch.work({ concurrency: 50 });
    expect(end).toEqual({ reason: "unknown" });
    expect(await batch.progress()).toMatchObject({
      unknown: 4,
      completed: 56,
    });
    expect(warnings).toEqual([
      expect.stringMatching(/is in doubt, and so is each further item/),
      expect.stringMatching(/items in doubt.*\(4\).*may have been billed/),
    ]);
    const health = emulator.requests.filter(({ path }) =>
      path.endsWith("/health"),
    );
    expect(health.length).toBeGreaterThanOrEqual(2);
  });

  it("hold back fewer submits after an input that the service refuses, which is an answer", async () => {
    const { batch, emulator, ledger } = await openEchoBatch();
    emulator.fail(SUBMIT, { status: 502, times: 3 });
    emulator.fail(SUBMIT, { status: 422, body: { error: "n is too large" } });
    await batch.add(numbered(4));
    const end = await batch.work({ concurrency: 1 });
    expect(end).toEqual({ reason: "unknown" });
    expect(await batch.progress()).toMatchObject({ unknown: 3, failed: 1 });
    const opened = await openDefined(ledger);
    expect((await opened.totals()).endpoint.allowance).toBe(2);
  });

  it("do not hold up the items behind one that is answered with 429", async () => {
    let isFree = false;
    const wrapFetch = answer("/run", (_id, init) => {
      const { input } = JSON.parse(init?.body as string) as {
        readonly input: NumberedInput;
      };
      if (isFree || input.n !== 0) return undefined;
      const headers = { "retry-after": "0" };
      return new Response("{}", { status: 429, headers });
    });
    const { batch, emulator } = await openEchoBatch({}, { wrapFetch });
    await batch.add([
      { key: "heavy", input: { n: 0 }, priority: 1 },
      ...numbered(4).slice(1),
    ]);
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (n === 3) isFree = true;
      return { echo: n };
    });
    expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
    expect(emulator.jobs().map(({ input }) => input)).toEqual(
      [1, 2, 3, 0].map((n) => ({ n })),
    );
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

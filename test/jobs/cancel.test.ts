import { getEventListeners } from "node:events";
import type { FaultRule } from "cloud-compute-emulator";
import { describe, expect, test, vi } from "vitest";
import {
  TimeoutError,
  type CancelOutcome,
  type WaitOptions,
} from "../../src/index.js";
import { collect } from "../support/collect.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { passTime, useFakeTime } from "../support/fake-time.js";
import { failure, refused, scripted } from "../support/scripted-fetch.js";

useFakeTime();

const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

function setUp() {
  const { emulator, cloud, requestsOf } = createEmulatedClient();
  // Its jobs take 8 s.
  const model = cloud.model("video-demo");
  const cancellations = () => requestsOf(CANCEL);
  return { emulator, cloud, model, cancellations };
}

const input = { prompt: "a lighthouse" };
type Model = ReturnType<typeof setUp>["model"];
type Begin = (model: Model, options: WaitOptions) => Promise<unknown>;

/** Each way to wait, begun with a job that is submitted at once. */
const WAITS: Readonly<Record<string, Begin>> = {
  wait: async (model, options) => (await model.run(input)).wait(options),
  watch: async (model, options) =>
    collect((await model.run(input)).watch(options)),
  stream: async (model, options) =>
    collect((await model.run(input)).stream(options)),
  runSync: (model, options) => model.runSync(input, { ...options, wait: 1000 }),
};
/** A map rejects as a wait does at an abort, also while its source is pending. A timeout becomes a result of the map. */
const map: Begin = (model, options) => {
  const inputs = async function* () {
    yield input;
    await new Promise(() => undefined);
  };
  // The other callbacks of a map take other arguments.
  const { signal, onAbort, onCancel } = options;
  return collect(model.map(inputs(), { signal, onAbort, onCancel }));
};

/** Begins to wait on a service whose next cancellations meet `fault`, and aborts when the caller says so. */
function beginWait(
  begin: Begin,
  { fault = {}, ...options }: WaitOptions & { readonly fault?: FaultRule } = {},
) {
  const { emulator, model, cancellations } = setUp();
  emulator.fail(CANCEL, fault);
  const controller = new AbortController();
  const { signal } = controller;
  const outcomes: CancelOutcome[] = [];
  const onCancel = (outcome: CancelOutcome) => void outcomes.push(outcome);
  /** How the wait ends, filled in as soon as it has. */
  const ended: { reason?: unknown; at?: number } = {};
  const waiting = begin(model, { signal, onCancel, ...options });
  waiting.catch((reason: unknown) =>
    Object.assign(ended, { reason, at: performance.now() }),
  );
  /** Expects that nothing of the wait is left, and that it has sent so many cancellations. */
  const expectOver = async (cancels: number) => {
    const others = () => emulator.requests.length - cancellations().length;
    const before = others();
    await passTime(60_000);
    expect([cancellations().length, others()]).toEqual([cancels, before]);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  };
  return { controller, cancellations, outcomes, ended, expectOver };
}

describe.each(Object.entries({ ...WAITS, map }))(
  "an aborted %s",
  (_, begin) => {
    test("rejects at once with the reason itself, and does not cancel the job", async () => {
      const { controller, outcomes, ended, expectOver } = beginWait(begin);
      await passTime(3000);
      const reason = { not: "an error" };
      controller.abort(reason);
      await passTime(0);
      expect(ended.reason).toBe(reason);
      await expectOver(0);
      expect(outcomes).toEqual([]);
    });

    test('with onAbort "cancel" rejects when the service has answered the cancellation, which is sent once and reported to onCancel', async () => {
      const begun = beginWait(begin, {
        fault: { delay: 2000 },
        onAbort: "cancel",
      });
      const { controller, cancellations, outcomes, ended, expectOver } = begun;
      await passTime(3000);
      controller.abort("enough");
      await passTime(1999);
      expect(ended).toEqual({});
      expect([cancellations().length, outcomes]).toEqual([1, []]);
      await passTime(1);
      expect(ended.reason).toBe("enough");
      const id = cancellations()[0]?.path.split("/").at(-1);
      const job = { slug: "video-demo", id };
      expect(outcomes).toMatchObject([{ job, cancelled: true }]);
      expect("error" in (outcomes[0] ?? {})).toBe(false);
      await expectOver(1);
      expect(outcomes).toHaveLength(1);
    });
  },
);

test.each(Object.entries(WAITS))(
  'a %s that reaches its timeout waits for the cancellation of onAbort "cancel" and carries its outcome',
  async (_, begin) => {
    const begun = performance.now();
    const fault = { delay: 2500 };
    const options = { fault, timeout: 3000, onAbort: "cancel" } as const;
    const { outcomes, ended } = beginWait(begin, options);
    await passTime(60_000);
    expect(ended.reason).toBeInstanceOf(TimeoutError);
    const { job, cancellation } = ended.reason as TimeoutError;
    expect(job?.slug).toBe("video-demo");
    expect(cancellation).toEqual({ job, cancelled: true });
    expect(outcomes).toEqual([cancellation]);
    expect((ended.at ?? 0) - begun).toBeGreaterThanOrEqual(5500);
    expect((ended.at ?? 0) - begun).toBeLessThan(5600);
  },
);

test("a runSync that is aborted while it is held cannot cancel: the id is not known yet", async () => {
  const held: Begin = (model, options) => model.runSync(input, options);
  const begun = beginWait(held, { onAbort: "cancel" });
  await passTime(1000);
  begun.controller.abort("enough");
  await passTime(0);
  expect(begun.ended.reason).toBe("enough");
  await begun.expectOver(0);
});

test("a watch that its consumer leaves by a break cancels nothing and stops polling", async () => {
  const { model, emulator, cancellations } = setUp();
  const job = await model.run(input);
  const updates = job.watch({ onAbort: "cancel" });
  const first = updates.next();
  await passTime(300);
  expect(await first).toMatchObject({ value: { status: "IN_QUEUE" } });
  await updates.return();
  await passTime(60_000);
  // The submit, the poll, and the request whose response was held until the break.
  expect([cancellations().length, emulator.requests.length]).toEqual([0, 3]);
});

for (const way of ["watch", "stream"] as const)
  test(`a ${way} that is aborted while its consumer is busy, and then left, cancels as onAbort says`, async () => {
    const { cloud, emulator, cancellations } = setUp();
    emulator.model(
      "in-pieces",
      (_, { stream }) => {
        stream("the first");
        return { text: "the first" };
      },
      { executionTime: 30_000 },
    );
    const controller = new AbortController();
    const { signal } = controller;
    const job = await cloud.model("in-pieces").run(input);
    const updates = job[way]({ signal, onAbort: "cancel", timeout: 60_000 });
    const first = updates.next();
    await passTime(way === "watch" ? 300 : 12_000);
    expect((await first).done).toBe(false);
    controller.abort();
    await updates.return();
    await passTime(60_000);
    expect(cancellations()).toHaveLength(1);
  });

describe("the outcome of a cancellation", () => {
  /** Aborts a wait 3 s after the submit of its job, whose cancellation meets `fault`. */
  const abort = async (options: Parameters<typeof beginWait>[1]) => {
    const begun = beginWait(WAITS["wait"] as Begin, {
      onAbort: "cancel",
      ...options,
    });
    await passTime(3000);
    begun.controller.abort("enough");
    await begun.expectOver(1);
    expect(begun.ended.reason).toBe("enough");
    return begun.outcomes;
  };

  test("of a job that has already ended is `cancelled: false` without an error", async () => {
    const outcomes = await abort({ fault: { body: { status: "COMPLETED" } } });
    expect(outcomes).toMatchObject([{ cancelled: false }]);
    expect(outcomes[0]).not.toHaveProperty("error");
  });

  test.each<[string, FaultRule, object]>([
    ["is answered with 400", { status: 400, times: 9 }, { status: 400 }],
    ["is answered with 502", { status: 502, times: 9 }, { status: 502 }],
    ["has no answer in 20 seconds", { delay: 1e6 }, { code: "timeout" }],
  ])(
    "that %s carries the error, and is not sent again",
    async (_, fault, error) => {
      expect(await abort({ fault })).toMatchObject([
        { cancelled: false, error: { ...error, operation: "job.cancel" } },
      ]);
    },
  );

  test("may go to an onCancel that throws: the error is ignored", async () => {
    const onCancel = vi.fn(() => {
      throw new Error("the caller's own");
    });
    await abort({ onCancel });
    expect(onCancel).toHaveBeenCalledOnce();
  });
});

test("an abort rejects at once also while a wait that reached its timeout awaits the cancellation", async () => {
  const fault = { delay: 15_000 };
  const options = { fault, timeout: 2000, onAbort: "cancel" } as const;
  const { controller, ended } = beginWait(WAITS["wait"] as Begin, options);
  await passTime(3000);
  controller.abort("enough");
  await passTime(0);
  expect(ended.reason).toBe("enough");
});

test.each(["cancel", "retry"] as const)(
  "the error of a %s names the job, and keeps maybeSent",
  async (change) => {
    const options = { retries: 0 };
    for (const [step, maybeSent] of [
      [{ status: 502 }, true],
      [refused(), false],
    ] as const) {
      const { cloud } = scripted([step]);
      const job = cloud.model("m").job("j1");
      const error = (await failure(job[change](options))) as Error;
      expect(error).toMatchObject({ maybeSent });
      expect(error.message).toContain("(job j1 of m)");
    }
  },
);

import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type { ClientOptions, Job } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import {
  nextMacrotask,
  passTime,
  settleInFakeTime,
  useFakeTime,
} from "../support/fake-time.js";

useFakeTime();

const RUN = "POST /v2/{slug}/run";
const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

interface Input {
  readonly prompt: string;
}

function setUp(options: ClientOptions = {}) {
  const { emulator, cloud, requestsOf } = createEmulatedClient(options);
  const model = cloud.model<Input>("flux-schnell");
  const submits = () => requestsOf(RUN);
  const cancellations = () => requestsOf(CANCEL);
  return { emulator, model, submits, cancellations };
}

/** A source of inputs that never ends, and the number of calls of its methods. */
function createInfiniteSource() {
  const seen = { pulled: 0, returned: 0 };
  const iterator: Iterator<Input> = {
    next: () => ({ value: { prompt: `p${seen.pulled++}` } }),
    return: () => {
      seen.returned++;
      return { done: true, value: undefined };
    },
  };
  return { seen, inputs: { [Symbol.iterator]: () => iterator } };
}

/** Enough time for everything that is still to happen. */
const LONG_TIME = 300_000;

/** How `promise` has ended by now; "pending" if it has not. */
async function peek(promise: Promise<unknown>): Promise<unknown> {
  const settled = Promise.allSettled([promise]).then(([one]) => one);
  return Promise.race([settled, nextMacrotask().then(() => "pending")]);
}

describe("a break out of map", () => {
  test.each(["detach", "cancel"] as const)(
    'with onAbort "%s" returns the source once, stops submits and polls, and treats the jobs in progress so',
    async (onAbort) => {
      const { emulator, model, submits, cancellations } = setUp();
      const { seen, inputs } = createInfiniteSource();
      const { signal } = new AbortController();
      const outcomes: boolean[] = [];
      const onCancel = ({ cancelled }: { cancelled: boolean }) =>
        outcomes.push(cancelled);
      emulator.fail(RUN, { delay: 500, times: 3 });
      emulator.fail(RUN, { delay: 1000, times: 3 });
      const options = { concurrency: 4, signal, onCancel, onAbort };
      const consume = async () => {
        let taken = 0;
        for await (const { job } of model.map(inputs, options)) {
          expect(job?.status).toBe("COMPLETED");
          if (++taken === 3) break;
        }
      };
      await settleInFakeTime(consume());
      const countOthers = () =>
        emulator.requests.length - cancellations().length;
      const before = countOthers();
      const sent = submits().length;
      // The break may come between the pull of an input and its submit.
      expect([sent, sent + 1]).toContain(seen.pulled);
      const inProgress = sent - 3;
      expect(inProgress).toBeGreaterThan(1);
      const cancels = onAbort === "cancel" ? inProgress : 0;
      await passTime(LONG_TIME);
      expect([seen.returned, submits().length]).toEqual([1, sent]);
      expect(countOthers()).toBe(before);
      expect(cancellations()).toHaveLength(cancels);
      expect(outcomes).toEqual(Array(cancels).fill(true));
      expect(vi.getTimerCount()).toBe(0);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  test.each(["detach", "cancel"] as const)(
    'finishes a submit in progress, and with onAbort "%s" treats its job so',
    async (onAbort) => {
      const { emulator, model, submits, cancellations } = setUp();
      emulator.fail(RUN, { delay: 1 });
      emulator.fail(RUN, { delay: 5000 });
      const handles: Job[] = [];
      const inputs = [{ prompt: "quick" }, { prompt: "slow" }];
      const onSubmit = (job: Job) => handles.push(job);
      const results = model.map(inputs, { onAbort, onSubmit });
      await settleInFakeTime(results.next());
      const returned = results.return();
      await passTime(0);
      expect([handles.length, submits().length]).toEqual([1, 2]);
      await passTime(20_000);
      await returned;
      expect(submits().map(({ status }) => status)).toEqual([200, 200]);
      expect(handles).toHaveLength(2);
      expect(cancellations()).toHaveLength(onAbort === "cancel" ? 1 : 0);
      const status = await handles[1]?.status();
      expect(status?.status).toBe(
        onAbort === "cancel" ? "CANCELLED" : "COMPLETED",
      );
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  test("does not wait for a source that is still pending", async () => {
    const { model } = setUp();
    let [pulled, returned] = [0, 0];
    const iterator: AsyncIterator<Input> = {
      next: () =>
        pulled++ === 0
          ? Promise.resolve({ value: { prompt: "first" } })
          : new Promise(() => undefined),
      return: () => {
        returned++;
        return new Promise(() => undefined);
      },
    };
    const results = model.map({ [Symbol.asyncIterator]: () => iterator });
    await settleInFakeTime(results.next());
    expect(await peek(results.return())).toMatchObject({ value: {} });
    await passTime(LONG_TIME);
    expect([pulled, returned, vi.getTimerCount()]).toEqual([2, 1, 0]);
  });

  test("ends a submit that the service answered with 429 and that waits for its retry", async () => {
    const { emulator, model, submits } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { status: 429, headers: { "retry-after": "30" } });
    const results = model.map([{ prompt: "a" }, { prompt: "b" }]);
    await settleInFakeTime(results.next());
    await results.return();
    expect(submits()).toHaveLength(2);
    await passTime(LONG_TIME);
    expect(submits()).toHaveLength(2);
  });
});

describe("an abort of map", () => {
  test("before it begins rejects with the reason and does not touch the source", async () => {
    const { model } = setUp();
    const { seen, inputs } = createInfiniteSource();
    const mapping = model.map(inputs, { signal: AbortSignal.abort("early") });
    await expect(mapping.next()).rejects.toBe("early");
    expect(seen).toEqual({ pulled: 0, returned: 0 });
  });

  test("while the consumer is busy cancels the jobs without waiting for the consumer", async () => {
    const { emulator, model, cancellations } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { delay: 800 });
    const controller = new AbortController();
    const { signal } = controller;
    const inputs = [{ prompt: "a" }, { prompt: "b" }];
    const results = model.map(inputs, { signal, onAbort: "cancel" });
    await settleInFakeTime(results.next());
    controller.abort();
    await passTime(LONG_TIME);
    expect(cancellations()).toHaveLength(1);
  });

  test("while the consumer is busy keeps queued submits from being sent", async () => {
    const { emulator, model, submits } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { delay: 5000, times: 500 });
    const controller = new AbortController();
    const { signal } = controller;
    const { inputs } = createInfiniteSource();
    const results = model.map(inputs, { signal, concurrency: 200 });
    await settleInFakeTime(results.next());
    controller.abort();
    const before = submits().length;
    await passTime(LONG_TIME);
    expect(submits()).toHaveLength(before);
  });
});

describe("a source of map", () => {
  test("that throws ends the iteration with an error that carries its error and the jobs under way", async () => {
    const { model, submits, cancellations } = setUp();
    const error = new Error("the source's own");
    const inputs = async function* () {
      yield { prompt: "first" };
      // The first job is submitted meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw error;
    };
    const results = model.map(inputs(), { onAbort: "cancel" });
    const ended = await rejectionOf(settleInFakeTime(results.next()));
    expect(ended).toMatchObject({
      callback: "inputs",
      cause: error,
      maybeSent: true,
      jobs: [{ slug: "flux-schnell" }],
    });
    expect(await results.next()).toMatchObject({ done: true });
    await passTime(LONG_TIME);
    expect(cancellations()).toHaveLength(submits().length);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("map rejects at once when it is aborted while its consumer is busy, even if its source is pending", async () => {
  const controller = new AbortController();
  const source = async function* () {
    yield { prompt: "a" };
    await new Promise(() => undefined);
  };
  const results = setUp().model.map(source(), controller);
  await settleInFakeTime(results.next());
  controller.abort("enough");
  expect(await peek(results.next())).toMatchObject({ reason: "enough" });
});

test("map with stopOnFailure ends with the first failure, returns the source once and treats the rest as onAbort says", async () => {
  const { emulator, model, submits, cancellations } = setUp();
  emulator.fail(RUN, { delay: 200 });
  emulator.fail(RUN, { delay: 400 });
  emulator.fail(RUN, { delay: 600, status: 500 });
  const { seen, inputs } = createInfiniteSource();
  const results = model.map(inputs, {
    concurrency: 3,
    stopOnFailure: true,
    onAbort: "cancel",
  });
  const ended = await rejectionOf(settleInFakeTime(results.next()));
  expect(ended).toMatchObject({ status: 500 });
  await passTime(LONG_TIME);
  expect([seen, submits().length]).toEqual([{ pulled: 3, returned: 1 }, 3]);
  expect(cancellations()).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

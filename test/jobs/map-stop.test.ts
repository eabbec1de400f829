import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator, type Route } from "../../src/emulator/index.js";
import { createClient, type ClientOptions, type Job } from "../../src/index.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const RUN = "POST /v2/{slug}/run";
const CANCEL = "POST /v2/{slug}/cancel/{jobId}";

interface Input {
  readonly prompt: string;
}

function setUp(options: ClientOptions = {}) {
  const emulator = createEmulator();
  const { apiKey, fetch, urls } = emulator;
  const cloud = createClient({ apiKey, fetch, ...urls, ...options });
  const sent = (route: Route) =>
    emulator.requests.filter((request) => request.route === route);
  const model = cloud.model<Input>("flux-schnell");
  return { emulator, model, sent };
}

/** A source without end that counts what is asked of it. */
function endless() {
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

const realImmediate = setImmediate;
const macrotask = () =>
  new Promise<void>((resolve) => {
    realImmediate(resolve);
  });

/** What is still to happen happens, for five minutes. */
const pass = (milliseconds = 300_000) =>
  vi.advanceTimersByTimeAsync(milliseconds);

/** Awaits `promise` while the fake timers go on from one to the next. */
async function finish<T>(promise: Promise<T>): Promise<T> {
  let steps = 20_000;
  const settle = () => (steps = 0);
  promise.then(settle, settle);
  await macrotask();
  while (steps-- > 0) {
    await vi.advanceTimersToNextTimerAsync();
    await macrotask();
  }
  return promise;
}

/** How `promise` ended, if it has by now. */
async function soon(promise: Promise<unknown>): Promise<unknown> {
  const settled = Promise.allSettled([promise]).then(([one]) => one);
  return Promise.race([settled, macrotask().then(() => "pending")]);
}

describe("a break out of map", () => {
  for (const [onAbort, cancels] of [
    [undefined, 0],
    ["detach" as const, 0],
    ["cancel" as const, 3],
  ] as const)
    test(`with onAbort ${onAbort} returns the source once, submits and looks no more, and cancels ${cancels} of 3 jobs under way`, async () => {
      const { emulator, model, sent } = setUp();
      const { seen, inputs } = endless();
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
      await finish(consume());
      const others = () => emulator.requests.length - sent(CANCEL).length;
      const before = others();
      expect([seen.returned, sent(RUN).length]).toEqual([1, seen.pulled]);
      await pass();
      expect([seen.returned, sent(RUN).length]).toEqual([1, seen.pulled]);
      expect(others()).toBe(before);
      expect(sent(CANCEL)).toHaveLength(cancels);
      expect(outcomes).toEqual(Array(cancels).fill(true));
      expect(vi.getTimerCount()).toBe(0);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    });

  for (const onAbort of ["detach", "cancel"] as const)
    test(`leaves a submit alone that is under way, and with "${onAbort}" treats its job so`, async () => {
      const { emulator, model, sent } = setUp();
      emulator.fail(RUN, { delay: 1 });
      emulator.fail(RUN, { delay: 5000 });
      const handles: Job[] = [];
      const inputs = [{ prompt: "quick" }, { prompt: "slow" }];
      const onSubmit = (job: Job) => handles.push(job);
      const results = model.map(inputs, { onAbort, onSubmit });
      await finish(results.next());
      await results.return();
      expect([handles.length, sent(RUN).length]).toEqual([1, 2]);
      await pass(20_000);
      expect(sent(RUN).map(({ status }) => status)).toEqual([200, 200]);
      expect(handles).toHaveLength(2);
      expect(sent(CANCEL)).toHaveLength(onAbort === "cancel" ? 1 : 0);
      const status = await handles[1]?.status();
      expect(status?.status).toBe(
        onAbort === "cancel" ? "CANCELLED" : "COMPLETED",
      );
      expect(vi.getTimerCount()).toBe(0);
    });

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
    await finish(results.next());
    expect(await soon(results.return())).toMatchObject({ value: {} });
    await pass();
    expect([pulled, returned, vi.getTimerCount()]).toEqual([2, 1, 0]);
  });

  test("calls off a submit that the service turned away with 429 and that waits to be repeated", async () => {
    const { emulator, model, sent } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { status: 429, headers: { "retry-after": "30" } });
    const results = model.map([{ prompt: "a" }, { prompt: "b" }]);
    await finish(results.next());
    await results.return();
    expect(sent(RUN)).toHaveLength(2);
    await pass();
    expect(sent(RUN)).toHaveLength(2);
  });

  test("calls off a submit that still waits for its key", async () => {
    let asked = 0;
    const { emulator, model, sent } = setUp({
      apiKey: async () => {
        const isSecondSubmit = ++asked === 2;
        if (isSecondSubmit) await new Promise((end) => setTimeout(end, 9000));
        return emulator.apiKey;
      },
    });
    const results = model.map([{ prompt: "a" }, { prompt: "b" }]);
    await finish(results.next());
    await results.return();
    expect(sent(RUN)).toHaveLength(1);
    await pass();
    expect(sent(RUN)).toHaveLength(1);
  });
});

describe("an abort of map", () => {
  test("rejects at once with the very reason, also while the source is pending", async () => {
    const { model, sent } = setUp();
    const inputs = async function* () {
      yield { prompt: "first" };
      await new Promise(() => undefined);
    };
    const controller = new AbortController();
    const { signal } = controller;
    const next = model.map(inputs(), { signal, onAbort: "cancel" }).next();
    next.catch(() => undefined);
    await pass(600);
    expect(sent(RUN)).toHaveLength(1);
    const reason = { not: "an error" };
    controller.abort(reason);
    const ended = (await soon(next)) as { reason: unknown };
    expect(ended.reason).toBe(reason);
    await pass();
    expect(sent(CANCEL).map(({ status }) => status)).toEqual([200]);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("before it begins rejects with the reason and does not touch the source", async () => {
    const { model } = setUp();
    const { seen, inputs } = endless();
    const mapping = model.map(inputs, { signal: AbortSignal.abort("early") });
    await expect(mapping.next()).rejects.toBe("early");
    expect(seen).toEqual({ pulled: 0, returned: 0 });
  });

  test("that comes while the consumer is busy calls the jobs off without waiting for it", async () => {
    const { emulator, model, sent } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { delay: 800 });
    const controller = new AbortController();
    const { signal } = controller;
    const inputs = [{ prompt: "a" }, { prompt: "b" }];
    const results = model.map(inputs, { signal, onAbort: "cancel" });
    await finish(results.next());
    controller.abort();
    await pass();
    expect(sent(CANCEL)).toHaveLength(1);
  });

  test("that comes while the consumer is busy keeps queued submits from being sent", async () => {
    const { emulator, model, sent } = setUp();
    emulator.fail(RUN, { delay: 1 });
    emulator.fail(RUN, { delay: 5000, times: 500 });
    const controller = new AbortController();
    const { signal } = controller;
    const { inputs } = endless();
    const results = model.map(inputs, { signal, concurrency: 200 });
    await finish(results.next());
    controller.abort();
    const before = sent(RUN).length;
    await pass();
    expect(sent(RUN)).toHaveLength(before);
  });
});

describe("a source of map", () => {
  test("that throws rejects with its error and returns nothing more", async () => {
    const { model, sent } = setUp();
    const fault = new Error("the source's own");
    const inputs = function* () {
      yield { prompt: "first" };
      throw fault;
    };
    const results = model.map(inputs(), { onAbort: "cancel" });
    const ended = await finish(results.next()).catch((error: unknown) => error);
    expect(ended).toBe(fault);
    expect(await results.next()).toMatchObject({ done: true });
    await pass();
    expect(sent(CANCEL)).toHaveLength(sent(RUN).length);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("whose return throws does not hide the reason of an abort", async () => {
    const { model } = setUp();
    const iterator: Iterator<Input> = {
      next: () => ({ value: { prompt: "a" } }),
      return: () => {
        throw new Error("the source's own");
      },
    };
    const controller = new AbortController();
    const { signal } = controller;
    const inputs = { [Symbol.iterator]: () => iterator };
    const next = model.map(inputs, { signal }).next();
    await pass(300);
    controller.abort("enough");
    expect(await soon(next)).toMatchObject({ reason: "enough" });
  });
});

test("map that is aborted while its consumer has a result rejects at once, however silent its source", async () => {
  const controller = new AbortController();
  const source = async function* () {
    yield { prompt: "a" };
    await new Promise(() => undefined);
  };
  const results = setUp().model.map(source(), controller);
  await finish(results.next());
  controller.abort("enough");
  expect(await soon(results.next())).toMatchObject({ reason: "enough" });
});

test("map with stopOnFailure ends with the first failure, returns the source once and treats the rest as onAbort says", async () => {
  const { emulator, model, sent } = setUp();
  emulator.fail(RUN, { delay: 200 });
  emulator.fail(RUN, { delay: 400 });
  emulator.fail(RUN, { delay: 600, status: 500 });
  const { seen, inputs } = endless();
  const results = model.map(inputs, {
    ...{ concurrency: 3, stopOnFailure: true, onAbort: "cancel" },
  });
  const ended = await finish(results.next()).catch((error: unknown) => error);
  expect(ended).toMatchObject({ status: 500 });
  await pass();
  expect([seen, sent(RUN).length]).toEqual([{ pulled: 3, returned: 1 }, 3]);
  expect(sent(CANCEL)).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEmulator, type Route } from "../../src/emulator/index.js";
import { createClient, InputError, type MapProgress } from "../../src/index.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const RUN = "POST /v2/{slug}/run";

interface Input {
  readonly prompt: string;
}

function setUp() {
  const emulator = createEmulator();
  const { apiKey, fetch, urls } = emulator;
  const cloud = createClient({ apiKey, fetch, ...urls });
  const sent = (route: Route) =>
    emulator.requests.filter((request) => request.route === route);
  const prompts = () =>
    sent(RUN).map(({ body }) => (body as { input: Input }).input.prompt);
  const model = cloud.model<Input>("flux-schnell");
  return { emulator, model, sent, prompts };
}

const inputsOf = (count: number): Input[] =>
  Array.from({ length: count }, (_, index) => ({ prompt: `p${index}` }));

const realImmediate = setImmediate;
const macrotask = () =>
  new Promise<void>((resolve) => {
    realImmediate(resolve);
  });

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

async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of iterable) all.push(one);
  return all;
}

/** Sources of so many inputs that count how far they were pulled. */
const SOURCES: Readonly<
  Record<
    string,
    (
      count: number,
      onPull: () => void,
    ) => Iterable<Input> | AsyncIterable<Input>
  >
> = {
  "a generator": function* (count, onPull) {
    for (const input of inputsOf(count)) {
      onPull();
      yield input;
    }
  },
  "an async generator": async function* (count, onPull) {
    for (const input of inputsOf(count)) {
      await Promise.resolve();
      onPull();
      yield input;
    }
  },
  "an async iterable that takes its time": (count, onPull) => {
    let index = 0;
    const next = async (): Promise<IteratorResult<Input>> => {
      await new Promise((resolve) => setTimeout(resolve, 70));
      if (index === count) return { done: true, value: undefined };
      onPull();
      return { done: false, value: { prompt: `p${index++}` } };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  },
};

test("map yields each result as its job ends, with its index, its input, and either job or error", async () => {
  const { emulator, model } = setUp();
  emulator.fail(RUN, { delay: 5000 });
  const inputs = [...inputsOf(3), { prompt: "please fail" }];
  const results = await finish(collect(model.map(inputs)));
  expect(results.map(({ index }) => index).at(-1)).toBe(0);
  const sorted = results.toSorted((a, b) => a.index - b.index);
  expect(sorted).toMatchObject([
    ...[0, 1, 2].map((index) => ({
      ...{ index, input: inputs[index] },
      job: { status: "COMPLETED" },
    })),
    { index: 3, input: inputs[3], error: { code: "job_failed" } },
  ]);
  for (const [index, result] of sorted.entries()) {
    expect(result.input).toBe(inputs[index]);
    expect("job" in result).toBe(index < 3);
    expect("error" in result).toBe(index === 3);
  }
});

test("map tells the handle of each job as soon as there is one, and how far it has come", async () => {
  const { emulator, model } = setUp();
  emulator.fail(RUN, { status: 400 });
  const handles: [string, number][] = [];
  const states: MapProgress[] = [];
  const inputs = [...inputsOf(3), { prompt: "fail" }];
  const results = await finish(
    collect(
      model.map(inputs, {
        concurrency: 1,
        onSubmit: (job, index) => handles.push([job.id, index]),
        onProgress: (progress) => states.push(progress),
      }),
    ),
  );
  expect(handles.map(([, index]) => index)).toEqual([1, 2, 3]);
  expect(handles.slice(0, 2).map(([id]) => id)).toEqual(
    results.slice(1, 3).map(({ job }) => job?.id),
  );
  const of = ({ submitted, completed, failed }: MapProgress) =>
    [submitted, completed, failed].join(" ");
  expect(states.map(of)).toEqual([
    ...["0 0 1", "1 0 1", "1 1 1"],
    ...["2 1 1", "2 2 1", "3 2 1", "3 2 2"],
  ]);
});

test("map of nothing yields nothing and sends nothing", async () => {
  const { emulator, model } = setUp();
  expect(await finish(collect(model.map([])))).toEqual([]);
  expect(emulator.requests).toEqual([]);
});

test("map sends webhook, policy and s3Config with every submit", async () => {
  const { model, sent } = setUp();
  const beside = {
    webhook: "https://hook.test/",
    policy: { ttl: 60_000 },
    s3Config: {
      ...{ accessId: "a", accessSecret: "s" },
      ...{ bucketName: "b", endpointUrl: "https://s3.test" },
    },
  };
  await finish(collect(model.map(inputsOf(2), beside)));
  expect(sent(RUN).map(({ body }) => body)).toMatchObject([beside, beside]);
});

test("map sends its headers with every request, the submit among them", async () => {
  const { model, emulator } = setUp();
  const headers = { "x-through": "proxy" };
  await finish(collect(model.map(inputsOf(1), { headers })));
  const through = emulator.requests.map((request) => [
    request.route,
    request.headers["x-through"],
  ]);
  expect(through.filter(([, header]) => header !== "proxy")).toEqual([]);
});

for (const concurrency of [0, -1, 1.5, NaN, Infinity, "3"])
  test(`map with concurrency ${concurrency} rejects and neither pulls nor submits`, async () => {
    const { model, emulator } = setUp();
    let pulled = 0;
    const source = SOURCES["a generator"]?.(3, () => pulled++) ?? [];
    const options = { concurrency: concurrency as number };
    const mapping = collect(model.map(source, options));
    await expect(mapping).rejects.toBeInstanceOf(InputError);
    expect([pulled, emulator.requests.length]).toEqual([0, 0]);
  });

for (const timeout of [0, -1, NaN, Infinity, 2 ** 31])
  test(`map with a timeout of ${timeout} ms rejects before anything is submitted and billed`, async () => {
    const { model, sent } = setUp();
    const mapping = finish(collect(model.map(inputsOf(2), { timeout })));
    await expect(mapping).rejects.toBeInstanceOf(InputError);
    expect(sent(RUN)).toHaveLength(0);
  });

describe.each(Object.entries(SOURCES))("map of %s", (_, sourceOf) => {
  test("never has more jobs under way than asked for", async () => {
    const { model } = setUp();
    const underWay: number[] = [];
    await finish(
      collect(
        model.map(
          sourceOf(12, () => undefined),
          {
            concurrency: 4,
            onProgress: ({ submitted, completed, failed }) =>
              underWay.push(submitted - completed - failed),
          },
        ),
      ),
    );
    expect(Math.max(...underWay)).toBe(4);
  });

  test("pulls no further than it works off, and not at all while nobody asks for results", async () => {
    const { model, prompts } = setUp();
    let pulled = 0;
    const results = model.map(
      sourceOf(9, () => pulled++),
      { concurrency: 3 },
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pulled).toBe(0);
    for (let taken = 0; taken < 9; taken++) {
      const { done, value } = await finish(results.next());
      expect([done, value?.job?.status]).toEqual([false, "COMPLETED"]);
      const before = pulled;
      expect(before).toBeLessThanOrEqual(taken + 3);
      await vi.advanceTimersByTimeAsync(60_000);
      // One pull may be under way when the result comes.
      expect(pulled - before).toBeLessThanOrEqual(1);
      expect(pulled).toBeLessThanOrEqual(taken + 3);
    }
    expect(await finish(results.next())).toMatchObject({ done: true });
    expect(prompts()).toHaveLength(9);
    expect(vi.getTimerCount()).toBe(0);
  });
});

const story = fc.record({
  concurrency: fc.integer({ min: 1, max: 5 }),
  prompts: fc.array(fc.constantFrom("ok", "fail"), { maxLength: 12 }),
  faults: fc.array(fc.constantFrom(500, 502, 503, 400, 401, 200), {
    maxLength: 4,
  }),
  rests: fc.array(fc.constantFrom(0, 10, 3000, 100_000), { minLength: 1 }),
});

test("map submits each input exactly once and delivers each result once, whatever fails and however slow its consumer", async () => {
  const property = async ({
    concurrency,
    prompts: words,
    faults,
    rests,
  }: typeof story extends fc.Arbitrary<infer T> ? T : never) => {
    const { emulator, model, prompts } = setUp();
    // An answer of 200 without an id is an error too.
    for (const status of faults) emulator.fail(RUN, { status, body: {} });
    const inputs = words.map((word, index) => ({ prompt: `${index} ${word}` }));
    const indices: number[] = [];
    const consume = async () => {
      for await (const result of model.map(inputs, { concurrency })) {
        expect(result.input).toBe(inputs[result.index]);
        indices.push(result.index);
        const rest = rests[indices.length % rests.length] ?? 0;
        await new Promise((resolve) => setTimeout(resolve, rest));
      }
    };
    await finish(consume());
    const all = inputs.map(({ prompt }) => prompt);
    expect(prompts().toSorted()).toEqual(all.toSorted());
    expect(indices.toSorted((a, b) => a - b)).toEqual([...inputs.keys()]);
    expect(vi.getTimerCount()).toBe(0);
  };
  await fc.assert(fc.asyncProperty(story, property), { numRuns: 60 });
});

test("map goes on after a failed submit and a failed job", async () => {
  const { emulator, model } = setUp();
  emulator.fail(RUN, { status: 500 });
  const inputs = [...inputsOf(2), { prompt: "fail" }, { prompt: "last" }];
  const results = await finish(collect(model.map(inputs, { concurrency: 1 })));
  expect(results).toMatchObject([
    { error: { status: 500, maybeSent: true } },
    { job: { status: "COMPLETED" } },
    { error: { code: "job_failed" } },
    { job: { status: "COMPLETED" } },
  ]);
});

import { describe, expect, test, vi } from "vitest";
import type { MapCounts } from "../../src/index.js";
import { collect } from "../support/collect.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { pause, settleInFakeTime, useFakeTime } from "../support/fake-time.js";

useFakeTime();

const RUN = "POST /v2/{slug}/run";

interface Input {
  readonly prompt: string;
}

function setUp() {
  const { emulator, cloud, requestsOf } = createEmulatedClient();
  const model = cloud.model<Input>("flux-schnell");
  const submits = () => requestsOf(RUN);
  const prompts = () =>
    submits().map(({ body }) => (body as { input: Input }).input.prompt);
  return { emulator, model, submits, prompts };
}

const inputsOf = (count: number): Input[] =>
  Array.from({ length: count }, (_, index) => ({ prompt: `p${index}` }));

type Source = (
  count: number,
  onPull: () => void,
) => Iterable<Input> | AsyncIterable<Input>;

/** Sources of so many inputs, which call `onPull` for each input. */
const SOURCES: Readonly<Record<string, Source>> = {
  "a generator": function* (count, onPull) {
    for (const input of inputsOf(count)) {
      onPull();
      yield input;
    }
  },
  "an async generator that takes its time": async function* (count, onPull) {
    for (const input of inputsOf(count)) {
      await pause(70);
      onPull();
      yield input;
    }
  },
};

test("map yields each result as its job ends, with its index, its input, and either job or error", async () => {
  const { emulator, model } = setUp();
  emulator.fail(RUN, { delay: 5000 });
  const inputs = [...inputsOf(3), { prompt: "please fail" }];
  const results = await settleInFakeTime(collect(model.map(inputs)));
  expect(results.map(({ index }) => index).at(-1)).toBe(0);
  const sorted = results.toSorted((a, b) => a.index - b.index);
  expect(sorted).toMatchObject([
    ...[0, 1, 2].map((index) => ({
      index,
      input: inputs[index],
      job: { status: "COMPLETED" },
    })),
    {
      index: 3,
      input: inputs[3],
      error: { code: "job_failed", operation: "model.map" },
    },
  ]);
  for (const [index, result] of sorted.entries()) {
    expect(result.input).toBe(inputs[index]);
    expect("job" in result).toBe(index < 3);
    expect("error" in result).toBe(index === 3);
  }
});

test("map reports the handle of each job as soon as the service has accepted it, and its progress", async () => {
  const { emulator, model } = setUp();
  emulator.fail(RUN, { status: 400 });
  const handles: [string, number][] = [];
  const states: MapCounts[] = [];
  const inputs = [...inputsOf(3), { prompt: "fail" }];
  const results = await settleInFakeTime(
    collect(
      model.map(inputs, {
        concurrency: 1,
        onSubmit: (job, index) => handles.push([job.id, index]),
        onCounts: (progress) => states.push(progress),
      }),
    ),
  );
  expect(handles.map(([, index]) => index)).toEqual([1, 2, 3]);
  expect(handles.slice(0, 2).map(([id]) => id)).toEqual(
    results.slice(1, 3).map(({ job }) => job?.id),
  );
  const describeCounts = ({ submitted, completed, failed }: MapCounts) =>
    [submitted, completed, failed].join(" ");
  expect(states.map(describeCounts)).toEqual([
    "0 0 1",
    "1 0 1",
    "1 1 1",
    "2 1 1",
    "2 2 1",
    "3 2 1",
    "3 2 2",
  ]);
});

test("map sends webhook, policy and s3Config with every submit, and its headers with every request", async () => {
  const { emulator, model, submits } = setUp();
  const submitOptions = {
    webhook: "https://hook.test/",
    policy: { ttl: 60_000 },
    s3Config: { accessId: "a", accessSecret: "s", bucketName: "b" },
  };
  const options = { ...submitOptions, headers: { "x-through": "proxy" } };
  await settleInFakeTime(collect(model.map(inputsOf(2), options)));
  expect(submits().map(({ body }) => body)).toMatchObject([
    submitOptions,
    submitOptions,
  ]);
  const through = emulator.requests.map(({ headers }) => headers["x-through"]);
  expect(new Set(through)).toEqual(new Set(["proxy"]));
});

describe.each(Object.entries(SOURCES))("map of %s", (_, sourceOf) => {
  test("never has more jobs in progress than `concurrency`", async () => {
    const { model } = setUp();
    const inProgress: number[] = [];
    const onCounts = ({ submitted, completed, failed }: MapCounts) =>
      inProgress.push(submitted - completed - failed);
    const inputs = sourceOf(12, () => undefined);
    const mapping = model.map(inputs, { concurrency: 4, onCounts });
    await settleInFakeTime(collect(mapping));
    expect(Math.max(...inProgress)).toBe(4);
  });

  test("pulls no more inputs than it has room for, and none while nobody asks for results", async () => {
    const { model, prompts } = setUp();
    let pulled = 0;
    const results = model.map(
      sourceOf(9, () => pulled++),
      { concurrency: 3 },
    );
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pulled).toBe(0);
    for (let taken = 0; taken < 9; taken++) {
      const { done, value } = await settleInFakeTime(results.next());
      expect([done, value?.job?.status]).toEqual([false, "COMPLETED"]);
      const before = pulled;
      expect(before).toBeLessThanOrEqual(taken + 3);
      await vi.advanceTimersByTimeAsync(60_000);
      // One pull may be under way when the result comes.
      expect(pulled - before).toBeLessThanOrEqual(1);
      expect(pulled).toBeLessThanOrEqual(taken + 3);
    }
    expect(await settleInFakeTime(results.next())).toMatchObject({
      done: true,
    });
    expect(prompts()).toHaveLength(9);
    expect(vi.getTimerCount()).toBe(0);
  });
});

import { describe, expect, test } from "vitest";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type ListenOptions,
  type ModelOptions,
  type SeedData,
} from "../../src/emulator/index.js";
import { createAccount, IMAGE } from "./support/account.js";
import { thrown } from "./support/thrown.js";

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

describe("a member given as undefined counts as not given", () => {
  test("in options, a fault, a seed and the options of a model", async () => {
    const none = undefined;
    const options = { apiKey: none, keys: none, speed: none, limits: none };
    const { emulator, call, made } = createAccount({
      ...{ ...options, seed: none, latency: none, webhookFetch: none },
    });
    expect(emulator.apiKey).toBe(createEmulator().apiKey);
    emulator.fail("GET /pods", {
      ...{ status: none, headers: none, body: none, delay: none, after: none },
      ...{ reset: none, truncate: none, times: none, probability: none },
    });
    expect((await call("GET", "/v1/pods")).status).toBe(500);
    expect((await call("GET", "/v1/pods")).status).toBe(200);
    emulator.seed({
      pods: [
        {
          ...{ id: "pod", imageName: IMAGE, name: none, templateId: none },
          ...{ desiredStatus: none, dataCenterIds: none },
        },
      ],
      ...{ templates: none, jobs: none },
    });
    const plain = { imageName: IMAGE };
    const other = await made<{ id: string }>("POST", "/v1/pods", plain);
    const view = await made<object>("GET", "/v1/pods/pod");
    expect(Object.keys(view)).toEqual(Object.keys(other));
    const work = () => 1;
    emulator.model("m", work, { coldStart: none, workers: none });
  });
});

const options =
  "apiKey, keys, speed, seed, clock, latency, limits, webhookFetch";

test.each([
  [{ clock: "manuel" }, 'clock must be "real" or "manual" (it was "manuel")'],
  [{ speed: "20" }, 'speed must be a finite number above 0 (it was "20")'],
  [{ seed: "1" }, 'seed must be a finite number (it was "1")'],
  [
    { latency: Infinity },
    "latency must be milliseconds, from 0 to below 2^31 (it was Infinity)",
  ],
  [{ limits: "no" }, 'limits must be true or false (it was "no")'],
  [
    { apiKey: "a secret" },
    "apiKey must be printable ASCII without blanks (it was a string)",
  ],
  [
    { apiKey: "" },
    "apiKey must be printable ASCII without blanks (it was a string)",
  ],
  [
    { keys: "a-key" },
    "keys must be a list of keys, each printable ASCII without blanks (it was a string)",
  ],
  [
    { webhookFetch: "fetch" },
    'webhookFetch must be a function (it was "fetch")',
  ],
])("createEmulator refuses %j with a RangeError", (given, said) => {
  expect(thrown(() => createEmulator(given as EmulatorOptions))).toBe(
    `RangeError: createEmulator: ${said}`,
  );
});

test("createEmulator refuses an unknown option with a TypeError", () => {
  const given = { sped: 20 } as EmulatorOptions;
  expect(thrown(() => createEmulator(given))).toBe(
    `TypeError: createEmulator: there is no "sped", only ${options}`,
  );
});

test("listen rejects what cannot be, and opens nothing", async () => {
  const { listen } = createEmulator();
  for (const [given, said] of [
    [{ port: -1 }, "port must be a whole number from 0 to 65535 (it was -1)"],
    [
      { port: "80" },
      'port must be a whole number from 0 to 65535 (it was "80")',
    ],
    [
      { host: "" },
      'host must be the name or the address of a host (it was "")',
    ],
  ] as const)
    await expect(listen(given as ListenOptions)).rejects.toThrow(
      new RangeError(`listen: ${said}`),
    );
  await expect(listen({ prot: 1 } as ListenOptions)).rejects.toThrow(
    new TypeError('listen: there is no "prot", only port, host'),
  );
  const { port, close } = await listen({ port: undefined, host: undefined });
  expect(port).toBeGreaterThan(0);
  await close();
});

test("model refuses a slug, work and options that cannot be, and registers nothing", async () => {
  const { emulator, call } = createAccount();
  const model = emulator.model as (...given: unknown[]) => void;
  const work = () => 1;
  const workers = { workers: 0.5 } satisfies ModelOptions;
  for (const [given, said] of [
    [["m"], "TypeError: model: the work must be a function (it was missing)"],
    [["", work], 'TypeError: model: the slug must be a text (it was "")'],
    [
      ["m", work, { worker: 1 }],
      'TypeError: model: there is no "worker", only coldStart, executionTime, workers',
    ],
    [
      ["m", work, workers],
      "RangeError: model: workers must be a whole number, 0 or above (it was 0.5)",
    ],
    [
      ["m", work, { coldStart: "5" }],
      'RangeError: model: coldStart must be a finite number, 0 or above (it was "5")',
    ],
  ] as const)
    expect(thrown(() => model(...given))).toBe(said);
  expect((await call("GET", "/v2/m/health")).status).toBe(404);
});

test("a clock is not advanced by what is no number", async () => {
  const { clock } = createEmulator({ clock: "manual" });
  const advance = clock.advance as (ms: unknown) => Promise<void>;
  await expect(advance("5")).rejects.toThrow(RangeError);
});

describe("seed", () => {
  const sown = (emulator: Emulator, data: unknown) =>
    thrown(() => emulator.seed(data as SeedData));
  const kinds =
    "containerRegistryAuths, networkVolumes, templates, endpoints, pods, jobs";

  test("refuses what it does not know, or what is no list of things", () => {
    const { emulator } = createAccount();
    const pod = { imageName: IMAGE };
    const volume = { name: "a", size: 10, dataCenterId: "EU-RO-1" };
    for (const [data, said] of [
      [{ podz: [{}] }, `seed: there is no "podz", only ${kinds}`],
      [
        undefined,
        `seed: an object with any of ${kinds} is wanted (it was missing)`,
      ],
      [{ pods: {} }, "seed: pods must be a list (it was an object)"],
      [{ pods: [pod, "x"] }, 'pods[1]: the body must be object (it was "x")'],
      [
        { networkVolumes: [{ ...volume, dataCentre: "b" }] },
        'networkVolumes[0]: there is no "dataCentre", only name, size, dataCenterId, id',
      ],
      [
        { jobs: [{ slug: "flux-dev", input: {}, webhok: "" }] },
        'jobs[0]: there is no "webhok", only input, webhook, policy, s3Config, id, slug',
      ],
      [{ pods: [{ ...pod, id: 7 }] }, "pods[0]: id must be a text (it was 7)"],
      [
        { pods: [{ ...pod, desiredStatus: "STOPPED" }] },
        'pods[0]: desiredStatus must be RUNNING or EXITED (it was "STOPPED")',
      ],
      [{ pods: [{ env: cyclic }] }, "seed: JSON cannot say what was given"],
    ] as const)
      expect(sown(emulator, data)).toBe(`TypeError: ${said}`);
  });

  test("adds what comes before the first thing that is refused, and tells of it", () => {
    const emulator = createEmulator({ clock: "manual" });
    const told: string[] = [];
    emulator.subscribe(({ kind }) => void told.push(kind));
    const [first, second] = ["a", "b"].map((id) => ({
      ...{ id, name: id, size: 10, dataCenterId: "EU-RO-1" },
    }));
    const wrong = { ...first, size: 0 };
    const data = { networkVolumes: [first, wrong, second] } as SeedData;
    expect(sown(emulator, data)).toMatch(/^TypeError: networkVolumes\[1\]: /);
    expect(emulator.snapshot()).toMatchObject({
      networkVolumes: [{ id: "a" }],
    });
    expect(told).toContain("change");
  });
});

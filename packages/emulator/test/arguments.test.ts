import { describe, expect, test } from "vitest";
import { InputError } from "cloud-compute-sdk";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type ListenOptions,
  type ModelOptions,
  type SeedData,
} from "../src/index.js";
import { createAccount, errorThrownBy, IMAGE } from "./support/account.js";
import { operations } from "./support/operations.js";

/** In the order of the document. */
const VOLUME_MEMBERS = Object.keys(
  operations.find(({ route }) => route === "POST /networkvolumes")?.body
    ?.properties ?? {},
);

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

test("a member that is undefined counts as not given, in options, a fault rule and seed data", async () => {
  const none = undefined;
  const options = { apiKey: none, keys: none, speed: none, latency: none };
  const { emulator, call, callOk } = createAccount(options);
  expect(emulator.apiKey).toMatch(/^emu_/);
  emulator.fail("GET /pods", { status: none, delay: none, times: none });
  expect((await call("GET", "/v1/pods")).status).toBe(500);
  expect((await call("GET", "/v1/pods")).status).toBe(200);
  const pod = { id: "pod", imageName: IMAGE, name: none, templateId: none };
  emulator.seed({ pods: [pod], templates: none });
  expect(await callOk("GET", "/v1/pods/pod")).not.toHaveProperty("templateId");
});

const OPTIONS =
  "apiKey, keys, restrictedKeys, edge, missingImages, speed, seed, clock, latency, limits, lenient, modelOutputs, strict, serviceTimes, introspection, quirks, workersQuota, balance, stock, pods, volumesFolder, webhookFetch";

test.each([
  [{ clock: "manuel" }, 'clock must be "real" or "manual" (it was "manuel")'],
  [
    { speed: 20, clock: "manual" },
    'speed is for a real clock: leave out speed, or clock: "manual"',
  ],
  [{ speed: "20" }, 'speed must be a finite number above 0 (it was "20")'],
  [
    { latency: Infinity },
    "latency must be milliseconds, from 0 to below 2^31 (it was Infinity)",
  ],
  [
    { apiKey: "a secret" },
    "apiKey must be printable ASCII without blanks (it was a string)",
  ],
  [
    { keys: "a-key" },
    "keys must be a list of keys, each printable ASCII without blanks (it was a string)",
  ],
])(
  "createEmulator rejects the options %j with an InputError",
  (given, message) => {
    expect(errorThrownBy(() => createEmulator(given as EmulatorOptions))).toBe(
      `InputError: createEmulator: ${message}`,
    );
  },
);

test("createEmulator rejects an unknown option with an InputError", () => {
  const given = { velocity: 20 } as object;
  expect(errorThrownBy(() => createEmulator(given))).toBe(
    `InputError: createEmulator: unknown property "velocity"; the properties are ${OPTIONS}`,
  );
  const misspelt = { sped: 20 } as EmulatorOptions;
  expect(errorThrownBy(() => createEmulator(misspelt))).toBe(
    'InputError: createEmulator: unknown property "sped"; did you mean speed?',
  );
});

test("emulator.listen rejects invalid and unknown options", async () => {
  const { listen } = createEmulator();
  for (const [given, message] of [
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
      new InputError(Object.keys(given).join(), `listen: ${message}`),
    );
  await expect(listen({ prot: 1 } as ListenOptions)).rejects.toThrow(
    new InputError(
      "prot",
      'listen: unknown property "prot"; did you mean port?',
    ),
  );
  const { port, close } = await listen({ port: undefined, host: undefined });
  expect(port).toBeGreaterThan(0);
  await close();
});

test("emulator.model rejects an invalid slug, handler or option, and then registers nothing", async () => {
  const { emulator, call } = createAccount();
  const model = emulator.model as (...given: unknown[]) => void;
  const handler = () => 1;
  const workers = { workers: 0.5 } satisfies ModelOptions;
  for (const [given, message] of [
    [
      ["m"],
      "InputError: model: the handler must be a function (it was missing)",
    ],
    [["", handler], 'InputError: model: the slug must be a string (it was "")'],
    [
      ["m", handler, { worker: 1 }],
      'InputError: model: unknown property "worker"; did you mean workers?',
    ],
    [
      ["m", handler, workers],
      "InputError: model: workers must be a whole number, 0 or above (it was 0.5)",
    ],
    [
      ["m", handler, { coldStart: "5" }],
      'InputError: model: coldStart must be a finite number, 0 or above (it was "5")',
    ],
  ] as const)
    expect(errorThrownBy(() => model(...given))).toBe(message);
  expect((await call("GET", "/v2/m/health")).status).toBe(404);
});

test("account.setWorkers rejects the misspelt slug of a public model, and accepts other slugs", () => {
  const { account, model } = createEmulator();
  const slow = { coldStartMs: 60_000 };
  const slug = "black-forest-labs-flux-1-schnel";
  expect(errorThrownBy(() => account.setWorkers(slug, slow))).toBe(
    `InputError: setWorkers: there is no model or endpoint "${slug}"; did you mean black-forest-labs-flux-1-schnell?`,
  );
  account.setWorkers(`${slug}l`, slow);
  account.setWorkers("a-model-that-follows", slow);
  // This name is near "text-demo", but an endpoint or a model of the user's own has it.
  account.setWorkers("test-demo", { external: true });
  model("texts-demo", () => 1);
  account.setWorkers("texts-demo", slow);
});

test("clock.advance rejects what is not a number", async () => {
  const { clock } = createEmulator({ clock: "manual" });
  const advance = clock.advance as (ms: unknown) => Promise<void>;
  await expect(advance("5")).rejects.toThrow(InputError);
});

describe("emulator.seed", () => {
  const errorOf = (emulator: Emulator, data: unknown) =>
    errorThrownBy(() => emulator.seed(data as SeedData));
  const members =
    "containerRegistryAuths, networkVolumes, templates, endpoints, builds, pods, jobs";

  test("rejects unknown members, and members that are not lists of valid items", () => {
    const { emulator } = createAccount();
    const pod = { imageName: IMAGE };
    const volume = { name: "a", size: 10, dataCenterId: "EU-RO-1" };
    for (const [data, message] of [
      [{ podz: [{}] }, 'seed: unknown property "podz"; did you mean pods?'],
      [
        undefined,
        `seed: expected an object with any of ${members} (it was missing)`,
      ],
      [{ pods: {} }, "seed: pods must be a list (it was an object)"],
      [{ pods: [pod, "x"] }, 'pods[1]: the body must be object (it was "x")'],
      [
        { networkVolumes: [{ ...volume, dataCentre: "b" }] },
        `networkVolumes[0]: unknown property "dataCentre"; the properties are ${VOLUME_MEMBERS.join(", ")}, id`,
      ],
      [
        { jobs: [{ slug: "flux-dev", input: {}, webhok: "" }] },
        'jobs[0]: unknown property "webhok"; did you mean webhook?',
      ],
      [
        { pods: [{ ...pod, id: 7 }] },
        "pods[0]: id must be a string (it was 7)",
      ],
      [
        { pods: [{ ...pod, desiredStatus: "STOPPED" }] },
        'pods[0]: desiredStatus must be RUNNING or EXITED (it was "STOPPED")',
      ],
      [
        { pods: [{ env: cyclic }] },
        "seed: the data cannot be represented as JSON",
      ],
    ] as const)
      expect(errorOf(emulator, data)).toBe(`InputError: ${message}`);
  });

  test("adds the items before the first invalid one, and emits a change", () => {
    const emulator = createEmulator({ clock: "manual" });
    const events: string[] = [];
    emulator.subscribe(({ kind }) => void events.push(kind));
    const [first, second] = ["a", "b"].map((id) => ({
      id,
      name: id,
      size: 10,
      dataCenterId: "EU-RO-1",
    }));
    const wrong = { ...first, size: 0 };
    const data = { networkVolumes: [first, wrong, second] } as SeedData;
    expect(errorOf(emulator, data)).toMatch(
      /^InputError: networkVolumes\[1\]: /,
    );
    expect(emulator.snapshot()).toMatchObject({
      networkVolumes: [{ id: "a" }],
    });
    expect(events).toContain("change");
  });
});

import { describe, expect, test } from "vitest";
import { createClient, InputError } from "cloud-compute-sdk";
import {
  createEmulator,
  type EmulatorOptions,
  type FaultRule,
  type ListenOptions,
  type Route,
  type SeedData,
} from "../src/index.js";
import {
  createAccount,
  errorThrownBy,
  IMAGE,
  VOLUME,
} from "./support/account.js";

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

test.each([
  [{ clock: "manuel" }, 'clock must be "real" or "manual" (it was "manuel")'],
  [
    { speed: 20, clock: "manual" },
    'speed is for a real clock: leave out speed, or clock: "manual"',
  ],
  [{ speed: "20" }, 'speed must be a finite number above 0 (it was "20")'],
  [{ latency: Infinity }, "latency must be milliseconds, from 0 to below 2^31"],
  // The value may be a key of the service.
  [
    { apiKey: "a secret" },
    "apiKey must be printable ASCII without blanks (it was a string)",
  ],
  [{ keys: "a-key" }, "keys must be a list of keys"],
  [
    { restrictedKeys: { a: ["GET /v2/pod"] } },
    'the emulator has no route "GET /v2/pod"',
  ],
  [{ restrictedKeys: { a: "GET /v2/pods" } }, "a list of routes"],
  [{ velocity: 20 }, 'unknown property "velocity"; the properties are apiKey'],
  [{ sped: 20 }, 'unknown property "sped"; did you mean speed?'],
  [{ quirks: { goTime: true } }, '"goTime"; did you mean goTimes?'],
])("createEmulator rejects the options %j", (given, message) => {
  const error = errorThrownBy(() => createEmulator(given as EmulatorOptions));
  expect(error).toMatch(/^InputError: /);
  expect(error).toContain(message);
});

test("emulator.listen rejects invalid and unknown options", async () => {
  const { listen } = createEmulator();
  for (const [given, message] of [
    [{ port: -1 }, "port must be a whole number from 0 to 65535 (it was -1)"],
    [{ host: "" }, "host must be the name or the address of a host"],
    [{ prot: 1 }, 'unknown property "prot"; did you mean port?'],
  ] as const)
    await expect(listen(given as ListenOptions)).rejects.toThrow(message);
  const { port, close } = await listen({ port: undefined, host: undefined });
  expect(port).toBeGreaterThan(0);
  await close();
});

test("emulator.model rejects an invalid slug, handler or option, and then registers nothing", async () => {
  const { emulator, call } = createAccount();
  const model = emulator.model as (...given: unknown[]) => void;
  const handler = () => 1;
  for (const [given, message] of [
    [["m"], "the handler must be a function (it was missing)"],
    [["", handler], 'the slug must be a string (it was "")'],
    [["m", handler, { worker: 1 }], '"worker"; did you mean workers?'],
    [["m", handler, { workers: 0.5 }], "workers must be a whole number"],
    [["m", handler, { coldStart: "5" }], "coldStart must be a finite number"],
  ] as const)
    expect(errorThrownBy(() => model(...given))).toContain(message);
  expect((await call("GET", "/v2/m/health")).status).toBe(404);
});

test("account.setWorkers rejects the misspelt slug of a public model, and accepts other slugs", () => {
  const { account, model } = createEmulator();
  const slow = { coldStartMs: 60_000 };
  const slug = "black-forest-labs-flux-1-schnel";
  expect(() => account.setWorkers(slug, slow)).toThrow(
    `there is no model or endpoint "${slug}"; did you mean black-forest-labs-flux-1-schnell?`,
  );
  account.setWorkers(`${slug}l`, slow);
  account.setWorkers("a-model-that-follows", slow);
  // This name is near "text-demo", but an endpoint or a model of the user's own has it.
  account.setWorkers("test-demo", { external: true });
  model("texts-demo", () => 1);
  account.setWorkers("texts-demo", slow);
});

test("account.setStock lifts a limit with null, and names a wrong member", async () => {
  const { emulator, callOk } = createAccount({ stock: { "NVIDIA L4": 0 } });
  const { setStock, stock } = emulator.account;
  setStock({ "NVIDIA L4": null });
  expect(stock()).toEqual({});
  const input = { imageName: "a", gpuTypeIds: ["NVIDIA L4"] };
  await callOk("POST", "/v1/pods", input);
  expect(() => setStock({ "RTX 4090": 0 })).toThrow(
    'stock names no GPU type of the service: "RTX 4090"; did you mean NVIDIA GeForce RTX 4090?',
  );
  expect(() => setStock({ "NVIDIA L4": { "EU-RO-1": -1 } })).toThrow(
    /"NVIDIA L4" at "EU-RO-1" must be .*null for no limit \(it was -1\)/,
  );
});

test("clock.advance rejects what is no time, and more than ten years", async () => {
  const { clock } = createEmulator({ clock: "manual" });
  const advance = clock.advance as (ms: unknown) => Promise<void>;
  await expect(advance("5")).rejects.toThrow(InputError);
  await expect(advance(9e15)).rejects.toThrow(InputError);
});

describe("emulator.seed", () => {
  test.each([
    [{ podz: [{}] }, 'seed: unknown property "podz"; did you mean pods?'],
    [undefined, "expected an object with any of containerRegistryAuths, "],
    [{ pods: {} }, "seed: pods must be a list (it was an object)"],
    [
      { pods: [{ imageName: IMAGE }, "x"] },
      'pods[1]: the body must be object (it was "x")',
    ],
    [
      { networkVolumes: [{ ...VOLUME, dataCentre: "b" }] },
      'networkVolumes[0]: unknown property "dataCentre"; the properties are ',
    ],
    [
      { jobs: [{ slug: "flux-dev", input: {}, webhok: "" }] },
      'jobs[0]: unknown property "webhok"; did you mean webhook?',
    ],
    [{ pods: [{ imageName: IMAGE, id: 7 }] }, "pods[0]: id must be a string"],
    [
      { pods: [{ imageName: IMAGE, desiredStatus: "STOPPED" }] },
      "pods[0]: desiredStatus must be RUNNING or EXITED",
    ],
    [{ pods: [{ env: cyclic }] }, "the data cannot be represented as JSON"],
  ])("rejects %j", (data, message) => {
    const { emulator } = createAccount();
    const error = errorThrownBy(() => emulator.seed(data as SeedData));
    expect(error).toMatch(/^InputError: /);
    expect(error).toContain(message);
  });

  test("adds the items before the first invalid one, and emits a change", () => {
    const emulator = createEmulator({ clock: "manual" });
    const events: string[] = [];
    emulator.subscribe(({ kind }) => void events.push(kind));
    const networkVolumes = [
      { ...VOLUME, id: "a" },
      { ...VOLUME, id: "b", size: -1 },
      { ...VOLUME, id: "c" },
    ];
    expect(() => emulator.seed({ networkVolumes })).toThrow(
      "networkVolumes[1]: size must be >= 0 (it was -1)",
    );
    const { networkVolumes: added } = emulator.snapshot();
    expect(added).toMatchObject([{ id: "a" }]);
    expect(events).toContain("change");
  });
});

describe("emulator.fail rejects", () => {
  test.each([
    ["GET /podz", 'did you mean "GET /pods"?'],
    ["GET /v1/pods", 'did you mean "GET /pods"?'],
    ["GET /pods/abc", 'did you mean "GET /pods/{podId}"?'],
    ["POST /v2/a/cancel/7", 'did you mean "POST /v2/{slug}/cancel/{jobId}"?'],
    ["S3 UploadParts", 'did you mean "S3 UploadPart"?'],
    ["constructor", "a route is a method and a path without the base URL"],
  ])("the route %s", (route, message) => {
    const { fail } = createEmulator();
    const error = errorThrownBy(() => fail(route as Route));
    expect(error).toMatch(/^InputError: fail: the emulator has no route/);
    expect(error).toContain(message);
  });

  test("its arguments without quoting a key of the address, of a header, or given by itself", () => {
    const key = "sk-live-0123456789";
    const { fail } = createEmulator();
    const headers = `Authorization: Bearer ${key}` as never;
    for (const act of [
      () => fail(`GET https://a.example/v1/pod?api_key=${key}` as Route),
      () => fail("GET /pods", { headers }),
      () => createEmulator(key as never),
    ]) {
      const error = errorThrownBy(act);
      expect(error).toMatch(/^InputError: .*(it was|has no route)/);
      expect(error).not.toContain("sk-live");
    }
  });

  test.each<[unknown, string]>([
    [{ statuss: 503 }, 'unknown property "statuss"; did you mean status?'],
    [null, "expected an object with any of status, headers, "],
    [{ status: 200.5 }, "status must be a whole number from 200 to 599"],
    [{ reset: "after", status: 500 }, "reset sends no response: leave out"],
    [{ reset: "before", carriedOut: true }, "does not carry the request out"],
    [{ reset: true }, 'reset must be "before" or "after" (it was true)'],
    [{ edge: 524, body: "a" }, "edge decides the response: leave out"],
    [{ refusal: "fault", status: 500 }, "refusal decides the response"],
    [
      { refusal: "hostDoesNotFit" },
      'the service is not known to refuse GET /pods with "hostDoesNotFit"',
    ],
    [{ times: -1 }, "times must be a whole number, 1 or above, or Infinity"],
    [{ after: Infinity }, "after must be a whole number, 0 or above"],
    [{ probability: 5 }, "probability must be a number from 0 to 1"],
    [{ delay: -1 }, "delay must be milliseconds, from 0 to below 2^31"],
    [{ headers: { "no name": "a" } }, "headers must be an object of valid"],
    [{ headers: { a: "a\nb" } }, "headers must be an object of valid"],
    [{ body: cyclic }, "body must be a string or a JSON value"],
  ])("the rule %j", async (rule, message) => {
    const { emulator, call } = createAccount();
    const fail = () => emulator.fail("GET /pods", rule as FaultRule);
    expect(errorThrownBy(fail)).toMatch(/^InputError: fail: /);
    expect(fail).toThrow(message);
    expect((await call("GET", "/v1/pods")).status).toBe(200);
  });
});

test("cloud.job says what to pass in place of an id", () => {
  const { apiKey, fetch, urls } = createEmulator();
  const cloud = createClient({ apiKey, fetch, ...urls });
  expect(() => cloud.job("j1" as never)).toThrow(
    "must be { slug, id }; or use model.job(id)",
  );
});

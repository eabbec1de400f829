import { describe, expect, test } from "vitest";
import { openBatch } from "../../src/batch/index.js";
import { watchDrift } from "../../src/drift/index.js";
import {
  createClient,
  outputsOf,
  withResponse,
  type Client,
} from "../../src/index.js";
import {
  findCapacity,
  explainJob,
  rentPod,
  sweepPods,
  waitForEndpoint,
  waitForPod,
} from "../../src/machines/index.js";
import { checkInput } from "../../src/models/index.js";
import { createTracing } from "../../src/otel/index.js";
import { createSpendGuard } from "../../src/spend/index.js";
import { createJobHandles, createWebhooks } from "../../src/webhooks/index.js";
import { collect } from "../support/collect.js";
import { expectRefused } from "../support/expect-refused.js";
import { scripted, URLS } from "../support/scripted-fetch.js";

const JOB = { slug: "m", id: "j1" };
const POD = { name: "trainer", imageName: "example/image:1" };
const RENT = { maxHours: 1 };
const SECRET = "s".repeat(32);
const HOOK = { secret: SECRET, url: "https://example.com/hook" };
const FILE = "https://files.test/x.png";
const QUERY = "query { myself { id } }";
/** A store of a batch that keeps nothing. */
const LEDGER = {
  open: (_: string, definition: string) => Promise.resolve({ definition }),
};
const BATCH = { name: "nightly", model: "m", ledger: LEDGER };
const batch = (cloud: Client) => openBatch(cloud, BATCH as never);
const model = (cloud: Client) => cloud.model("m");
const job = (cloud: Client) => cloud.job(JOB);
const handler = (cloud: Client, onEvent: never, options: never) =>
  createWebhooks(HOOK).handler(cloud, onEvent, options);
const handleEvent = (() => undefined) as never;
const guard = () => createSpendGuard({ limit: 1 });
const reserve = () => guard().reserve(0.5, Date.now() + 60_000);

/** A call with what JavaScript may pass in place of an argument whose type TypeScript checks. */
type Call = (cloud: Client, wrong: never) => unknown;

/** The calls whose options may be absent. */
const OPTIONAL: Readonly<Record<string, Call>> = {
  "pods.list": (cloud, o) => cloud.pods.list({}, o),
  "pods.create": (cloud, o) => cloud.pods.create(POD, {}, o),
  "pods.update": (cloud, o) => cloud.pods.update("p", {}, {}, o),
  "graphql.myself": (cloud, o) => cloud.graphql.myself({}, o),
  "graphql.request": (cloud, o) => cloud.graphql.request(QUERY, {}, o),
  "model.run": (cloud, o) => model(cloud).run({}, o),
  "model.runSync": (cloud, o) => model(cloud).runSync({}, o),
  "model.map": (cloud, o) => collect(model(cloud).map([{}], o)),
  "model.openai": (cloud, o) => model(cloud).openai(o),
  "model.health": (cloud, o) => model(cloud).health(o),
  "job.wait": (cloud, o) => job(cloud).wait(o),
  "job.watch": (cloud, o) => collect(job(cloud).watch(o)),
  "job.stream": (cloud, o) => collect(job(cloud).stream(o)),
  "job.outputs": (cloud, o) => job(cloud).outputs(o),
  "job.status": (cloud, o) => job(cloud).status(o),
  "job.cancel": (cloud, o) => job(cloud).cancel(o),
  "job.retry": (cloud, o) => job(cloud).retry(o),
  download: (cloud, o) => cloud.download(FILE, o),
  "download.toFile": (cloud, o) => cloud.download.toFile(FILE, "x", o),
  "download.toFolder": (cloud, o) => cloud.download.toFolder(FILE, "x", o),
  sweepPods: (cloud, o) => sweepPods(cloud, o),
  waitForPod: (cloud, o) => waitForPod(cloud, "p", o),
  waitForEndpoint: (cloud, o) => waitForEndpoint(cloud, "e", o),
  findCapacity: (cloud, o) => findCapacity(cloud, {}, o),
  explainJob: (cloud, o) => explainJob(cloud, JOB, o),
  "webhooks.sign": (_, o) => createWebhooks(HOOK).sign("m", o),
  createTracing: (_, o) => createTracing(o),
  watchDrift: (_, o) => watchDrift(o),
  "batch.work": async (cloud, o) => (await batch(cloud)).work(o),
  "batch.results": async (cloud, o) => collect((await batch(cloud)).results(o)),
  "batch.retry": async (cloud, o) => (await batch(cloud)).retry(o),
  "batch.delete": async (cloud, o) => (await batch(cloud)).delete(o),
  "batch.add": async (cloud, o) => (await batch(cloud)).add([], o),
};

const merge = (given: object, more: object) => ({ ...given, ...more }) as never;

/** The calls of whose options some are needed. */
const NEEDED: Readonly<Record<string, Call>> = {
  createClient: (_, o) => createClient(merge({ apiKey: "key" }, o)),
  fetch: (cloud, o) => cloud.fetch(`${URLS.baseUrl}/pods`, o),
  rentPod: (cloud, o) => rentPod(cloud, POD, merge(RENT, o)),
  "findCapacity by a filter": (cloud, o) => findCapacity(cloud, o),
  createSpendGuard: (_, o) => createSpendGuard(merge({ limit: 1 }, o)),
  createWebhooks: (_, o) => createWebhooks(merge(HOOK, o)),
  createJobHandles: (_, o) => createJobHandles(merge({ secret: SECRET }, o)),
  openBatch: (cloud, o) => openBatch(cloud, merge(BATCH, o)),
  "batch.set": async (cloud, o) => (await batch(cloud)).set(o),
  "batch.add of an item": async (cloud, o) =>
    (await batch(cloud)).add([merge({ input: {} }, o)]),
};

const CALLS = { ...OPTIONAL, ...NEEDED };

describe.each(Object.entries(CALLS))(
  "%s, before anything is sent,",
  (_, call) => {
    test.each([{ timeuot: 1 }, { signal: {} }, { timeout: -1 }])(
      "refuses %o",
      (options) =>
        expectRefused(Object.keys(options)[0] ?? "", (cloud) =>
          call(cloud, options as never),
        ),
    );
  },
);

test.each(Object.entries(OPTIONAL))(
  "%s refuses options that are no object",
  async (_, call) => {
    for (const options of [null, 5])
      await expectRefused("options", (cloud) => call(cloud, options as never));
  },
);

test.each([
  ...["now", new EventTarget()].map((signal) => ({ signal })),
  ...[NaN, Infinity, 2 ** 31].map((timeout) => ({ timeout })),
])("a call refuses %o", (options) =>
  expectRefused(Object.keys(options)[0] ?? "", (cloud) =>
    cloud.pods.list({}, options as never),
  ),
);

describe("a misspelt option", () => {
  test("that is undefined counts as absent", async () => {
    const { cloud } = scripted([{ json: [] }]);
    expect(await cloud.pods.list({}, { timeot: undefined } as object)).toEqual(
      [],
    );
  });

  test("is refused with the documented one", () =>
    expectRefused(
      "timeuot",
      (cloud) => cloud.pods.list({}, { timeuot: 1 } as object),
      /^pods\.list: timeuot .*\btimeout\b/,
    ));

  test("that is like no documented one is refused with the list of the options", () => {
    expect(() => createClient({ colour: "red" } as object)).toThrow(
      /^colour is not an option: the options are apiKey, .*warn$/,
    );
  });

  test("of cloud.fetch is not one that only the platform's fetch knows", async () => {
    const { cloud, requests } = scripted([{ json: [] }]);
    const init = { cache: "no-store", keepalive: true, mode: "cors", next: {} };
    await cloud.fetch("https://rest.test/v1/pods", init as object);
    expect(requests).toHaveLength(1);
  });
});

/** By option: the calls that have it, and values that are no functions, or out of range. */
const WRONG_VALUES: Readonly<
  Record<string, readonly [calls: readonly string[], values: unknown[]]>
> = {
  onUpdate: [["job.wait"], [5]],
  onCancel: [["job.wait", "model.map"], [5]],
  onAbort: [["job.wait", "model.map"], ["stop"]],
  interval: [
    ["job.wait", "model.map"],
    [NaN, Infinity, "1", -1],
  ],
  outageTimeout: [["job.wait", "model.map"], [-1]],
  onSubmit: [["model.map"], [5]],
  onCounts: [["model.map"], [5]],
  onProgress: [["job.wait", "model.map", "download"], ["log"]],
  concurrency: [
    ["model.map", "download.toFolder", "batch.set"],
    [0, NaN, "many"],
  ],
  maxFailures: [["batch.set"], [1.5]],
  submitsPer10Seconds: [["batch.set"], [1]],
  state: [["batch.results"], ["x') OR ('1'='1", "complete", "toString", null]],
  after: [["batch.results"], ["abc", -1, 1.5]],
  follow: [["batch.results"], ["no"]],
  name: [["openBatch"], ["a/b", ""]],
  model: [["openBatch"], [""]],
  onDoubt: [["openBatch"], ["retry"]],
  maxOutputBytes: [["openBatch"], [-1]],
  maxCost: [
    ["openBatch", "batch.set"],
    [0, -1],
  ],
  estimate: [["openBatch"], [NaN]],
  checkInput: [["batch.add"], ["no"]],
  wait: [["model.runSync"], [1, NaN]],
  retries: [
    ["model.run", "pods.list"],
    [-1, NaN],
  ],
  stall: [["download", "model.openai"], [0]],
  onFinalResponse: [["model.run", "pods.list", "graphql.request"], [5]],
  headers: [["model.run"], [{ "Content-Length": "5" }, 5]],
  sample: [["watchDrift"], [2]],
  count: [["findCapacity by a filter"], [0]],
  cloudType: [["findCapacity by a filter"], ["ALL"]],
  near: [["findCapacity by a filter"], [""]],
  dataCenters: [["findCapacity by a filter"], [[1]]],
  gpuTypes: [["findCapacity by a filter"], [[]]],
  minMemoryInGb: [["findCapacity by a filter"], [-1]],
  maxPricePerHour: [["findCapacity by a filter"], ["1"]],
  maxPlacesPerType: [["findCapacity by a filter"], [0]],
};

test.each(
  Object.entries(WRONG_VALUES).flatMap(([option, [calls, values]]) =>
    calls.map((name) => [option, name, values] as const),
  ),
)("a wrong %s of %s is refused: %j", async (option, name, values) => {
  for (const value of values)
    await expectRefused(option, (cloud) =>
      CALLS[name]?.(cloud, { [option]: value } as never),
    );
});

/** By function: the argument that is wrong, and calls with a wrong one. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  rentPod: {
    cloud: (_, wrong) => rentPod(wrong, POD, RENT),
    input: (cloud, wrong) => rentPod(cloud, wrong, RENT),
    maxHours: (cloud) => rentPod(cloud, POD, null as never),
    options: (cloud) => rentPod(cloud, POD, 5 as never),
    spend: (cloud) => rentPod(cloud, POD, { ...RENT, spend: {} as never }),
    onProgress: (cloud) =>
      rentPod(cloud, POD, { ...RENT, onProgress: 5 as never }),
  },
  waitForPod: {
    cloud: (_, wrong) => waitForPod(wrong, "p1"),
    podId: (cloud, wrong) => waitForPod(cloud, wrong),
  },
  waitForEndpoint: {
    cloud: (_, wrong) => waitForEndpoint(wrong, "e1"),
    endpointId: (cloud, wrong) => waitForEndpoint(cloud, wrong),
  },
  sweepPods: { cloud: (_, wrong) => sweepPods(wrong) },
  findCapacity: {
    cloud: (_, wrong) => findCapacity(wrong),
    filter: (cloud, wrong) => findCapacity(cloud, wrong),
  },
  explainJob: {
    cloud: (_, wrong) => explainJob(wrong, JOB),
    job: (cloud, wrong) => explainJob(cloud, wrong),
  },
  createTracing: {
    tracerProvider: (_, tracerProvider) => createTracing({ tracerProvider }),
    meterProvider: (_, meterProvider) => createTracing({ meterProvider }),
    ids: (_, ids) => createTracing({ ids }),
    onEvent: (_, wrong) => createTracing().traceEvents(wrong),
  },
  openBatch: {
    cloud: (_, wrong) => openBatch(wrong, BATCH as never),
    options: (cloud, wrong) => openBatch(cloud, wrong),
    ledger: (cloud, ledger) => openBatch(cloud, { ...BATCH, ledger }),
    policy: (cloud, policy) => openBatch(cloud, { ...BATCH, policy } as never),
    webhooks: (cloud, webhooks) =>
      openBatch(cloud, { ...BATCH, webhooks } as never),
    onWarning: (cloud, onWarning) =>
      openBatch(cloud, { ...BATCH, onWarning } as never),
    items: async (cloud, wrong) => (await batch(cloud)).add(wrong),
    settings: async (cloud, wrong) => (await batch(cloud)).set(wrong),
    key: async (cloud, wrong) => (await batch(cloud)).run(wrong, {}),
    item: async (cloud, wrong) => (await batch(cloud)).settle(wrong, "fail"),
  },
  createWebhooks: {
    options: (_, wrong) => createWebhooks(wrong),
    store: (_, store) => createWebhooks({ ...HOOK, store }),
    url: (_, url) => createWebhooks({ ...HOOK, url }),
    slug: (_, wrong) => createWebhooks(HOOK).sign(wrong),
  },
  "webhooks.handler": {
    cloud: (_, wrong) => handler(wrong, handleEvent, {} as never),
    onEvent: (cloud, wrong) => handler(cloud, wrong, {} as never),
    options: (cloud, wrong) => handler(cloud, handleEvent, wrong),
    onError: (cloud, onError) =>
      handler(cloud, handleEvent, { onError } as never),
  },
  createJobHandles: {
    options: (_, wrong) => createJobHandles(wrong),
    job: (_, wrong) => createJobHandles({ secret: SECRET }).sign(wrong, "v"),
  },
  createSpendGuard: {
    limit: (_, wrong) => createSpendGuard(wrong),
    store: (_, store) => createSpendGuard({ limit: 1, store }),
    amount: () => guard().reserve(-1, Date.now()),
    expiresAt: () => guard().reserve(0.5, NaN),
    cloud: (_, wrong) => guard().reconcile(wrong),
    subject: async (_, wrong) => (await reserve()).assign(wrong, Date.now()),
    cost: async () => (await reserve()).settle(-1),
  },
  "the package": {
    model: (_, wrong) => checkInput(wrong, {}),
    source: (_, wrong) => outputsOf(wrong),
    call: (_, wrong) => withResponse(wrong),
    path: (cloud, wrong) => cloud.rest.GET(wrong),
    name: (cloud, name) => cloud.download.toFolder(FILE, "x", { name }),
    method: (cloud, wrong) => cloud.rest.request(wrong, "/pods"),
    parseAs: (cloud, parseAs) => cloud.rest.GET("/pods", { parseAs }),
    input: (cloud, wrong) => cloud.fetch(wrong),
    document: (cloud, wrong) => cloud.graphql.request(wrong),
    variables: (cloud) => cloud.graphql.request(QUERY, 5 as never),
    body: (cloud, wrong) => cloud.pods.create(wrong),
  },
};

describe.each(Object.entries(ARGUMENTS))("%s", (_, calls) => {
  test.each(Object.entries(calls))(
    "refuses a wrong %s with an InputError that names the argument, before anything is sent",
    async (parameter, call) => {
      for (const wrong of [null, 5] as never[])
        await expectRefused(
          parameter,
          (cloud) => call(cloud, wrong),
          /\b(must (be|hold|begin)|is required)\b/,
        );
    },
  );
});

test.each([
  ["cloudType", { cloudType: "COMMUNITY", near: "v1" }],
  ["sort", { gpuTypes: ["NVIDIA L4"], sort: "stock" }],
  ["gpuTypes", { sort: "gpuTypes" }],
])("findCapacity refuses %s in %j", (parameter, filter) =>
  expectRefused(parameter, (cloud) => findCapacity(cloud, filter as never)),
);

test.each([{ [Symbol.iterator]: 5 }, { n: 1 }, "text"])(
  "batch.add refuses %o as a list",
  (inputs) =>
    expectRefused("items", async (cloud) =>
      (await batch(cloud)).add(inputs as never),
    ),
);

test.each([{ key: 7, attempt: 1 }, { key: "7" }])(
  "batch.settle refuses %j as an item",
  (item) =>
    expectRefused("item", async (cloud) =>
      (await batch(cloud)).settle(item as never, "fail"),
    ),
);

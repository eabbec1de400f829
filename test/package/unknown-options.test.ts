import { describe, expect, test } from "vitest";
import { openBatch } from "../../src/batch/index.js";
import { watchDrift } from "../../src/drift/index.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../src/index.js";
import {
  findCapacity,
  explainJob,
  rentPod,
  sweepPods,
  waitForEndpoint,
  waitForPod,
} from "../../src/machines/index.js";
import { createTracing } from "../../src/otel/index.js";
import { createSpendGuard } from "../../src/spend/index.js";
import { createJobHandles, createWebhooks } from "../../src/webhooks/index.js";
import { collect } from "../support/collect.js";
import { scripted } from "../support/scripted-fetch.js";

const JOB = { slug: "m", id: "j1" };
const POD = { imageName: "example/image:1" };
const HOOK = { secret: "s".repeat(32), url: "https://example.com/hook" };
const LEDGER = {
  open: (_: string, definition: string) => Promise.resolve({ definition }),
};
const BATCH = { name: "nightly", model: "m", ledger: LEDGER };
const batch = (cloud: Client) => openBatch(cloud, BATCH as never);

type Call = (cloud: Client, wrong: object) => unknown;

/** By call: the misspelt option, and the documented one. */
const CALLS: readonly (readonly [string, string, string, Call])[] = [
  ["createClient", "retrys", "retries", (_, o) => createClient(o)],
  ["pods.list", "timeot", "timeout", (cloud, o) => cloud.pods.list({}, o)],
  [
    "pods.update",
    "updatemethod",
    "updateMethod",
    (cloud, o) => cloud.pods.update("p", {}, {}, o),
  ],
  ["graphql", "Signal", "signal", (cloud, o) => cloud.graphql.myself({}, o)],
  [
    "fetch",
    "timeot",
    "timeout",
    (cloud, o) => cloud.fetch("https://x.test", o),
  ],
  ["run", "chekInput", "checkInput", (cloud, o) => cloud.model("m").run({}, o)],
  ["runSync", "wiat", "wait", (cloud, o) => cloud.model("m").runSync({}, o)],
  [
    "map",
    "concurency",
    "concurrency",
    (cloud, o) => collect(cloud.model("m").map([{}], o)),
  ],
  [
    "model.openai",
    "timeot",
    "timeout",
    (cloud, o) => cloud.model("m").openai(o),
  ],
  ["wait", "timeot", "timeout", (cloud, o) => cloud.job(JOB).wait(o)],
  [
    "watch",
    "timeot",
    "timeout",
    (cloud, o) => collect(cloud.job(JOB).watch(o)),
  ],
  [
    "stream",
    "onupdate",
    "onUpdate",
    (cloud, o) => collect(cloud.job(JOB).stream(o)),
  ],
  ["outputs", "timeOut", "timeout", (cloud, o) => cloud.job(JOB).outputs(o)],
  ["status", "retrys", "retries", (cloud, o) => cloud.job(JOB).status(o)],
  [
    "download",
    "onprogress",
    "onProgress",
    (cloud, o) => cloud.download("https://x.test", o),
  ],
  [
    "rentPod",
    "maxcost",
    "maxCost",
    (cloud, o) => rentPod(cloud, POD, { maxHours: 1, ...o }),
  ],
  ["sweepPods", "dryrun", "dryRun", (cloud, o) => sweepPods(cloud, o)],
  ["waitForPod", "redy", "ready", (cloud, o) => waitForPod(cloud, "p", o)],
  [
    "waitForEndpoint",
    "worker",
    "workers",
    (cloud, o) => waitForEndpoint(cloud, "e", o),
  ],
  [
    "findCapacity",
    "minMemoryInGB",
    "minMemoryInGb",
    (cloud, o) => findCapacity(cloud, o),
  ],
  ["explainJob", "timeot", "timeout", (cloud, o) => explainJob(cloud, JOB, o)],
  [
    "createSpendGuard",
    "estimat",
    "estimate",
    (_, o) => createSpendGuard({ limit: 1, ...o }),
  ],
  [
    "createWebhooks",
    "stor",
    "store",
    (_, o) => createWebhooks({ ...HOOK, ...o }),
  ],
  [
    "webhooks.sign",
    "expiresin",
    "expiresIn",
    (_, o) => createWebhooks(HOOK).sign("m", o),
  ],
  [
    "createJobHandles",
    "expiresIn",
    "secret",
    (_, o) => createJobHandles({ secret: HOOK.secret, ...o }),
  ],
  ["createTracing", "id", "ids", (_, o) => createTracing(o)],
  ["watchDrift", "samples", "sample", (_, o) => watchDrift(o)],
  ["createEmulator", "sped", "speed", (_, o) => createEmulator(o)],
  [
    "openBatch",
    "maxcost",
    "maxCost",
    (cloud, o) => openBatch(cloud, { ...BATCH, ...o } as never),
  ],
  [
    "batch.work",
    "concurency",
    "concurrency",
    async (cloud, o) => (await batch(cloud)).work(o),
  ],
  [
    "batch.results",
    "folow",
    "follow",
    async (cloud, o) => collect((await batch(cloud)).results(o)),
  ],
  [
    "batch.retry",
    "includeInDobt",
    "includeUnknown",
    async (cloud, o) => (await batch(cloud)).retry(o),
  ],
  [
    "batch.delete",
    "abandonJob",
    "abandonJobs",
    async (cloud, o) => (await batch(cloud)).delete(o),
  ],
  [
    "batch.add",
    "checkinput",
    "checkInput",
    async (cloud, o) => (await batch(cloud)).add([], o),
  ],
  [
    "batch.add of an item",
    "prority",
    "priority",
    async (cloud, o) =>
      (await batch(cloud)).add([{ input: {}, ...o }] as never),
  ],
];

const failureOf = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe("a misspelt option", () => {
  // "id" is too short for a guess: the list of the options is shown.
  test.each(CALLS)(
    "of %s (%s) is an InputError that names %s, and nothing is sent",
    async (_, misspelt, meant, call) => {
      const { cloud, requests } = scripted([]);
      const error = await failureOf(() => call(cloud, { [misspelt]: 1 }));
      expect(error).toMatchObject({ name: "InputError", parameter: misspelt });
      expect((error as Error).message).toContain(meant);
      expect((error as Error).message).toContain(misspelt);
      expect(requests).toEqual([]);
    },
  );

  test("that is undefined counts as absent", async () => {
    const { cloud } = scripted([{ json: [] }]);
    expect(await cloud.pods.list({}, { timeot: undefined } as object)).toEqual(
      [],
    );
  });

  test("that begins like a documented one is answered with that one", () => {
    expect(() => createClient({ retrys: 3 } as object)).toThrow(
      /^retrys is not an option: did you mean retries\?$/,
    );
  });

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

test("watchDrift and createEmulator refuse a wrong value with an InputError", () => {
  expect(() => watchDrift({ sample: 2 })).toThrow(
    expect.objectContaining({ name: "InputError", parameter: "sample" }),
  );
  expect(() => createEmulator({ speed: 0 })).toThrow(
    expect.objectContaining({ name: "InputError", parameter: "speed" }),
  );
});

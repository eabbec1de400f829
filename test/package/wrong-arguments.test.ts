import { describe, expect, test } from "vitest";
import { openBatch } from "../../src/batch/index.js";
import { outputsOf, withResponse, type Client } from "../../src/index.js";
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
import { scripted } from "../support/scripted-fetch.js";

const JOB = { slug: "m", id: "j1" };
const POD = { name: "trainer", imageName: "example/image:1" };
const RENT = { maxHours: 1 };
const SECRET = "s".repeat(32);
const HOOK = { secret: SECRET, url: "https://example.com/hook" };
/** A store of a batch that keeps nothing. */
const LEDGER = {
  open: (_: string, definition: string) => Promise.resolve({ definition }),
};
const BATCH = { name: "nightly", model: "m", ledger: LEDGER };
const handleEvent = () => undefined;

/** What JavaScript may pass, in place of an argument whose type TypeScript checks. */
type Wrong = never;
type Call = (cloud: Client, wrong: Wrong) => unknown;

const handler = (cloud: Client, onEvent: never, options: never) =>
  createWebhooks(HOOK).handler(cloud, onEvent, options);
const guard = () => createSpendGuard({ limit: 1 });
const reserve = () => guard().reserve(0.5, Date.now() + 60_000);
const batch = (cloud: Client) => openBatch(cloud, BATCH as never);

/** By function: the argument or option that is wrong, and calls with a wrong one. */
const CALLS: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  rentPod: {
    cloud: (_, wrong) => rentPod(wrong, POD, RENT),
    input: (cloud, wrong) => rentPod(cloud, wrong, RENT),
    maxHours: (cloud) => rentPod(cloud, POD, null as never),
    options: (cloud) => rentPod(cloud, POD, 5 as never),
    signal: (cloud) => rentPod(cloud, POD, { ...RENT, signal: 5 as never }),
    spend: (cloud) => rentPod(cloud, POD, { ...RENT, spend: {} as never }),
    onProgress: (cloud) =>
      rentPod(cloud, POD, { ...RENT, onProgress: 5 as never }),
    timeout: (cloud) => rentPod(cloud, POD, { ...RENT, timeout: "5" as never }),
  },
  waitForPod: {
    cloud: (_, wrong) => waitForPod(wrong, "p1"),
    podId: (cloud, wrong) => waitForPod(cloud, wrong),
    options: (cloud, wrong) => waitForPod(cloud, "p1", wrong),
  },
  waitForEndpoint: {
    cloud: (_, wrong) => waitForEndpoint(wrong, "e1"),
    endpointId: (cloud, wrong) => waitForEndpoint(cloud, wrong),
    options: (cloud, wrong) => waitForEndpoint(cloud, "e1", wrong),
  },
  sweepPods: {
    cloud: (_, wrong) => sweepPods(wrong),
    options: (cloud, wrong) => sweepPods(cloud, wrong),
  },
  findCapacity: {
    cloud: (_, wrong) => findCapacity(wrong),
    filter: (cloud, wrong) => findCapacity(cloud, wrong),
    options: (cloud, wrong) => findCapacity(cloud, {}, wrong),
  },
  explainJob: {
    cloud: (_, wrong) => explainJob(wrong, JOB),
    job: (cloud, wrong) => explainJob(cloud, wrong),
    options: (cloud, wrong) => explainJob(cloud, JOB, wrong),
  },
  createTracing: {
    options: (_, wrong) => createTracing(wrong),
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
  },
  "batch.work": {
    options: async (cloud, wrong) => (await batch(cloud)).work(wrong),
  },
  "batch.results": {
    options: async (cloud, wrong) =>
      collect((await batch(cloud)).results(wrong)),
  },
  "batch.settle": {
    item: async (cloud, wrong) => (await batch(cloud)).settle(wrong, "fail"),
  },
  createWebhooks: {
    options: (_, wrong) => createWebhooks(wrong),
    store: (_, store) => createWebhooks({ ...HOOK, store }),
    url: (_, url) => createWebhooks({ ...HOOK, url }),
  },
  "webhooks.sign": {
    slug: (_, wrong) => createWebhooks(HOOK).sign(wrong),
    options: (_, wrong) => createWebhooks(HOOK).sign("m", wrong),
  },
  "webhooks.handler": {
    cloud: (_, wrong) => handler(wrong, handleEvent as never, {} as never),
    onEvent: (cloud, wrong) => handler(cloud, wrong, {} as never),
    options: (cloud, wrong) => handler(cloud, handleEvent as never, wrong),
    onError: (cloud, onError) =>
      handler(cloud, handleEvent as never, { onError } as never),
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
  },
  "reservation.assign": {
    subject: async (_, wrong) => (await reserve()).assign(wrong, Date.now()),
  },
  "reservation.settle": {
    cost: async () => (await reserve()).settle(-1),
  },
  checkInput: { model: (_, wrong) => checkInput(wrong, {}) },
  outputsOf: { source: (_, wrong) => outputsOf(wrong) },
  withResponse: { call: (_, wrong) => withResponse(wrong) },
  "cloud.rest": {
    path: (cloud, wrong) => cloud.rest.GET(wrong),
    method: (cloud, wrong) => cloud.rest.request(wrong, "/pods"),
    parseAs: (cloud, parseAs) => cloud.rest.GET("/pods", { parseAs }),
  },
  "cloud.fetch": { input: (cloud, wrong) => cloud.fetch(wrong) },
  "cloud.graphql": {
    document: (cloud, wrong) => cloud.graphql.request(wrong),
    variables: (cloud) =>
      cloud.graphql.request("{ myself { id } }", 5 as never),
  },
  "cloud.pods.create": {
    body: (cloud, wrong) => cloud.pods.create(wrong),
  },
};

describe.each(Object.entries(CALLS))("%s", (_, calls) => {
  test.each(Object.entries(calls))(
    "refuses a wrong %s with an InputError that names the argument, before anything is sent",
    async (parameter, call) => {
      for (const wrong of [null, 5] as never[]) {
        const { cloud, requests } = scripted([{ json: [] }]);
        const error: unknown = await Promise.resolve()
          .then(() => call(cloud, wrong))
          .then(
            () => undefined,
            (reason: unknown) => reason,
          );
        expect(error).toMatchObject({
          name: "InputError",
          parameter,
          maybeSent: false,
        });
        expect((error as Error).message).toMatch(
          /\b(must (be|hold|begin)|is required)\b/,
        );
        expect(requests).toHaveLength(0);
      }
    },
  );
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatch } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { collect } from "../../support/collect.js";
import { createClient } from "../../../src/index.js";
import { createWebhooks } from "../../../src/webhooks/index.js";
import { ended, FORMS, serving } from "../../support/model-forms.js";
import { KEY, URLS } from "../../support/scripted-fetch.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "model-outputs-"));
});
afterAll(() => rm(folder, { recursive: true }));

test.each(Object.entries(FORMS))(
  "%s has the promised members and its cost in the result of a batch",
  async (name, { slug, sent, read, cost }) => {
    const { cloud } = serving(sent);
    const batch = await openBatch(cloud, {
      name: `batch of ${name}`.replaceAll(/\W/g, "-"),
      model: slug,
      ledger: fileLedger(folder),
      estimate: 1,
    });
    const items = [{ key: "a", input: { prompt: "a pier" } }];
    await batch.add(items, { checkInput: false });
    await batch.work({ concurrency: 1 });
    const results = await collect(batch.results());
    await batch.close();
    expect(results).toMatchObject([{ state: "completed", cost }]);
    expect(results[0]?.output).toEqual(read);
  },
);

test("a job that completes without what its model promises fails its item of a batch, which counts the cost", async () => {
  const { cloud } = serving({ cost: 0.005 });
  const batch = await openBatch(cloud, {
    name: "without-address",
    model: "z-image-turbo",
    ledger: fileLedger(folder),
  });
  await batch.add([{ key: "a", input: { prompt: "a pier" } }]);
  await batch.work({ concurrency: 1 });
  const results = await collect(batch.results());
  await batch.close();
  expect(results).toMatchObject([
    { state: "failed", error: { code: "no_output" }, cost: 0.005 },
  ]);
});

test.each([
  ["an output without a cost", {}, { result: "hello" }, 1],
  ["an output with a cost", {}, { result: "hello", cost: 0.01 }, 0],
  ["an estimate", { estimate: 0.01 }, { result: "hello" }, 0],
  ["an endpoint of one's own", { model: "own" }, { result: "hello" }, 0],
  ["a job that is paid for and has no text", {}, { note: "hello" }, 1],
] as const)(
  "a batch of a model without a price warns once of a cost that it cannot count: %s",
  async (name, options, sent, times) => {
    const { cloud } = serving(sent);
    const warnings: string[] = [];
    const batch = await openBatch(cloud, {
      name: name.replaceAll(/\W/g, "-"),
      model: "whisper-v3-large",
      ledger: fileLedger(folder),
      onWarning: (message) => warnings.push(message),
      ...options,
    });
    const items = ["a", "b"].map((key) => ({
      key,
      input: { audio: `https://files.test/${key}.wav` },
    }));
    await batch.add(items);
    await batch.work({ concurrency: 1 });
    await batch.close();
    expect(
      warnings.filter((warning) =>
        warning.includes("the cost of the batch lacks"),
      ),
    ).toHaveLength(times);
  },
);

test("a webhook that ends an item without what its model promises shows what came, as a poll does", async () => {
  const sent = { cost: 0.005, status: "ok" };
  const webhooks = createWebhooks({
    secret: "s".repeat(40),
    url: "https://hook.test/",
  });
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : input.toString();
    if (!url.endsWith("/run")) return Response.json(ended(sent));
    const text = new TextDecoder().decode(
      await new Response(init?.body).arrayBuffer(),
    );
    const { webhook } = JSON.parse(text) as { webhook: string };
    const delivery = new Request(webhook, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(ended(sent)),
    });
    expect((await batch.webhookHandler()(delivery)).status).toBe(200);
    return Response.json({ id: "j1", status: "IN_QUEUE" });
  };
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const batch = await openBatch(cloud, {
    name: "without-address-by-webhook",
    model: "z-image-turbo",
    ledger: fileLedger(folder),
    webhooks,
  });
  await batch.add([{ key: "a", input: { prompt: "a pier" } }]);
  await batch.work({ concurrency: 1 });
  const results = await collect(batch.results());
  await batch.close();
  expect(results).toMatchObject([
    {
      state: "failed",
      error: {
        code: "no_output",
        message:
          'the job ended as COMPLETED without output.image_url: the output is {"cost":0.005,"status":"ok"}',
      },
      cost: 0.005,
    },
  ]);
});

import { expect, onTestFinished, test } from "vitest";
import { openBatch, type BatchOptions } from "../../../src/batch/index.js";
import { createClient, type Client } from "../../../src/index.js";
import { collect } from "../../support/collect.js";
import { ended, FORMS, serving } from "../../support/model-forms.js";
import { KEY, URLS } from "../../support/scripted-fetch.js";
import { createFileLedger, webhooks } from "../suite/temporary-batch.js";

/** A batch of two items for a public model. */
async function openModel(
  cloud: Client,
  options: Partial<BatchOptions> & { readonly model: string },
) {
  const warnings: string[] = [];
  const batch = await openBatch(cloud, {
    name: "test",
    ledger: createFileLedger(),
    onWarning: (message) => warnings.push(message),
    ...options,
  });
  onTestFinished(() => batch.close());
  const items = ["a", "b"].map((key) => ({ key, input: { prompt: "a pier" } }));
  await batch.add(items, { checkInput: false });
  const work = async () => {
    await batch.work({ concurrency: 1 });
    return collect(batch.results());
  };
  return { batch, work, warnings };
}

test.each(Object.entries(FORMS))(
  "%s has the promised members and its cost in the result of a batch",
  async (_name, { slug, sent, read, cost }) => {
    const { cloud } = serving(sent);
    const { work } = await openModel(cloud, { model: slug, estimate: 1 });
    const [result] = await work();
    expect(result).toMatchObject({ state: "completed", cost });
    expect(result?.output).toEqual(read);
  },
);

test("a job that completes without what its model promises fails its item of a batch, which counts the cost", async () => {
  const { cloud } = serving({ cost: 0.005 });
  const { work } = await openModel(cloud, { model: "z-image-turbo" });
  expect((await work())[0]).toMatchObject({
    state: "failed",
    error: { code: "no_output" },
    cost: 0.005,
  });
});

test("a webhook that ends an item without what its model promises shows what came, as a poll does", async () => {
  const sent = { cost: 0.005, status: "ok" };
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    if (!request.url.endsWith("/run")) return Response.json(ended(sent));
    const { webhook } = (await request.json()) as { webhook: string };
    const delivery = new Request(webhook, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(ended(sent)),
    });
    expect((await batch.webhookHandler()(delivery)).status).toBe(200);
    return Response.json({ id: "j1", status: "IN_QUEUE" });
  };
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const options = { model: "z-image-turbo", webhooks };
  const { batch, work } = await openModel(cloud, options);
  const message =
    'the job ended as COMPLETED without output.image_url: the output is {"cost":0.005,"status":"ok"}';
  expect((await work())[0]).toMatchObject({
    state: "failed",
    error: { code: "no_output", message },
    cost: 0.005,
  });
});

test.each([
  ["an output without a cost", {}, { result: "hello" }, 1],
  ["an output with a cost", {}, { result: "hello", cost: 0.01 }, 0],
  ["an estimate", { estimate: 0.01 }, { result: "hello" }, 0],
  ["an endpoint of one's own", { model: "own" }, { result: "hello" }, 0],
  ["a job that is paid for and has no text", {}, { note: "hello" }, 1],
] as const)(
  "a batch of a model without a price warns once of a cost that it cannot count: %s",
  async (_name, options, sent, times) => {
    const { cloud } = serving(sent);
    const { work, warnings } = await openModel(cloud, {
      model: "whisper-v3-large",
      ...options,
    });
    await work();
    const lacking = warnings.filter((warning) =>
      warning.includes("the cost of the batch lacks"),
    );
    expect(lacking).toHaveLength(times);
  },
);

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBatch } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { collect } from "../../support/collect.js";
import { FORMS, serving } from "../../support/model-forms.js";

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

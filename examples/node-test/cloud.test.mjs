import { createClient, ResponseError } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

// prettier-ignore
const emulator = createEmulator({ speed: 50 }); // the whole service in memory, with a clock 50 times as fast
// prettier-ignore
const cloud = createClient({ apiKey: emulator.apiKey, fetch: emulator.fetch, ...emulator.urls });
afterEach(() => emulator.reset());

test("a job draws a real picture", async () => {
  const job = await cloud
    .model("black-forest-labs-flux-1-schnell")
    .run({ prompt: "a lighthouse" });
  const { output } = await job.wait();
  const picture = await emulator.fetch(output.image_url);
  assert.equal(picture.headers.get("content-type"), "image/jpeg");
});

test("REST and GraphQL show the same Pod until it is deleted", async () => {
  const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
  const { myself } = await cloud.graphql.request("{ myself { pods { id } } }");
  assert.deepEqual(myself.pods, [{ id }]);
  await cloud.pods.delete(id);
  await assert.rejects(cloud.pods.get(id), ResponseError);
});

import { createClient, ResponseError } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";

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
  expect(picture.headers.get("content-type")).toBe("image/jpeg");
});

test("REST and GraphQL show the same Pod until it is deleted", async () => {
  const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
  const { myself } = await cloud.graphql.request("{ myself { pods { id } } }");
  expect(myself.pods).toEqual([{ id }]);
  await cloud.pods.delete(id);
  await expect(cloud.pods.get(id)).rejects.toThrow(ResponseError);
});

import { expect, test } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";
import { passTime, useFakeTime } from "../support/fake-time.js";
import { failure, scripted } from "../support/scripted-fetch.js";

useFakeTime();

test("model.purgeQueue deletes the jobs that wait", async () => {
  const { emulator, cloud } = createEmulatedClient();
  const model = cloud.model("flux-schnell");
  await model.run({ prompt: "a lighthouse" });
  await passTime(10_000);
  const job = await model.run({ prompt: "a house" });
  expect(await model.purgeQueue()).toMatchObject({ removed: 1 });
  expect(emulator.requests.at(-1)).toMatchObject({
    route: "POST /v2/{slug}/purge-queue",
    path: "/v2/flux-schnell/purge-queue",
  });
  await expect(job.status()).rejects.toMatchObject({ status: 404 });
});

test("model.health of a public model says that the key may be right", async () => {
  const json = { detail: "unauthorized access to endpoint" };
  const { cloud } = scripted([{ status: 401, json }]);
  const error = await failure(cloud.model("m").health());
  expect(String(error)).toContain("public models do not; the key may be right");
});

import { expect, test } from "vitest";
import { messageOf } from "../../src/cli/client-failure.js";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient } from "../../src/index.js";
import { rentPod } from "../../src/machines/index.js";

const { apiKey, fetch, urls } = createEmulator();
const cloud = createClient({ apiKey, fetch, ...urls });
const failure = (call: Promise<unknown>) =>
  call.then(
    () => new Error("did not fail"),
    (error: unknown) => error as Error,
  );

test("a message for a terminal has the body of the response in the place of where to find it", async () => {
  const error = await failure(cloud.pods.get("no-such-pod"));
  expect(error.message).toMatch(/see `body` or `cause.body` of this error/);
  const message = messageOf(error);
  expect(message).toMatch(/the service answered \{.*\\"no-such-pod\\"/);
  expect(message).not.toContain("of this error");
});

test("a message for a terminal has the body of an error that is the cause", async () => {
  const input = { imageName: "a", gpuTypeIds: ["NVIDIA L5"] };
  const error = await failure(rentPod(cloud, input, { maxHours: 1 }));
  expect(error.name).toBe("RentError");
  expect(messageOf(error)).toMatch(/the service answered \{.*NVIDIA L5/);
});

test("any other message for a terminal stays as it is", async () => {
  const error = await failure(cloud.pods.get(""));
  expect(messageOf(error)).toBe(error.message);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client } from "../../src/index.js";
import { failure, scripted } from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("v2.pods.action refuses a success that holds neither an object nor nothing", async () => {
  const act = (cloud: Client) =>
    cloud.v2.pods.action("p1", { action: "start" });
  const surfaces = { v2: { baseUrl: "https://rest.test" } };
  const { cloud } = scripted([{ json: 5 }], { surfaces });
  expect(await failure(act(cloud))).toMatchObject({
    code: "invalid_response",
    maybeSent: true,
  });
  const { cloud: other } = scripted([{ status: 204 }], { surfaces });
  await expect(act(other)).resolves.toBeUndefined();
});

test("v2.pods.get shows an error under status 200", async () => {
  const surfaces = { v2: { baseUrl: "https://v2.test" } };
  const json = { error: "insufficient funds" };
  const { cloud } = scripted([{ json }], { surfaces });
  const error = await failure(cloud.v2.pods.get("p1"));
  expect(error).toMatchObject({ code: "invalid_response" });
  expect(String(error)).toContain(
    "answered 200 with an error: insufficient funds",
  );
});

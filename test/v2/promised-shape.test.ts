import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client } from "../../src/index.js";
import { failure, scripted } from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("v2.pods.action refuses a success that is no Pod, and an empty one unless the Pod is terminated", async () => {
  const act = (cloud: Client, action: "start" | "terminate") =>
    cloud.v2.pods.action("p1", { action });
  const surfaces = { v2: { baseUrl: "https://rest.test" } };
  const { cloud } = scripted([{ json: 5 }], { surfaces });
  const refusal = { code: "invalid_response", maybeSent: true };
  expect(await failure(act(cloud, "start"))).toMatchObject(refusal);
  const empty = () => scripted([{ status: 204 }], { surfaces }).cloud;
  expect(await failure(act(empty(), "start"))).toMatchObject(refusal);
  await expect(act(empty(), "terminate")).resolves.toBeUndefined();
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

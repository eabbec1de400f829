import { createClient } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-sdk/emulator";
import { afterEach, expect, test } from "vitest";
import { drawThumbnail } from "../src/thumbnails.js";

// prettier-ignore
const emulator = createEmulator({ speed: 50 }); // the whole service in memory, its clock 50 times as fast
// prettier-ignore
const cloud = createClient({ apiKey: emulator.apiKey, fetch: emulator.fetch, ...emulator.urls });
afterEach(() => emulator.reset());

test("a thumbnail has an address and a price, and a real picture behind it", async () => {
  const thumbnail = await drawThumbnail(cloud, "The lighthouse");
  expect(thumbnail?.cost).toBeGreaterThan(0);
  const picture = await emulator.fetch(thumbnail?.url ?? "");
  expect(picture.headers.get("content-type")).toBe("image/png");
});

test("a job that fails gives no thumbnail", async () => {
  expect(await drawThumbnail(cloud, "How to fail")).toBeUndefined();
});

test("a service that is busy for a moment is asked again", async () => {
  emulator.fail("POST /v2/{slug}/run", {
    status: 429,
    headers: { "retry-after": "0" },
  });
  expect(await drawThumbnail(cloud, "Patience")).toBeDefined();
  const statuses = emulator.requests
    .filter(({ route }) => route === "POST /v2/{slug}/run")
    .map(({ status }) => status);
  expect(statuses).toEqual([429, 200]);
});

test("a key that is wrong is an error, not a missing thumbnail", async () => {
  emulator.fail("POST /v2/{slug}/run", { status: 401 });
  await expect(drawThumbnail(cloud, "Locked out")).rejects.toMatchObject({
    ...{ name: "ResponseError", status: 401, maybeSent: false },
  });
});

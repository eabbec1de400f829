import { createClient } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";
import { afterEach, expect, test } from "vitest";
import { drawThumbnail } from "../src/thumbnails.js";

// prettier-ignore
const emulator = createEmulator({ speed: 50 }); // the whole service in memory, with a clock 50 times as fast
// prettier-ignore
const cloud = createClient({ apiKey: emulator.apiKey, fetch: emulator.fetch, ...emulator.urls });
afterEach(() => emulator.reset());

test("drawThumbnail returns a price and the address of a real picture", async () => {
  const thumbnail = await drawThumbnail(cloud, "The lighthouse");
  expect(thumbnail?.cost).toBeGreaterThan(0);
  const picture = await emulator.fetch(thumbnail?.url ?? "");
  expect(picture.headers.get("content-type")).toBe("image/jpeg");
});

test("drawThumbnail returns undefined when the job fails", async () => {
  expect(await drawThumbnail(cloud, "How to fail")).toBeUndefined();
});

test("drawThumbnail retries a submit that the service refused with 429", async () => {
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

test("drawThumbnail rejects when the key is wrong", async () => {
  emulator.fail("POST /v2/{slug}/run", { status: 401 });
  await expect(drawThumbnail(cloud, "Locked out")).rejects.toMatchObject({
    name: "ResponseError",
    status: 401,
    maybeSent: false,
  });
});

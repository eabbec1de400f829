import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { createEmulator, type Emulator } from "../src/emulator/index.js";
import { createClient } from "../src/index.js";
import { findChromium } from "../test/support/chromium.js";

const FOLDER = "guides/images";
const WEBP_QUALITY = 65;
/** The prompt of the job that the picture shows opened. */
const OPENED = "a reef";
/** One of them fails: the emulator fails each job whose prompt has this word. */
const PROMPTS = [
  "a lighthouse",
  "a pier",
  "a buoy at dawn",
  "a ferry in fog",
  "fail, please",
  OPENED,
  "a harbour",
  "an island",
];

/**
 * `npm run screenshots`: renews the pictures of the emulator's page that the README and the guides show, in light and in
 * dark. Needs Chromium.
 */
const emulator = createEmulator({ clock: "manual" });
const { urls } = await emulator.listen({ port: 0 });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
try {
  await act(emulator, urls.baseUrl);
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({
      colorScheme,
      viewport: { width: 1240, height: 620 },
    });
    await page.goto(urls.publicBaseUrl);
    await page.getByText(OPENED).locator("visible=true").first().click();
    await page.getByRole("img").first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    const path = join(FOLDER, `emulator-${colorScheme}.webp`);
    await writeFile(path, await capture(page));
    console.log(path);
  }
} finally {
  await browser.close();
  await emulator.close();
}

/** The picture of a page as WebP, which takes a third of the bytes of PNG: playwright itself writes PNG and JPEG only. */
async function capture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: WEBP_QUALITY,
  });
  return Buffer.from(data, "base64");
}

/** Gives the page something to show: jobs in every state, resources, and a request that fails. */
async function act(
  { apiKey, clock, fail }: Emulator,
  baseUrl: string,
): Promise<void> {
  const cloud = createClient({
    apiKey,
    ...urls,
    baseUrl,
    retries: 0,
  });
  await cloud.networkVolumes.create({
    name: "models",
    size: 50,
    dataCenterId: "EU-RO-1",
  });
  await cloud.pods.create({
    name: "trainer",
    imageName: "ubuntu:24.04",
    gpuTypeIds: ["NVIDIA L4"],
  });
  const model = cloud.model("black-forest-labs-flux-1-schnell");
  for (const prompt of PROMPTS) {
    await model.run({ prompt });
    await clock.advance(1200);
  }
  const cancelled = await cloud.model("video-demo").run({ prompt: "waves" });
  await clock.advance(900);
  await cancelled.cancel();
  fail("GET /pods", { status: 503 });
  await cloud.pods.list().catch(() => undefined);
  await model.run({ prompt: "a buoy" });
  await cloud.model("video-demo").run({ prompt: "a storm" });
  await clock.advance(700);
}

import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { createClient } from "../src/index.js";
import { findChromium } from "../test/support/chromium.js";

const FOLDER = "guides/images";
const WEBP_QUALITY = 65;
/** The prompt of the job that the picture shows opened. */
const OPENED = "a reef";
/** One of these jobs fails: the emulator fails each job whose prompt contains the word `fail`. */
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
 * `npm run docs -- screenshots`: renews the picture that the README and the guides show, in light and in dark: the emulator's page,
 * and a terminal in which the first program of the README has just run. Needs Chromium.
 */
const emulator = createEmulator({ clock: "manual" });
const { urls } = await emulator.listen({ port: 0 });
await mkdir(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ["--no-sandbox"],
});
const terminal = await recordTerminal();
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
    await page.evaluate(showTerminal, terminal);
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

/** What a terminal shows when the first program of the README runs against an emulator of its own. */
async function recordTerminal(): Promise<string> {
  const readme = await readFile("README.md", "utf8");
  const [, program = ""] = /^```ts\n(.*?)^```/ms.exec(readme) ?? [];
  await mkdir(".cache", { recursive: true });
  const folder = await mkdtemp(join(".cache", "terminal-"));
  try {
    const file = join(folder, "program.ts");
    await writeFile(file, program);
    const shown = program
      .trim()
      .split("\n")
      .map((line) => `  ${line}`);
    const run = ["packages/emulator/bin/index.ts", "--", "npx", "tsx", file];
    const output = execFileSync("npx", ["tsx", ...run], { encoding: "utf8" });
    const command = "npx cloud-compute-emulator -- npx tsx program.ts";
    return `$ cat program.ts\n${shown.join("\n")}\n$ ${command}\n${output}`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs in the page: lays a terminal with this text over the lower right corner. */
function showTerminal(text: string): void {
  const window = document.createElement("pre");
  window.textContent = text;
  Object.assign(window.style, {
    position: "fixed",
    right: "24px",
    bottom: "24px",
    margin: "0",
    padding: "14px 18px",
    borderRadius: "8px",
    background: "#10141c",
    color: "#e6edf3",
    font: "13px/1.5 monospace",
    boxShadow: "0 12px 40px rgb(0 0 0 / 45%)",
    zIndex: "10",
  });
  document.body.append(window);
}

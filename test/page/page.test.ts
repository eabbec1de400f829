import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reference } from "../../generated/emulator/reference.js";
import { createEmulator, type Listener } from "../../src/emulator/index.js";
import { findChromium } from "../support/chromium.js";

/** The folder of the screenshots, which git ignores. */
const SCREENSHOTS = join(".cache", "page");
/** Runs without a display, and without requests of the browser itself. */
const BROWSER_ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// On a manual clock nothing happens until a test advances the clock.
const emulator = createEmulator({ clock: "manual" });
let listener: Listener;
let browser: BrowserContext;
let profile = "";
let origin = "";

beforeAll(async () => {
  listener = await emulator.listen();
  origin = listener.urls.publicBaseUrl;
  profile = await mkdtemp(join(tmpdir(), "page-"));
  await mkdir(SCREENSHOTS, { recursive: true });
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: BROWSER_ARGS,
    viewport: { width: 1240, height: 900 },
  });
});

afterAll(async () => {
  await browser.close();
  await emulator.close();
  await rm(profile, { recursive: true, force: true });
});

/** Opens a page. `problems` collects the errors of its console, and its requests to anything but the emulator. */
async function open(path = "/"): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) problems.push(request.url());
  });
  await page.goto(origin + path);
  await page.getByText("live", { exact: true }).waitFor();
  return { page, problems };
}

async function send(path: string, body?: object): Promise<{ id: string }> {
  const response = await emulator.fetch(origin + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${emulator.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: string };
}

const rowOf = (page: Page, id: string) =>
  page.locator("#jobs li").filter({ hasText: id });

describe("the emulator's page", { timeout: 60_000 }, () => {
  test("shows a job wait, run and finish as the clock is advanced", async () => {
    const { page, problems } = await open();
    const { id } = await send("/v2/video-demo/run", { input: { prompt: "a" } });
    const row = rowOf(page, id);
    await row.getByText("in queue").waitFor();
    await page.getByRole("button", { name: "+1 s", exact: true }).click();
    await row.getByText("in progress").waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, "running.png") });
    await page.getByRole("button", { name: "+1 min" }).click();
    await row.getByText("completed").waitFor();
    await page.getByText("The clock was advanced by 1.0 min.").waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("submits a job and cancels it, only by keyboard", async () => {
    const { page, problems } = await open();
    await page.getByLabel("Model").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const cancel = page.getByRole("button", { name: /Cancel job/ }).first();
    await cancel.focus();
    // A change of the list does not take the focus from the button.
    await send("/v2/flux-dev/run", { input: { prompt: "another" } });
    await page.locator("#jobs li").nth(2).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-status=CANCELLED]").waitFor();
    expect(await page.locator("[data-status=CANCELLED]").count()).toBe(1);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("shows resources and requests as they arrive, without parsing text as HTML", async () => {
    const { page, problems } = await open();
    const name = "<img src=x onerror=alert(1)>";
    await send("/v1/pods", { name, imageName: "ubuntu:24.04" });
    await send("/v1/networkvolumes", {
      name: "models",
      size: 50,
      dataCenterId: "EU-RO-1",
    });
    await send("/v1/pods", { imageName: 7 });
    await page.getByRole("cell", { name, exact: true }).waitFor();
    await page.getByRole("cell", { name: "models" }).waitFor();
    const last = page.locator("#requests tr").first();
    await last.getByText("400").waitFor();
    expect(await last.textContent()).toMatch(/POST\/v1\/pods400[\d.]+ ms/);
    expect(await page.content()).not.toContain(emulator.apiKey);
    expect(problems).toEqual([]);
    await page.close();
  });

  test("adds a fault rule that applies to the next request", async () => {
    const { page, problems } = await open();
    await page.getByLabel("Route").selectOption("POST /v2/{slug}/run");
    await page.getByRole("spinbutton", { name: "Status" }).fill("418");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page
      .getByText("The fault rule applies to the next request of POST")
      .waitFor();
    await page.getByRole("button", { name: "Run a job" }).click();
    await page.getByText(/^418: /).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("shows a searchable reference of every operation, and sends requests from there", async () => {
    const { page, problems } = await open("/#reference");
    await page.locator(".operation").first().waitFor();
    const operations = await page.locator(".operation").count();
    expect(operations).toBe(reference.length);
    await page.getByLabel("Search").fill("registry create");
    const found = page.locator(".operation:visible");
    expect(await found.count()).toBeLessThan(8);
    await page.getByLabel("Search").fill("List Pods");
    await found.first().locator("summary").click();
    await page.screenshot({ path: join(SCREENSHOTS, "reference.png") });
    await found.first().getByRole("button", { name: "Send" }).click();
    await found.first().locator("pre", { hasText: "200" }).waitFor();
    expect(problems).toEqual([]);
    await page.close();
  });

  test("runs GraphQL documents over the same account", async () => {
    const { page, problems } = await open("/#graphql");
    await page.getByLabel("Document").selectOption("deploy");
    await page.getByRole("button", { name: "Run" }).click();
    const result = page.locator("#result");
    await result.getByText("podFindAndDeployOnDemand").waitFor();
    await page.getByLabel("Document").selectOption("pods");
    await page.getByLabel("Query").press("Control+Enter");
    await result.getByText("from the page").waitFor();
    await page.screenshot({ path: join(SCREENSHOTS, "graphql.png") });
    expect(problems).toEqual([]);
    await page.close();
  });

  test("fits a screen of 390 pixels, in light and in dark", async () => {
    const { page, problems } = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const tab of ["live", "reference", "graphql"]) {
        await page.goto(`${origin}/#${tab}`);
        const widths = await page.evaluate(() => [
          document.documentElement.scrollWidth,
          innerWidth,
        ]);
        expect(widths).toEqual([390, 390]);
        const path = join(SCREENSHOTS, `phone-${tab}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: tab === "live" });
      }
    }
    expect(problems).toEqual([]);
    await page.close();
  });
});

test(
  "Chromium plays the video of a video job",
  { timeout: 60_000 },
  async () => {
    const { id } = await send("/v2/video-demo/run", { input: { prompt: "a" } });
    await emulator.clock.advance(60_000);
    const response = await emulator.fetch(`${origin}/files/${id}.mp4`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const url = `data:video/mp4;base64,${Buffer.from(bytes).toString("base64")}`;
    const page = await browser.newPage();
    const video = await page.evaluate(async (src) => {
      const element = document.createElement("video");
      element.muted = true;
      element.src = src;
      await element.play();
      await new Promise((resolve) =>
        element.addEventListener("ended", resolve),
      );
      return [element.videoWidth, element.videoHeight, element.duration];
    }, url);
    expect(video).toEqual([64, 36, 1]);
    await page.close();
  },
);

describe("the endpoints of the emulator's page", () => {
  const get = (headers: Record<string, string>, path: string, host?: string) =>
    emulator.fetch(`${host ?? origin}${path}`, { headers });

  test.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another port", { "sec-fetch-site": "same-site" }],
    ["with another origin", { origin: "https://elsewhere.example" }],
    ["from a sandboxed frame", { origin: "null" }],
  ])("reject a request %s", async (_, headers) => {
    const response = await get(headers, "/_emulator/reference");
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("reject a public host name, and accept local ones", async () => {
    const status = async (host: string) =>
      (await get({}, "/_emulator/reference", host)).status;
    expect(await status("http://rebound.example:4010")).toBe(403);
    for (const host of ["localhost", "127.0.0.1", "[::1]", "emulator"])
      expect(await status(`http://${host}:4010`)).toBe(200);
  });

  test("are not recorded, and need no key", async () => {
    const before = emulator.requests.length;
    expect((await get({}, "/")).status).toBe(200);
    expect((await get({}, "/_emulator/nothing")).status).toBe(404);
    expect(emulator.requests).toHaveLength(before);
  });
});

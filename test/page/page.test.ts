import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reference } from "../../generated/emulator/reference.js";
import { createEmulator, type Listener } from "../../src/emulator/index.js";
import { findChromium } from "../support/chromium.js";

/** The pictures that the tests make; git ignores them. */
const pictures = join(".cache", "page");
const noise = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Nothing happens by itself: each test moves the clock.
const emulator = createEmulator({ clock: "manual" });
let listener: Listener;
let browser: BrowserContext;
let profile = "";
let origin = "";

beforeAll(async () => {
  listener = await emulator.listen();
  origin = listener.urls.publicBaseUrl;
  profile = await mkdtemp(join(tmpdir(), "page-"));
  await mkdir(pictures, { recursive: true });
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: noise,
    viewport: { width: 1240, height: 900 },
  });
});

afterAll(async () => {
  await browser.close();
  await emulator.close();
  await rm(profile, { recursive: true, force: true });
});

/** A page, and what went wrong in it: errors of its console, and requests to anywhere but the emulator. */
async function open(path = "/"): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser.newPage();
  const wrong: string[] = [];
  page.on("pageerror", ({ message }) => wrong.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      wrong.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) wrong.push(request.url());
  });
  await page.goto(origin + path);
  await page.getByText("live", { exact: true }).waitFor();
  return { page, wrong };
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

describe("the page", { timeout: 60_000 }, () => {
  test("shows a job wait, run and finish as the clock is advanced", async () => {
    const { page, wrong } = await open();
    const { id } = await send("/v2/video-demo/run", { input: { prompt: "a" } });
    const row = rowOf(page, id);
    await row.getByText("in queue").waitFor();
    await page.getByRole("button", { name: "+1 s", exact: true }).click();
    await row.getByText("in progress").waitFor();
    await page.screenshot({ path: join(pictures, "running.png") });
    await page.getByRole("button", { name: "+1 min" }).click();
    await row.getByText("completed").waitFor();
    await page.getByText("The clock is advanced by 1.0 min.").waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("submits a job and cancels it, by keyboard alone", async () => {
    const { page, wrong } = await open();
    await page.getByLabel("Model").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const cancel = page.getByRole("button", { name: /Cancel job/ }).first();
    await cancel.focus();
    // A change elsewhere draws the list anew and takes the focus from nothing.
    await send("/v2/flux-dev/run", { input: { prompt: "another" } });
    await page.locator("#jobs li").nth(2).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("[data-status=CANCELLED]").waitFor();
    expect(await page.locator("[data-status=CANCELLED]").count()).toBe(1);
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("shows resources and requests as they come, and text as text", async () => {
    const { page, wrong } = await open();
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
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("injects a fault that the next request meets", async () => {
    const { page, wrong } = await open();
    await page.getByLabel("Route").selectOption("POST /v2/{slug}/run");
    await page.getByRole("spinbutton", { name: "Status" }).fill("418");
    await page.getByRole("button", { name: "Inject" }).click();
    await page.getByText("The next request of POST /v2/{slug}/run").waitFor();
    await page.getByRole("button", { name: "Run a job" }).click();
    await page.getByText(/^418: /).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("holds the reference of every operation, found by its words and sent from there", async () => {
    const { page, wrong } = await open("/#reference");
    await page.locator(".operation").first().waitFor();
    const operations = await page.locator(".operation").count();
    expect(operations).toBe(reference.length);
    await page.getByLabel("Search").fill("registry create");
    const found = page.locator(".operation:visible");
    expect(await found.count()).toBeLessThan(8);
    await page.getByLabel("Search").fill("List Pods");
    await found.first().locator("summary").click();
    await page.screenshot({ path: join(pictures, "reference.png") });
    await found.first().getByRole("button", { name: "Send" }).click();
    await found.first().locator("pre", { hasText: "200" }).waitFor();
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("runs GraphQL documents over the same account", async () => {
    const { page, wrong } = await open("/#graphql");
    await page.getByLabel("Document").selectOption("deploy");
    await page.getByRole("button", { name: "Run" }).click();
    const result = page.locator("#result");
    await result.getByText("podFindAndDeployOnDemand").waitFor();
    await page.getByLabel("Document").selectOption("pods");
    await page.getByLabel("Query").press("Control+Enter");
    await result.getByText("from the page").waitFor();
    await page.screenshot({ path: join(pictures, "graphql.png") });
    expect(wrong).toEqual([]);
    await page.close();
  });

  test("fits a phone of 390 pixels, in light and in dark", async () => {
    const { page, wrong } = await open();
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
        const path = join(pictures, `phone-${tab}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: tab === "live" });
      }
    }
    expect(wrong).toEqual([]);
    await page.close();
  });
});

describe("the page's own endpoints", () => {
  const ask = (headers: Record<string, string>, path: string, host?: string) =>
    emulator.fetch(`${host ?? origin}${path}`, { headers });

  test.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another port", { "sec-fetch-site": "same-site" }],
    ["with another origin", { origin: "https://elsewhere.example" }],
    ["from a sandboxed frame", { origin: "null" }],
  ])("refuse what comes %s", async (_, headers) => {
    const response = await ask(headers, "/_emulator/manual");
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("refuse a name of elsewhere that leads here, and answer those of home", async () => {
    const status = async (host: string) =>
      (await ask({}, "/_emulator/manual", host)).status;
    expect(await status("http://rebound.example:4010")).toBe(403);
    for (const host of ["localhost", "127.0.0.1", "[::1]", "emulator"])
      expect(await status(`http://${host}:4010`)).toBe(200);
  });

  test("are in no journal, and need no key", async () => {
    const before = emulator.requests.length;
    expect((await ask({}, "/")).status).toBe(200);
    expect((await ask({}, "/_emulator/nothing")).status).toBe(404);
    expect(emulator.requests).toHaveLength(before);
  });
});

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Page,
} from "playwright-core";
import { expect, onTestFinished } from "vitest";
import type { EmulatorOptions } from "../../../src/index.js";
import { createAccount } from "../../support/account.js";
import { findChromium } from "../../../../../test/support/chromium.js";

/** The folder of the screenshots, which git ignores. CI keeps it. */
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

export function launchBrowser(
  extraArgs: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [...BROWSER_ARGS, ...extraArgs],
  });
}

/** A listening emulator on a manual clock, with a browser that shows its page. */
export async function startInspector(options: EmulatorOptions = {}) {
  const { emulator, call } = createAccount(options);
  const { urls } = await emulator.listen();
  const origin = urls.publicBaseUrl;
  await mkdir(SCREENSHOTS, { recursive: true });
  const browser = await launchBrowser();
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1400, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  /**
   * Opens the page until the test ends, which then fails for an error in the console, or a request to anything but the
   * emulator. A page whose requests may be refused logs these.
   */
  const open = async (path = "/", { isRefused = false } = {}) => {
    const page = await context.newPage();
    const problems: string[] = [];
    onTestFinished(async () => {
      await page.close();
      expect(problems).toEqual([]);
    });
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => {
      const isLogged = ["error", "warning"].includes(message.type());
      if (isLogged && !isRefused) problems.push(message.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(origin) && !url.startsWith("blob:"))
        problems.push(url);
    });
    await page.goto(origin + path);
    await page.getByText("live", { exact: true }).waitFor();
    return page;
  };
  /** Sends a request with the API key, and resolves with the answer, whatever its status is. */
  const send = async (method: string, path: string, body?: unknown) =>
    Object((await call(method, path, body)).body) as { readonly id: string };
  return {
    emulator,
    origin,
    context,
    open,
    send,
    close: async () => {
      await browser.close();
      await emulator.close();
    },
  };
}

export type Inspector = Awaited<ReturnType<typeof startInspector>>;

/** Keeps a picture of the page as an artefact. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** What the clipboard of the browser holds. */
export function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

const SLUGS = ["flux-dev", "flux-schnell", "text-demo", "speech-demo"];
const PROMPTS = ["a lighthouse", "please fail", "a harbour", "a fox"];

/** 2,000 jobs of which 500 failed, and an account with one resource of each kind. */
export async function fillAccount({ emulator }: Inspector): Promise<void> {
  emulator.seed({
    containerRegistryAuths: [
      { name: "registry", username: "user", password: "secret" },
    ],
    networkVolumes: [
      { id: "models", name: "models", size: 100, dataCenterId: "EU-RO-1" },
    ],
    templates: [
      {
        id: "worker",
        name: "worker",
        imageName: "example/worker:1",
        isServerless: true,
      },
    ],
    endpoints: [
      {
        id: "summarizer",
        name: "summarizer",
        templateId: "worker",
        gpuTypeIds: ["NVIDIA L4"],
        workersMax: 3,
      },
    ],
    pods: [
      { name: "trainer", imageName: "example/trainer:1" },
      {
        name: "notebook",
        imageName: "ubuntu:24.04",
        desiredStatus: "EXITED",
      },
    ],
    jobs: Array.from({ length: 2000 }, (_, index) => ({
      slug: SLUGS[index % SLUGS.length] ?? "",
      input: { prompt: `${PROMPTS[Math.floor(index / 4) % 4] ?? ""} ${index}` },
    })),
  });
  await emulator.clock.advance(60_000);
}

import { build } from "esbuild";
import { basename } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../../test/support/chromium.js";
import type { Project } from "./project.js";
import type { RunSuite } from "./runtime.js";
import type { Services } from "./services.js";
import type { Result } from "./suite/environment.js";

const CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run"];

/** Runs the suite in a page of Chromium, as a bundle, from another origin than the services. */
export const runInPage: RunSuite = async (project, services) => {
  await serveBundle(project, services);
  const executablePath = findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_FLAGS,
  });
  try {
    const environment = { ...services.environment, platform: "page" };
    const { page, warnings } = await openPage(browser, services);
    // A text instead of a function: the compiler of this file adds names to a function that the page does not have.
    const results = await page.evaluate<Result[]>(
      `runSuite(${JSON.stringify(environment)})`,
    );
    results.push(
      resultOf(
        "a page warns once of the exposed key",
        warnings.length === 1,
        warnings,
      ),
      await checkWarnOption(browser, services),
      checkHeaders(services, await page.evaluate<string[]>("headersSet()")),
    );
    return { version: browser.version(), results };
  } finally {
    await browser.close();
  }
};

/** Serves the bundle as a user makes it: split, so that GraphQL is loaded with its first call. */
async function serveBundle(
  { folder }: Project,
  { control }: Services,
): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["hosts/page.js"],
    outdir: "bundle",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  const html =
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';
  control.get("/", (context) => context.html(html));
  for (const { path, contents } of outputFiles)
    control.get(`/${basename(path)}`, ({ body }) =>
      body(new Uint8Array(contents), 200, {
        "content-type": "text/javascript",
      }),
    );
}

/** A page with the bundle loaded, and the warnings that the page prints. */
async function openPage(browser: Browser, { environment }: Services) {
  const page = await browser.newPage();
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.goto(environment.control, { waitUntil: "networkidle" });
  return { page, warnings };
}

function resultOf(name: string, ok: boolean, actual: unknown): Result {
  return ok ? { name, ok } : { name, ok, reason: JSON.stringify(actual) };
}

async function checkWarnOption(
  browser: Browser,
  services: Services,
): Promise<Result> {
  const { page, warnings } = await openPage(browser, services);
  const received = await page.evaluate<string[]>(
    `(() => {
      const received = [];
      const warn = (message) => received.push(message);
      for (const apiKey of ["one-key", "another-key"]) createClient({ apiKey, warn });
      createClient({ apiKey: () => "a-key-of-a-function", warn });
      return received;
    })()`,
  );
  const ok =
    warnings.length === 0 &&
    received.length === 1 &&
    /can read the API key/.test(received[0] ?? "");
  return resultOf(
    "the option `warn` receives the warning, not the console",
    ok,
    {
      warnings,
      received,
    },
  );
}

/** What a browser sends by itself. */
const BROWSER_HEADERS =
  /^(host|connection|origin|referer|user-agent|accept-(encoding|language)|content-length|access-control-request-(method|headers)|cache-control|pragma|sec-.+)$/;
const CLIENT_HEADERS = "accept authorization content-type";

/** Compares the headers that the client passes to `fetch`, and those that reach the service, with the expected ones. */
function checkHeaders(
  { emulator }: Services,
  passed: readonly string[],
): Result {
  const received = emulator.requests.flatMap(({ headers }) =>
    Object.keys(headers),
  );
  const sent = received.filter((name) => !BROWSER_HEADERS.test(name));
  const lists = [passed, sent].map((names) =>
    [...new Set(names)].sort().join(" "),
  );
  return resultOf(
    `the only headers of the client are ${CLIENT_HEADERS}`,
    lists.every((list) => list === CLIENT_HEADERS),
    lists,
  );
}

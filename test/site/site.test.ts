import axe from "axe-core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../support/chromium.js";
import { serveBuiltSite } from "../support/site.js";

let site: Awaited<ReturnType<typeof serveBuiltSite>>;
let browser: Browser;

beforeAll(async () => {
  site = await serveBuiltSite();
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox"],
  });
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

/** Opens a page of the site. `problems` collects the errors of its console, and its requests to other hosts. */
async function open(
  path: string,
  options: Parameters<Browser["newPage"]>[0] = {},
): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage(options);
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()))
      problems.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.origin)) problems.push(request.url());
  });
  await page.goto(`${site.origin}/${path}`);
  // Vue marks this element once the buttons and keys of the page work.
  await page.waitForFunction(() =>
    Object.hasOwn(document.getElementById("app") ?? {}, "__vue_app__"),
  );
  return { page, problems };
}

describe("the search of the site", () => {
  it.each([
    ["webhook", "/guides/webhooks"],
    ["retry", "/guides/errors"],
    ["cancel job", "/guides/jobs"],
    ["list gpu", "/guides/resources"],
    ["commonjs", "/guides/quick-start"],
    ["deploy endpoint", "/guides/endpoints"],
    ["save picture", "/guides/recipes/pictures-from-csv"],
    ["cost report", "/guides/recipes/cost-report"],
  ])("finds for %s the guide %s first", async (query, guide) => {
    const { page, problems } = await open("index.html");
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill(query);
    const results = page.locator(".VPLocalSearchBox a.result");
    await results.first().waitFor();
    const links = await results.evaluateAll((found) =>
      found.map((link) => link.getAttribute("href") ?? ""),
    );
    expect(links[0]).toContain("/guides/");
    expect(links.slice(0, 3).join(" ")).toContain(guide);
    expect(problems).toEqual([]);
    await page.close();
  });
});

describe("every page of the site", () => {
  it("fits a phone of 390 pixels without scrolling sideways", async () => {
    const { page } = await open("index.html", {
      viewport: { width: 390, height: 844 },
    });
    const wide: string[] = [];
    for (const path of site.pages) {
      await page.goto(`${site.origin}/${path}`);
      const width = await page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      if (width > 390) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    await page.close();
  });

  it("has a title of its own, a description and one heading of the first level", () => {
    const titles = new Map<string, string>();
    for (const path of site.pages) {
      const text = readFileSync(join("site", path), "utf8");
      const [, title = ""] = /<title>(.*?)<\/title>/.exec(text) ?? [];
      expect(title, path).toContain("cloud-compute-sdk");
      expect(titles.get(title), path).toBeUndefined();
      titles.set(title, path);
      expect(text, path).toMatch(/<meta name="description" content=".{20,}"/);
      expect(text.match(/<h1/g), path).toHaveLength(1);
    }
  });

  it("of the reference that describes functions has an example", () => {
    const pages = site.pages.filter((path) => path.startsWith("reference/"));
    const without = pages.filter((path) => {
      const text = readFileSync(join("site", path), "utf8");
      const hasFunctions = /<h3 id="[^"]*"[^>]*>\w+\(\)/.test(text);
      // The first block shows the import.
      const blocks = text.match(/<div class="language-ts/g) ?? [];
      return hasFunctions && blocks.length < 2;
    });
    expect(without).toEqual([]);
  });
});

/** A page of each kind. */
const KINDS = [
  "index.html",
  "guides/errors.html",
  "guides/emulator.html",
  "guides/version-2.html",
  "reference/v2/pods.html",
  "reference/types.html",
  "changelog.html",
];

describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
  it.each(KINDS)(
    "the page %s passes the rules of axe, on a desktop and on a phone",
    async (path) => {
      for (const width of [1280, 390]) {
        const { page, problems } = await open(path, {
          colorScheme,
          viewport: { width, height: 900 },
        });
        await page.addScriptTag({ content: axe.source });
        const violations = await page.evaluate(async () => {
          const { axe: rules } = globalThis as unknown as {
            axe: typeof import("axe-core");
          };
          const result = await rules.run();
          return result.violations.map(
            ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
          );
        });
        expect(violations).toEqual([]);
        expect(problems).toEqual([]);
        await page.close();
      }
    },
  );
});

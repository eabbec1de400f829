import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  fillAccount,
  keepPicture,
  startInspector,
  type Inspector,
} from "./support/browser.js";

let inspector: Inspector;
let jobId = "";

beforeAll(async () => {
  inspector = await startInspector();
  await fillAccount(inspector);
  const { emulator, send } = inspector;
  const body = { input: { prompt: "a lighthouse" } };
  jobId = (await send("POST", "/v2/flux-dev/run", body)).id;
  await emulator.clock.advance(60_000);
  await send("POST", "/v1/pods", { imageName: 7 });
  await send("GET", `/v2/flux-dev/status/${jobId}`);
  emulator.fail("POST /pods", { status: 503, times: 2 });
});

afterAll(() => inspector.close());

/** Every view, and an opened item of each kind. */
const VIEWS = [
  "jobs",
  "job",
  "requests",
  "request",
  "resources",
  "control",
  "connect",
] as const;

function hashOf(view: (typeof VIEWS)[number]): string {
  if (view === "job") return `jobs/${jobId}`;
  return view === "request" ? "requests/2" : view;
}

/** Opens a view, and waits until its content is there. */
async function show(page: Page, view: (typeof VIEWS)[number]): Promise<void> {
  await page.goto(`${inspector.origin}/#${hashOf(view)}`);
  const isDetails = ["job", "request"].includes(view);
  const content = isDetails
    ? page.locator("aside section, aside form")
    : page.locator("main table, main form, main section");
  await content.first().waitFor();
}

/** What axe finds: the rules and the elements that break them. */
async function findProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      readonly axe: {
        readonly run: () => Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly nodes: readonly { readonly html: string }[];
          }[];
        }>;
      };
    };
    const { violations } = await runner.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  });
}

describe.each(["light", "dark"] as const)("in %s, the view", (colorScheme) => {
  test.each(VIEWS)("%s has no problem that axe finds", async (view) => {
    const page = await inspector.open();
    await page.emulateMedia({ colorScheme });
    await show(page, view);
    expect(await findProblems(page)).toEqual([]);
    if (colorScheme === "dark") await keepPicture(page, `dark-${view}`);
  });

  test.each(VIEWS)(
    "%s fits a phone of 390 pixels without sideways scrolling",
    async (view) => {
      const page = await inspector.open();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      await show(page, view);
      const widths = await page.evaluate(() => {
        const main = document.querySelector("main");
        return [
          document.documentElement,
          main,
          ...(main?.querySelectorAll(":scope > :not(.hidden)") ?? []),
        ].map((element) =>
          element ? element.scrollWidth - element.clientWidth : 0,
        );
      });
      expect(widths.filter((width) => width > 0)).toEqual([]);
      expect(await findProblems(page)).toEqual([]);
      await keepPicture(page, `phone-${view}-${colorScheme}`);
    },
  );
});

test("the view resources cuts no cell at a width of 1,280 pixels, and no number on a phone or a large screen", async () => {
  const imageName = "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime";
  inspector.emulator.seed({ pods: [{ name: "long", imageName }] });
  const page = await inspector.open();
  await show(page, "resources");
  await page.getByRole("cell", { name: imageName }).waitFor();
  for (const [width, cells] of [
    [390, "td.col-number"],
    [1280, "td, th:not(.col-actions)"],
    [1920, "td.col-number"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const shown = page.locator(cells, { hasText: /\d/ });
    const cut = await shown.evaluateAll((all) =>
      all
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(await shown.count()).toBeGreaterThan(2);
    expect(cut, `at ${width} pixels`).toEqual([]);
    await keepPicture(page, `resources-${width}`);
  }
});

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { findChromium } from "../../test/support/chromium.js";
import { npm } from "../shared/npm.js";
import { ROOT } from "../shared/paths.js";
import type { Tarballs } from "../shared/tarball.js";
import { withServer } from "./server.js";
import { EMULATOR_KEY, tryVisitorRoutes } from "./visitor-routes.js";

/**
 * The lowest and the highest supported version. They are in no lock file, because Next has a package for each platform.
 */
const VERSIONS = ["15.1.0", "16.4.6"];
const OTHERS = [
  "react@19.1.0",
  "react-dom@19.1.0",
  "typescript@5.9.3",
  "@types/react@19.1.0",
  "@types/node@20.19.43",
];

/** Builds the example with each version of Next, in a folder without a tsconfig, and uses it with Chromium. */
export async function tryNext(
  folder: string,
  tarballs: Tarballs,
): Promise<void> {
  for (const version of VERSIONS) {
    const project = join(folder, `next-${version}`);
    mkdirSync(project);
    for (const part of ["app", "lib"])
      cpSync(join(ROOT, "examples/next", part), join(project, part), {
        recursive: true,
      });
    writeFileSync(join(project, "package.json"), `{ "private": true }`);
    npm(
      project,
      "install",
      "--no-save",
      "--no-package-lock",
      "--prefer-offline",
      "--loglevel=error",
      `next@${version}`,
      ...OTHERS,
      ...tarballs,
    );
    const next = join(project, "node_modules/next/dist/bin/next");
    execFileSync(process.execPath, [next, "build"], {
      cwd: project,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    assert.ok(existsSync(join(project, "tsconfig.json")), "no tsconfig");
    await withServer(
      process.execPath,
      project,
      [next, "start"],
      async (origin) => {
        await tryVisitorRoutes(origin);
        await tryPage(origin, makePicture);
      },
    );
    // With speed 0.01 a job takes minutes, so that the visitor can cancel the job before its end.
    await withServer(
      process.execPath,
      project,
      [next, "start"],
      (origin) => tryPage(origin, cancelPicture),
      0.01,
    );
    console.log(`next ${version} works`);
  }
}

async function makePicture(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Make a picture" }).click();
  await page.getByRole("img").waitFor();
  assert.equal(await page.getByRole("status").textContent(), "COMPLETED");
}

async function cancelPicture(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Make a picture" }).click();
  await page.getByText("IN_").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("CANCELLED").waitFor();
}

/** Uses the page in a browser. Nothing that the page sends or receives shows the key. */
async function tryPage(
  origin: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    const traffic: Promise<string>[] = [];
    page.on("request", (request) => {
      const { url, headers, postData } = {
        url: request.url(),
        headers: request.headers(),
        postData: request.postData(),
      };
      traffic.push(Promise.resolve(JSON.stringify([url, headers, postData])));
    });
    page.on("response", (response) => {
      const read = async () => {
        const headers = JSON.stringify(await response.allHeaders());
        const body = await response.body().catch(() => Buffer.alloc(0));
        return headers + body.toString("latin1");
      };
      traffic.push(read());
    });
    await page.goto(origin);
    await use(page);
    const seen = await Promise.all(traffic);
    assert.ok(
      seen.some((text) => text.includes("ccs1.")),
      "no handle was seen",
    );
    assert.ok(seen.length > 5, "no traffic was seen");
    for (const text of seen)
      assert.ok(
        !text.includes(EMULATOR_KEY),
        "the page's traffic shows the key",
      );
  } finally {
    await browser.close();
  }
}

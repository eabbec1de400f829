import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../../support/page-code.js";

const GUIDE = "guides/batches.md";
let codes: PageCodes;
let end: () => Promise<void>;

beforeAll(async () => {
  codes = await writePageCodes([GUIDE]);
  end = await serveInEnvironment(createEmulator({ speed: 50 }));
});
afterAll(async () => {
  await codes.remove();
  await end();
});

it("the code of the guide to batches runs as it stands", async () => {
  const lines = await codes.of(GUIDE).run();
  const [results, last] = [lines.slice(0, 3), lines.slice(3)];
  expect(results.map(([prompt]) => prompt).sort()).toEqual([
    "a buoy",
    "a pier",
    "a reef",
  ]);
  for (const [, url] of results) expect(url).toMatch(/^http/);
  expect(last).toEqual([["done"], ["done"]]);
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
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
  for (const folder of ["batches", "batches.witness"])
    await rm(folder, { recursive: true, force: true });
  await end();
});

it("the code of the guide to batches runs as it stands", async () => {
  const lines = await codes.of(GUIDE).run();
  expect(lines.slice(0, 2)).toEqual([
    ["3 items added, 0 were there"],
    ["done"],
  ]);
  expect(lines).toHaveLength(6);
  for (const [, url] of lines.slice(2, 5)) expect(url).toMatch(/^http/);
  expect(lines[5]).toEqual([
    expect.stringMatching(/^cost: at least (0\.\d+), at most \1$/),
  ]);
  const path = join(codes.folder, "batches", "harbor.jsonl");
  const file = await readFile(path, "utf8");
  const given = file.trim().split("\n");
  expect(given).toHaveLength(3);
  for (const line of given)
    expect(JSON.parse(line)).toMatchObject({
      url: expect.stringMatching(/^http/) as string,
    });
});

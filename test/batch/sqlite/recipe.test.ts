import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { blocksOf } from "../../support/page-blocks.js";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../../support/page-code.js";
import { runWithin } from "../../support/run-script.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

const RECIPE = "guides/recipes/nightly-batch.md";
const emulator = createEmulator({ speed: 50 });
let codes: PageCodes;
let end: () => Promise<void>;
let exitCode: number;

beforeAll(async () => {
  codes = await writePageCodes([RECIPE]);
  end = await serveInEnvironment(emulator);
});
afterAll(async () => {
  await codes.remove();
  await end();
});

/** Runs the recipe in a folder for so many hours, and returns what it printed. */
async function runNight(folder: string, hours: number): Promise<string> {
  vi.stubEnv("HOURS", String(hours));
  let lines: unknown[][] = [];
  await runWithin(folder, async () => {
    lines = await codes.of(RECIPE).run();
    exitCode = Number(process.exitCode ?? 0);
    return 0;
  });
  return lines.map((line) => line.join(" ")).join("\n");
}

it("the recipe of a nightly batch ends when the night is over, continues the next night, and lists the rows that failed", async () => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 60 }, (_, n) =>
    JSON.stringify({ key: `row-${n}`, input: { prompt: `pier ${n}` } }),
  );
  const wrong = '{"key":"wrong","input":{"promt":"a pier"}}';
  const failing = '{"key":"wreck","input":{"prompt":"a reason to fail"}}';
  const file = join(folder, "rows.jsonl");
  await writeFile(file, [...rows, wrong, '{"key":', failing].join("\n"));

  const first = await runNight(folder, 0);
  expect(first).toMatch(
    /^line 62 is left out: SyntaxError.*\n61 new rows\n.*\(key "wrong"\): promt is not a param/,
  );
  expect(first).toMatch(/^spend: \d+ completed, [^]* \d+ left$/m);
  expect(emulator.jobs().length).toBeLessThan(61);

  expect(exitCode).toBe(1);

  const second = await runNight(folder, 8);
  expect(second).toMatch(/^0 new rows$/m);
  expect(second).toMatch(/^wreck has failed: /m);
  expect(exitCode).toBe(1);
  expect(second).toMatch(
    /^done: 60 completed, 1 failed, 0 unknown, [^]* 0 left$/m,
  );
  expect(second).toMatch(/^all nights: (0\.\d+) to \1 USD$/m);
  const prompts = emulator.jobs().map(({ input }) => input["prompt"]);
  // Three attempts for the row that fails, and one for each other row.
  expect(prompts).toHaveLength(63);
  expect(new Set(prompts).size).toBe(61);
  expect(readdirSync(join(folder, "pictures"))).toHaveLength(60);
});

it("the rows of the recipe of a nightly batch are drawn", async () => {
  const folder = temporaryFolder();
  const [rows = ""] = blocksOf(await readFile(RECIPE, "utf8"), "text");
  await writeFile(join(folder, "rows.jsonl"), rows);
  const output = await runNight(folder, 8);
  expect(output).toMatch(/^2 new rows\ndone: 2 completed, 0 failed, /);
  expect(exitCode).toBe(0);
  const files = readdirSync(join(folder, "pictures"));
  expect(files.map((file) => file.split("-")[0])).toEqual(["buoy", "pier"]);
});

it("the recipe of a nightly batch names the rows whose jobs the service has forgotten", async () => {
  const folder = temporaryFolder();
  const row = '{"key":"pier","input":{"prompt":"a pier"}}';
  await writeFile(join(folder, "rows.jsonl"), row);
  emulator.fail("GET /v2/{slug}/status/{jobId}", {
    status: 404,
    times: 50,
  });
  const output = await runNight(folder, 8);
  expect(output).toMatch(
    /^pier is unknown \(lost\), and may have been billed$/m,
  );
  expect(output).toMatch(/^unknown: 0 completed, 0 failed, 1 unknown, /m);
  expect(exitCode).toBe(1);
});

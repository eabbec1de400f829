import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { openBatch } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../../src/index.js";
import { collect } from "../../support/collect.js";
import { temporaryFolder } from "../suite/temporary-batch.js";

const EXAMPLE = join(import.meta.dirname, "../../../examples/durable-batch.ts");
const TSX = createRequire(import.meta.url).resolve("tsx");
const PROMPTS = 500;
/** After how many further results the process of the example is killed. */
const KILLS_AFTER_RESULTS = [40, 90, 150];

it("the example durable-batch submits each of 500 prompts once and keeps every result, though it is killed three times", async () => {
  const emulator = createEmulator({ speed: 50 });
  const { urls } = await emulator.listen();
  onTestFinished(() => emulator.close());
  const { apiKey } = emulator;
  const folder = temporaryFolder();
  const program = join(folder, "durable-batch.ts");
  copyFileSync(EXAMPLE, program);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const cwd = temporaryFolder();
  const start = () =>
    spawn(process.execPath, ["--no-warnings", "--import", TSX, program], {
      // As cron does, from another folder.
      cwd,
      env: {
        ...process.env,
        CLOUD_COMPUTE_API_KEY: apiKey,
        CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
        TSX_TSCONFIG_PATH: join(EXAMPLE, "../../tsconfig.json"),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });

  for (const results of KILLS_AFTER_RESULTS) {
    const child = start();
    let seen = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      if (/: http/.test(line)) seen++;
      if (seen === results) child.kill("SIGKILL");
    }
    if (child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
  }
  const last = start();
  const lines = await collect(createInterface({ input: last.stdout }));
  if (last.exitCode === null) await once(last, "exit");
  expect(readdirSync(cwd)).toEqual([]);
  expect(lines[0]).toBe(`0 prompts added, ${PROMPTS} were there`);

  const batch = await openBatch(createClient({ apiKey, ...urls }), {
    name: "pictures",
    model: "black-forest-labs-flux-1-schnell",
    ledger: fileLedger(join(folder, "batches")),
    attempts: 3,
  });
  onTestFinished(() => batch.close());
  const { completed, unknown } = await batch.progress();
  expect(completed + unknown).toBe(PROMPTS);
  const reason = unknown === 0 ? "done" : "unknown";
  expect(last.exitCode).toBe(unknown === 0 ? 0 : 1);
  expect(lines).toContain(
    `${reason}: ${completed} completed, 0 failed, ${unknown} unknown`,
  );
  const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
  expect(new Set(inputs).size).toBe(inputs.length);
  // Each kill leaves at most the submits that were open.
  expect(unknown).toBeLessThanOrEqual(KILLS_AFTER_RESULTS.length * 20);
});

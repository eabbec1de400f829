import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
} from "cloud-compute-emulator";
import { bundleCli, type Cli } from "../../support/cli-process.js";
import { blocksOf } from "../../support/page-blocks.js";

/** How many items `prompts.jsonl` has, in the folder where commands run. */
export const PROMPTS = 60;
let cli: Cli;

/** Bundles the command for the tests of a file. */
export function useCommands(): void {
  beforeAll(async () => {
    cli = await bundleCli();
    const prompts = Array.from({ length: PROMPTS }, (_, n) => ({
      input: { prompt: `lighthouse ${n}`, width: 256, height: 256 },
    }));
    await writeLines("prompts.jsonl", ...prompts);
  });
  afterAll(() => cli.remove());
}

/** Writes lines where commands run: strings as they are, and objects as JSON. */
export function writeLines(
  file: string,
  ...lines: readonly (object | string)[]
): Promise<void> {
  const texts = lines.map((line) =>
    typeof line === "string" ? line : JSON.stringify(line),
  );
  return writeFile(join(cli.folder, file), texts.join("\n"));
}

/** An emulator, and what runs `cloud-compute-sdk batch` with it. */
export async function openCommands(options: EmulatorOptions = { speed: 50 }) {
  const emulator = createEmulator(options);
  const { urls } = await emulator.listen();
  onTestFinished(() => emulator.close());
  const start = (action: string) =>
    startCommand(action, {
      CLOUD_COMPUTE_API_KEY: emulator.apiKey,
      CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
    });
  const run = (action: string) => finish(start(action));
  return { emulator, start, run };
}

/** Starts `cloud-compute-sdk batch` with an action and its flags. */
export function startCommand(
  action: string,
  env: NodeJS.ProcessEnv,
): ChildProcess {
  return spawn(
    process.execPath,
    [
      "--no-warnings",
      join(cli.folder, "cli.mjs"),
      "batch",
      ...action.split(" "),
    ],
    {
      cwd: cli.folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
}

/** Resolves when the process has ended. */
export async function finish(child: ChildProcess) {
  const output = child.stdout ? text(child.stdout) : "";
  const errors = child.stderr ? text(child.stderr) : "";
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, output: await output, errors: await errors };
}

/** Resolves when a condition holds of what the emulator has received. */
export function until(emulator: Emulator, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = emulator.subscribe(() => {
      if (!holds()) return;
      end();
      resolve();
    });
  });
}

/** Tests the commands of the guide to batches, followed by flags for the ledger. */
export function testGuideCommands(flags = ""): void {
  it("of the guide run as they are written, in two terminals, and continue after kill -9", async () => {
    const { emulator, start, run } = await openCommands({ speed: 20 });
    const actions = blocksOf(readFileSync("guides/batches.md", "utf8"), "sh")
      .flatMap((block) => block.trim().split("\n"))
      .flatMap((line) => /^npx \S+ batch (.*)$/.exec(line)?.[1] ?? [])
      .filter((action) => /^(add|work|results) /.test(action))
      .filter((action) => !action.includes("--postgres"))
      .map((action) => action + flags);
    expect(actions).toHaveLength(3);
    const [add = "", work = "", results = ""] = actions;

    expect(await run(add)).toMatchObject({
      code: 0,
      output: `${PROMPTS} items added, 0 were there\n`,
    });
    const [first, second] = [start(`${work} --concurrency 3`), start(work)];
    await until(emulator, () => emulator.jobs().length >= 10);
    first.kill("SIGKILL");
    const [killed, shared] = await Promise.all([finish(first), finish(second)]);
    expect(killed.code).toBe(null);
    expect(shared.output).toMatch(/^(done|no item is left to submit)/);

    const again = await run(work);
    const { output } = await run(results);
    const completed = output.split('"state":"completed"').length - 1;
    expect(completed).toBeGreaterThanOrEqual(PROMPTS - 3);
    expect(again.code).toBe(completed === PROMPTS ? 0 : 1);
    const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
    expect(new Set(inputs).size).toBe(inputs.length);

    const settle = work.replace("work", "settle");
    expect((await run(`${settle} --as resubmit`)).output).toMatch(
      new RegExp(`^${PROMPTS - completed} items? settled\n$`),
    );
    expect(await run(work)).toMatchObject({
      code: 0,
      output: "done: every item has ended\n",
    });
  });
}

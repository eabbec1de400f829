import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { proofRuns } from "../support/runs.js";

const ROUNDS = proofRuns(5);
const CONCURRENCY = 8;

/** What the second process tells of a job that it took over. */
interface Result {
  readonly prompt: string;
  readonly id: string;
  readonly text: string;
}

const emulator = createEmulator();
let folder = "";
let environment: NodeJS.ProcessEnv = {};

beforeAll(async () => {
  const { urls } = await emulator.listen();
  folder = await mkdtemp(join(tmpdir(), "kill-"));
  environment = {
    ...process.env,
    CLOUD_COMPUTE_API_KEY: emulator.apiKey,
    CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
  };
});

afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

it("every job whose handle was saved before the process was killed gives its result to another, and none is submitted again", async () => {
  let [saved, posts] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(folder, `round-${round}.jsonl`);
    await killAtRandom(path);
    const handles = await linesOf(path);
    posts = submitsOf();
    const results = await resume(path);
    expect(submitsOf(), "submitted again").toBe(posts);
    expect(results.length).toBe(handles.length);
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    for (const { prompt, text } of results)
      expect(text.startsWith(`${prompt} …`)).toBe(true);
    saved += results.length;
  }
  const orphans = posts - saved;
  console.log(
    `${posts} submits, ${saved} handles saved, ${orphans} orphans in ${ROUNDS} kills`,
  );
  expect(saved).toBeGreaterThan(0);
  expect(orphans).toBeGreaterThanOrEqual(0);
  expect(orphans).toBeLessThanOrEqual(ROUNDS * CONCURRENCY);
}, 600_000);

/** Lets a process submit and save, and kills it within a fraction of a second. */
async function killAtRandom(path: string): Promise<void> {
  const child = start("submit", [path, String(CONCURRENCY)]);
  await once(child, "message");
  setTimeout(() => child.kill("SIGKILL"), Math.random() * 250);
  const [, signal] = (await once(child, "exit")) as [unknown, string];
  expect(signal).toBe("SIGKILL");
  await arrived();
}

async function resume(path: string): Promise<readonly Result[]> {
  const child = start("resume", [path]);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the second process ended with ${String(code)}`);
  });
  const told = once(child, "message") as Promise<[readonly Result[]]>;
  const [results] = await Promise.race([told, failed]);
  failed.catch(() => undefined);
  return results;
}

function start(name: string, args: readonly string[]): ChildProcess {
  return fork(join("test", "jobs", "kill", `${name}.ts`), args, {
    env: environment,
    execArgv: ["--import", "tsx"],
  });
}

/** Resolves when the submits of a dead process that were still on their way have been counted. */
async function arrived(): Promise<void> {
  for (let before = -1; before !== submitsOf();) {
    before = submitsOf();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function submitsOf(): number {
  return emulator.requests.filter(
    ({ route }) => route === "POST /v2/{slug}/run",
  ).length;
}

/** The whole lines of a file; what a kill cut off is no handle. */
async function linesOf(path: string): Promise<string[]> {
  return (await readFile(path, "utf8")).split("\n").slice(0, -1);
}

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { proofRuns } from "../support/runs.js";

const ROUNDS = proofRuns(5);
const CONCURRENCY = 8;
/** The most handles that a process saves, about, before it is killed. */
const MAX_HANDLES = 40;

/** What the second process reports of a job that it resumed. */
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

it("a job whose handle was saved before its process was killed gives its result to another process, and is not submitted again", async () => {
  let [saved, posts] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const path = join(folder, `round-${round}.jsonl`);
    await killAtRandom(path);
    const handles = await readLines(path);
    posts = countSubmits();
    const results = await resume(path);
    expect(countSubmits(), "submitted again").toBe(posts);
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
}, 3_600_000);

/** Lets a process submit jobs and save their handles, and kills it soon after it has saved a random number of them. */
async function killAtRandom(path: string): Promise<void> {
  const child = start("submit", [path, String(CONCURRENCY)]);
  const target = Math.floor(Math.random() * MAX_HANDLES);
  // The first message says that the process is ready, each other one that a handle is saved.
  for (let handles = -1; handles < target; handles++)
    await once(child, "message");
  setTimeout(() => child.kill("SIGKILL"), Math.random() * 20);
  const [, signal] = (await once(child, "exit")) as [unknown, string];
  expect(signal).toBe("SIGKILL");
  await finishSubmits();
}

async function resume(path: string): Promise<readonly Result[]> {
  const child = start("resume", [path]);
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`the second process ended with ${String(code)}`);
  });
  const message = once(child, "message") as Promise<[readonly Result[]]>;
  const [results] = await Promise.race([message, failed]);
  failed.catch(() => undefined);
  return results;
}

function start(name: string, args: readonly string[]): ChildProcess {
  return fork(join("test", "jobs", "kill", `${name}.ts`), args, {
    env: environment,
    execArgv: ["--import", "tsx"],
  });
}

/** Resolves when the submits that a killed process has sent have all arrived. */
async function finishSubmits(): Promise<void> {
  for (let before = -1; before !== countSubmits();) {
    before = countSubmits();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function countSubmits(): number {
  return emulator.requests.filter(
    ({ route }) => route === "POST /v2/{slug}/run",
  ).length;
}

/** The complete lines of a file. A line that the kill cut off is no handle. */
async function readLines(path: string): Promise<string[]> {
  return (await readFile(path, "utf8")).split("\n").slice(0, -1);
}

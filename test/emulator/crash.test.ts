import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleCli, type Cli, type Running } from "../support/cli-process.js";
import { proofRuns } from "../support/runs.js";

/** How often it is killed. */
const runs = proofRuns(8);
const connections = 12;
/** After so many kills a new file is begun, so that none grows large. */
const runsPerFile = 5;

let cli: Cli;
beforeAll(async () => {
  cli = await bundleCli();
});
afterAll(() => cli.remove());

/** What was acknowledged: a Pod that is here, one that is gone, or one whose removal was never answered. */
type Ledger = Map<string, "here" | "gone" | "unsure">;

test(`no acknowledged write is lost when the emulator is killed ${runs} times in the middle of writes`, async () => {
  let acknowledged = 0;
  for (let run = 0; run < runs;) {
    const file = join(cli.folder, `state-${run}.json`);
    const ledger: Ledger = new Map();
    for (let kill = 0; kill < runsPerFile && run < runs; kill++, run++) {
      const running = await cli.start("--state", file);
      await compare(running, ledger);
      const before = ledger.size;
      await writeUntilKilled(running, ledger, 5 + Math.random() * 120);
      acknowledged += ledger.size - before;
      const text = await readFile(file, "utf8");
      expect(() => JSON.parse(text) as unknown).not.toThrow();
    }
    const last = await cli.start("--state", file);
    await compare(last, ledger);
    await last.stop("SIGKILL");
  }
  console.log(`kills ${runs}, acknowledged writes ${acknowledged}`);
  expect(acknowledged).toBeGreaterThan(runs);
}, 600_000);

/** Holds what the emulator lists against what it had acknowledged. */
async function compare(running: Running, ledger: Ledger): Promise<void> {
  const response = await running.send("/v1/pods");
  const pods = (await response.json()) as readonly { readonly id: string }[];
  const listed = new Set(pods.map(({ id }) => id));
  const wrong = [...ledger].filter(
    ([id, fate]) => fate !== "unsure" && listed.has(id) !== (fate === "here"),
  );
  expect(wrong).toEqual([]);
}

/** Creates and deletes Pods over several connections; some time after the first answer the process is killed. */
async function writeUntilKilled(
  running: Running,
  ledger: Ledger,
  delayMs: number,
): Promise<void> {
  let killed: Promise<unknown> | undefined;
  const kill = () => {
    killed ??= new Promise((resolve) => {
      setTimeout(() => resolve(running.stop("SIGKILL")), delayMs);
    });
  };
  const writers = Array.from({ length: connections }, async () => {
    for (;;) {
      const id = await create(running);
      ledger.set(id, "here");
      kill();
      if (Math.random() < 0.7) continue;
      ledger.set(id, "unsure");
      await remove(running, id);
      ledger.set(id, "gone");
    }
  });
  // Each writer ends with the connection that breaks.
  await Promise.allSettled(writers);
  await killed;
}

async function create(running: Running): Promise<string> {
  const response = await running.send("/v1/pods", {
    method: "POST",
    body: JSON.stringify({ imageName: "ubuntu:24.04" }),
  });
  if (response.status !== 201) throw new Error(`status ${response.status}`);
  return ((await response.json()) as { readonly id: string }).id;
}

async function remove(running: Running, id: string): Promise<void> {
  const response = await running.send(`/v1/pods/${id}`, { method: "DELETE" });
  if (response.status !== 204) throw new Error(`status ${response.status}`);
}

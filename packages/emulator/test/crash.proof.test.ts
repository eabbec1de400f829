import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  bundleEmulatorCommand,
  type EmulatorCommand,
  type Running,
} from "./support/command.js";
import { proofRuns } from "../../../test/support/runs.js";

/** How many times the emulator is killed. */
const KILLS = proofRuns(8);
const CONNECTIONS = 12;
/** After so many kills a new state file is started: each write writes the whole account. */
const KILLS_PER_FILE = 5;

let cli: EmulatorCommand;
beforeAll(async () => {
  cli = await bundleEmulatorCommand();
});
afterAll(() => cli.remove());

/** What the emulator acknowledged, by the id of the Pod. The removal of a Pod that is "unknown" was never answered. */
type Acknowledged = Map<string, "created" | "deleted" | "unknown">;

test(`the emulator loses no acknowledged write when it is killed ${KILLS} times during writes`, async () => {
  let writes = 0;
  for (let first = 0; first < KILLS; first += KILLS_PER_FILE) {
    const file = join(cli.folder, `state-${first}.json`);
    const acknowledged: Acknowledged = new Map();
    const last = Math.min(first + KILLS_PER_FILE, KILLS);
    for (let kill = first; kill < last; kill += 1) {
      const running = await cli.start("--state", file);
      await expectAcknowledged(running, acknowledged);
      const before = acknowledged.size;
      await writeUntilKilled(running, acknowledged, 5 + Math.random() * 120);
      writes += acknowledged.size - before;
    }
    const running = await cli.start("--state", file);
    await expectAcknowledged(running, acknowledged);
    await running.stop("SIGKILL");
  }
  console.log(`kills ${KILLS}, acknowledged writes ${writes}`);
  expect(writes).toBeGreaterThan(KILLS);
}, 3_600_000);

/** Fails unless the emulator lists exactly the Pods that it acknowledged. */
async function expectAcknowledged(
  running: Running,
  acknowledged: Acknowledged,
): Promise<void> {
  const response = await running.send("/v1/pods");
  const pods = (await response.json()) as readonly { readonly id: string }[];
  const listed = new Set(pods.map(({ id }) => id));
  const wrong = [...acknowledged].filter(
    ([id, state]) =>
      state !== "unknown" && listed.has(id) !== (state === "created"),
  );
  expect(wrong).toEqual([]);
}

/** Creates and deletes Pods over several connections. The process is killed some time after the first response. */
async function writeUntilKilled(
  running: Running,
  acknowledged: Acknowledged,
  delayMs: number,
): Promise<void> {
  let killed: Promise<unknown> | undefined;
  const kill = () => {
    killed ??= new Promise((resolve) => {
      setTimeout(() => resolve(running.stop("SIGKILL")), delayMs);
    });
  };
  const writers = Array.from({ length: CONNECTIONS }, async () => {
    for (;;) {
      const id = await create(running);
      acknowledged.set(id, "created");
      kill();
      if (Math.random() < 0.7) continue;
      acknowledged.set(id, "unknown");
      await remove(running, id);
      acknowledged.set(id, "deleted");
    }
  });
  // Each writer ends when its connection breaks.
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

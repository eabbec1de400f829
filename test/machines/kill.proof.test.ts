import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../src/index.js";
import { sweepPods } from "../../src/machines/index.js";
import { proofRuns } from "../support/runs.js";
import { version2Of } from "../support/version-2.js";

const KILLS = proofRuns(10);
/** The most steps of rentals, about, that a process reports before it is killed. */
const MAX_STEPS = 40;
const CLOCK_FACTOR = "60";
const SWEEP_CLOCK_FACTOR = "10";
const HOUR = 3_600_000;

const emulator = createEmulator();
let environment: NodeJS.ProcessEnv = {};
let cloud: Client;
/** The Pods of someone else, with names and variables that resemble ours. */
let strangers: readonly string[] = [];

beforeAll(async () => {
  // A sweep waits for ten seconds where another sweep has deleted the Pod.
  vi.stubEnv("CLOCK_FACTOR", SWEEP_CLOCK_FACTOR);
  await import("./processes/fast-clock.js");
  const { urls, variables } = await emulator.listen({ podPorts: false });
  emulator.account.setStock({ "NVIDIA L4": 0 });
  cloud = createClient({ apiKey: emulator.apiKey, ...urls });
  environment = { ...process.env, CLOCK_FACTOR, ...variables };
  const image = { imageName: "example/image:1" };
  const pods = await Promise.all([
    cloud.pods.create(image),
    cloud.pods.create({
      ...image,
      name: "rent-00000000000000000000-20200101T000000Z",
    }),
    cloud.pods.create({
      ...image,
      name: "mine",
      env: { CLOUD_COMPUTE_RENT_TAG: "00000000000000000000" },
    }),
  ]);
  strangers = pods.map(({ id }) => id).sort();
});
afterAll(() => emulator.close());

it("two sweeps at once after the end of the rentals leave no Pod of a process that was killed at a random moment, and touch no other", async () => {
  const left = { plain: 0, placed: 0 };
  const options = { now: Date.now() + 2 * HOUR };
  for (let kill = 0; kill < KILLS; kill++) {
    await killAtRandom();
    for (const { name } of emulator.snapshot().pods) {
      if (name.endsWith("-plain")) left.plain++;
      if (name.endsWith("-placed")) left.placed++;
    }
    const sweeps = await Promise.all([
      sweepPods(cloud, options),
      sweepPods(version2Of(cloud), options),
    ]);
    for (const { failed } of sweeps) expect(failed).toEqual([]);
    const remaining = emulator.snapshot().pods.map(({ id }) => id);
    expect(remaining.sort()).toEqual(strangers);
  }
  console.log(
    `${KILLS} kills left ${left.plain} Pods, and ${left.placed} of rentals with a capacity; the sweeps deleted them all`,
  );
  expect(left.plain).toBeGreaterThan(0);
  expect(left.placed).toBeGreaterThan(0);
}, 3_600_000);

/** Lets a process rent Pods over a service that fails at random, and kills it at a random step. */
async function killAtRandom(): Promise<void> {
  const file = join("test", "machines", "processes", "rent-and-die.ts");
  const child = fork(file, [], {
    env: environment,
    execArgv: ["--import", "tsx"],
  });
  const target = Math.floor(Math.random() * MAX_STEPS);
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("the process has ended")));
  for (let steps = 0; steps <= target; steps++)
    await once(child, "message", { signal: ended.signal });
  void pause(Math.random() * 20).then(() => child.kill("SIGKILL"));
  const [, signal] = (await once(child, "exit")) as [unknown, string];
  expect(signal).toBe("SIGKILL");
  await finishRequests();
}

/** Resolves when the requests that a killed process has sent have all arrived. */
async function finishRequests(): Promise<void> {
  for (let before = -1; before !== emulator.requests.length;) {
    before = emulator.requests.length;
    await pause(50);
  }
}

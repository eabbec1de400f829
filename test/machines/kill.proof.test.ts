import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient, type Client } from "../../src/index.js";
import { sweepPods } from "../../src/machines/index.js";
import { proofRuns } from "../support/runs.js";

const KILLS = proofRuns(5);
const CONCURRENCY = 4;
/** The most steps of rents, about, that a process reports before it is killed. */
const MAX_STEPS = 20;
const CLOCK_FACTOR = "60";
const HOUR = 3_600_000;

const emulator = createEmulator();
let environment: NodeJS.ProcessEnv = {};
let cloud: Client;
/** The Pods of someone else, with names and variables that resemble ours. */
let strangers: readonly string[] = [];

beforeAll(async () => {
  const { urls } = await emulator.listen({ podPorts: false });
  const { apiKey } = emulator;
  cloud = createClient({ apiKey, ...urls });
  environment = {
    ...process.env,
    CLOCK_FACTOR,
    CLOUD_COMPUTE_API_KEY: apiKey,
    CLOUD_COMPUTE_BASE_URL: urls.baseUrl,
    CLOUD_COMPUTE_GRAPHQL_URL: urls.graphqlUrl,
  };
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
      env: { CLOUD_COMPUTE_RENT_MARK: "00000000000000000000" },
    }),
  ]);
  strangers = pods.map(({ id }) => id).sort();
});
afterAll(() => emulator.close());

it("a sweep after the end of the rents leaves no Pod of a process that was killed at a random moment, and touches no other", async () => {
  let left = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await killAtRandom();
    left += emulator.snapshot().pods.length - strangers.length;
    const { failed } = await sweepPods(cloud, { now: Date.now() + 2 * HOUR });
    expect(failed).toEqual([]);
    const remaining = emulator.snapshot().pods.map(({ id }) => id);
    expect(remaining.sort()).toEqual(strangers);
  }
  console.log(`${KILLS} kills left ${left} Pods, which the sweeps deleted`);
  expect(left).toBeGreaterThan(0);
}, 3_600_000);

/** Lets a process rent Pods over a service that fails at random, and kills it at a random step. */
async function killAtRandom(): Promise<void> {
  const file = join("test", "machines", "processes", "rent-and-die.ts");
  const child = fork(file, [String(CONCURRENCY)], {
    env: environment,
    execArgv: ["--import", "tsx"],
  });
  const target = Math.floor(Math.random() * MAX_STEPS);
  for (let steps = 0; steps <= target; steps++) await once(child, "message");
  setTimeout(() => child.kill("SIGKILL"), Math.random() * 20);
  const [, signal] = (await once(child, "exit")) as [unknown, string];
  expect(signal).toBe("SIGKILL");
  await finishRequests();
}

/** Resolves when the requests that a killed process has sent have all arrived. */
async function finishRequests(): Promise<void> {
  for (let before = -1; before !== emulator.requests.length;) {
    before = emulator.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import { build } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { proofRuns } from "../support/runs.js";
import { WorkerSimulator } from "../support/worker-simulator.js";

// `npm run lab proof -- workers` runs these in full: 200 SIGTERMs, 100 SIGKILLs and 10,000 jobs.
const SCALE = proofRuns(4, 200);
const STOPS = SCALE;
const KILLS = SCALE / 2;
const JOBS = SCALE * 50;
const WAIT = { timeout: 60_000 };

let folder: string;
let simulator: WorkerSimulator;
beforeAll(async () => {
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(".cache", "worker-"));
  // As users bundle theirs.
  await build({
    entryPoints: ["test/worker/processes/worker.ts"],
    outfile: join(folder, "worker.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
  });
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  simulator = await WorkerSimulator.start();
});
afterEach(async () => {
  await simulator.close();
  expect(simulator.violations).toEqual([]);
});

/** Starts a process of the worker. `exited` resolves with its exit code, or with the signal that has ended it. */
const startWorker = (id: string, concurrency = 1) => {
  const child = spawn(
    process.execPath,
    [join(folder, "worker.mjs"), String(concurrency)],
    { env: { ...process.env, ...simulator.environment(id) }, stdio: "ignore" },
  );
  const exited = once(child, "close").then(
    ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
  );
  return { child, exited };
};

/** Submits jobs until the returned function is called, a few at a time, so that workers are always under load. */
const keepBusy = (most: number) => {
  let [isBusy, submitted] = [true, 0];
  const submit = () => {
    if (!isBusy) return;
    const job = simulator.submit({ number: submitted++, turns: 3 });
    void job.ended.then(submit);
  };
  for (let slot = 0; slot < most; slot++) submit();
  return () => {
    isBusy = false;
  };
};

const endedJobs = () => simulator.jobs.filter(({ result }) => result).length;

const expectRightOutputs = () => {
  const wrong = simulator.jobs.filter(({ input, result }) => {
    const { number } = input as { readonly number: number };
    return JSON.stringify(result) !== JSON.stringify({ output: number * 2 });
  });
  expect(wrong).toEqual([]);
};

/** Starts a worker, and resolves when it has ended some jobs: each round at another moment of the work. */
const startUnderLoad = async (round: number) => {
  const id = `worker-${round}`;
  const before = endedJobs();
  const started = startWorker(id, 4);
  await vi.waitFor(
    () => {
      expect(endedJobs()).toBeGreaterThan(before + (round % 7));
    },
    { ...WAIT, interval: 1 },
  );
  return { id, ...started };
};

/** Lets one more worker end the jobs that are left. */
const expectAllToEnd = async () => {
  const last = startWorker("last", 4);
  await Promise.all(simulator.jobs.map(({ ended }) => ended));
  last.child.kill("SIGKILL");
  await last.exited;
  expectRightOutputs();
};

test("a worker that gets SIGTERM under load leaves no job behind, and exits with 0", async () => {
  const rest = keepBusy(12);
  for (let stop = 0; stop < STOPS; stop++) {
    const { id, child, exited } = await startUnderLoad(stop);
    child.kill("SIGTERM");
    expect(await exited).toBe(0);
    const orphans = simulator.openJobs.filter(
      ({ workerId }) => workerId === id,
    );
    expect(orphans, `stop ${stop}`).toEqual([]);
  }
  rest();
  await expectAllToEnd();
});

test("every job of a worker that gets SIGKILL is given again, and ends", async () => {
  const rest = keepBusy(12);
  for (let kill = 0; kill < KILLS; kill++) {
    const { id, child, exited } = await startUnderLoad(kill);
    child.kill("SIGKILL");
    expect(await exited).toBe("SIGKILL");
    simulator.lose(id);
  }
  rest();
  await expectAllToEnd();
});

test("a worker with 10 slots gives every job its own output, also through faults", async () => {
  const jobs = Array.from({ length: JOBS }, (_, number) =>
    simulator.submit({ number }),
  );
  // The faults are spread over the work: one after the other, they would only test the pauses of the worker.
  const takeFaults = ["reset", 500, 429] as const;
  for (let number = 0; number < JOBS; number += 100)
    void jobs[number]?.ended.then(() => {
      simulator.fail("job-done", "lost", 500, "reset", 429);
      simulator.fail("job-take-batch", takeFaults[(number / 100) % 3] ?? 500);
    });
  const { child, exited } = startWorker("worker-1", 10);
  await Promise.all(jobs.map(({ ended }) => ended));
  child.kill("SIGKILL");
  await exited;
  expectRightOutputs();
});

test("a worker pings while its handler blocks the thread", async () => {
  const { child, exited } = startWorker("worker-1");
  const job = simulator.submit({ number: 1, blocksFor: 1000 });
  await vi.waitFor(() => {
    expect(job.deliveries).toBe(1);
  }, WAIT);
  // The handler blocks before the first ping that names its job is answered, and the pings go on.
  await vi.waitFor(() => {
    const named = simulator.pings.filter(([id]) => id === job.id);
    expect(named.length).toBeGreaterThan(5);
  }, WAIT);
  expect(job.result).toBeUndefined();
  await job.ended;
  child.kill("SIGKILL");
  await exited;
});

import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { proofRuns } from "../support/runs.js";
import { WorkerSimulator } from "../support/worker-simulator.js";
import { bundleWorker, type BundledWorker } from "./support.js";

// `npm run lab proof -- workers` runs these in full: 200 SIGTERMs, 100 SIGKILLs and 10,000 jobs.
const SCALE = proofRuns(4, 200);
const STOPS = SCALE;
const KILLS = SCALE / 2;
const JOBS = SCALE * 50;
const WAIT = { timeout: 60_000 };

let worker: BundledWorker;
let simulator: WorkerSimulator;
beforeAll(async () => {
  worker = await bundleWorker();
});
afterAll(() => worker.remove());
beforeEach(async () => {
  simulator = await WorkerSimulator.start();
});
afterEach(async () => {
  await simulator.close();
  expect(simulator.violations).toEqual([]);
});

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
  const started = worker.start(simulator.environment(id), "4");
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
  const last = worker.start(simulator.environment("last"), "4");
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
  const { child, exited } = worker.start(simulator.environment(), "10");
  await Promise.all(jobs.map(({ ended }) => ended));
  child.kill("SIGKILL");
  await exited;
  expectRightOutputs();
});

test("a worker pings while its handler blocks the thread", async () => {
  const { child, exited } = worker.start(simulator.environment());
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

test("jobs of the emulator that a worker runs have the right outputs", async () => {
  const emulator = createEmulator();
  emulator.model("in-process", ({ number }: { number: number }) => number * 2);
  emulator.account.setWorkers("my-endpoint", { external: true });
  const listener = await emulator.listen();
  const variables = listener.workerVariables("my-endpoint");
  const { child, exited } = worker.start(variables);
  const { apiKey } = emulator;
  const cloud = createClient({ apiKey, ...listener.urls });
  const medianOf = async (slug: string) => {
    const times: number[] = [];
    for (let number = 0; number < JOBS / 20; number++) {
      const begun = performance.now();
      const { output } = await cloud.model(slug).runSync({ number });
      times.push(performance.now() - begun);
      expect(output).toBe(number * 2);
    }
    return times.sort((one, other) => one - other)[times.length >> 1];
  };
  await cloud.model("my-endpoint").runSync({ number: 1 });
  const [inside, outside] = [
    await medianOf("in-process"),
    await medianOf("my-endpoint"),
  ];
  console.log(`median in process ${inside} ms, of the worker ${outside} ms`);
  child.kill("SIGKILL");
  await exited;
  await emulator.close();
});

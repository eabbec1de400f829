import { afterEach, describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "../../src/index.js";
import { createClient, type Client } from "cloud-compute-sdk";
import { WorkerProcess } from "./support/worker-process.js";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A listening emulator with an endpoint, a client of it, and a function that starts a worker of the endpoint. */
async function setUp() {
  const emulator = createEmulator({ clock: "manual" });
  const listener = await emulator.listen();
  cleanups.push(() => emulator.close());
  const cloud = createClient({ apiKey: emulator.apiKey, ...listener.urls });
  const endpointId = await createEndpoint(cloud);
  // Jobs that are submitted before the worker has started wait for the worker.
  emulator.account.setWorkers(endpointId, { external: true });
  const startWorker = (workerId?: string, variables = {}) => {
    const worker = new WorkerProcess({
      ...listener.workerVariables(endpointId, workerId),
      ...variables,
    });
    cleanups.push(() => worker.stop("SIGKILL"));
    return worker;
  };
  return { emulator, cloud, endpointId, startWorker };
}

async function createEndpoint(cloud: Client): Promise<string> {
  const template = await cloud.templates.create({
    name: "worker",
    imageName: "example/worker:1",
    isServerless: true,
  });
  const { id } = await cloud.endpoints.create({ templateId: template.id });
  return id;
}

/** Resolves when a job has a status. */
const untilStatus = (emulator: Emulator, id: string, status: string) =>
  vi.waitFor(
    () => {
      const job = emulator.jobs().find((each) => each.id === id);
      expect(job?.status).toBe(status);
      return job;
    },
    { timeout: 60_000 },
  );

describe("a worker in Python", () => {
  test("takes the jobs of its endpoint one after the other, and its output is that of the job", async () => {
    const { cloud, endpointId, startWorker } = await setUp();
    const model = cloud.model(endpointId);
    const waiting = await model.run({ prompt: "a" });
    const worker = startWorker();
    const first = await waiting.wait();
    expect(first.output).toEqual({ echo: { prompt: "a" } });
    const second = await model.runSync({ prompt: "b" });
    expect(second).toMatchObject({
      output: { echo: { prompt: "b" } },
      workerId: "worker-1",
    });
    const { id } = second;
    expect(await worker.has("ended", id)).toMatchObject({ status: 200 });
    const { workers } = await listWorkers(cloud, endpointId);
    expect(workers).toMatchObject([{ id: "worker-1", status: "IDLE" }]);
    const { jobs } = await model.health();
    expect(jobs).toMatchObject({ completed: 2, inProgress: 0, inQueue: 0 });
  });

  test("fails a job with the text of its error", async () => {
    const { emulator, cloud, endpointId, startWorker } = await setUp();
    startWorker();
    const { id } = await cloud.model(endpointId).run({ action: "fail" });
    expect(await untilStatus(emulator, id, "FAILED")).toMatchObject({
      error: "the input cannot be used",
    });
  });

  test("streams parts, which /stream delivers", async () => {
    const { cloud, endpointId, startWorker } = await setUp();
    startWorker();
    const parts = ["The ", { text: "sea" }, null];
    const job = await cloud.model(endpointId).run({ action: "stream", parts });
    const streamed: unknown[] = [];
    for await (const part of job.stream()) streamed.push(part);
    expect(streamed).toEqual(parts);
    expect((await job.wait()).output).toBeUndefined();
  });

  test("reports progress, which is the output of the running job, and stops a job that is cancelled", async () => {
    const { emulator, cloud, endpointId, startWorker } = await setUp();
    const worker = startWorker();
    const model = cloud.model(endpointId);
    const job = await model.run({ action: "report", report: { step: 3 } });
    await worker.has("waiting", job.id);
    expect(await untilStatus(emulator, job.id, "IN_PROGRESS")).toMatchObject({
      output: { step: 3 },
    });
    await job.cancel();
    await worker.has("stopped", job.id);
    const [cancelled] = emulator.jobs();
    expect(cancelled).toMatchObject({ status: "CANCELLED" });
    expect(cancelled).not.toHaveProperty("output");
    const next = await model.runSync({ prompt: "next" });
    expect(next.output).toEqual({ echo: { prompt: "next" } });
  });

  test("stops a job whose time limit is over", async () => {
    const { emulator, cloud, endpointId, startWorker } = await setUp();
    const worker = startWorker();
    const { id } = await cloud
      .model(endpointId)
      .run({ action: "wait" }, { policy: { executionTimeout: 5000 } });
    await worker.has("waiting", id);
    await emulator.clock.advance(5000);
    await worker.has("stopped", id);
    await untilStatus(emulator, id, "TIMED_OUT");
  });

  test("takes as many jobs at once as it has slots", async () => {
    const { emulator, cloud, endpointId, startWorker } = await setUp();
    const model = cloud.model(endpointId);
    const jobs = [];
    for (let index = 0; index < 4; index += 1)
      jobs.push(await model.run({ action: "wait" }));
    const worker = startWorker("wide", { SLOTS: "3" });
    for (const { id } of jobs.slice(0, 3)) await worker.has("waiting", id);
    expect((await model.health()).jobs).toMatchObject({
      inProgress: 3,
      inQueue: 1,
    });
    const statuses = emulator.jobs().map(({ status }) => status);
    expect(statuses.filter((each) => each === "IN_PROGRESS")).toHaveLength(3);
    await jobs[0]?.cancel();
    await worker.has("waiting", jobs[3]?.id);
  });

  test("that is killed loses its job to another worker when it has missed its pings", async () => {
    const { emulator, cloud, endpointId, startWorker } = await setUp();
    const model = cloud.model(endpointId);
    const killed = startWorker("killed");
    await killed.has("pinged");
    const { id } = await model.run({ action: "wait" });
    await killed.has("waiting", id);
    await killed.stop("SIGKILL");
    await emulator.clock.advance(29_000);
    expect((await model.health()).jobs).toMatchObject({ inProgress: 1 });
    await emulator.clock.advance(1000);
    expect((await model.health()).jobs).toMatchObject({
      inProgress: 0,
      inQueue: 1,
      retried: 1,
    });
    const other = startWorker("other");
    await other.has("waiting", id);
    const [job] = emulator.jobs();
    expect(job).toMatchObject({ id, workerId: "other", retries: 1 });
  });

  test("finishes its job after SIGTERM, and is removed when it is no longer heard of", async () => {
    const { emulator, cloud, endpointId, startWorker } = await setUp();
    const worker = startWorker();
    const model = cloud.model(endpointId);
    const { id } = await model.run({ action: "wait" });
    await worker.has("waiting", id);
    const exited = worker.stop("SIGTERM");
    await cloud.job({ id, slug: endpointId }).cancel();
    expect(await exited).toBe(0);
    expect(worker.events.at(-1)).toEqual({ event: "exits" });
    await emulator.clock.advance(30_000);
    const { workers } = await listWorkers(cloud, endpointId);
    expect(workers).toEqual([]);
  });
});

/** The workers by version 2. The test compiles without the surface of version 2 as well. */
function listWorkers(cloud: Client, endpointId: string) {
  const { serverless } = Reflect.get(cloud, "v2") as {
    readonly serverless: {
      listWorkers(id: string): Promise<{ readonly workers: unknown[] }>;
    };
  };
  return serverless.listWorkers(endpointId);
}

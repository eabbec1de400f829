import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { bundleCli, type Cli } from "../support/cli-process.js";
import { serveInEnvironment } from "../support/page-code.js";

const HOUR = 3_600_000;
const NONE =
  "now no cluster, Pod or endpoint runs, and no job of jobs.jsonl; other jobs of public models cannot be listed";
const OTHERS = /^a program that has your key can start more: /m;

const emulator = createEmulator({ clock: "manual" });
let cli: Cli;
let end: () => Promise<void>;
const cloud = createClient({
  apiKey: emulator.apiKey,
  fetch: emulator.fetch,
  ...emulator.urls,
});
const { clusters, pods, serverless, networkVolumes, catalog } = cloud.v2;

beforeAll(async () => {
  cli = await bundleCli();
  end = await serveInEnvironment(emulator);
});
beforeEach(() => emulator.reset());
afterEach(() => rm(join(cli.folder, "jobs.jsonl"), { force: true }));
afterAll(async () => {
  await end();
  await cli.remove();
});

/** Runs the command, and leaves the ids out of what it prints. */
async function stop(...args: string[]) {
  const { code, stdout, stderr } = await stopWithIds(...args);
  const [out, err] = [stdout, stderr].map((text) =>
    text.replaceAll(/ \([a-z0-9]{14}\)/g, ""),
  );
  return { code, stdout: out ?? "", stderr: err ?? "" };
}

/** Runs the command. Its pauses pass at once, on the clocks of this process and of the emulator. */
async function stopWithIds(...args: string[]) {
  vi.useFakeTimers({ toFake: ["Date"] });
  const real = globalThis.setTimeout;
  const passTime = async (act: () => void, milliseconds: number) => {
    vi.setSystemTime(Date.now() + milliseconds);
    await emulator.clock.advance(milliseconds);
    act();
  };
  const timers = vi.spyOn(globalThis, "setTimeout");
  timers.mockImplementation(((act: () => void, milliseconds = 0) =>
    milliseconds === 5000
      ? void passTime(act, milliseconds)
      : real(act, milliseconds)) as typeof setTimeout);
  try {
    return await cli.call("stop", ...args);
  } finally {
    timers.mockRestore();
    vi.useRealTimers();
  }
}

const createPod = (name: string) =>
  cloud.pods.create({ name, imageName: "ubuntu:24.04" });

const createCluster = (name: string) =>
  clusters.create({
    name,
    type: "TRAINING",
    image: "example/image:1",
    compute: {
      gpuTypeId: "NVIDIA H100 80GB HBM3",
      gpuCountPerPod: 8,
      podCount: 2,
    },
  });

/** Creates an endpoint whose jobs run until they are cancelled, or until the endpoint is deleted. */
function createEndpoint(name: string, min = 0) {
  emulator.model(name, (_, { signal }) => once(signal, "abort"));
  return serverless.create({
    name,
    image: "example/image:1",
    type: "QUEUE",
    scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    gpu: { pools: ["ADA_24"] },
    workers: { min, max: 3 },
  });
}

/** Submits a job that runs until it is cancelled. */
async function submitSlow(slug = "slow") {
  if (slug === "slow")
    emulator.model("slow", (_, { signal }) => once(signal, "abort"));
  const job = await cloud.model(slug).run({ a: 1 });
  await emulator.clock.advance(60_000);
  return job;
}

const writeJobs = (...lines: string[]) =>
  writeFile(join(cli.folder, "jobs.jsonl"), lines.join("\n"));

/** The names of the Pods beside those of a cluster. */
const podNames = async () => (await pods.list()).map(({ name }) => name);

describe("the command stop", () => {
  it("ends clusters, Pods, endpoints and jobs, and does no harm in a second run", async () => {
    await createPod("old");
    await createCluster("training");
    const { id } = await createEndpoint("resizer", 1);
    const job = await submitSlow();
    await writeJobs(JSON.stringify(job), "");
    await networkVolumes.create({
      name: "weights",
      size: 50,
      dataCenter: "EU-RO-1",
    });
    const first = await stop("--yes");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain("cluster training: deleted");
    expect(first.stdout).toContain("Pod old: deleted");
    expect(first.stdout).toContain(
      "endpoint resizer: scaled to zero workers (min was 1, max 3)",
    );
    expect(first.stdout).toContain("endpoint resizer: 0 waiting jobs removed");
    const slow = `job ${job.id} of slow, IN_PROGRESS`;
    expect(first.stdout).toContain(`${slow}: price unknown`);
    expect(first.stdout).toContain(`${slow}: cancelled`);
    expect(first.stdout).toMatch(
      /^in total: \d+\.\d\d USD per hour, and 1 unknown price$/m,
    );
    expect(first.stdout).toContain(
      `\n${NONE}\nnetwork volume weights still costs money: 50 GB, about 3.50 USD a month\na program that has your key can start more: `,
    );
    expect(await podNames()).toEqual([]);
    expect(await clusters.list()).toEqual([]);
    expect(await job.status()).toMatchObject({ status: "CANCELLED" });
    // The endpoint still exists, scaled to zero.
    expect(await serverless.get(id)).toMatchObject({ workers: { max: 0 } });
    const second = await stop("--yes");
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/^now no .*\nnetwork volume .*\n$/);
  });

  it("shows with --list the price of each and the total, and changes nothing", async () => {
    const pod = await createPod("old");
    const { id } = await createCluster("training");
    const [ofCluster] = await clusters.listPods(id);
    await createEndpoint("resizer");
    const large = await createEndpoint("resizer-large", 2);
    await emulator.clock.advance(60_000);
    const { workers } = await serverless.listWorkers(large.id);
    const [gpuTypeId = ""] = workers.map((worker) => worker.gpuTypeId ?? "");
    const gpu = await catalog.getGpuType(gpuTypeId);
    const ofEndpoint = 2 * (gpu.price.serverless ?? 0);
    expect(ofEndpoint).toBeGreaterThan(0);
    const before = emulator.requests.length;
    const { code, stdout } = await stop("--list");
    const ofBoth = 2 * (ofCluster?.cost ?? 0);
    const total = ofBoth + pod.costPerHr + ofEndpoint;
    expect(code).toBe(0);
    expect(stdout.match(/: .*(?= USD per hour)/g)).toEqual(
      [ofBoth, pod.costPerHr, 0, ofEndpoint, total].map(
        (price) => `: ${price.toFixed(2)}`,
      ),
    );
    const changes = emulator.requests
      .slice(before)
      .filter(({ method }) => method !== "GET");
    expect(changes).toEqual([]);
    expect(await podNames()).toEqual(["old"]);
  });

  it.each([
    ["yes\n", 0, []],
    ["no\n", 1, ["old"]],
    [undefined, 1, ["old"]],
  ])(
    "with the answer %j exits with %i and leaves %j",
    async (answer, code, left) => {
      const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
      onTestFinished(() => void Object.defineProperty(process, "stdin", stdin));
      const value = Object.assign(Readable.from([answer ?? ""]), {
        isTTY: answer !== undefined,
      });
      Object.defineProperty(process, "stdin", { ...stdin, get: () => value });
      await createPod("old");
      const ended = await stop();
      expect(ended.code).toBe(code);
      expect(ended.stdout).toContain("in total: ");
      const isRefused = ended.stdout.includes("nothing was stopped");
      const saysHow = ended.stdout.includes("or add --yes");
      expect([isRefused, saysHow]).toEqual([code === 1, answer === undefined]);
      expect(OTHERS.test(ended.stdout)).toBe(code === 0);
      expect(await podNames()).toEqual(left);
    },
  );

  it("says after three minutes how many jobs still run, and ends them with --delete-endpoints", async () => {
    const { id } = await createEndpoint("resizer");
    await submitSlow(id);
    const began = emulator.clock.now();
    const { code, stdout } = await stop("--yes");
    expect(code).toBe(1);
    expect(emulator.clock.now() - began).toBe(185_000);
    expect(stdout).toMatch(
      /STILL THERE:\nendpoint resizer: .*, running jobs: 1, billed until they end, or until --delete-endpoints\nin total: .*\nrun stop again, with --delete-endpoints if/,
    );
    expect(stdout).not.toContain("now no");
    const deleted = await stop("--yes", "--delete-endpoints");
    expect(deleted.code).toBe(0);
    expect(deleted.stdout).toContain("endpoint resizer: deleted");
    expect(await serverless.list()).toEqual([]);
  });

  it("leaves alone what --keep names by its name or id, with the jobs of a kept endpoint", async () => {
    await createPod("old");
    const { id } = await createPod("mine");
    await createCluster("training");
    const endpoint = await createEndpoint("resizer");
    const job = await submitSlow(endpoint.id);
    await writeJobs(JSON.stringify(job));
    const keep = ["training", id, "resizer"].flatMap((each) => [
      "--keep",
      each,
    ]);
    const { code, stdout } = await stop("--yes", ...keep);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^kept: cluster training: 47\.84 USD per hour\nkept: Pod mine: .*\nkept: endpoint resizer: .*\nkept: job .*\nPod old: (.*)\nin total: \1; kept: \d+\.\d\d USD per hour, and 1 unknown price\nPod old: deleted\nnow no .*, apart from what these flags leave alone; /,
    );
    expect(await podNames()).toEqual(["mine"]);
    expect(await clusters.list()).toHaveLength(1);
    expect(await job.status()).toMatchObject({ status: "IN_PROGRESS" });
  });

  it("prints the ids that --keep takes, and warns of a name that several things have", async () => {
    const { id } = await createPod("twin");
    await createCluster("twin");
    const listed = await stopWithIds("--list");
    expect(listed.stdout).toContain(`Pod twin (${id}): `);
    const both = await stop("--yes", "--keep", "twin");
    expect(both.stderr).toContain(
      '--keep "twin" keeps 2 things of this name: pass an id to keep one',
    );
    const one = await stop("--yes", "--keep", id);
    expect(one.stderr).not.toContain("--keep");
    expect(await clusters.list()).toEqual([]);
    expect(await podNames()).toEqual(["twin"]);
  });

  describe.each([
    ["GET /v2/{slug}/status/{jobId}"],
    ["POST /v2/{slug}/cancel/{jobId}"],
  ] as const)("where %s answers 404", (route) => {
    it.each([
      ["a page of a gateway", "<h1>404 Not Found</h1>", "answered 404"],
      [
        "the answer right after a submit",
        { title: "job not found" },
        "the service does not know this job, which may run all the same: run stop again in a minute",
      ],
    ])("does not take %s for the end of a job", async (_, body, reason) => {
      const job = await submitSlow();
      await writeJobs(JSON.stringify(job));
      emulator.fail(route, { status: 404, body });
      const { code, stdout, stderr } = await stop("--yes");
      expect(code).toBe(1);
      expect(stderr).toContain(reason);
      expect(stderr).toContain(": 1 step failed: ");
      expect(stdout).not.toMatch(/now no|gone/);
    });
  });

  it("cancels a job of a status that it does not know", async () => {
    const job = await submitSlow();
    await writeJobs(JSON.stringify(job));
    emulator.fail("GET /v2/{slug}/status/{jobId}", {
      status: 200,
      body: { id: job.id, status: "PAUSED" },
    });
    const { stdout } = await stop("--yes");
    expect(stdout).toContain(`job ${job.id} of slow, PAUSED: cancelled`);
    expect(await job.status()).toMatchObject({ status: "CANCELLED" });
  });

  it("leaves out a job whose result has expired", async () => {
    const submittedAt = Date.now() - HOUR;
    await writeJobs(JSON.stringify({ slug: "slow", id: "old", submittedAt }));
    expect(await stop("--yes")).toEqual({
      code: 0,
      stdout: `${NONE}\n`,
      stderr: "",
    });
  });

  it("does not take a page of a gateway for the end of a Pod", async () => {
    await createPod("old");
    const body = "<h1>404 Not Found</h1>";
    emulator.fail("DELETE /v2/pods/{id}", { status: 404, body });
    const { code, stdout, stderr } = await stop("--yes");
    expect(code).toBe(1);
    expect(stdout).not.toContain("gone");
    expect(stderr).toContain("Pod old: v2.pods.delete: DELETE ");
    expect(stderr).toContain(": 1 step failed: ");
  });

  it("refuses an unknown name of --keep with the nearest one before it stops anything", async () => {
    await createPod("old");
    await createPod("trainer");
    const { code, stdout, stderr } = await stop("--yes", "--keep", "trianer");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(
      'nothing has the name or id "trianer", so nothing was stopped; did you mean trainer?',
    );
    expect(await podNames()).toEqual(["old", "trainer"]);
  });

  it("ends with --older-than only Pods, clusters and endpoints that run for longer, by the clock of the service", async () => {
    emulator.account.setPods({ imagePullMs: 1e9 });
    await createPod("stuck");
    emulator.account.setPods({});
    const stopped = await createPod("stopped");
    await createPod("old");
    await createCluster("old");
    await createEndpoint("old", 1);
    await createEndpoint("idle");
    await emulator.clock.advance(60_000);
    await pods.action(stopped.id, { action: "stop" });
    await emulator.clock.advance(30 * HOUR);
    await createPod("young");
    await createCluster("young");
    await createEndpoint("young", 1);
    await emulator.clock.advance(60_000);
    const job = await submitSlow();
    await writeJobs(JSON.stringify(job));
    const { code, stdout } = await stop("--yes", "--older-than", "24");
    expect(code).toBe(0);
    expect(stdout.split("\n").slice(0, 5)).toEqual([
      expect.stringMatching(/^cluster old: /),
      expect.stringMatching(/^Pod stuck: /),
      expect.stringMatching(/^Pod old: /),
      expect.stringMatching(/^endpoint old: /),
      expect.stringMatching(/^in total: /),
    ]);
    expect(stdout).toMatch(/^now no .*, apart from what these flags /m);
    expect(await podNames()).toEqual(["stopped", "young"]);
    expect(await job.status()).toMatchObject({ status: "IN_PROGRESS" });
  });

  it("says where it cannot read the jobs of an endpoint, and does not take the endpoint for idle", async () => {
    const { id } = await createEndpoint("resizer");
    await serverless.update(id, { workers: { min: 0, max: 0 } });
    emulator.fail("GET /v2/{slug}/health", { status: 401 });
    const { stdout } = await stop("--list");
    expect(stdout).toContain(
      "endpoint resizer: 0.00 USD per hour, jobs unknown\n",
    );
  });

  it("stops with --stop-pods instead of deleting, also a Pod that is being provisioned, although it shows no price yet", async () => {
    const { id } = await createPod("fresh");
    const pod = await pods.get(id);
    expect(pod.status).toBe("PROVISIONING");
    emulator.fail("GET /v2/pods", {
      status: 200,
      body: { pods: [{ ...pod, cost: 0 }] },
    });
    const { stdout } = await stop("--yes", "--stop-pods");
    expect(stdout).toContain("Pod fresh: stopped, ");
    expect(await pods.get(id)).toMatchObject({ status: "EXITED" });
    await emulator.clock.advance(60_000);
    const again = await stop("--list", "--stop-pods");
    expect(again.stdout).toContain("stays as it is: Pod fresh: ");
  });

  it("ends all else where one step fails, and exits with 1", async () => {
    await createPod("gone");
    await createCluster("refused");
    await createCluster("training");
    await createEndpoint("resizer");
    await serverless.create({
      name: "server",
      image: "example/server:1",
      type: "LOAD_BALANCER",
      workers: { min: 0, max: 1 },
      scaling: { type: "REQUEST_COUNT", requestCount: 4 },
      gpu: { pools: ["ADA_24"] },
    });
    const job = await submitSlow();
    const handle = JSON.stringify(job);
    await writeJobs("", handle.slice(0, 20), "{}", handle, "");
    emulator.fail("DELETE /v2/clusters/{id}", { status: 500 });
    emulator.fail("DELETE /v2/pods/{id}", { status: 404 });
    emulator.fail("POST /v2/{slug}/purge-queue", { status: 500 });
    const { code, stdout, stderr } = await stop("--yes");
    expect(stderr).toMatch(/^cloud-compute-sdk: cluster refused: .*500/m);
    expect(stdout).toContain("cluster training: deleted");
    expect(stdout).toMatch(/^Pod gone: is gone already$/m);
    expect(stderr).toMatch(/^cloud-compute-sdk: endpoint resizer: .*500/m);
    expect(stdout).toContain("endpoint server: scaled to zero workers");
    expect(stdout).not.toContain("waiting jobs removed");
    expect(stderr).toContain("jobs.jsonl, line 2: skipped");
    expect(stderr).toContain("jobs.jsonl, line 3: skipped");
    expect(stderr).not.toContain("jobs.jsonl, line 4");
    expect(stdout).toContain(`job ${job.id} of slow, IN_PROGRESS: cancelled`);
    expect(stdout).toMatch(
      /^STILL THERE:\ncluster refused: .*\nPod gone: .*\nin total: /m,
    );
    expect(stdout).not.toContain("now no");
    expect(stderr).toContain("2 steps failed: ");
    expect(code).toBe(1);
    expect(await podNames()).toEqual(["gone"]);
    expect(await job.status()).toMatchObject({ status: "CANCELLED" });
  });

  it.each([
    ["GET /v2/clusters", 404],
    ["GET /v2/pods", 400],
    ["GET /v2/serverless", 404],
  ] as const)(
    "does not say that nothing runs where %s answers %i",
    async (route, status) => {
      emulator.fail(route, { status, times: Infinity });
      const { code, stdout, stderr } = await stop("--yes");
      expect(code).toBe(1);
      expect(stdout).not.toContain("now no");
      expect(stderr).toContain(`${status}`);
    },
  );

  it("says that it knows no jobs beside an empty file, and refuses a file that it cannot read", async () => {
    await writeJobs("");
    const { code, stderr } = await stop("--list");
    expect(code).toBe(0);
    expect(stderr).toBe(
      "no handles in jobs.jsonl, so no jobs of public models can be shown: the service does not list them\n",
    );
    const missing = await stop("--list", "--jobs", "none.jsonl");
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain("none.jsonl cannot be read (ENOENT)");
  });

  it("names the variable to set where no URL is set", async () => {
    const { CLOUD_COMPUTE_V2_BASE_URL: url } = process.env;
    onTestFinished(() => void vi.stubEnv("CLOUD_COMPUTE_V2_BASE_URL", url));
    vi.stubEnv("CLOUD_COMPUTE_V2_BASE_URL", "");
    const { code, stderr } = await stop("--list");
    expect(code).toBe(2);
    expect(stderr).toContain("set CLOUD_COMPUTE_DEPLOYMENT");
  });
});

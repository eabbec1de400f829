import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  InDoubtError,
  openBatch,
  type Batch,
  type BatchOptions,
  type BatchProgress,
} from "../../src/batch/index.js";
import { fileLedger } from "../../src/batch/sqlite/index.js";
import { createClient, type Client } from "../../src/index.js";
import { rentPod } from "../../src/machines/index.js";
import { createSpendGuard, type SpendGuard } from "../../src/spend/index.js";
import { findFreePort } from "../../test/support/free-port.js";
import { API_KEY, Origin } from "./gateways/origin.js";
import type { ProofResult } from "./proof.js";

/**
 * Calls a server of jobs and Pods through a Varnish and an nginx. First the server accepts each request and answers so late
 * that the gateway answers in its place. Then nginx answers 404 for so many seconds while jobs run and a Pod starts.
 */
const outageSeconds = Number(process.argv[2]);

/** How long a gateway waits for the server. */
const GATEWAY_TIMEOUT_MS = 500;
/** The same for the outage, in which the server answers at once. */
const PATIENT_TIMEOUT_MS = 60_000;
/** When the server answers after it has accepted a request, so that each gateway has answered before. */
const LATE_MS = 1500;
/** Varnish compiles its configuration with the compiler of C, which takes long on a busy machine. */
const STARTUP_TIMEOUT_MS = 180_000;
const INPUTS = 20;
/** The jobs of the wait, the `map` and the batch. */
const OUTAGE_JOBS = 1 + 2 * INPUTS;
const ESTIMATE = 0.01;
/** How many items a batch in doubt has, and for how many of them `maxCost` pays. */
const DOUBTFUL_ITEMS = 6;
const PAID_ITEMS = 4;

const folder = mkdtempSync(join(tmpdir(), "gateways-"));
/** While this file exists, nginx answers 404. */
const OUTAGE_FILE = join(folder, "outage");

interface Gateway {
  readonly name: string;
  readonly url: string;
  readonly child: ChildProcess;
  /** The status of its answer when the server is late. */
  readonly status: number;
}

async function startVarnish(origin: Origin): Promise<Gateway> {
  const port = await findFreePort();
  const configuration = join(folder, "default.vcl");
  const backend = `backend default { .host = "127.0.0.1"; .port = "${origin.port}"; }`;
  writeFileSync(configuration, `vcl 4.1;\n${backend}\n`);
  const timeout = `first_byte_timeout=${GATEWAY_TIMEOUT_MS / 1000}`;
  const child = spawn(
    "/usr/sbin/varnishd",
    [
      "-F",
      "-j",
      "none",
      "-n",
      join(folder, "varnish"),
      "-f",
      configuration,
    ].concat(["-a", `127.0.0.1:${port}`, "-s", "malloc,16m", "-p", timeout]),
    { stdio: "ignore" },
  );
  return untilReady({ name: "Varnish", status: 503, child, port });
}

async function startNginx(origin: Origin, timeoutMs: number): Promise<Gateway> {
  const port = await findFreePort();
  const ownFolder = mkdtempSync(join(folder, "nginx-"));
  const configuration = join(ownFolder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(ownFolder, kind)};`)
    .join("\n");
  writeFileSync(
    configuration,
    `pid ${join(ownFolder, "nginx.pid")};
error_log ${join(ownFolder, "error.log")};
daemon off;
worker_processes 1;
events {}
http {
  access_log off;
  ${paths}
  server {
    listen 127.0.0.1:${port};
    if (-f ${OUTAGE_FILE}) { return 404; }
    location / {
      proxy_pass http://127.0.0.1:${origin.port};
      proxy_read_timeout ${timeoutMs}ms;
    }
  }
}
`,
  );
  const child = spawn(
    "/usr/sbin/nginx",
    ["-c", configuration, "-p", ownFolder, "-e", join(ownFolder, "error.log")],
    { stdio: "ignore" },
  );
  return untilReady({ name: "nginx", status: 504, child, port });
}

async function untilReady({
  port,
  ...gateway
}: Omit<Gateway, "url"> & { readonly port: number }): Promise<Gateway> {
  const url = `http://127.0.0.1:${port}`;
  const giveUpAt = Date.now() + STARTUP_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response) return { ...gateway, url };
    if (Date.now() > giveUpAt || gateway.child.exitCode !== null) {
      gateway.child.kill();
      throw new Error(`${gateway.name} does not start`);
    }
    await sleep(100);
  }
}

function connect({ url }: Gateway, spend: SpendGuard): Client {
  return createClient({
    apiKey: API_KEY,
    baseUrl: `${url}/v1`,
    publicBaseUrl: url,
    graphqlUrl: `${url}/graphql`,
    surfaces: { v2: { baseUrl: url } },
    timeout: 20_000,
    spend,
  });
}

type Call = (cloud: Client) => Promise<unknown>;

/** Calls that the guard reserves an amount for. */
const JOBS: Readonly<Record<string, Call>> = {
  "model.run": (cloud) => cloud.model("m").run({ prompt: "x" }),
  "model.runSync": (cloud) => cloud.model("m").runSync({ prompt: "x" }),
  "model.map": async (cloud) => {
    for await (const { error } of cloud.model("m").map([{ prompt: "x" }]))
      if (error) throw error;
  },
};

const OTHERS: Readonly<Record<string, Call>> = {
  "pods.create": (cloud) => cloud.pods.create({ imageName: "i" }),
  "v2.pods.create": (cloud) =>
    cloud.v2.pods.create({ name: "a", image: { name: "i" } } as never),
  "a mutation of GraphQL": (cloud) =>
    cloud.graphql.terminatePod({ input: { podId: "p1" } }),
};

/** What is wrong with a call whose request the server accepts, and the gateway answers. */
async function tryCall(
  gateway: Gateway,
  origin: Origin,
  [name, call]: readonly [string, Call],
): Promise<string[]> {
  const spend = createSpendGuard({ limit: 1, estimate: ESTIMATE });
  const before = origin.accepted;
  const error: unknown = await call(connect(gateway, spend)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const { maybeSent, status } = Object(error) as {
    readonly maybeSent?: boolean;
    readonly status?: number;
  };
  const { reserved } = await spend.totals();
  const accepted = origin.accepted - before;
  const expected = Object.hasOwn(JOBS, name) ? ESTIMATE : 0;
  const problems = [
    accepted !== 1 && `accepted ${accepted} times`,
    maybeSent !== true && `maybeSent ${String(maybeSent)} (${String(error)})`,
    status !== undefined && status !== gateway.status && `status ${status}`,
    reserved !== expected && `reserved ${reserved}`,
  ];
  return problems
    .filter((problem) => problem !== false)
    .map((problem) => `${name} behind ${gateway.name}: ${problem}`);
}

/** Uses a batch with a ledger of its own. Resolves with the progress at the end, and with the result of `use`. */
async function useBatch<Result>(
  gateway: Gateway,
  options: Partial<BatchOptions<{ prompt: string }>>,
  use: (batch: Batch<{ prompt: string }>) => Promise<Result>,
): Promise<[BatchProgress, Result]> {
  const ledger = fileLedger(mkdtempSync(join(folder, "ledger-")));
  const spend = createSpendGuard({ limit: 1, estimate: ESTIMATE });
  const batch = await openBatch<{ prompt: string }>(connect(gateway, spend), {
    name: "gateway",
    model: "m",
    ledger,
    estimate: ESTIMATE,
    onWarning: () => undefined,
    ...options,
  });
  const result = await use(batch);
  const progress = await batch.progress();
  await batch.close();
  await ledger.close();
  return [progress, result];
}

/** Adds items and works until nothing is left to do, or until `maxCost` is reached. */
async function work(
  batch: Batch<{ prompt: string }>,
  count: number,
): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => String(index));
  await batch.add(keys.map((key) => ({ key, input: { prompt: "x" } })));
  await batch.work({ concurrency: count });
}

/** What is wrong with two calls of `batch.run` with one key. */
async function tryOnce(gateway: Gateway, origin: Origin): Promise<string[]> {
  const before = origin.accepted;
  const [, problems] = await useBatch(gateway, {}, async (batch) => {
    const wrong: string[] = [];
    for (let call = 1; call <= 2; call++) {
      const error: unknown = await batch.run("k", { prompt: "x" }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(error instanceof InDoubtError)) wrong.push(String(error));
    }
    return wrong;
  });
  const accepted = origin.accepted - before;
  if (accepted !== 1) problems.push(`accepted ${accepted} times`);
  return problems.map((problem) => `run behind ${gateway.name}: ${problem}`);
}

/** What is wrong with a batch, each of whose submits is accepted, and answered by the gateway. */
async function tryBatch(gateway: Gateway, origin: Origin): Promise<string[]> {
  const before = origin.accepted;
  const [progress] = await useBatch(
    gateway,
    { maxCost: PAID_ITEMS * ESTIMATE },
    (batch) => work(batch, DOUBTFUL_ITEMS),
  );
  const accepted = origin.accepted - before;
  const problems: string[] = [];
  if (accepted !== PAID_ITEMS) problems.push(`accepted ${accepted} times`);
  const { unknown, queued, cost, reserved } = progress;
  if (unknown !== accepted || unknown + queued !== DOUBTFUL_ITEMS)
    problems.push(`${unknown} in doubt and ${queued} queued`);
  if (Math.abs(cost + reserved - accepted * ESTIMATE) > 1e-9)
    problems.push(`reserved ${cost + reserved} for ${accepted} submits`);
  return problems.map(
    (problem) => `a batch behind ${gateway.name}: ${problem}`,
  );
}

/** What is wrong with a rental whose create is accepted, and answered by the gateway. */
async function tryRent(gateway: Gateway, origin: Origin): Promise<string[]> {
  const spend = createSpendGuard({ limit: 1, estimate: ESTIMATE });
  const cloud = connect(gateway, spend);
  const versions = [
    () => rentPod(cloud, { imageName: "example/image:1" }, { maxHours: 1 }),
    () =>
      rentPod(
        cloud.v2,
        { image: "example/image:1", gpu: { id: "NVIDIA L4" } },
        { maxHours: 1 },
      ),
  ];
  const problems: string[] = [];
  for (const rent of versions) {
    origin.pods.clear();
    const before = origin.accepted;
    try {
      const pod = await rent();
      if (origin.pods.size !== 1) problems.push(`${origin.pods.size} Pods run`);
      await pod.release();
    } catch (error) {
      problems.push(String(error));
    }
    const accepted = origin.accepted - before;
    if (accepted !== 1) problems.push(`${accepted} Pods were made`);
    if (origin.pods.size > 0)
      problems.push(`${origin.pods.size} Pods are left`);
  }
  return problems.map(
    (problem) => `a rental behind ${gateway.name}: ${problem}`,
  );
}

/** What is lost of a wait, a `map`, a batch and a rental while nginx answers 404. */
async function tryOutage(gateway: Gateway, origin: Origin): Promise<string[]> {
  const spend = createSpendGuard({ limit: 1, estimate: ESTIMATE });
  const cloud = connect(gateway, spend);
  const model = cloud.model<{ prompt: string }, { prompt: string }>("m");
  origin.delayMs = 0;
  const before = origin.accepted;
  const job = await model.run({ prompt: "x" });
  const wait = job.wait({ interval: 250 }).then(
    ({ output }) => output?.prompt,
    (error: unknown) => String(error),
  );
  const inputs = Array.from({ length: INPUTS }, () => ({ prompt: "x" }));
  const outputs: unknown[] = [];
  const map = (async () => {
    const results = model.map(inputs, { interval: 250, concurrency: INPUTS });
    for await (const { job, error } of results)
      outputs.push(error ? String(error) : job.output?.prompt);
  })();
  const worked = useBatch(gateway, {}, (batch) => work(batch, INPUTS));
  const rented = rentPod(
    cloud,
    { imageName: "example/image:1" },
    { maxHours: 1, ready: { tcp: 22, banner: "" } },
  ).then((pod) => pod.release());
  while (origin.accepted - before < OUTAGE_JOBS + 1) await sleep(50);
  // The last answers are on their way.
  await sleep(500);
  writeFileSync(OUTAGE_FILE, "");
  await sleep(outageSeconds * 1000);
  rmSync(OUTAGE_FILE);
  origin.completedAt = Date.now();
  outputs.push(await wait);
  await map;
  const wrong = outputs.filter((output) => output !== "x").map(String);
  const [{ completed, unknown }] = await worked;
  if (completed !== INPUTS)
    wrong.push(`batch: ${completed} completed, ${unknown} unknown`);
  await rented.catch((error: unknown) =>
    wrong.push(`rental: ${String(error)}`),
  );
  if (origin.pods.size > 0) wrong.push(`${origin.pods.size} Pods are left`);
  const accepted = origin.accepted - before;
  if (accepted !== OUTAGE_JOBS + 1) wrong.push(`accepted ${accepted} times`);
  return wrong.map((problem) => `404 of ${gateway.name}: ${problem}`);
}

async function prove(): Promise<ProofResult> {
  const origin = await Origin.start();
  origin.delayMs = LATE_MS;
  const gateways: Gateway[] = [];
  const problems: string[] = [];
  let calls = 0;
  try {
    gateways.push(await startVarnish(origin));
    gateways.push(await startNginx(origin, GATEWAY_TIMEOUT_MS));
    for (const gateway of gateways) {
      for (const entry of Object.entries({ ...JOBS, ...OTHERS })) {
        problems.push(...(await tryCall(gateway, origin, entry)));
        calls++;
      }
      problems.push(...(await tryOnce(gateway, origin)));
      problems.push(...(await tryBatch(gateway, origin)));
      problems.push(...(await tryRent(gateway, origin)));
      calls += 4;
    }
    // A machine that is busy must not let this gateway answer as well.
    const patient = await startNginx(origin, PATIENT_TIMEOUT_MS);
    gateways.push(patient);
    problems.push(...(await tryOutage(patient, origin)));
  } finally {
    for (const { child } of gateways) {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    }
    origin.close();
    rmSync(folder, { recursive: true });
  }
  const result = problems.length === 0 ? "as they must" : problems.join("; ");
  const summary =
    `${calls} calls, batches and rentals whose requests the server accepts and Varnish or nginx answers, ` +
    `and ${OUTAGE_JOBS} jobs and a Pod while nginx answers 404 for ${outageSeconds} s: ${result}`;
  return { passed: problems.length === 0, summary };
}

console.log(JSON.stringify(await prove()));

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { InDoubtError, openBatch } from "../../src/batch/index.js";
import { fileLedger } from "../../src/batch/sqlite/index.js";
import { createClient, type Client } from "../../src/index.js";
import { createSpendGuard, type SpendGuard } from "../../src/spend/index.js";
import { findFreePort } from "../../test/support/free-port.js";
import type { ProofResult } from "./proof.js";

/**
 * Calls a job server through a Varnish and an nginx. First the server accepts each request and answers so late that the
 * gateway answers in its place. Then nginx answers 404 for so many seconds while jobs run.
 */
const outageSeconds = Number(process.argv[2]);

/** How long a gateway waits for the server. */
const GATEWAY_TIMEOUT_MS = 500;
/** When the server answers after it has accepted a request, so that each gateway has answered before. */
const LATE_MS = 1500;
const STARTUP_TIMEOUT_MS = 20_000;
const INPUTS = 20;
const ESTIMATE = 0.01;

const folder = mkdtempSync(join(tmpdir(), "gateways-"));
/** While this file exists, nginx answers 404. */
const OUTAGE_FILE = join(folder, "outage");

/** The server behind the gateways. */
interface Origin {
  readonly port: number;
  /** How many requests the server has accepted that change something. */
  accepted: number;
  delayMs: number;
  /** The jobs are completed from then on. */
  completedAt: number;
  readonly close: () => void;
}

async function startOrigin(): Promise<Origin> {
  const server = createServer((request, response) => {
    request.resume();
    const { method = "", url = "" } = request;
    if (method === "POST") origin.accepted++;
    const id = `j${origin.accepted}`;
    const answer = () => {
      const isOver = Date.now() >= origin.completedAt;
      const job = { id: url.split("/").at(-1) };
      if (method === "POST") respond(response, { id, status: "IN_QUEUE" });
      else if (isOver)
        respond(response, { ...job, status: "COMPLETED", output: "done" });
      else respond(response, { ...job, status: "IN_PROGRESS" });
    };
    setTimeout(answer, method === "POST" ? origin.delayMs : 0);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin: Origin = {
    port: (server.address() as AddressInfo).port,
    accepted: 0,
    delayMs: LATE_MS,
    completedAt: Infinity,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return origin;
}

function respond(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}

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

async function startNginx(origin: Origin): Promise<Gateway> {
  const port = await findFreePort();
  const configuration = join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join("\n");
  writeFileSync(
    configuration,
    `pid ${join(folder, "nginx.pid")};
error_log ${join(folder, "error.log")};
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
      proxy_read_timeout ${GATEWAY_TIMEOUT_MS}ms;
    }
  }
}
`,
  );
  const child = spawn(
    "/usr/sbin/nginx",
    ["-c", configuration, "-p", folder, "-e", join(folder, "error.log")],
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
    apiKey: "gateway-key-0123456789",
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

/** What is wrong with two calls of `batch.run` with one key. */
async function tryOnce(gateway: Gateway, origin: Origin): Promise<string[]> {
  const ledger = fileLedger(join(folder, `ledger-${gateway.name}`));
  const spend = createSpendGuard({ limit: 1, estimate: ESTIMATE });
  const batch = await openBatch(connect(gateway, spend), {
    name: "gateway",
    model: "m",
    ledger,
    onWarning: () => undefined,
  });
  const before = origin.accepted;
  const problems: string[] = [];
  for (let call = 1; call <= 2; call++) {
    const error: unknown = await batch.run("k", { prompt: "x" }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof InDoubtError))
      problems.push(`run behind ${gateway.name}: ${String(error)}`);
  }
  await batch.close();
  await ledger.close();
  const accepted = origin.accepted - before;
  if (accepted !== 1)
    problems.push(`run behind ${gateway.name}: accepted ${accepted} times`);
  return problems;
}

/** What is lost of a wait and a `map` while nginx answers 404. */
async function tryOutage(gateway: Gateway, origin: Origin): Promise<string[]> {
  const spend = createSpendGuard({ limit: 1, estimate: ESTIMATE });
  const model = connect(gateway, spend).model<{ prompt: string }, string>("m");
  origin.delayMs = 0;
  const before = origin.accepted;
  const job = await model.run({ prompt: "x" });
  const wait = job.wait({ interval: 250 }).then(
    ({ output }) => output,
    (error: unknown) => String(error),
  );
  const inputs = Array.from({ length: INPUTS }, () => ({ prompt: "x" }));
  const outputs: unknown[] = [];
  const map = (async () => {
    const results = model.map(inputs, { interval: 250, concurrency: INPUTS });
    for await (const { job, error } of results)
      outputs.push(error ? String(error) : job.output);
  })();
  while (origin.accepted - before < INPUTS + 1) await sleep(50);
  // The last answers are on their way.
  await sleep(500);
  writeFileSync(OUTAGE_FILE, "");
  await sleep(outageSeconds * 1000);
  rmSync(OUTAGE_FILE);
  origin.completedAt = Date.now();
  outputs.push(await wait);
  await map;
  const wrong = outputs.filter((output) => output !== "done").map(String);
  const accepted = origin.accepted - before;
  if (accepted !== INPUTS + 1) wrong.push(`accepted ${accepted} times`);
  return wrong.map((problem) => `404 of ${gateway.name}: ${problem}`);
}

async function prove(): Promise<ProofResult> {
  const origin = await startOrigin();
  const gateways: Gateway[] = [];
  const problems: string[] = [];
  let calls = 0;
  try {
    gateways.push(await startVarnish(origin));
    gateways.push(await startNginx(origin));
    for (const gateway of gateways) {
      for (const entry of Object.entries({ ...JOBS, ...OTHERS })) {
        problems.push(...(await tryCall(gateway, origin, entry)));
        calls++;
      }
      problems.push(...(await tryOnce(gateway, origin)));
      calls++;
    }
    const nginx = gateways.at(-1);
    if (nginx) problems.push(...(await tryOutage(nginx, origin)));
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
    `${calls} calls whose request the server accepts and Varnish or nginx answers, ` +
    `and ${INPUTS + 1} jobs while nginx answers 404 for ${outageSeconds} s: ${result}`;
  return { passed: problems.length === 0, summary };
}

console.log(JSON.stringify(await prove()));

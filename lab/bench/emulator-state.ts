import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createEmulator } from "cloud-compute-emulator";
import { ROOT } from "../shared/paths.js";
import { markdownTable, type Report } from "../shared/report.js";

const CLIENTS = 64;
const WINDOWS = 4;
const SECONDS_PER_WINDOW = 4;
const OLD_FILES = 1000;
const TARGET_PER_SECOND = 200;

/** Measures acknowledged writes a second with `--state`: each is answered when it is on disk. */
export async function run(): Promise<Report> {
  const folder = await mkdtemp(join(ROOT, ".cache", "state-"));
  try {
    const disk = await syncsPerSecond(join(folder, "disk"));
    const file = join(folder, "state.json");
    await writeFile(file, stateWithOldFiles());
    const { child, port, apiKey } = await startEmulator(file);
    const rates = await measure(port, apiKey);
    child.kill("SIGTERM");
    await once(child, "exit");
    return report(rates, disk);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(rates: readonly number[], disk: number): Report {
  const warnings: string[] = [];
  if (Math.min(...rates) < TARGET_PER_SECOND)
    warnings.push(
      `${Math.min(...rates)} writes/s, target ${TARGET_PER_SECOND}; this disk does ${disk} fdatasync/s`,
    );
  const rows = rates.map((rate, index) => [
    `writes/s, seconds ${index * SECONDS_PER_WINDOW} to ${(index + 1) * SECONDS_PER_WINDOW}`,
    String(rate),
  ]);
  return {
    title: `The emulator's state file, ${CLIENTS} clients, ${OLD_FILES} files in the account`,
    text: markdownTable(
      ["figure", ""],
      [...rows, ["fdatasync/s of the disk, one writer", String(disk)]],
    ),
    warnings,
  };
}

async function syncsPerSecond(path: string): Promise<number> {
  const file = await open(path, "a");
  const line = Buffer.alloc(200, "a");
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 2000) {
    await file.appendFile(line);
    await file.datasync();
    count += 1;
  }
  await file.close();
  return Math.round((count * 1000) / (performance.now() - start));
}

/** The state file of an account with many files. */
function stateWithOldFiles(): string {
  const snapshot = createEmulator().snapshot();
  const source = { kind: "mp4" } as const;
  const files = Array.from(
    { length: OLD_FILES },
    (_, index) => [`old-${index}.mp4`, { source, createdAt: 0 }] as const,
  );
  return JSON.stringify({
    format: "cloud-compute-emulator state",
    version: 1,
    apiKey: "bench",
    state: { ...snapshot, files },
  });
}

async function startEmulator(file: string): Promise<{
  readonly child: ChildProcess;
  readonly port: number;
  readonly apiKey: string;
}> {
  const args = ["--port", "0", "--state", file];
  const child = spawn(
    process.execPath,
    [join(ROOT, "packages/emulator/dist/bin.js"), ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  while (!output.includes("\n\n")) {
    const [chunk] = (await once(child.stdout, "data")) as [Buffer];
    output += chunk.toString();
  }
  child.stdout.resume();
  const port = Number(/BASE_URL=http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
  const apiKey = /API_KEY=(\S+)/.exec(output)?.[1] ?? "";
  return { child, port, apiKey };
}

async function measure(port: number, apiKey: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const body = JSON.stringify({
    name: "bench",
    size: 1,
    dataCenterId: "EU-RO-1",
  });
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "content-type": "application/json",
    "content-length": String(body.length),
  };
  const write = async () => {
    const path = "/v1/networkvolumes";
    const options = { port, path, method: "POST", headers, agent };
    const sent = request(options).end(body);
    const [response] = (await once(sent, "response")) as [
      import("node:http").IncomingMessage,
    ];
    response.resume();
    await once(response, "end");
    if (response.statusCode !== 200)
      throw new Error(`status ${response.statusCode}`);
  };
  const counts = Array.from({ length: WINDOWS }, () => 0);
  const windowMs = SECONDS_PER_WINDOW * 1000;
  const start = performance.now();
  const client = async () => {
    for (;;) {
      await write();
      const window = Math.floor((performance.now() - start) / windowMs);
      if (window >= WINDOWS) return;
      counts[window] = (counts[window] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return counts.map((count) => Math.round(count / SECONDS_PER_WINDOW));
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createEmulator } from "../src/emulator/index.js";
import { sustain, type Outcome, type Plan } from "./bench/load.js";

/** Requests a second that the emulator sustains over loopback, with the load in a process beside it. */
const SECONDS = 5;
const CONNECTIONS = 32;
const TARGET = 8000;

const self = fileURLToPath(import.meta.url);

if (process.argv[2] === "load") await load(process.argv[3] ?? "");
else await serve();

/** The emulator is this process: `node --cpu-prof --import tsx scripts/bench-emulator.ts` shows what it does. */
async function serve(): Promise<void> {
  const emulator = createEmulator();
  const { urls, port } = await emulator.listen();
  const send = async (path: string, body: object) => {
    const response = await fetch(urls.publicBaseUrl + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${emulator.apiKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { readonly id: string }).id;
  };
  const pod = await send("/v1/pods", { imageName: "ubuntu:24.04" });
  const job = await send("/v2/flux-dev/run", { input: { prompt: "bench" } });
  report(await measure({ port, key: emulator.apiKey, pod, job }));
  await emulator.close();
}

interface Measured extends Outcome {
  /** Microseconds of this process for each request. */
  readonly cpu: number;
  /** How much of the time it was at work, from 0 to 1. */
  readonly busy: number;
}

/** Has the other process make its load; it says when it is warm, and what came of it. */
async function measure(plan: Plan): Promise<Measured> {
  const words = ["--import", "tsx", self, "load", JSON.stringify(plan)];
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(child, "message");
  const before = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  const [outcome] = (await once(child, "message")) as [Outcome];
  const { user, system } = process.cpuUsage(before);
  const busy = performance.eventLoopUtilization(loop).utilization;
  return { ...outcome, cpu: (user + system) / outcome.count, busy };
}

function report({ count, failed, median, slowest, cpu, busy }: Measured): void {
  const rate = Math.round(count / SECONDS);
  const isHeld = rate >= TARGET && failed === 0;
  const machine = loadavg().map((load) => load.toFixed(1));
  console.log(
    `${rate} requests/s for ${SECONDS} s over ${CONNECTIONS} connections; ${failed} not answered as expected
median ${median.toFixed(2)} ms, slowest ${slowest.toFixed(0)} ms
the emulator: ${cpu.toFixed(0)} µs of CPU a request, busy ${(busy * 100).toFixed(0)} % of the time
load average ${machine.join(" ")}
target ${TARGET}/s: ${isHeld ? "held" : "missed"}`,
  );
  process.exitCode = isHeld ? 0 : 1;
}

async function load(text: string): Promise<void> {
  const plan = JSON.parse(text) as Plan;
  await sustain(plan, CONNECTIONS, 1);
  process.send?.("warm");
  process.send?.(await sustain(plan, CONNECTIONS, SECONDS));
  process.disconnect();
}

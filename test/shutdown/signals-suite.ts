import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openBatch } from "../../src/batch/index.js";
import { fileLedger } from "../../src/batch/sqlite/index.js";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { createGate, temporaryFolder } from "../batch/suite/temporary-batch.js";
import { WorkerSimulator } from "../support/worker-simulator.js";
import { BATCH, ITEMS, type Part } from "./processes/batch.js";

const PARTS: readonly Part[] = ["rent", "batch", "worker", "handler"];
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];
const PAIRS = PARTS.flatMap((one, index) =>
  PARTS.slice(index).map((other) => [...new Set([one, other])]),
).filter((parts) => parts.join() !== "handler");
const SUBMIT = "POST /v2/{slug}/run";
const WAIT = { timeout: 60_000 };

/** Tests each pair of what listens to signals, under each signal: the pairs with a batch need the SQLite of Node 22. */
export function testSignals(hasBatch: boolean): void {
  const pairs = PAIRS.filter((parts) => parts.includes("batch") === hasBatch);
  const cases = pairs.flatMap((parts) =>
    SIGNALS.map((signal) => ({ parts, signal })),
  );
  it.each(cases)(
    "a process with $parts ends everything at $signal, calls a handler once, and has the usual exit code",
    ({ parts, signal }) => testPair(parts, signal),
  );
}

async function testPair(parts: readonly Part[], signal: Signal): Promise<void> {
  const emulator = createEmulator();
  const { urls } = await emulator.listen();
  onTestFinished(() => emulator.close());
  const jobsMayEnd = createGate();
  emulator.model(BATCH.model, async (input) => {
    await jobsMayEnd.opened;
    return input;
  });
  const simulator = await WorkerSimulator.start();
  onTestFinished(() => simulator.close());
  const ledger = join(temporaryFolder(), "batches");
  const environment = {
    ...simulator.environment(),
    CLOUD_COMPUTE_API_KEY: emulator.apiKey,
    CLOUD_COMPUTE_BASE_URL: urls.baseUrl,
    CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
    BATCH_LEDGER: ledger,
  };
  const hasBatch = parts.includes("batch");
  // The signal arrives while a submit is under way.
  if (hasBatch) emulator.fail(SUBMIT, { delay: 500, times: Infinity });

  const { child, messages, exited } = start(parts, environment);
  await vi.waitFor(() => expect(messages).toContain("started"), WAIT);
  if (hasBatch)
    await vi.waitFor(
      () => expect(countSubmits(emulator)).toBeGreaterThan(1),
      WAIT,
    );
  child.kill(signal);
  const ends = [
    hasBatch && "batch ended: exit",
    parts.includes("worker") && "worker ended",
  ].filter(Boolean);
  if (parts.includes("handler")) {
    if (parts.includes("rent")) ends.push("released");
    await vi.waitFor(() => {
      expect(messages).toEqual(expect.arrayContaining(ends));
      expect(messages).toContain("handled 1");
    }, WAIT);
    child.send("end");
  }
  const end = await exited;
  expect(emulator.snapshot().pods).toEqual([]);
  expect(messages).toEqual(expect.arrayContaining(ends));
  expect(messages).not.toContain("handled 2");
  expect(end).toEqual(expectedEnd(parts, signal));
  if (!hasBatch) return;

  const { unknown, running, queued } = await readProgress(ledger);
  expect(unknown).toBe(0);
  // Each job of the service is known to the ledger.
  expect(running).toBe(emulator.jobs().length);
  expect(running + queued).toBe(ITEMS.length);
  jobsMayEnd.open();
  const second = start(["batch"], environment);
  expect(await second.exited).toEqual([0, null]);
  expect(second.messages).toContain("batch ended: done");
  expect(await readProgress(ledger)).toMatchObject({
    completed: ITEMS.length,
    unknown: 0,
  });
  const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
  expect(inputs.sort()).toEqual(
    ITEMS.map(({ input }) => JSON.stringify(input)),
  );
}

interface Started {
  readonly child: ChildProcess;
  readonly messages: readonly unknown[];
  /** Resolves with the exit code and the signal that has ended the process. */
  readonly exited: Promise<unknown[]>;
}

function start(
  parts: readonly Part[],
  environment: Readonly<Record<string, string>>,
): Started {
  const program = join("test", "shutdown", "processes", "parts.ts");
  const child = fork(program, parts, {
    env: { ...process.env, ...environment },
    execArgv: ["--import", "tsx"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const messages: unknown[] = [];
  child.on("message", (message) => messages.push(message));
  return { child, messages, exited: once(child, "exit") };
}

function countSubmits({ requests }: Emulator): number {
  return requests.filter(({ path }) => path.endsWith("/run")).length;
}

async function readProgress(folder: string) {
  const cloud = createClient({
    apiKey: "unused",
    publicBaseUrl: "http://127.0.0.1:9",
  });
  const ledger = fileLedger(folder);
  const batch = await openBatch(cloud, { ...BATCH, ledger });
  const progress = await batch.progress();
  await batch.close();
  return progress;
}

/** The exit code and the signal with which a process with these parts ends. */
function expectedEnd(
  parts: readonly Part[],
  signal: Signal,
): [number | null, string | null] {
  if (parts.includes("handler")) return [7, null];
  if (parts.join() === "rent") return [null, signal];
  if (parts.join() === "worker") return [0, null];
  return [128 + constants.signals[signal], null];
}

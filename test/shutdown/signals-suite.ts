import { constants } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openBatch } from "../../src/batch/index.js";
import { fileLedger } from "../../src/batch/sqlite/index.js";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { createGate, temporaryFolder } from "../batch/suite/temporary-batch.js";
import { WorkerSimulator } from "../support/worker-simulator.js";
import { BATCH, ITEMS } from "./processes/batch.js";
import { useProgram } from "./use-program.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
type Signal = (typeof SIGNALS)[number];

const bySignal = (signal: Signal) => ({ code: null, signal });
const byCode = (signal: Signal) => ({ code: 128 + constants.signals[signal] });
const byHandler = () => ({ code: 7 });

/** How a process ends at a signal, by the parts of the process that listen to signals. */
const ENDS: Readonly<Record<string, (signal: Signal) => object>> = {
  rent: bySignal,
  worker: () => ({ code: 0 }),
  batch: byCode,
  "rent batch": byCode,
  "rent worker": byCode,
  "batch worker": byCode,
  "rent handler": byHandler,
  "batch handler": byHandler,
  "worker handler": byHandler,
};

/** Tests what listens to signals, under each signal: the processes with a batch need the SQLite of Node 22. */
export function testSignals(hasBatch: boolean): void {
  const start = useProgram();
  const named = Object.keys(ENDS)
    .filter((name) => name.includes("batch") === hasBatch)
    .flatMap((name) => SIGNALS.map((signal) => [name, signal] as const));

  it.each(named)(
    "a process with %s ends everything at %s, calls a handler once, and has the usual exit code",
    async (name, signal) => {
      const parts = name.split(" ");
      const emulator = createEmulator();
      const { variables } = await emulator.listen({ podPorts: false });
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
        ...variables,
        BATCH_LEDGER: ledger,
      };
      const countSubmits = () =>
        emulator.requests.filter(({ path }) => path.endsWith("/run")).length;
      // The signal arrives while a submit is under way.
      emulator.fail("POST /v2/{slug}/run", { delay: 500, times: Infinity });

      const { child, messages, reported, ended } = start(environment, ...parts);
      await reported("started");
      if (hasBatch)
        await vi.waitFor(() => expect(countSubmits()).toBeGreaterThan(1), {
          timeout: 60_000,
        });
      child.kill(signal);
      if (parts.includes("batch")) await reported("batch ended: exit");
      if (parts.includes("worker")) await reported("worker ended");
      if (parts.includes("handler")) {
        if (parts.includes("rent")) await reported("released");
        await reported("handled 1");
        child.send("end");
      }
      expect(await ended).toMatchObject(ENDS[name]?.(signal) ?? {});
      expect(emulator.snapshot().pods).toEqual([]);
      expect(messages).not.toContain("handled 2");
      if (!hasBatch) return;

      const { unknown, running, queued } = await readProgress(ledger);
      expect(unknown).toBe(0);
      // Each job of the service is known to the ledger.
      expect(running).toBe(emulator.jobs().length);
      expect(running + queued).toBe(ITEMS.length);
      jobsMayEnd.open();
      const second = start(environment, "batch");
      expect(await second.ended).toMatchObject({ code: 0 });
      expect(second.messages).toContain("batch ended: done");
      expect(await readProgress(ledger)).toMatchObject({
        completed: ITEMS.length,
        unknown: 0,
      });
      const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
      expect(inputs.sort()).toEqual(
        ITEMS.map(({ input }) => JSON.stringify(input)),
      );
    },
  );
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

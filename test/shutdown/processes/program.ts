import { openBatch } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { createClient } from "../../../src/index.js";
import { rentPod, type RentedPod } from "../../../src/machines/index.js";
import { startWorker } from "../../../src/worker/index.js";
import { BATCH, ITEMS } from "./batch.js";

let handled = 0;
let rented: RentedPod | undefined;
/** What ends before the process does. */
const ends: Promise<unknown>[] = [];

const ACTS: Readonly<Record<string, () => unknown>> = {
  rent: async () => {
    const input = { imageName: "example/image:1" };
    rented = await rentPod(createClient(), input, {
      maxHours: 1,
      onExit: true,
      onProgress: ({ phase }) => report(phase),
    });
  },
  batch: async () => {
    const batch = await openBatch(createClient(), {
      ...BATCH,
      ledger: fileLedger(process.env["BATCH_LEDGER"] ?? ""),
    });
    await batch.add(ITEMS);
    const work = async () => {
      const { reason } = await batch.work({ concurrency: 3, onExit: true });
      await batch.close();
      report(`batch ended: ${reason}`);
    };
    ends.push(work());
  },
  worker: async () => {
    const worker = await startWorker(() => 1, { writeLine: () => undefined });
    ends.push(worker.done.then(() => report("worker ended")));
  },
  // The handler decides when the process ends: here when the parent says so.
  handler: () => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.on(signal, () => report(`handled ${++handled}`));
    process.on("message", () => process.exit(7));
    ends.push(new Promise(() => undefined));
  },
  release: () =>
    process.on("SIGINT", () => {
      void rented?.release().then(() => process.exit(7));
    }),
  print: () =>
    setInterval(() => {
      console.log("a line");
      console.error("a line");
    }, 20),
  throw: () =>
    setTimeout(() => {
      throw new Error("nobody caught this");
    }, 0),
  reject: () => void Promise.reject(new Error("nobody caught this")),
  "nothing more": () => undefined,
};

// Does what the arguments name, in this order, and reports to the parent process.
const parts = process.argv.slice(2);
for (const part of parts) await ACTS[part]?.();
report("started");
const endsByItself = ["throw", "reject", "nothing more"];
if (parts.some((part) => endsByItself.includes(part))) process.disconnect();
else {
  const keepAlive = setInterval(() => undefined, 1000);
  void Promise.all(ends).then(() => {
    // With rentals alone, the signal ends the process.
    if (ends.length === 0) return;
    clearInterval(keepAlive);
    if (process.connected) process.disconnect();
  });
}

function report(message: string): void {
  if (process.connected) process.send?.(message);
}

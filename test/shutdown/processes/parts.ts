import { openBatch } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { createClient } from "../../../src/index.js";
import { rentPod } from "../../../src/machines/index.js";
import { startWorker } from "../../../src/worker/index.js";
import { BATCH, ITEMS } from "./batch.js";

// Starts the parts that the arguments name, in this order, and reports to the parent process.
const parts = process.argv.slice(2);
let handled = 0;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const ends: Promise<unknown>[] = [];

for (const part of parts) {
  if (part === "rent")
    await rentPod(
      createClient(),
      { imageName: "example/image:1" },
      {
        maxHours: 1,
        onExit: true,
        onProgress: ({ phase }) => report(phase),
      },
    );
  if (part === "batch") {
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
  }
  if (part === "worker") {
    const worker = await startWorker(() => 1, { writeLine: () => undefined });
    ends.push(worker.done.then(() => report("worker ended")));
  }
  if (part === "handler")
    for (const signal of signals)
      process.on(signal, () => report(`handled ${++handled}`));
}
// A program with a handler decides when it ends: here when the parent says so.
process.on("message", () => process.exit(7));
if (parts.includes("handler")) ends.push(new Promise(() => undefined));
const keepAlive = setInterval(() => undefined, 1000);
report("started");
void Promise.all(ends).then(() => {
  // With rentals alone, the signal ends the process.
  if (ends.length === 0) return;
  clearInterval(keepAlive);
  if (process.connected) process.disconnect();
});

function report(message: string): void {
  if (process.connected) process.send?.(message);
}

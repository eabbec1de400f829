import { rentPod } from "../../../src/machines/index.js";
import { createClient } from "../../../src/index.js";
import { onShutdown } from "../../../src/shutdown.js";
import { startWorker } from "../../../src/worker/index.js";

// Starts the parts that the arguments name, in this order, and reports to the parent process. A batch is what `batch.work` is
// to the listener: work that ends when it is asked to; its own tests have the rest.
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
  if (part === "batch")
    ends.push(
      new Promise<void>((resolve) => {
        const end = async () => {
          await new Promise((waited) => setTimeout(waited, 20));
          report("batch ended");
          resolve();
        };
        onShutdown({ kind: "work", end });
      }),
    );
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

import { startWorker } from "../../../src/worker/index.js";

/** What a job of these tests does before it answers with its number. */
interface Input {
  readonly number: number;
  /** Blocks the thread for this long, in milliseconds. */
  readonly blocksFor?: number;
  /** How many turns of the event loop the job takes. */
  readonly turns?: number;
}

// A worker in a process of its own, which tests stop and kill. The argument is its concurrency.
const worker = await startWorker(
  async ({ number, blocksFor, turns = 0 }: Input, { progress }) => {
    for (let turn = 0; turn < turns; turn++) {
      progress(turn);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (blocksFor !== undefined)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blocksFor);
    return number * 2;
  },
  { concurrency: Number(process.argv[2] ?? 1) },
);
await worker.done;

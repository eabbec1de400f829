import {
  checkCallbacks,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import { onAbort } from "../http/timeout.js";
import { outliveOutput } from "../outlive-output.js";
import { checkOnExit, onShutdown } from "../shutdown.js";
import { isUnavailable } from "./call-ledger.js";
import type { OpenBatch } from "./context.js";
import {
  BatchError,
  describeError,
  isOfLedger,
  type UnsavedJob,
} from "./errors.js";
import type { WorkEnd, WorkOptions } from "./types.js";
import { WakeableSleep } from "./wakeable-sleep.js";
import { Ending, type WorkKeys } from "./work-call.js";
import { WorkLoop } from "./work-loop.js";
import { BatchWorker } from "./worker.js";

const OPTIONS: OptionNames<WorkOptions> = {
  concurrency: true,
  signal: true,
  onCounts: true,
  onProgress: true,
  onExit: true,
};

/** The pause before a ledger that is away is asked again, in milliseconds. */
const JOIN_PAUSE_MS = 1000;

/** One call of `work`: this process joins those that work on a batch, takes part until the work ends, and leaves. */
export class Work {
  readonly #batch: OpenBatch;
  readonly #options: WorkOptions;
  readonly #keys: WorkKeys | undefined;
  /** Aborts when the user aborts, or closes the batch. */
  readonly #signal: AbortSignal;
  readonly #ending = new Ending();
  #loop: WorkLoop | undefined;

  /** `closed` aborts when the batch is closed. */
  constructor(
    batch: OpenBatch,
    options: WorkOptions,
    closed: AbortSignal,
    keys?: WorkKeys,
  ) {
    const call = { operation: "batch.work" };
    checkOptions(options, OPTIONS, call);
    const { concurrency = 100, signal, onExit } = options;
    const { onCounts, onProgress } = options;
    checkWhole("concurrency", concurrency, 1, call);
    checkCallbacks({ onCounts, onProgress }, call);
    checkOnExit(onExit, call);
    this.#batch = batch;
    this.#options = options;
    this.#keys = keys;
    this.#signal = signal ? AbortSignal.any([signal, closed]) : closed;
  }

  async run(): Promise<WorkEnd> {
    this.#signal.throwIfAborted();
    const unlistenOutput = outliveOutput();
    const unlistenAbort = onAbort(this.#signal, () => this.#ending.finish());
    const running = this.#run();
    const end = async () => {
      this.#ending.finish({ reason: "exit" });
      await running.catch(() => undefined);
    };
    const forgetSignals = this.#options.onExit
      ? onShutdown({ kind: "work", end })
      : undefined;
    return running.finally(() => {
      forgetSignals?.();
      unlistenAbort();
      unlistenOutput();
    });
  }

  /** Lets the loop look at what has changed. */
  wake(): void {
    this.#loop?.wake();
  }

  /** What the spend guard has thrown, if that has ended the work. */
  get limitError(): unknown {
    return this.#loop?.limitError;
  }

  async #run(): Promise<WorkEnd> {
    const worker = await this.#join();
    if (worker) await this.#takePart(worker);
    this.#signal.throwIfAborted();
    return this.#ending.reason ?? { reason: "done" };
  }

  /** Joins the work when the ledger can be reached. Resolves with undefined if the work is to end before. */
  async #join(): Promise<BatchWorker | undefined> {
    const ending = this.#ending;
    const sleep = new WakeableSleep();
    const unlisten = onAbort(ending.signal, () => sleep.wake());
    try {
      while (!ending.signal.aborted)
        try {
          return await BatchWorker.join(this.#batch.ledger);
        } catch (error) {
          if (isUnavailable(error)) await sleep.sleep(JOIN_PAUSE_MS);
          else if (isOfLedger(error))
            ending.finish({ reason: "refused", error });
          else throw error;
        }
      return undefined;
    } finally {
      unlisten();
    }
  }

  async #takePart(worker: BatchWorker): Promise<void> {
    const loop = new WorkLoop(this.#batch, worker, {
      options: this.#options,
      keys: this.#keys,
      ending: this.#ending,
    });
    this.#loop = loop;
    await loop.run();
    await loop.leave();
    this.#throwUnsaved(loop.unsaved);
    if (!this.#signal.aborted) await loop.report().catch(() => undefined);
  }

  #throwUnsaved(jobs: readonly UnsavedJob[]): void {
    if (jobs.length === 0) return;
    const error = this.#ending.reason?.error;
    const code = error instanceof BatchError ? error.code : "ledger_failed";
    throw new BatchError(
      code,
      `the ledger of batch ${this.#batch.name} does not know every accepted job (${jobs.length} unknown): ${describeError(error).message}`,
      { jobs, cause: error },
    );
  }
}

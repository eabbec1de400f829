import { JobError } from "../errors.js";
import { onAbort, withTimeout } from "../http/timeout.js";
import { RESULT_RETENTION_MS } from "../jobs/service-times.js";
import { isUnavailable, readPages } from "./call-ledger.js";
import type { OpenBatch, WorkContext } from "./context.js";
import { describeError } from "./errors.js";
import { FINAL_STATES, type Item, type StoredItem } from "./ledger.js";
import { toResult } from "./results.js";
import type { BatchResult, WorkOptions } from "./types.js";
import type { EndedItem } from "./wait.js";

/** The shortest time between two attempts to deliver the undelivered results, in milliseconds. */
const RETRY_INTERVAL_MS = 10_000;

/** For how long `onResult` is awaited after an abort. */
const SECONDS_AFTER_ABORT = 5;

/** For how long the service is asked for an output that the ledger does not keep, in milliseconds. */
const OUTPUT_TIMEOUT_MS = 20_000;

/** What a call of `onResult` rejects with that is no longer awaited. */
const ABANDONED = new Error(
  `onResult did not end within ${SECONDS_AFTER_ABORT} seconds after the abort`,
);

/** Passes results to `onResult`, and passes a result again after `onResult` failed. */
export class Delivery {
  readonly #batch: OpenBatch;
  readonly #context: Pick<WorkContext, "refuse" | "reporter">;
  readonly #onResult: WorkOptions<object, unknown>["onResult"];
  /** The keys of the results that `onResult` is handling. */
  readonly #underWay = new Set<string>();
  #retryAt = 0;
  /** The results of before are given one after the other, while other items are worked on. */
  #retry: Promise<unknown> | undefined;
  /** Aborts when `onResult` is no longer awaited. */
  readonly #abandon = new AbortController();
  #abandonTimer: NodeJS.Timeout | undefined;
  /** Aborts when results are to be left to the next `work`. */
  readonly #signal: AbortSignal;
  readonly #unlisten: () => void;
  #isFinished = false;

  /** `signal` aborts when the user aborts, or the process is to end. */
  constructor(
    context: WorkContext,
    onResult: WorkOptions<object, unknown>["onResult"],
    signal: AbortSignal,
  ) {
    this.#batch = context.batch;
    this.#context = context;
    this.#onResult = onResult;
    this.#signal = signal;
    this.#unlisten = onAbort(signal, () => {
      this.#abandonTimer = setTimeout(
        () => this.#abandon.abort(ABANDONED),
        SECONDS_AFTER_ABORT * 1000,
      );
    });
  }

  /** Passes the result of an item that has just ended to `onResult`, with the input from the ledger. */
  async deliverEnded({ item, output }: EndedItem): Promise<void> {
    if (!this.#onResult) return;
    try {
      const known = item.state === "completed" ? output : undefined;
      await this.#giveIfUnchanged(item, known);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Passes the result of an item to `onResult`. Resolves with false if the result stays undelivered, for example because
   * `onResult` failed, or has not ended some time after an abort.
   */
  async #deliver(item: StoredItem, known?: unknown): Promise<boolean> {
    const onResult = this.#onResult;
    if (!onResult || this.#underWay.has(item.key)) return false;
    this.#underWay.add(item.key);
    try {
      const result = await this.#resultOf(item, known);
      const call = async () => onResult(result);
      await withTimeout(Infinity, this.#abandon.signal, call);
    } catch (error) {
      this.#batch.warn(
        `batch ${this.#batch.name}: onResult has not taken the result of item ${JSON.stringify(item.key)}, which will be passed again: ${describeError(error).message}`,
      );
      this.#underWay.delete(item.key);
      return false;
    }
    try {
      const { input: _input, output: _output, ...row } = item;
      await this.#context.reporter.report({ ...row, delivered: true });
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    } finally {
      this.#underWay.delete(item.key);
    }
  }

  /** Begins to give results that were not taken before, in this process or another, once in a while. */
  retryUndelivered(): void {
    if (!this.#onResult || this.#retry || performance.now() < this.#retryAt)
      return;
    this.#retryAt = performance.now() + RETRY_INTERVAL_MS;
    this.#retry = this.#giveUndelivered()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#retry = undefined));
  }

  /** Passes the undelivered results to `onResult` once more, and warns if some stay undelivered. */
  async finish(): Promise<void> {
    if (!this.#onResult) return;
    await this.#retry;
    const left = await this.#giveUndelivered();
    this.#isFinished = true;
    if (left > 0 && !this.#signal.aborted)
      this.#batch.warn(
        `batch ${this.#batch.name}: onResult has not taken every result (${left} left); the next work() passes these results again`,
      );
  }

  /** Gives what was not taken, whatever the reason of the end. Must be called when `work` ends. */
  async end(): Promise<void> {
    await this.#retry;
    // A ledger that cannot be read keeps the results for the next `work`.
    if (!this.#isFinished && !this.#signal.aborted)
      await this.finish().catch(() => undefined);
    this.#unlisten();
    clearTimeout(this.#abandonTimer);
  }

  /** A ledger that is away leaves the results undelivered; any other failure ends the work. */
  #fail(error: unknown): void {
    if (!isUnavailable(error)) this.#context.refuse(error);
  }

  /** Gives every undelivered result until `work` is to end, and returns how many were not taken. */
  async #giveUndelivered(): Promise<number> {
    const undelivered = { states: FINAL_STATES, delivered: false };
    const start = { by: "order", after: 0 } as const;
    let left = 0;
    for await (const page of readPages(this.#batch.ledger, undelivered, start))
      for (const item of page) {
        if (this.#signal.aborted) return left;
        if (!(await this.#giveIfUnchanged(item))) left++;
      }
    return left;
  }

  /** Gives the result of an item, unless somebody else has given it, or the item is queued again. */
  async #giveIfUnchanged(
    { key, version }: Item,
    output?: unknown,
  ): Promise<boolean> {
    const item = await this.#context.reporter.read(key);
    if (item?.version !== version) return true;
    return this.#deliver(item, output);
  }

  /**
   * The result of an item. An output that was too large for the ledger comes from the service, if the caller does not know
   * it and the service still has it.
   *
   * @throws what the service was asked in vain with: the output may be there the next time
   */
  async #resultOf(item: StoredItem, known: unknown): Promise<BatchResult> {
    const result = toResult(this.#batch.model, item);
    const { job, outputBytes, finishedAt } = result;
    if (known !== undefined) return { ...result, output: known };
    const isKept = outputBytes === undefined || item.output !== null;
    const isOver = Date.now() - finishedAt > RESULT_RETENTION_MS;
    if (isKept || isOver || !job) return result;
    try {
      const { output } = await this.#batch.runner.job(job).wait({
        timeout: OUTPUT_TIMEOUT_MS,
        signal: this.#abandon.signal,
      });
      return { ...result, output };
    } catch (error) {
      if (error instanceof JobError) return result;
      throw error;
    }
  }
}

import { onAbort, withTimeout } from "../http/timeout.js";
import { isUnavailable, readPages } from "./call-ledger.js";
import { describeError } from "./errors.js";
import { FINAL_STATES, type StoredItem } from "./ledger.js";
import type { OpenBatch } from "./open-batch.js";
import { toResult } from "./results.js";
import type { BatchResult, WorkOptions } from "./types.js";
import type { EndedItem } from "./wait.js";
import type { WorkContext } from "./work-context.js";

/** The shortest time between two attempts to deliver the undelivered results, in milliseconds. */
const RETRY_INTERVAL_MS = 10_000;

/** For how long `onResult` is awaited after an abort. */
const SECONDS_AFTER_ABORT = 5;

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
      const current = await this.#context.reporter.read(item.key);
      // Somebody else has given the result, or has queued the item again.
      if (current?.version !== item.version) return;
      const result = toResult(this.#batch.model, current);
      const isCompleted = item.state === "completed";
      await this.deliver(current, isCompleted ? { ...result, output } : result);
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Passes one result to `onResult`. Resolves with false if the result stays undelivered, for example because
   * `onResult` failed, or has not ended some time after an abort.
   */
  async deliver(item: StoredItem, result: BatchResult): Promise<boolean> {
    const onResult = this.#onResult;
    if (!onResult || this.#underWay.has(item.key)) return false;
    this.#underWay.add(item.key);
    try {
      const call = async () => onResult(result);
      await withTimeout(Infinity, this.#abandon.signal, call);
    } catch (error) {
      this.#batch.warn(
        `batch ${this.#batch.name}: onResult failed for item ${JSON.stringify(item.key)}, whose result will be passed again: ${describeError(error).message}`,
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
        if (!(await this.#giveAgain(item))) left++;
      }
    return left;
  }

  /** Gives a listed result, unless it was given or has changed meanwhile. */
  async #giveAgain({ key, version }: StoredItem): Promise<boolean> {
    const item = await this.#context.reporter.read(key);
    if (item?.version !== version) return true;
    return this.deliver(item, toResult(this.#batch.model, item));
  }
}

import type { OpenBatch } from "./open-batch.js";
import { describeError } from "./describe-error.js";
import { toResult } from "./results.js";
import { FINAL_STATES, type ItemRecord } from "./store.js";
import type { BatchResult, WorkOptions } from "./types.js";

/** How many undelivered results are read at once. */
const PAGE_SIZE = 100;

/** How often an undelivered result is given again at most, in milliseconds. */
const RETRY_INTERVAL_MS = 10_000;

/** Gives results to `onResult`, and those again that it did not take. */
export class Delivery {
  readonly #batch: OpenBatch;
  readonly #onResult: WorkOptions<object, unknown>["onResult"];
  /** The keys of results that are being given. */
  readonly #underWay = new Set<string>();
  #retryAt = 0;

  constructor(
    batch: OpenBatch,
    onResult: WorkOptions<object, unknown>["onResult"],
  ) {
    this.#batch = batch;
    this.#onResult = onResult;
  }

  /** Gives one result. Where `onResult` throws, the result stays undelivered. */
  async deliver(item: ItemRecord, result: BatchResult): Promise<boolean> {
    if (!this.#onResult || this.#underWay.has(item.key)) return false;
    this.#underWay.add(item.key);
    try {
      await this.#onResult(result);
      await this.#batch.store.change(item, { delivered: true });
      return true;
    } catch (error) {
      this.#batch.warn(
        `batch ${this.#batch.name}: onResult failed for item ${JSON.stringify(item.key)}, which will be given again: ${describeError(error).message}`,
      );
      return false;
    } finally {
      this.#underWay.delete(item.key);
    }
  }

  /** Gives results that were not taken before, in this process or another, once in a while. */
  async retryUndelivered(): Promise<void> {
    if (!this.#onResult || performance.now() < this.#retryAt) return;
    this.#retryAt = performance.now() + RETRY_INTERVAL_MS;
    await this.#giveUndelivered();
  }

  /** Gives what is left, once more. */
  async finish(): Promise<void> {
    if (!this.#onResult) return;
    const left = await this.#giveUndelivered();
    if (left > 0)
      this.#batch.warn(
        `batch ${this.#batch.name}: onResult did not take ${left} results; the next work() gives them again`,
      );
  }

  /** Gives every undelivered result, and returns how many are left. */
  async #giveUndelivered(): Promise<number> {
    const { store, model } = this.#batch;
    let left = 0;
    for (let after = 0; ;) {
      const page = await store.list({
        states: FINAL_STATES,
        order: "finishOrder",
        after,
        limit: PAGE_SIZE,
        undelivered: true,
      });
      for (const item of page) {
        after = item.finishOrder ?? after;
        if (!(await this.deliver(item, toResult(model, item)))) left++;
      }
      if (page.length < PAGE_SIZE) return left;
    }
  }
}

import { checkCallbacks, checkOptions, checkWhole } from "../checks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { describeError } from "./describe-error.js";
import { onAbort } from "../http/timeout.js";
import { isolate } from "../isolate.js";
import { defaultIntervalMs } from "../jobs/service-times.js";
import type { OpenBatch } from "./open-batch.js";
import { describeLoss, readProgress } from "./progress.js";
import { Delivery } from "./deliver.js";
import { askTime, resubmitExpired } from "./resubmit.js";
import { toJobData } from "./results.js";
import { retryItem } from "./retry.js";
import { ServiceClock } from "./service-clock.js";
import {
  MAX_TAKE_BYTES,
  type ItemRecord,
  type ItemWithoutInput,
  type Membership,
} from "./store.js";
import { submitItem } from "./submit.js";
import {
  BatchError,
  type UnsavedJob,
  type WorkEnd,
  type WorkOptions,
} from "./types.js";
import { waitForItem } from "./wait.js";
import { isUnavailable, type WorkContext } from "./work-context.js";

const OPTIONS: OptionNames<WorkOptions<object, unknown>> = {
  concurrency: true,
  signal: true,
  onResult: true,
  onCounts: true,
  onProgress: true,
};

/** The longest pause between two turns, and the shortest between two checks of the other processes, in milliseconds. */
const TURN_MS = 1000;

/** The pauses while the service cannot be reached, in milliseconds: each is twice the one before. */
const MIN_OUTAGE_PAUSE_MS = 500;
const MAX_OUTAGE_PAUSE_MS = 30_000;

/** How often items in doubt are searched for jobs that can no longer run, in milliseconds. */
const RESUBMIT_INTERVAL_MS = 60_000;

/** How many bytes of inputs that are not submitted this process holds at most, without its last take. */
const MAX_INPUT_BYTES = 32_000_000;

/** How many submits of a model the service takes in each window from all processes together. */
const SUBMITS_PER_WINDOW = 900;
const SUBMIT_WINDOW_MS = 10_000;

/** How many status requests a second all processes of a batch send together: below the 200 that the service takes. */
const POLLS_PER_SECOND = 150;

/** One call of `work`: what this process does for a batch. */
export class Work {
  readonly #batch: OpenBatch;
  readonly #options: WorkOptions<object, unknown>;
  /** Aborts when the user aborts, or closes the batch. */
  readonly #signal: AbortSignal;
  readonly #concurrency: number;
  /** Items that this process holds and has not begun. */
  readonly #ready: ItemRecord[] = [];
  /** How many bytes the inputs have that this process has taken and not submitted. */
  #inputBytes = 0;
  /** How many items are submitted, waited for or delivered. */
  #active = 0;
  readonly #stop = new AbortController();
  /** Whether the loop was woken since its last sleep: its next sleep ends at once. */
  #isWoken = false;
  #endSleep: () => void = () => undefined;
  #end: WorkEnd | undefined;
  readonly #unsaved: UnsavedJob[] = [];
  #outagePauseMs = MIN_OUTAGE_PAUSE_MS;
  #submitsPausedUntil = 0;
  /** Whether an outage was reported, and no job was accepted since. */
  #isOutage = false;
  /** Whether the next submit could pass the limit of the cost. A job that ends makes room. */
  #isOverLimit = false;
  readonly #serviceClock = new ServiceClock();
  #highestCost = 0;
  /** How many processes work on the batch. */
  #workers = 1;
  /** When the processes are to be checked again. */
  #checkWorkersAt = 0;
  /** When the progress is to be reported again. */
  #reportAt = 0;
  #resubmitAt = 0;
  #windowStart = 0;
  #submitsInWindow = 0;

  /** `closed` aborts when the batch is closed. */
  constructor(
    batch: OpenBatch,
    options: WorkOptions<object, unknown>,
    closed: AbortSignal,
  ) {
    const call = { operation: "batch.work" };
    checkOptions(options, call);
    checkOptionNames(options, OPTIONS, call);
    const { concurrency = 100, signal, onResult } = options;
    const { onCounts, onProgress } = options;
    checkWhole("concurrency", concurrency, 1, call);
    checkCallbacks({ onResult, onCounts, onProgress }, call);
    this.#batch = batch;
    this.#options = options;
    this.#signal = signal ? AbortSignal.any([signal, closed]) : closed;
    this.#concurrency = concurrency;
  }

  async run(): Promise<WorkEnd> {
    const signal = this.#signal;
    const { onResult } = this.#options;
    const { store } = this.#batch;
    signal.throwIfAborted();
    const member = await store.join();
    const unlisten = onAbort(signal, () => this.#abort());
    const context = this.#createContext(member);
    if (this.#batch.onDoubt !== "keep")
      await askTime(this.#batch, this.#serviceClock, signal);
    const delivery = new Delivery(context, onResult, signal);
    try {
      while (!this.#end && !signal.aborted) {
        await this.#turnOrPause(context, delivery);
      }
    } catch (error) {
      context.refuse(error);
    }
    this.#abort();
    // Submits that have been sent end by themselves: their responses must not be lost.
    while (this.#active > 0) await this.#sleep();
    await delivery.end();
    unlisten();
    // If the store is unreachable, other processes release the items when the lease or lock of this process is gone.
    await member.leave().catch((error: unknown) => {
      if (!isUnavailable(error)) context.refuse(error);
    });
    await this.#warnOfLoss().catch(() => undefined);
    if (this.#unsaved.length > 0)
      throw new BatchError(
        "batch_store_failed",
        `the store of batch ${this.#batch.name} does not know every accepted job (${this.#unsaved.length} unknown): ${describeError(this.#end?.error).message}`,
        { jobs: this.#unsaved, cause: this.#end?.error },
      );
    if (signal.aborted) throw signal.reason;
    await this.#report().catch(() => undefined);
    return this.#end ?? { reason: "done" };
  }

  async #warnOfLoss(): Promise<void> {
    const { name, store, warn } = this.#batch;
    const loss = describeLoss(name, await readProgress(store));
    if (loss !== undefined) warn(loss);
  }

  async #report(): Promise<void> {
    this.#reportAt = performance.now() + TURN_MS;
    const { onCounts } = this.#options;
    if (onCounts) isolate(onCounts)(await readProgress(this.#batch.store));
  }

  #abort(): void {
    this.#stop.abort();
    this.#wake();
  }

  #wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  /** Runs one turn of the loop. Waits a second if the store is unreachable. */
  async #turnOrPause(context: WorkContext, delivery: Delivery): Promise<void> {
    try {
      await this.#turn(context, delivery);
      if (performance.now() >= this.#reportAt) await this.#report();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await this.#sleep();
    }
  }

  /** Starts as many items as allowed, and waits until an item has ended or a second has passed. */
  async #turn(context: WorkContext, delivery: Delivery): Promise<void> {
    const { store } = this.#batch;
    if (await store.isPaused()) {
      this.#end = { reason: "paused" };
      return;
    }
    await this.#checkWorkers();
    await this.#resubmitExpired();
    delivery.retryUndelivered();
    await this.#begin(context, delivery);
    if (this.#active === 0 && this.#ready.length === 0)
      this.#end = await this.#findEnd(delivery);
    if (!this.#end) await this.#sleep();
  }

  /** Frees the items of processes that have ended, and counts the other processes. */
  async #checkWorkers(): Promise<void> {
    if (performance.now() < this.#checkWorkersAt) return;
    this.#checkWorkersAt = performance.now() + TURN_MS;
    const { store } = this.#batch;
    await store.releaseDeadWorkers();
    this.#workers = await store.countWorkers();
  }

  async #resubmitExpired(): Promise<void> {
    if (this.#batch.onDoubt === "keep" || performance.now() < this.#resubmitAt)
      return;
    this.#resubmitAt = performance.now() + RESUBMIT_INTERVAL_MS;
    await resubmitExpired(this.#batch, this.#serviceClock);
  }

  async #begin(context: WorkContext, delivery: Delivery): Promise<void> {
    // This turn sees all that has ended before.
    this.#isWoken = false;
    if (performance.now() < this.#submitsPausedUntil) return;
    await this.#take(context.member.id);
    while (this.#active < this.#concurrency && !this.#stop.signal.aborted) {
      const [item] = this.#ready;
      if (!item || (item.state === "queued" && !this.#countSubmit())) return;
      this.#ready.shift();
      this.#active++;
      void this.#process(context, delivery, this.#startJob(context, item));
    }
  }

  /** Takes items until this process has as many as it may work on, or as many bytes of inputs as it may hold. */
  async #take(worker: string): Promise<void> {
    while (this.#inputBytes < MAX_INPUT_BYTES) {
      const free = this.#concurrency - this.#active;
      // Takes a few items in advance, so that the store is not called for each item.
      const advance = Math.ceil(this.#concurrency / 4);
      const wanted = free + advance - this.#ready.length;
      if (free <= 0 || wanted <= 0) return;
      // At the limit, the running jobs of processes that have ended still need a process.
      const onlyRunning = this.#isOverLimit;
      const { store } = this.#batch;
      const taken = await store.take(worker, wanted, onlyRunning);
      this.#ready.push(...taken);
      let bytes = 0;
      for (const { input } of taken) bytes += Buffer.byteLength(input);
      this.#inputBytes += bytes;
      // The store has given all that it can, unless it stopped at the limit of bytes.
      if (bytes < MAX_TAKE_BYTES) return;
    }
  }

  /** Counts a submit. Returns false if this process has used its share of the service's rate limit in this window. */
  #countSubmit(): boolean {
    const now = performance.now();
    if (now - this.#windowStart >= SUBMIT_WINDOW_MS) {
      this.#windowStart = now;
      this.#submitsInWindow = 0;
    }
    const share = Math.max(1, Math.floor(SUBMITS_PER_WINDOW / this.#workers));
    // For a single process, the rate limiter of the client is sufficient.
    if (this.#workers > 1 && this.#submitsInWindow >= share) return false;
    this.#submitsInWindow++;
    return true;
  }

  /** Waits for the job of an item that is being submitted, and delivers its result. Never rejects. */
  async #process(
    context: WorkContext,
    delivery: Delivery,
    starting: Promise<ItemWithoutInput | undefined>,
  ): Promise<void> {
    try {
      const running = await starting;
      const ended = running && (await waitForItem(context, running));
      if (ended) {
        this.#isOverLimit = false;
        await delivery.deliverEnded(ended);
      }
    } catch (error) {
      context.refuse(error);
    }
    this.#active--;
    this.#wake();
  }

  /** Submits a queued item, or retries its failed job. Nothing holds the input afterwards. */
  async #startJob(
    context: WorkContext,
    item: ItemRecord,
  ): Promise<ItemWithoutInput | undefined> {
    try {
      if (item.state === "running") return withoutInput(item);
      const failedJob = toJobData(this.#batch.model, item);
      return failedJob
        ? await retryItem(context, item, failedJob)
        : await submitItem(context, item);
    } finally {
      const wasFull = this.#inputBytes >= MAX_INPUT_BYTES;
      this.#inputBytes -= Buffer.byteLength(item.input);
      if (wasFull) this.#wake();
    }
  }

  /** The reason to end `work`; undefined while other processes may still release items. */
  async #findEnd(delivery: Delivery): Promise<WorkEnd | undefined> {
    const { store } = this.#batch;
    const { counts } = await store.totals();
    const underWay = counts.submitting + counts.running;
    if (this.#isOverLimit && counts.queued > 0 && underWay === 0)
      return { reason: "spend" };
    if (counts.queued + underWay > 0) return undefined;
    await delivery.finish();
    // `onResult` may have added items, and another process may have settled some.
    const { counts: last } = await store.totals();
    if (last.queued + last.submitting + last.running > 0) return undefined;
    return { reason: last.inDoubt > 0 ? "doubt" : "done" };
  }

  #warnOnce(what: string, error: unknown): void {
    if (this.#isOutage) return;
    this.#isOutage = true;
    this.#batch.warn(
      `batch ${this.#batch.name}: ${what}: ${describeError(error).message}`,
    );
  }

  /** Waits until the loop is woken, or a second has passed. */
  async #sleep(): Promise<void> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TURN_MS);
        this.#endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#isWoken = false;
  }

  #createContext(member: Membership): WorkContext {
    return {
      batch: this.#batch,
      member,
      signal: this.#stop.signal,
      serviceClock: this.#serviceClock,
      pollInterval: (elapsedMs) => this.#pollIntervalMs(elapsedMs),
      reportProgress: isolate(this.#options.onProgress),
      refuse: (error) => {
        this.#end ??= { reason: "refused", error };
        this.#abort();
      },
      warnOnce: (what, error) => this.#warnOnce(what, error),
      pauseSubmits: () => {
        if (performance.now() < this.#submitsPausedUntil) return;
        this.#submitsPausedUntil = performance.now() + this.#outagePauseMs;
        this.#outagePauseMs = Math.min(
          this.#outagePauseMs * 2,
          MAX_OUTAGE_PAUSE_MS,
        );
      },
      resumeSubmits: () => {
        this.#outagePauseMs = MIN_OUTAGE_PAUSE_MS;
        this.#isOutage = false;
      },
      reachCostLimit: () => {
        this.#isOverLimit = true;
      },
      estimate: (input) => {
        const estimate = this.#batch.estimate(input);
        return estimate === undefined
          ? undefined
          : Math.max(estimate, this.#highestCost);
      },
      learnCost: (cost) => {
        this.#highestCost = Math.max(this.#highestCost, cost);
      },
      keepUnsaved: (job) => {
        this.#unsaved.push(job);
      },
    };
  }

  /**
   * The poll interval in milliseconds. It is longer if the polls of all processes would otherwise exceed the rate
   * limit.
   */
  #pollIntervalMs(elapsedMs: number): number {
    const waits = this.#workers * this.#active;
    return Math.max(
      defaultIntervalMs(elapsedMs),
      (waits * 1000) / POLLS_PER_SECOND,
    );
  }
}

function withoutInput(item: ItemRecord): ItemWithoutInput {
  const { input: _input, ...rest } = item;
  return rest;
}

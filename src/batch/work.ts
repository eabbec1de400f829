import { check, checkCallbacks, checkOptions, checkWhole } from "../checks.js";
import { onAbort } from "../http/timeout.js";
import { isolate } from "../isolate.js";
import { defaultIntervalMs } from "../jobs/service-times.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import {
  callUntilDone,
  hasGoneBack,
  isUnavailable,
  readPages,
} from "./call-ledger.js";
import type { OpenBatch, WorkContext } from "./context.js";
import { Delivery } from "./deliver.js";
import { BatchError, describeError, type UnsavedJob } from "./errors.js";
import { requeueItem } from "./finish.js";
import { JobMemory } from "./job-memory.js";
import {
  DEFAULT_ENDPOINT,
  FINAL_STATES,
  type Item,
  type ItemWithInput,
  type Settings,
  type Totals,
} from "./ledger.js";
import { Limits } from "./limits.js";
import { Member } from "./member.js";
import { Reporter } from "./reporter.js";
import { askTime, resubmitExpired } from "./resubmit.js";
import { describeRisk, readProgress, toJobData } from "./results.js";
import { ServiceClock } from "./service-clock.js";
import { type ClaimTime, readClaimTime, submitItem } from "./submit.js";
import { TurnedAway } from "./turned-away.js";
import type { WorkEnd, WorkOptions } from "./types.js";
import { fromUnits } from "./units.js";
import { waitForItem } from "./wait.js";
import { WebhookWatch } from "./webhook-watch.js";

const OPTIONS: OptionNames<WorkOptions<object, unknown>> = {
  concurrency: true,
  signal: true,
  onResult: true,
  onCounts: true,
  onProgress: true,
  onExit: true,
};

/** The longest pause between two turns, in milliseconds. */
const TURN_MS = 1000;

/** How often the lease is renewed and the settings are read, in milliseconds. */
const TEND_INTERVAL_MS = 2000;

/** The pause before the next claim where the limits of the endpoint allowed no more, in milliseconds. */
const LIMIT_PAUSE_MS = 100;

/** How often items in doubt are searched for jobs that can no longer run, in milliseconds. */
const RESUBMIT_INTERVAL_MS = 60_000;

/** How many submits one process sends at once, at most: when the process dies, and in an outage, each may end in doubt. */
const MAX_SUBMITS = 16;

/** How long a submit takes, about, with its claim and the report of its job, in milliseconds. */
const SUBMIT_MS = 150;

/** How many bytes of inputs that are not submitted this process holds at most, without its last claim. */
const MAX_INPUT_BYTES = 32_000_000;

/** How many status requests a second all processes of a batch send together: below the 200 that the service takes. */
const POLLS_PER_SECOND = 150;

/** One call of `work`: what this process does for a batch. */
export class Work {
  readonly #batch: OpenBatch;
  readonly #options: WorkOptions<object, unknown>;
  /** Aborts when the user aborts, or closes the batch. */
  readonly #signal: AbortSignal;
  readonly #concurrency: number;
  /** The ids of the items that are submitted, waited for or delivered. */
  readonly #active = new Set<number>();
  #submits = 0;
  /** How many submits may be sent at once, at most: one more after each accepted one, and one again after any other. */
  #maxSubmits = 1;
  /** How many bytes the inputs have that this process has claimed and not submitted. */
  #inputBytes = 0;
  readonly #stop = new AbortController();
  /** Whether the loop was woken since its last sleep: its next sleep ends at once. */
  #isWoken = false;
  #endSleep: () => void = () => undefined;
  #end: WorkEnd | undefined;
  #unsaved: readonly UnsavedJob[] = [];
  readonly #memory = new JobMemory();
  /** Whether an outage was reported, and no job was accepted since. */
  #isOutage = false;
  #hasWarnedOfOutput = false;
  /** Whether the next submit could pass the limit of the cost. A job that ends makes room. */
  #isOverLimit = false;
  /** What the next submit could cost, in units, or what the spend guard says, where that could pass the limit. */
  #overLimit: number | string = 0;
  #highestCost = 0;
  #settings: Settings | undefined;
  /** How many processes work on the batch. */
  #workers = 1;
  /** Whether the outcome of a `tend` is unknown: it may have assigned items. */
  #mustReadItems = false;
  readonly #serviceClock = new ServiceClock();
  readonly #watch: WebhookWatch | undefined;
  /** When the next claim, tend, report and search are due, on the clock of `performance.now()`. */
  #claimAt = 0;
  #tendAt = 0;
  #reportAt = 0;
  #resubmitAt = 0;

  /** `closed` aborts when the batch is closed. */
  constructor(
    batch: OpenBatch,
    options: WorkOptions<object, unknown>,
    closed: AbortSignal,
  ) {
    const call = { operation: "batch.work" };
    checkOptions(options, call);
    checkOptionNames(options, OPTIONS, call);
    const { concurrency = 100, signal, onResult, onExit } = options;
    const { onCounts, onProgress } = options;
    checkWhole("concurrency", concurrency, 1, call);
    checkCallbacks({ onResult, onCounts, onProgress }, call);
    check(
      onExit === undefined || typeof onExit === "boolean",
      "onExit",
      "must be true or false",
      call,
    );
    this.#batch = batch;
    this.#options = options;
    this.#signal = signal ? AbortSignal.any([signal, closed]) : closed;
    this.#concurrency = concurrency;
    // Only polls show the progress of a job.
    if (batch.webhooks && !onProgress)
      this.#watch = new WebhookWatch(batch.ledger);
  }

  async run(): Promise<WorkEnd> {
    const signal = this.#signal;
    signal.throwIfAborted();
    const member = await Member.join(this.#batch.ledger);
    const unlisten = onAbort(signal, () => this.#abort());
    const exit = new AbortController();
    const ignoreExit = this.#options.onExit
      ? listenForExit(() => {
          exit.abort();
          this.#finish({ reason: "exit" });
        })
      : undefined;
    const context = this.#createContext(member);
    const hurry = AbortSignal.any([signal, exit.signal]);
    const delivery = new Delivery(context, this.#options.onResult, hurry);
    try {
      if (this.#batch.onDoubt !== "keep")
        await askTime(this.#batch, this.#serviceClock, signal);
      while (!this.#end && !signal.aborted)
        await this.#turnOrPause(context, delivery);
    } catch (error) {
      context.refuse(error);
    }
    this.#abort();
    // Submits that have been sent end by themselves: their responses must not be lost.
    while (this.#active.size > 0) await this.#sleep(TURN_MS);
    await delivery.end();
    if (hasGoneBack(this.#end?.error)) await this.#replayAtEnd(context);
    unlisten();
    ignoreExit?.();
    await this.#leave(context);
    await this.#warnOfLoss().catch(() => undefined);
    this.#throwUnsaved();
    if (signal.aborted) throw signal.reason;
    await this.#report().catch(() => undefined);
    return this.#end ?? { reason: "done" };
  }

  /** Gives back what this process has. If the ledger is unreachable, other processes do that when the lease is over. */
  async #leave(context: WorkContext): Promise<void> {
    const { member, reporter } = context;
    try {
      for (const { input: _input, ...item } of await member.recoverClaim())
        await reporter.report(requeueItem(item));
      await member.leave();
    } catch (error) {
      if (!isUnavailable(error)) context.refuse(error);
    }
  }

  #throwUnsaved(): void {
    if (this.#unsaved.length === 0) return;
    const error = this.#end?.error;
    const code = error instanceof BatchError ? error.code : "ledger_failed";
    throw new BatchError(
      code,
      `the ledger of batch ${this.#batch.name} does not know every accepted job (${this.#unsaved.length} unknown): ${describeError(error).message}`,
      { jobs: this.#unsaved, cause: error },
    );
  }

  async #warnOfLoss(): Promise<void> {
    const { name, ledger, warn } = this.#batch;
    const isPaused = this.#end?.reason === "paused";
    const loss = describeRisk(name, await readProgress(ledger), isPaused);
    if (loss !== undefined) warn(loss);
  }

  async #report(): Promise<void> {
    this.#reportAt = performance.now() + TURN_MS;
    const { onCounts } = this.#options;
    if (onCounts) isolate(onCounts)(await readProgress(this.#batch.ledger));
  }

  #finish(end: WorkEnd): void {
    this.#end ??= end;
    this.#abort();
  }

  #abort(): void {
    this.#stop.abort();
    this.#wake();
  }

  #wake(): void {
    this.#isWoken = true;
    this.#endSleep();
  }

  /** Runs one turn of the loop, and waits until something has ended or is due. */
  async #turnOrPause(context: WorkContext, delivery: Delivery): Promise<void> {
    // This turn sees all that has ended before.
    this.#isWoken = false;
    try {
      await this.#turn(context, delivery);
      if (performance.now() >= this.#reportAt) await this.#report();
    } catch (error) {
      if (hasGoneBack(error)) await this.#waitForAdoption(context, error);
      else if (!isUnavailable(error)) throw error;
    }
    if (this.#end) return;
    const toClaimMs = this.#claimAt - performance.now();
    const pauseMs = Math.min(TURN_MS, this.#watch?.pauseMs ?? TURN_MS);
    await this.#sleep(toClaimMs > 0 ? Math.min(toClaimMs, pauseMs) : pauseMs);
  }

  /**
   * Waits until a ledger that went back is adopted, and gives back what this process knows. Throws the error of a ledger
   * that is not adopted, or shows no need of it: the worker is unknown, and nobody can say which other claims are lost.
   */
  async #waitForAdoption(context: WorkContext, error: unknown): Promise<void> {
    const { ledger, name, warn } = this.#batch;
    const isWhole = () => callUntilDone(context, () => ledger.isWhole());
    if (await isWhole()) throw error;
    warn(
      `batch ${name} pauses its submits: ${describeError(error).message}. Then this process goes on by itself`,
    );
    while (!(await isWhole())) {
      if (this.#stop.signal.aborted) {
        this.#end = { reason: "refused", error };
        return;
      }
      await this.#sleep(TEND_INTERVAL_MS);
    }
    await callUntilDone(context, () => context.member.joinAgain());
    await this.#memory.replay(ledger, context);
    this.#tendAt = 0;
  }

  /** Whoever adopts the ledger finds what this process has submitted. The other jobs are named by the error. */
  async #replayAtEnd(context: WorkContext): Promise<void> {
    try {
      const known = await this.#memory.replay(this.#batch.ledger, context);
      this.#unsaved = this.#unsaved.filter(({ id }) => !known.has(id));
    } catch {
      // This process cannot use the ledger any more.
    }
  }

  async #turn(context: WorkContext, delivery: Delivery): Promise<void> {
    await this.#tend(context, delivery);
    if (this.#end) return;
    await this.#watch?.readChanges();
    await this.#resubmitExpired();
    delivery.retryUndelivered();
    await this.#claim(context, delivery);
    if (this.#active.size > 0) return;
    const end = await this.#findEnd(delivery);
    if (end) this.#finish(end);
  }

  /** Renews the lease, reads the settings, and continues the jobs of processes that have ended. */
  async #tend(context: WorkContext, delivery: Delivery): Promise<void> {
    if (performance.now() < this.#tendAt) return;
    const { ledger } = this.#batch;
    if (this.#mustReadItems) {
      const states = ["running"] as const;
      const own = { states, worker: context.member.id };
      for await (const page of readPages(ledger, own))
        this.#continueAll(context, delivery, page);
    }
    this.#mustReadItems = true;
    const room = Math.max(0, this.#limit() - this.#active.size);
    const { taken, settings, endpoint, now } = await context.member.tend(room);
    this.#mustReadItems = false;
    this.#tendAt = performance.now() + TEND_INTERVAL_MS;
    this.#settings = settings;
    context.limits.update(endpoint, now);
    this.#continueAll(context, delivery, taken);
    await this.#readTotals();
    if (settings.paused) this.#finish({ reason: "paused" });
  }

  /** Counts the processes, and ends the work after too many failures. */
  async #readTotals(): Promise<void> {
    const { counts, workers } = await this.#batch.ledger.totals();
    this.#workers = Math.max(1, workers);
    const { maxFailures } = this.#settings ?? { maxFailures: null };
    if (maxFailures === null) return;
    const failures = counts.failed + counts.lost;
    let total = 0;
    for (const count of Object.values(counts)) total += count;
    const most = maxFailures < 1 ? maxFailures * total : maxFailures;
    if (failures > 0 && failures >= most) this.#finish({ reason: "failures" });
  }

  /** How many jobs this process may have under way. */
  #limit(): number {
    return this.#settings?.concurrency ?? this.#concurrency;
  }

  async #resubmitExpired(): Promise<void> {
    if (this.#batch.onDoubt === "keep" || performance.now() < this.#resubmitAt)
      return;
    this.#resubmitAt = performance.now() + RESUBMIT_INTERVAL_MS;
    await resubmitExpired(this.#batch, this.#serviceClock);
  }

  /** Claims and submits as many items as this process may have, and the limits allow. */
  async #claim(context: WorkContext, delivery: Delivery): Promise<void> {
    const { member, limits } = context;
    while (!this.#stop.signal.aborted) {
      const room = this.#limit() - this.#active.size;
      const submits = Math.min(this.#maxSubmits, this.#neededSubmits(limits));
      const limit = Math.min(room, submits - this.#submits);
      if (limit <= 0 || this.#inputBytes >= MAX_INPUT_BYTES) return;
      if (this.#isOverLimit || performance.now() < this.#claimAt) return;
      if (!(await limits.mayClaim())) {
        this.#pauseClaims(Math.max(LIMIT_PAUSE_MS, limits.blockedMs));
        return;
      }
      const claimTime = readClaimTime();
      const { items, held, needed, endpoint } = await member.claim({
        limit,
        claimedAt: this.#claimTime(),
        minReserved: this.#highestCost,
      });
      limits.update(endpoint);
      for (const item of items)
        this.#submit(context, delivery, item, claimTime);
      if (held === "paused") this.#finish({ reason: "paused" });
      if (held === "cost") this.#reachLimit(needed ?? 0);
      if (held === "limits") this.#pauseClaims(LIMIT_PAUSE_MS);
      if (held === "empty") this.#pauseClaims(TURN_MS);
      if (held !== undefined) return;
    }
  }

  /** How many submits at once the share of this process in the limit of the endpoint needs. More would only be more doubts. */
  #neededSubmits({ perSecond }: Limits): number {
    return Math.ceil((perSecond * SUBMIT_MS) / 1000 / this.#workers);
  }

  #pauseClaims(pauseMs: number): void {
    this.#claimAt = performance.now() + pauseMs;
  }

  /**
   * The time of a claim in milliseconds since 1970: by the wall clock if `onDoubt` is `keep`, otherwise by the clock of
   * the service. Null while the service's time is not known: an item in doubt then waits for `settle`.
   */
  #claimTime(): number | null {
    if (this.#batch.onDoubt === "keep") return Date.now();
    return this.#serviceClock.now() ?? null;
  }

  #submit(
    context: WorkContext,
    delivery: Delivery,
    item: ItemWithInput,
    claimTime: ClaimTime,
  ): void {
    const bytes = Buffer.byteLength(item.input);
    this.#submits++;
    this.#inputBytes += bytes;
    const submitting = submitItem(context, item, claimTime)
      .then((running) => {
        this.#maxSubmits = running
          ? Math.min(MAX_SUBMITS, this.#maxSubmits + 1)
          : 1;
        return running;
      })
      .finally(() => {
        this.#submits--;
        this.#inputBytes -= bytes;
        this.#wake();
      });
    void this.#process(context, delivery, item.id, submitting);
  }

  /** Waits for running jobs that no process waits for. */
  #continueAll(
    context: WorkContext,
    delivery: Delivery,
    items: readonly Item[],
  ): void {
    for (const item of items)
      if (!this.#active.has(item.id))
        void this.#process(context, delivery, item.id, Promise.resolve(item));
  }

  /** Waits for the job of an item that is being submitted, and delivers its result. Never rejects. */
  async #process(
    context: WorkContext,
    delivery: Delivery,
    id: number,
    submitting: Promise<Item | undefined>,
  ): Promise<void> {
    this.#active.add(id);
    try {
      const running = await submitting;
      if (running) this.#memory.remember(running);
      const ended = running && (await waitForItem(context, running));
      if (running && !ended) this.#keepOfLostLedger(context, running);
      if (ended) {
        this.#isOverLimit = false;
        this.#warnOfOutput(ended.item);
        if (FINAL_STATES.includes(ended.item.state))
          await delivery.deliverEnded(ended);
        if (ended.item.state !== "completed") await this.#readTotals();
      }
    } catch (error) {
      context.refuse(error);
    }
    this.#active.delete(id);
    this.#wake();
  }

  /** Warns once of an output that nobody gets before the service removes it. */
  #warnOfOutput({ key, outputBytes }: Item): void {
    const { name, maxOutputBytes, warn } = this.#batch;
    const isKept = outputBytes === null || outputBytes <= maxOutputBytes;
    if (isKept || this.#options.onResult || this.#hasWarnedOfOutput) return;
    this.#hasWarnedOfOutput = true;
    warn(
      `batch ${name}: the output of item ${JSON.stringify(key)} has ${outputBytes} bytes, and outputs of more than ${maxOutputBytes} are not kept: pass onResult to work, raise maxOutputBytes, or call cloud.job(result.job).wait() within 30 minutes after the end of the job`,
    );
  }

  /** A ledger that went back may not know the job: the error of `work` names it. */
  #keepOfLostLedger({ keepUnsaved }: WorkContext, item: Item): void {
    const job = toJobData(this.#batch.model, item);
    if (hasGoneBack(this.#end?.error) && job)
      keepUnsaved({ ...job, key: item.key });
  }

  /** The reason to end `work`; undefined while items are left that this process or another may work on. */
  async #findEnd(delivery: Delivery): Promise<WorkEnd | undefined> {
    const { ledger } = this.#batch;
    const totals = await ledger.totals();
    const { counts } = totals;
    const underWay = counts.submitting + counts.running;
    if (this.#isOverLimit && counts.queued > 0 && underWay === 0) {
      await this.#warnOfLimit(totals);
      return { reason: "spend" };
    }
    if (counts.queued + counts.waiting + underWay > 0) return undefined;
    await delivery.finish();
    // `onResult` may have added items, and another process may have settled some.
    const { counts: last } = await ledger.totals();
    const left = last.queued + last.waiting + last.submitting + last.running;
    if (left > 0) {
      this.#claimAt = 0;
      return undefined;
    }
    if (last.lost > 0) this.#warnOfLost(last.lost);
    return { reason: last.inDoubt > 0 ? "doubt" : "done" };
  }

  #warnOfLost(count: number): void {
    const { name, warn } = this.#batch;
    warn(
      `batch ${name}: nobody knows how the jobs of the lost items have ended (${count}), and they may have been billed: batch.results({ state: "lost" }) lists the items, and batch.retry({ includeLost: true }) submits them again`,
    );
  }

  #reachLimit(problem: number | string): void {
    this.#isOverLimit = true;
    this.#overLimit = problem;
  }

  /** Says which limit has ended the work, and by which figures. */
  async #warnOfLimit({ cost, reserved }: Totals): Promise<void> {
    const { ledger, name, warn } = this.#batch;
    const problem = this.#overLimit;
    if (typeof problem === "string") {
      warn(`batch ${name}: ${problem}`);
      return;
    }
    const { maxCost } = await ledger.settings();
    // Another process may just have removed the limit.
    if (maxCost === null) return;
    const held = reserved > 0 ? ` and ${fromUnits(reserved)} reserved` : "";
    warn(
      `batch ${name}: the next submit may cost ${fromUnits(problem)}, the limit is ${fromUnits(maxCost)}, ${fromUnits(cost)} is spent${held}`,
    );
  }

  #warnOnce(what: string, error: unknown): void {
    if (this.#isOutage) return;
    this.#isOutage = true;
    this.#batch.warn(
      `batch ${this.#batch.name}: ${what}: ${describeError(error).message}`,
    );
  }

  /** Waits until the loop is woken, or the time has passed. */
  async #sleep(timeMs: number): Promise<void> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeMs);
        this.#endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#isWoken = false;
  }

  #createContext(member: Member): WorkContext {
    const caller = {
      signal: this.#stop.signal,
      refuse: (error: unknown) => this.#finish({ reason: "refused", error }),
    };
    return {
      ...caller,
      batch: this.#batch,
      member,
      reporter: new Reporter(this.#batch.ledger, caller),
      limits: new Limits(
        this.#batch.runner,
        this.#batch.ledger,
        caller.signal,
        DEFAULT_ENDPOINT,
      ),
      turnedAway: new TurnedAway(),
      serviceClock: this.#serviceClock,
      watch: this.#watch,
      pollInterval: (elapsedMs) => this.#pollIntervalMs(elapsedMs),
      reportProgress: (progress, key) => this.#reportProgress(progress, key),
      warnOnce: (what, error) => this.#warnOnce(what, error),
      endOutage: () => {
        this.#isOutage = false;
      },
      reachCostLimit: (problem) => this.#reachLimit(problem),
      learnCost: (units) => {
        this.#highestCost = Math.max(this.#highestCost, units);
      },
      keepUnsaved: (job) => {
        this.#unsaved = [...this.#unsaved, job];
      },
    };
  }

  async #reportProgress(progress: unknown, key: string): Promise<void> {
    try {
      await this.#options.onProgress?.(progress, key);
    } catch {
      // The job goes on, and its result must not be lost.
    }
  }

  /**
   * The poll interval in milliseconds. It is longer if the polls of all processes would otherwise exceed the rate
   * limit.
   */
  #pollIntervalMs(elapsedMs: number): number {
    const waits = this.#workers * this.#active.size;
    return Math.max(
      defaultIntervalMs(elapsedMs),
      (waits * 1000) / POLLS_PER_SECOND,
    );
  }
}

/** Ctrl-C, and what ends a container. */
const EXIT_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Calls a function at the first signal that asks the process to end. A second signal ends the process, unless somebody else
 * listens. Returns the function that stops listening.
 */
function listenForExit(onExit: () => void): () => void {
  const stopListening = () => {
    for (const signal of EXIT_SIGNALS) process.off(signal, listener);
  };
  const listener = () => {
    stopListening();
    onExit();
  };
  for (const signal of EXIT_SIGNALS) process.on(signal, listener);
  return stopListening;
}

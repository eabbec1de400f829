import { checkCallbacks, checkOptions, checkWhole } from "../checks.js";
import { onAbort } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import { defaultIntervalMs } from "../jobs/service-times.js";
import { latestTime } from "../machines/clocks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { outliveOutput } from "../outlive-output.js";
import { checkOnExit, onShutdown } from "../shutdown.js";
import { fromUnits } from "../spend/units.js";
import { hasGoneBack, isUnavailable, readPages } from "./call-ledger.js";
import type { OpenBatch, WorkContext } from "./context.js";
import {
  BatchError,
  describeError,
  isOfLedger,
  type UnsavedJob,
} from "./errors.js";
import { requeueItem } from "./finish.js";
import {
  DEFAULT_ENDPOINT,
  withoutPayload,
  MAX_KEYS,
  type Item,
  type ItemWithInput,
  type Settings,
  type Totals,
} from "./ledger.js";
import { Limits, type SubmitPause } from "./limits.js";
import { findLostJobs } from "./lost.js";
import { Reporter } from "./reporter.js";
import { askTime, failDoubts, resubmitExpired } from "./resubmit.js";
import { describeRisk, toJobData, toProgress } from "./results.js";
import { ServiceClock } from "./service-clock.js";
import { type ClaimTime, readClaimTime, submitItem } from "./submit.js";
import { TurnedAway } from "./turned-away.js";
import type { WorkEnd, WorkOptions } from "./types.js";
import { type EndedItem, waitForItem } from "./wait.js";
import { WebhookWatch } from "./webhook-watch.js";
import { SubmitWindow } from "./window.js";
import { BatchWorker } from "./worker.js";

const OPTIONS: OptionNames<WorkOptions> = {
  concurrency: true,
  signal: true,
  onCounts: true,
  onProgress: true,
  onExit: true,
};

/** The keys that the work is limited to, for `batch.run`. */
export interface WorkKeys {
  /** The keys that are not finished yet. */
  readonly open: () => readonly string[];
  /** Called when the job of an item has ended in this process. */
  readonly end: (ended: EndedItem) => void;
  /** Looks which keys have ended elsewhere. */
  readonly check: () => Promise<void>;
}

/** The pause before keys are claimed again of which none was queued, in milliseconds. */
const KEYS_PAUSE_MS = 250;

/** The longest pause between two turns, in milliseconds. */
const TURN_MS = 1000;

/** How often the lease is renewed and the settings are read, in milliseconds. */
const HEARTBEAT_INTERVAL_MS = 2000;

/** The pause before the next claim where the limits of the endpoint allowed no more, in milliseconds. */
const LIMIT_PAUSE_MS = 100;

/** How often items in doubt are searched for jobs that can no longer run, in milliseconds. */
const RESUBMIT_INTERVAL_MS = 60_000;

/** How often the service is asked for the jobs of lost items, in milliseconds. */
const LOST_INTERVAL_MS = 600_000;

/** A shorter pause of the submits is not worth a line in a log, in milliseconds; nor is a second one within a minute. */
const MIN_LOGGED_PAUSE_MS = 10_000;
const PAUSE_LOG_INTERVAL_MS = 60_000;

/** The shortest time between two claims while submits are under way, in milliseconds: several items are claimed at once. */
const CLAIM_INTERVAL_MS = 20;

/** How many bytes of inputs that are not submitted this process holds at most, without its last claim. */
const MAX_INPUT_BYTES = 32_000_000;

/** How many status requests a second all processes of a batch send together: below the 200 that the service takes. */
const POLLS_PER_SECOND = 150;
/** How many responses all processes of a batch let the service hold at once: below the 400 reads that it takes. */
const MAX_HELD = 250;

/** One call of `work`: what this process does for a batch. */
export class Work {
  readonly #batch: OpenBatch;
  readonly #options: WorkOptions;
  readonly #keys: WorkKeys | undefined;
  /** Aborts when the user aborts, or closes the batch. */
  readonly #signal: AbortSignal;
  readonly #concurrency: number;
  /** The ids of the items that are submitted or waited for. */
  readonly #active = new Set<number>();
  #submits = 0;
  readonly #window = new SubmitWindow();
  /** How many bytes the inputs have that this process has claimed and not submitted. */
  #inputBytes = 0;
  readonly #stop = new AbortController();
  /** Whether the loop was woken since its last sleep: its next sleep ends at once. */
  #isWoken = false;
  #endSleep: () => void = () => undefined;
  #end: WorkEnd | undefined;
  #unsaved: readonly UnsavedJob[] = [];
  /** Whether an outage was reported, and no job was accepted since. */
  #isOutage = false;
  #hasWarnedOfOutput = false;
  /** Whether the next submit could pass the limit of the cost. A job that ends makes room, and so does a higher limit. */
  #isOverLimit = false;
  /** What the next submit could cost, in units, or what the spend guard has thrown, where that could pass the limit. */
  #overLimit: unknown = 0;
  #highestCost = 0;
  #settings: Settings | undefined;
  /** How many processes work on the batch. */
  #workers = 1;
  /** Whether the outcome of a heartbeat is unknown: it may have assigned items. */
  #mustReadItems = false;
  readonly #serviceClock = new ServiceClock();
  readonly #watch: WebhookWatch | undefined;
  /** When the next claim, heartbeat, report and search are due, on the clock of `performance.now()`. */
  #claimAt = 0;
  #heartbeatAt = 0;
  #reportAt = 0;
  #resubmitAt = 0;
  #findLostAt = 0;
  #logPauseAt = 0;
  /** The search for the jobs of lost items. */
  #lostSearch: Promise<void> | undefined;
  /** Whether this process has taken part in the work. */
  #hasBegun = false;
  #clocksDiffer = false;

  /** `closed` aborts when the batch is closed. */
  constructor(
    batch: OpenBatch,
    options: WorkOptions,
    closed: AbortSignal,
    keys?: WorkKeys,
  ) {
    const call = { operation: "batch.work" };
    checkOptions(options, call);
    checkOptionNames(options, OPTIONS, call);
    const { concurrency = 100, signal, onExit } = options;
    const { onCounts, onProgress } = options;
    checkWhole("concurrency", concurrency, 1, call);
    checkCallbacks({ onCounts, onProgress }, call);
    checkOnExit(onExit, call);
    this.#batch = batch;
    this.#options = options;
    this.#keys = keys;
    this.#signal = signal ? AbortSignal.any([signal, closed]) : closed;
    this.#concurrency = concurrency;
    // Only polls show the progress of a job.
    if (batch.webhooks && !onProgress)
      this.#watch = new WebhookWatch(batch.ledger);
  }

  async run(): Promise<WorkEnd> {
    this.#signal.throwIfAborted();
    const unlistenOutput = outliveOutput();
    const running = this.#run();
    const end = async () => {
      this.#finish({ reason: "exit" });
      await running.catch(() => undefined);
    };
    const forgetSignals = this.#options.onExit
      ? onShutdown({ kind: "work", end })
      : undefined;
    return running.finally(() => {
      forgetSignals?.();
      unlistenOutput();
    });
  }

  /** Lets the loop look at what has changed. */
  wake(): void {
    this.#claimAt = 0;
    this.#wake();
  }

  /** What the spend guard has thrown, if that has ended the work. */
  get limitError(): unknown {
    return typeof this.#overLimit === "number" ? undefined : this.#overLimit;
  }

  async #run(): Promise<WorkEnd> {
    const signal = this.#signal;
    const worker = await this.#join();
    if (!worker) {
      if (signal.aborted) throw signal.reason;
      return this.#end ?? { reason: "done" };
    }
    const unlisten = onAbort(signal, () => this.#abort());
    const context = this.#createContext(worker);
    try {
      if (this.#batch.onDoubt === "resubmit-after-ttl")
        await askTime(this.#batch, this.#serviceClock, signal);
      while (!this.#end && !signal.aborted) await this.#turnOrPause(context);
    } catch (error) {
      context.refuse(error);
    }
    this.#abort();
    // Submits that have been sent end by themselves: their responses must not be lost.
    while (this.#active.size > 0) await this.#sleep(TURN_MS);
    await this.#lostSearch;
    unlisten();
    await this.#leave(context);
    await this.#warnOfLoss().catch(() => undefined);
    this.#throwUnsaved();
    if (signal.aborted) throw signal.reason;
    await this.#report().catch(() => undefined);
    return this.#end ?? { reason: "done" };
  }

  /** Joins the work when the ledger can be reached. Resolves with undefined if the work is to end before. */
  async #join(): Promise<BatchWorker | undefined> {
    const unlisten = onAbort(this.#signal, () => this.#abort());
    try {
      while (!this.#stop.signal.aborted)
        try {
          return await BatchWorker.join(this.#batch.ledger);
        } catch (error) {
          if (isUnavailable(error)) await this.#sleep(TURN_MS);
          else if (isOfLedger(error))
            this.#finish({ reason: "refused", error });
          else throw error;
        }
      return undefined;
    } finally {
      unlisten();
    }
  }

  /** Gives back what this process has. If the ledger is unreachable, other processes do that when the lease is over. */
  async #leave(context: WorkContext): Promise<void> {
    const { worker, reporter } = context;
    try {
      for (const { input: _input, ...item } of await worker.recoverClaim())
        await reporter.report(requeueItem(item));
      await worker.leave();
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
    const progress = toProgress(await ledger.totals());
    const loss = describeRisk(name, progress, isPaused);
    if (loss !== undefined) warn(loss);
  }

  async #report(): Promise<void> {
    this.#reportAt = performance.now() + TURN_MS;
    const { onCounts } = this.#options;
    if (!onCounts) return;
    const counts = toProgress(await this.#batch.ledger.totals());
    ignoreErrors(() => onCounts(counts));
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
  async #turnOrPause(context: WorkContext): Promise<void> {
    // This turn sees all that has ended before.
    this.#isWoken = false;
    try {
      await this.#turn(context);
      if (performance.now() >= this.#reportAt) await this.#report();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    if (this.#end) return;
    const toClaimMs = this.#claimAt - performance.now();
    const pauseMs = Math.min(TURN_MS, this.#watch?.pauseMs ?? TURN_MS);
    await this.#sleep(toClaimMs > 0 ? Math.min(toClaimMs, pauseMs) : pauseMs);
  }

  async #turn(context: WorkContext): Promise<void> {
    await this.#heartbeat(context);
    if (this.#end) return;
    await this.#begin(context);
    await this.#watch?.readChanges();
    await this.#resubmitExpired(context);
    this.#findLost(context);
    await this.#claim(context);
    await this.#keys?.check();
    // Nobody waits for the jobs that run: whoever asks for their keys next goes on.
    if (this.#keys?.open().length === 0) {
      this.#finish({ reason: "done" });
      return;
    }
    if (this.#active.size > 0 || this.#lostSearch) return;
    const end = await this.#findEnd();
    if (end) this.#finish(end);
  }

  /** Renews the lease, reads the settings, and continues the jobs of processes that have ended. */
  async #heartbeat(context: WorkContext): Promise<void> {
    if (performance.now() < this.#heartbeatAt) return;
    const { ledger } = this.#batch;
    if (this.#mustReadItems) {
      const states = ["running"] as const;
      const own = { states, worker: context.worker.id };
      for await (const page of readPages(ledger, own))
        this.#continueAll(context, page.map(withoutPayload));
    }
    this.#mustReadItems = true;
    const room = Math.max(0, this.#limit() - this.#active.size);
    const { taken, totals } = await context.worker.heartbeat(room);
    this.#mustReadItems = false;
    this.#heartbeatAt = performance.now() + HEARTBEAT_INTERVAL_MS;
    const { settings } = totals;
    if (settings.maxCost !== this.#settings?.maxCost) this.#isOverLimit = false;
    this.#settings = settings;
    context.limits.update(totals.endpoint, totals.now);
    this.#continueAll(context, taken);
    this.#learnTotals(totals);
    if (settings.paused) this.#finish({ reason: "paused" });
  }

  /** Counts the processes, and ends the work after too many failures. */
  #learnTotals({ counts, workers }: Totals): void {
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

  /** Ends a pause that no other process keeps. */
  async #begin({ limits }: WorkContext): Promise<void> {
    if (this.#hasBegun) return;
    if (this.#workers === 1) await limits.endAskedPause();
    this.#hasBegun = true;
  }

  async #resubmitExpired({ signal }: WorkContext): Promise<void> {
    const { onDoubt, name, warn } = this.#batch;
    if (onDoubt !== "resubmit-after-ttl") return;
    if (performance.now() < this.#resubmitAt) return;
    this.#resubmitAt = performance.now() + RESUBMIT_INTERVAL_MS;
    try {
      await resubmitExpired(this.#batch, this.#serviceClock, signal);
      this.#clocksDiffer = false;
    } catch (error) {
      const { code, message } = describeError(error);
      if (code !== "clocks_differ") throw error;
      if (!this.#clocksDiffer)
        warn(
          `batch ${name}: items in doubt are not submitted again for now: ${message}`,
        );
      this.#clocksDiffer = true;
    }
  }

  /** Begins to ask the service for the jobs of lost items, once in a while. */
  #findLost({ signal, refuse }: WorkContext): void {
    if (this.#lostSearch || performance.now() < this.#findLostAt) return;
    this.#lostSearch = findLostJobs(this.#batch, signal)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) refuse(error);
      })
      .finally(() => {
        this.#lostSearch = undefined;
        this.#findLostAt = performance.now() + LOST_INTERVAL_MS;
        this.#wake();
      });
  }

  /** Claims and submits as many items as this process may have, and the limits allow. */
  async #claim(context: WorkContext): Promise<void> {
    const { worker, limits } = context;
    while (!this.#stop.signal.aborted) {
      const keys = this.#keys?.open();
      const room = this.#limit() - this.#active.size;
      const submits = this.#window.size(limits.perSecond, this.#workers);
      const limit = Math.min(room, submits - this.#submits);
      if (limit <= 0 || this.#inputBytes >= MAX_INPUT_BYTES) return;
      if (this.#isOverLimit || performance.now() < this.#claimAt) return;
      if (keys?.length === 0) return;
      if (!(await limits.mayClaim(this.#batch.runner))) {
        this.#pauseClaims(Math.max(LIMIT_PAUSE_MS, limits.blockedMs));
        return;
      }
      const claimTime = readClaimTime();
      const { items, held, needed, endpoint } = await worker.claim({
        limit,
        claimedAt: this.#claimTime(),
        minReserved: this.#highestCost,
        keys: keys?.slice(0, MAX_KEYS),
      });
      limits.update(endpoint);
      for (const item of items) this.#submit(context, item, claimTime);
      if (held === "paused") this.#finish({ reason: "paused" });
      if (held === "cost") this.#reachLimit(needed ?? 0);
      if (held === "limits") this.#pauseClaims(LIMIT_PAUSE_MS);
      if (held === "empty") this.#pauseClaims(keys ? KEYS_PAUSE_MS : TURN_MS);
      if (held !== undefined) return;
      if (this.#submits > 1) this.#pauseClaims(CLAIM_INTERVAL_MS);
    }
  }

  #pauseClaims(pauseMs: number): void {
    this.#claimAt = performance.now() + pauseMs;
  }

  /**
   * The time of a claim in milliseconds since 1970, by the wall clock; with `resubmit-after-ttl`, by whichever of the clocks
   * of the service and of this machine is ahead. Null while the service's time is not known: an item in doubt then waits
   * for `settle`.
   */
  #claimTime(): number | null {
    if (this.#batch.onDoubt !== "resubmit-after-ttl") return Date.now();
    const clocks = this.#serviceClock.read();
    return clocks ? latestTime(clocks) : null;
  }

  #submit(
    context: WorkContext,
    item: ItemWithInput,
    claimTime: ClaimTime,
  ): void {
    const bytes = Buffer.byteLength(item.input);
    this.#submits++;
    this.#inputBytes += bytes;
    const submitting = submitItem(context, item, claimTime).finally(() => {
      this.#submits--;
      this.#inputBytes -= bytes;
      this.#wake();
    });
    void this.#process(context, item.id, submitting);
  }

  /** Waits for running jobs that no process waits for. */
  #continueAll(context: WorkContext, items: readonly Item[]): void {
    for (const item of items)
      if (!this.#active.has(item.id))
        void this.#process(context, item.id, Promise.resolve(item));
  }

  /** Waits for the job of an item that is being submitted. Never rejects. */
  async #process(
    context: WorkContext,
    id: number,
    submitting: Promise<Item | undefined>,
  ): Promise<void> {
    this.#active.add(id);
    try {
      const running = await submitting;
      const ended = running && (await waitForItem(context, running));
      if (running && !ended) this.#keepOfLostLedger(context, running);
      if (ended) {
        this.#isOverLimit = false;
        this.#warnOfOutput(ended.item);
        this.#keys?.end(ended);
        if (ended.item.state !== "completed" && this.#settings?.maxFailures)
          this.#learnTotals(await this.#batch.ledger.totals());
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
    if (isKept || this.#hasWarnedOfOutput) return;
    this.#hasWarnedOfOutput = true;
    warn(
      `batch ${name}: the output of item ${JSON.stringify(key)} has ${outputBytes} bytes, and outputs of more than ${maxOutputBytes} are not kept: raise maxOutputBytes, or call cloud.job(result.job).wait() within 30 minutes after the end of the job`,
    );
  }

  /** A ledger that went back may not know the job: the error of `work` names it. */
  #keepOfLostLedger({ keepUnsaved }: WorkContext, item: Item): void {
    const job = toJobData(this.#batch.model, item);
    if (hasGoneBack(this.#end?.error) && job)
      keepUnsaved({ ...job, key: item.key });
  }

  /** The reason to end `work`; undefined while items are left that this process or another may work on. */
  async #findEnd(): Promise<WorkEnd | undefined> {
    if (this.#keys) return this.#isOverLimit ? { reason: "spend" } : undefined;
    const { ledger } = this.#batch;
    const totals = await ledger.totals();
    const { queued, submitting, running, inDoubt } = totals.counts;
    if (this.#isOverLimit && queued > 0 && submitting + running === 0) {
      this.#warnOfLimit(totals);
      return { reason: "spend" };
    }
    if (queued + submitting + running > 0) return undefined;
    if (this.#batch.onDoubt === "fail" && inDoubt > 0)
      await failDoubts(this.#batch);
    // Another process may have settled or added some.
    const { counts } = await ledger.totals();
    if (counts.queued + counts.submitting + counts.running > 0) {
      this.#claimAt = 0;
      return undefined;
    }
    if (counts.lost > 0) this.#warnOfLost(counts.lost);
    return { reason: counts.inDoubt + counts.lost > 0 ? "unknown" : "done" };
  }

  /** Says until when nothing is submitted, and why. Not of each short pause. */
  #warnOfPause({ until, reason }: SubmitPause): void {
    const isShort = until - Date.now() < MIN_LOGGED_PAUSE_MS;
    if (isShort || performance.now() < this.#logPauseAt) return;
    this.#logPauseAt = performance.now() + PAUSE_LOG_INTERVAL_MS;
    const { name, warn } = this.#batch;
    warn(
      `batch ${name}: no submits until ${new Date(until).toISOString()}, because ${reason}`,
    );
  }

  #warnOfLost(count: number): void {
    const { name, warn } = this.#batch;
    warn(
      `batch ${name}: nobody knows how the jobs of the lost items have ended (${count}), and they may have been billed: the next work asks the service for them again, which costs nothing; batch.results({ state: "unknown" }) lists the items, and batch.settle(item, { jobId }) continues with a job that you have found. Only batch.retry({ includeUnknown: true }) submits them again, which may pay twice`,
    );
  }

  #reachLimit(problem: unknown): void {
    this.#isOverLimit = true;
    this.#overLimit = problem;
  }

  /** Says which limit has ended the work, and by which figures. */
  #warnOfLimit({ cost, reserved, settings }: Totals): void {
    const { name, warn } = this.#batch;
    const problem = this.#overLimit;
    if (typeof problem !== "number") {
      warn(`batch ${name}: ${describeError(problem).message}`);
      return;
    }
    const { maxCost } = settings;
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

  #createContext(worker: BatchWorker): WorkContext {
    const caller = {
      signal: this.#stop.signal,
      refuse: (error: unknown) => this.#finish({ reason: "refused", error }),
    };
    return {
      ...caller,
      batch: this.#batch,
      worker,
      reporter: new Reporter(this.#batch.ledger, caller),
      limits: new Limits(
        this.#batch.ledger,
        caller.signal,
        DEFAULT_ENDPOINT,
        (pause) => this.#warnOfPause(pause),
      ),
      window: this.#window,
      turnedAway: new TurnedAway(),
      serviceClock: this.#serviceClock,
      jobKeys: new Map(),
      watch: this.#watch,
      pollInterval: (elapsedMs) => this.#pollIntervalMs(elapsedMs),
      mayHold: () => this.#workers * this.#active.size <= MAX_HELD,
      reportProgress:
        this.#options.onProgress &&
        ((progress, key) => this.#reportProgress(progress, key)),
      warnOnce: (what, error) => this.#warnOnce(what, error),
      endOutage: () => {
        this.#isOutage = false;
      },
      reachCostLimit: (error) => this.#reachLimit(error),
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

import { checkCallbacks, checkOptions, checkWhole } from "../checks.js";
import { onAbort } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import { defaultIntervalMs } from "../jobs/service-times.js";
import { latestTime } from "../machines/clocks.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { outliveOutput } from "../outlive-output.js";
import { checkOnExit, onShutdown } from "../shutdown.js";
import {
  callUntilDone,
  hasGoneBack,
  isUnavailable,
  readPages,
} from "./call-ledger.js";
import type { OpenBatch, WorkContext } from "./context.js";
import { Delivery } from "./deliver.js";
import { BatchError, describeError, type UnsavedJob } from "./errors.js";
import { requeueItem, TURNED_AWAY } from "./finish.js";
import { JobMemory } from "./job-memory.js";
import {
  DEFAULT_ENDPOINT,
  FINAL_STATES,
  type Item,
  type ItemWithInput,
  type Settings,
  type Totals,
} from "./ledger.js";
import { Limits, type SubmitPause } from "./limits.js";
import { findLostJobs } from "./lost.js";
import { Member } from "./member.js";
import { Reporter } from "./reporter.js";
import { askTime, failDoubts, resubmitExpired } from "./resubmit.js";
import { describeRisk, readProgress, toJobData } from "./results.js";
import { ServiceClock } from "./service-clock.js";
import { type ClaimTime, readClaimTime, submitItem } from "./submit.js";
import { MAX_TIMES, TurnedAway } from "./turned-away.js";
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

/** How often the service is asked for the jobs of lost items, in milliseconds. */
const LOST_INTERVAL_MS = 600_000;

/** A shorter pause of the submits is not worth a line in a log, in milliseconds; nor is a second one within a minute. */
const MIN_LOGGED_PAUSE_MS = 10_000;
const PAUSE_LOG_INTERVAL_MS = 60_000;

/** How many keys a warning names. */
const MAX_NAMED_KEYS = 5;

/** How many submits one process sends at once, at most: when the process dies, and in an outage, each may end in doubt. */
const MAX_SUBMITS = 16;

/** How long a submit takes, about, with its claim and the report of its job, in milliseconds. */
const SUBMIT_MS = 150;

/** How many bytes of inputs that are not submitted this process holds at most, without its last claim. */
const MAX_INPUT_BYTES = 32_000_000;

/** How many status requests a second all processes of a batch send together: below the 200 that the service takes. */
const POLLS_PER_SECOND = 150;

/** The items that wait until the next call of `work`. */
const SET_ASIDE = { states: ["waiting"], errorCode: TURNED_AWAY } as const;

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
  #findLostAt = 0;
  #logPauseAt = 0;
  /** The search for the jobs of lost items. */
  #lostSearch: Promise<void> | undefined;
  /** Whether this process has taken part in the work. */
  #hasBegun = false;
  /** Whether an item was set aside, of which a warning has told. */
  #hasSetAside = false;
  #clocksDiffer = false;

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
    checkOnExit(onExit, call);
    this.#batch = batch;
    this.#options = options;
    this.#signal = signal ? AbortSignal.any([signal, closed]) : closed;
    this.#concurrency = concurrency;
    // Only polls show the progress of a job.
    if (batch.webhooks && !onProgress)
      this.#watch = new WebhookWatch(batch.ledger);
  }

  async run(): Promise<WorkEnd> {
    this.#signal.throwIfAborted();
    const unlistenOutput = outliveOutput();
    const exit = new AbortController();
    const running = this.#run(exit.signal);
    const end = async () => {
      exit.abort();
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

  /** `exit` aborts when the process is to end. */
  async #run(exit: AbortSignal): Promise<WorkEnd> {
    const signal = this.#signal;
    const member = await Member.join(this.#batch.ledger);
    const unlisten = onAbort(signal, () => this.#abort());
    const context = this.#createContext(member);
    const hurry = AbortSignal.any([signal, exit]);
    const delivery = new Delivery(context, this.#options.onResult, hurry);
    try {
      if (this.#batch.onDoubt === "resubmit-after-ttl")
        await askTime(this.#batch, this.#serviceClock, signal);
      while (!this.#end && !signal.aborted)
        await this.#turnOrPause(context, delivery);
    } catch (error) {
      context.refuse(error);
    }
    this.#abort();
    // Submits that have been sent end by themselves: their responses must not be lost.
    while (this.#active.size > 0) await this.#sleep(TURN_MS);
    await this.#lostSearch;
    await delivery.end();
    if (hasGoneBack(this.#end?.error)) await this.#replayAtEnd(context);
    unlisten();
    await this.#leave(context);
    await this.#warnOfLoss().catch(() => undefined);
    this.#throwUnsaved();
    if (signal.aborted) throw signal.reason;
    await this.#report(context).catch(() => undefined);
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

  async #report({ limits }: WorkContext): Promise<void> {
    this.#reportAt = performance.now() + TURN_MS;
    const { onCounts } = this.#options;
    if (!onCounts) return;
    const counts = await readProgress(this.#batch.ledger, limits.pause);
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
  async #turnOrPause(context: WorkContext, delivery: Delivery): Promise<void> {
    // This turn sees all that has ended before.
    this.#isWoken = false;
    try {
      await this.#turn(context, delivery);
      if (performance.now() >= this.#reportAt) await this.#report(context);
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
    await this.#begin(context);
    await this.#watch?.readChanges();
    await this.#resubmitExpired(context);
    this.#findLost(context);
    delivery.retryUndelivered();
    await this.#claim(context, delivery);
    if (this.#active.size > 0 || this.#lostSearch) return;
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

  /** Queues the items again that were set aside before, and ends a pause that no other process keeps. */
  async #begin({ limits }: WorkContext): Promise<void> {
    if (this.#hasBegun) return;
    const { ledger } = this.#batch;
    for await (const page of readPages(ledger, SET_ASIDE))
      await ledger.report(page.map(requeueItem));
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
  async #claim(context: WorkContext, delivery: Delivery): Promise<void> {
    const { member, limits } = context;
    while (!this.#stop.signal.aborted) {
      const room = this.#limit() - this.#active.size;
      const submits = Math.min(this.#maxSubmits, this.#neededSubmits(limits));
      const limit = Math.min(room, submits - this.#submits);
      if (limit <= 0 || this.#inputBytes >= MAX_INPUT_BYTES) return;
      if (this.#isOverLimit || performance.now() < this.#claimAt) return;
      if (!(await limits.mayClaim(this.#batch.runner))) {
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
    if (await this.#isWorkLeft(counts)) return undefined;
    if (this.#batch.onDoubt === "fail" && counts.inDoubt > 0)
      await failDoubts(this.#batch);
    await delivery.finish();
    // `onResult` may have added items, and another process may have settled some.
    const { counts: last } = await ledger.totals();
    if (await this.#isWorkLeft(last)) {
      this.#claimAt = 0;
      return undefined;
    }
    if (last.lost > 0) this.#warnOfLost(last.lost);
    if (last.waiting > 0) await this.#warnOfSetAside(last.waiting);
    if (last.inDoubt > 0) return { reason: "doubt" };
    return { reason: last.waiting > 0 ? "waiting" : "done" };
  }

  /** Whether items are left that this process or another may still work on. */
  async #isWorkLeft(counts: Totals["counts"]): Promise<boolean> {
    const { queued, submitting, running, waiting } = counts;
    if (queued + submitting + running > 0) return true;
    if (waiting === 0) return false;
    const [item] = await this.#batch.ledger.read({
      states: ["waiting"],
      exceptErrorCode: TURNED_AWAY,
      by: "id",
      after: 0,
      limit: 1,
    });
    return item !== undefined;
  }

  /** Warns of the first item that is set aside. Another warning counts all of them at the end. */
  #setAside({ key }: Item, error: unknown): void {
    if (this.#hasSetAside) return;
    this.#hasSetAside = true;
    const { name, warn } = this.#batch;
    warn(
      `batch ${name}: item ${JSON.stringify(key)} waits until the next work, and so does each further item that is turned away ${MAX_TIMES} times: ${describeError(error).message}`,
    );
  }

  async #warnOfSetAside(count: number): Promise<void> {
    const { ledger, name, warn } = this.#batch;
    const items = await ledger.read({
      ...SET_ASIDE,
      by: "id",
      after: 0,
      limit: MAX_NAMED_KEYS,
    });
    const keys = items.map(({ key }) => JSON.stringify(key)).join(", ");
    const more = count > items.length ? ", …" : "";
    const reason = items[0]?.errorMessage ?? "";
    warn(
      `batch ${name}: items wait, because each of their submits was turned away (${count}: ${keys}${more}): ${reason}. The next work submits them again`,
    );
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
      `batch ${name}: nobody knows how the jobs of the lost items have ended (${count}), and they may have been billed: the next work asks the service for them again, which costs nothing; batch.results({ state: "lost" }) lists the items, and batch.settle(item, { jobId }) continues with a job that you have found. Only batch.retry({ includeLost: true }) submits them again, which may pay twice`,
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
        this.#batch.ledger,
        caller.signal,
        DEFAULT_ENDPOINT,
        (pause) => this.#warnOfPause(pause),
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
      setAside: (item, error) => this.#setAside(item, error),
      reachCostLimit: (error) => this.#reachLimit(describeError(error).message),
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

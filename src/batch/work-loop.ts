import { onAbort } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import { defaultIntervalMs } from "../jobs/poll-interval.js";
import { hasGoneBack, isUnavailable } from "./call-ledger.js";
import { Claims } from "./claims.js";
import type { OpenBatch } from "./context.js";
import type { UnsavedJob } from "./errors.js";
import { requeueItem } from "./finish.js";
import { Heartbeat } from "./heartbeat.js";
import { DEFAULT_ENDPOINT, type Item } from "./ledger.js";
import { Limits } from "./limits.js";
import { askTime, failDoubts, Recovery } from "./recovery.js";
import { Reporter } from "./reporter.js";
import { toJobData, toProgress } from "./results.js";
import { ServiceClock } from "./service-clock.js";
import { TurnedAway } from "./turned-away.js";
import type { WorkEnd, WorkOptions } from "./types.js";
import { waitForItem, type EndedItem } from "./wait.js";
import { WakeableSleep } from "./wakeable-sleep.js";
import { WebhookWatch } from "./webhook-watch.js";
import type { WorkContext } from "./work-context.js";
import { WorkWarnings } from "./work-warnings.js";
import type { BatchWorker } from "./worker.js";

/** The keys that the work is limited to, for `batch.run`. */
export interface WorkKeys {
  /** The keys that are not finished yet. */
  readonly open: () => readonly string[];
  /** Called when the job of an item has ended in this process. */
  readonly end: (ended: EndedItem) => void;
  /** Looks which keys have ended elsewhere. */
  readonly check: () => Promise<void>;
}

/** The end of a `work`. Its signal ends waits, pauses and unsent submits. */
export class Ending {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  /** Why the work ends: the first reason that was given; undefined where somebody else knows it. */
  reason: WorkEnd | undefined;

  finish(reason?: WorkEnd): void {
    this.reason ??= reason;
    this.#controller.abort();
  }
}

/** How a `work` was called. */
export interface WorkCall {
  readonly options: WorkOptions;
  readonly keys: WorkKeys | undefined;
  readonly ending: Ending;
}

/** The longest pause between two turns, in milliseconds. */
const TURN_MS = 1000;

/** How many status requests a second all processes of a batch send together: below the 200 that the service takes. */
const POLLS_PER_SECOND = 150;
/** How many responses all processes of a batch let the service hold at once: below the 400 reads that it takes. */
const MAX_LONG_POLLS = 250;

/** What a process does for a batch that it has joined: turn after turn, until the work ends. */
export class WorkLoop {
  readonly #batch: OpenBatch;
  readonly #call: WorkCall;
  readonly #context: WorkContext;
  readonly #claims: Claims;
  readonly #heartbeat = new Heartbeat();
  readonly #recovery = new Recovery();
  /** The items of this process that are submitted or waited for. */
  readonly #active = new Set<number>();
  /** Those whose jobs have completed, and whose outputs are being stored: other jobs may take their places. */
  readonly #storing = new Set<number>();
  readonly #sleep = new WakeableSleep();
  #unsaved: readonly UnsavedJob[] = [];
  /** When the next report is due, on the clock of `performance.now()`. */
  #reportAt = 0;
  /** Whether this process has taken part in the work. */
  #hasBegun = false;

  constructor(batch: OpenBatch, worker: BatchWorker, call: WorkCall) {
    const wake = () => this.#sleep.wake();
    const serviceClock = new ServiceClock();
    this.#batch = batch;
    this.#call = call;
    this.#claims = new Claims(batch, serviceClock, wake);
    this.#context = this.#createContext(worker, serviceClock);
  }

  /** The jobs that the service has accepted and the ledger could not keep. */
  get unsaved(): readonly UnsavedJob[] {
    return this.#unsaved;
  }

  /** What the spend guard has thrown, if that has ended the work. */
  get limitError(): unknown {
    const { nextCost } = this.#claims;
    return typeof nextCost === "number" ? undefined : nextCost;
  }

  /** Lets the next turn see what has changed, at once. */
  wake(): void {
    this.#claims.wake();
    this.#sleep.wake();
  }

  /** Works until the end, and waits for the submits that were sent: their responses must not be lost. */
  async run(): Promise<void> {
    const { ending } = this.#call;
    const { signal } = ending;
    const unlisten = onAbort(signal, () => this.#sleep.wake());
    try {
      if (this.#batch.onDoubt === "resubmit-after-ttl")
        await askTime(this.#batch, this.#context.serviceClock, signal);
      while (!signal.aborted) await this.#turnOrPause();
    } catch (error) {
      this.#context.refuse(error);
    }
    while (this.#active.size > 0) await this.#sleep.sleep(TURN_MS);
    await this.#recovery.lostSearch;
    unlisten();
  }

  /** Gives back what this process has. If the ledger is unreachable, other processes do that when the lease is over. */
  async leave(): Promise<void> {
    const { worker, reporter, warnings, refuse } = this.#context;
    try {
      for (const { input: _input, ...item } of await worker.recoverClaim())
        await reporter.report(requeueItem(item));
      await worker.leave();
    } catch (error) {
      // An exhausted pool would be waited for again.
      if (isUnavailable(error)) return;
      refuse(error);
    }
    const totals = await this.#batch.ledger.totals().catch(() => undefined);
    if (totals) warnings.risk(totals);
  }

  /** Tells the user how far the batch is. */
  async report(): Promise<void> {
    this.#reportAt = performance.now() + TURN_MS;
    const { onCounts } = this.#call.options;
    if (!onCounts) return;
    const counts = toProgress(await this.#batch.ledger.totals());
    ignoreErrors(() => onCounts(counts));
  }

  /** Runs one turn of the loop, and waits until something has ended or is due. */
  async #turnOrPause(): Promise<void> {
    // This turn sees all that has ended before.
    this.#sleep.reset();
    try {
      const end = await this.#turn();
      if (end) this.#call.ending.finish(end);
      if (performance.now() >= this.#reportAt) await this.report();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    if (this.#context.signal.aborted) return;
    const { dueInMs } = this.#claims;
    const pauseMs = Math.min(TURN_MS, this.#context.watch?.pauseMs ?? TURN_MS);
    await this.#sleep.sleep(dueInMs > 0 ? Math.min(dueInMs, pauseMs) : pauseMs);
  }

  /** Resolves with the reason to end the work; with undefined while there is none. */
  async #turn(): Promise<WorkEnd | undefined> {
    const context = this.#context;
    const { keys } = this.#call;
    const beat = await this.#heartbeat.beat(context, this.#room());
    for (const item of beat?.items ?? [])
      if (!this.#active.has(item.id))
        this.#follow(item.id, Promise.resolve(item));
    if (beat && this.#heartbeat.hasFailedTooOften(beat.totals))
      return { reason: "failures" };
    await this.#begin();
    await context.watch?.readChanges();
    await this.#recovery.resubmitExpired(context);
    this.#recovery.findLost(context, () => this.#sleep.wake());
    const isPaused = await this.#claims.claim(context, {
      room: () => this.#room(),
      keys: () => keys?.open(),
      workers: this.#heartbeat.workers,
      follow: (id, submitting) => this.#follow(id, submitting),
    });
    await keys?.check();
    // Nobody waits for the jobs that run: whoever asks for their keys next goes on.
    if (keys?.open().length === 0) return { reason: "done" };
    if (this.#active.size > 0 || this.#recovery.lostSearch) return undefined;
    return isPaused ? { reason: "paused" } : this.#findEnd();
  }

  /** How many more jobs this process may have under way. */
  #room(): number {
    const { concurrency = 100 } = this.#call.options;
    const limit = this.#heartbeat.settings?.concurrency ?? concurrency;
    return limit - this.#active.size + this.#storing.size;
  }

  /** Ends a pause that no other process keeps. */
  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    if (this.#heartbeat.workers === 1)
      await this.#context.limits.endAskedPause();
    this.#hasBegun = true;
  }

  /** Waits for the job of an item that is being submitted, or that no process waits for. */
  #follow(id: number, submitting: Promise<Item | undefined>): void {
    this.#active.add(id);
    void this.#waitForEnd(id, submitting)
      .catch(this.#context.refuse)
      .finally(() => {
        this.#active.delete(id);
        this.#storing.delete(id);
        this.#sleep.wake();
      });
  }

  async #waitForEnd(
    id: number,
    submitting: Promise<Item | undefined>,
  ): Promise<void> {
    const running = await submitting;
    if (!running) return;
    const ended = await waitForItem(this.#context, running, () => {
      this.#storing.add(id);
      this.#sleep.wake();
    });
    if (!ended) {
      this.#keepOfLostLedger(running);
      return;
    }
    this.#claims.makeRoom();
    this.#context.warnings.largeOutput(ended.item);
    this.#context.warnings.unknownCost(running, ended.item);
    this.#call.keys?.end(ended);
    const { settings } = this.#heartbeat;
    if (ended.item.state === "completed" || !settings?.maxFailures) return;
    if (this.#heartbeat.hasFailedTooOften(await this.#batch.ledger.totals()))
      this.#call.ending.finish({ reason: "failures" });
  }

  /** A ledger that went back may not know the job: the error of `work` names it. */
  #keepOfLostLedger(item: Item): void {
    const job = toJobData(this.#batch.model, item);
    if (hasGoneBack(this.#call.ending.reason?.error) && job)
      this.#context.keepUnsaved({ ...job, key: item.key });
  }

  /** The reason to end `work`; undefined while items are left that this process or another may work on. */
  async #findEnd(): Promise<WorkEnd | undefined> {
    const { isOverLimit, nextCost } = this.#claims;
    if (this.#call.keys) return isOverLimit ? { reason: "spend" } : undefined;
    const { ledger, onDoubt } = this.#batch;
    const { warnings } = this.#context;
    const totals = await ledger.totals();
    const { queued, submitting, running, inDoubt } = totals.counts;
    if (isOverLimit && queued > 0 && submitting + running === 0) {
      warnings.costLimit(nextCost, totals);
      return { reason: "spend" };
    }
    if (queued + submitting + running > 0) return undefined;
    if (onDoubt === "fail" && inDoubt > 0) await failDoubts(this.#batch);
    // Another process may have settled or added some.
    const { counts } = await ledger.totals();
    if (counts.queued + counts.submitting + counts.running > 0) {
      this.#claims.wake();
      return undefined;
    }
    if (counts.inDoubt > 0) warnings.itemsInDoubt(counts.inDoubt);
    if (counts.lost > 0) warnings.lostItems(counts.lost);
    return { reason: counts.inDoubt + counts.lost > 0 ? "unknown" : "done" };
  }

  #createContext(worker: BatchWorker, serviceClock: ServiceClock): WorkContext {
    const { ending, options } = this.#call;
    const { ledger, webhooks } = this.#batch;
    const { onProgress } = options;
    const warnings = new WorkWarnings(this.#batch);
    const caller = {
      signal: ending.signal,
      refuse: (error: unknown) => ending.finish({ reason: "refused", error }),
    };
    return {
      ...caller,
      batch: this.#batch,
      worker,
      reporter: new Reporter(ledger, caller),
      limits: new Limits(ledger, caller.signal, DEFAULT_ENDPOINT, (pause) =>
        warnings.pause(pause),
      ),
      claims: this.#claims,
      warnings,
      turnedAway: new TurnedAway(),
      serviceClock,
      // Only polls show the progress of a job.
      watch: webhooks && !onProgress ? new WebhookWatch(ledger) : undefined,
      pollInterval: (elapsedMs) => this.#pollIntervalMs(elapsedMs),
      mayLongPoll: () => this.#waits() <= MAX_LONG_POLLS,
      reportProgress:
        onProgress &&
        (async (progress, key) => {
          try {
            await onProgress(progress, key);
          } catch {
            // The job goes on, and its result must not be lost.
          }
        }),
      keepUnsaved: (job) => {
        this.#unsaved = [...this.#unsaved, job];
      },
    };
  }

  /** About how many jobs all processes of the batch wait for. */
  #waits(): number {
    return this.#heartbeat.workers * this.#active.size;
  }

  /**
   * The poll interval in milliseconds. It is longer if the polls of all processes would otherwise exceed the rate
   * limit.
   */
  #pollIntervalMs(elapsedMs: number): number {
    const sharedMs = (this.#waits() * 1000) / POLLS_PER_SECOND;
    return Math.max(defaultIntervalMs(elapsedMs), sharedMs);
  }
}

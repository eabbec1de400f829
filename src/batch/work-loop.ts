import { onAbort } from "../http/timeout.js";
import { ignoreErrors } from "../ignore-errors.js";
import { hasRoom } from "../spend/store.js";
import { ActiveItems } from "./active-items.js";
import { isUnavailable } from "./call-ledger.js";
import { Claims } from "./claims.js";
import type { OpenBatch } from "./context.js";
import type { UnsavedJob } from "./errors.js";
import { requeueItem } from "./finish.js";
import { Heartbeat } from "./heartbeat.js";
import { askTime, failDoubts, Recovery } from "./recovery.js";
import { toProgress } from "./results.js";
import { ServiceClock } from "./service-clock.js";
import type { WorkEnd } from "./types.js";
import { WakeableSleep } from "./wakeable-sleep.js";
import type { WorkCall } from "./work-call.js";
import { createWorkContext, type WorkContext } from "./work-context.js";
import type { BatchWorker } from "./worker.js";

/** The longest pause between two turns, in milliseconds. */
const TURN_MS = 1000;

/** What a process does for a batch that it has joined: turn after turn, until the work ends. */
export class WorkLoop {
  readonly #batch: OpenBatch;
  readonly #call: WorkCall;
  readonly #context: WorkContext;
  readonly #claims: Claims;
  readonly #heartbeat = new Heartbeat();
  readonly #recovery = new Recovery();
  readonly #active: ActiveItems;
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
    this.#active = new ActiveItems(call, this.#heartbeat, wake);
    this.#context = createWorkContext(call, {
      batch,
      worker,
      serviceClock,
      claims: this.#claims,
      waits: () => this.#heartbeat.workers * this.#active.size,
      keepUnsaved: (job) => {
        this.#unsaved = [...this.#unsaved, job];
      },
    });
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
    const taken = await this.#heartbeat.beat(context, this.#active.room);
    for (const item of taken)
      if (!this.#active.has(item.id))
        this.#active.follow(context, item.id, Promise.resolve(item));
    await this.#begin();
    await context.watch?.readChanges();
    await this.#recovery.resubmitExpired(context);
    this.#recovery.findLost(context, () => this.#sleep.wake());
    const isPaused = await this.#claims.claim(context, {
      room: () => (this.#heartbeat.hasFailedTooOften ? 0 : this.#active.room),
      keys: () => keys?.open(),
      workers: this.#heartbeat.workers,
      follow: (id, submitting) => this.#active.follow(context, id, submitting),
    });
    await keys?.check();
    // Nobody waits for the jobs that run: whoever asks for their keys next goes on.
    if (keys?.open().length === 0) return { reason: "done" };
    if (this.#active.size > 0 || this.#recovery.lostSearch) return undefined;
    const { refusal } = this.#claims;
    if (refusal) return { reason: "refused", error: refusal.error };
    if (this.#heartbeat.hasFailedTooOften) return { reason: "failures" };
    return isPaused ? { reason: "paused" } : this.#findEnd();
  }

  /** Ends a pause that no other process keeps. */
  async #begin(): Promise<void> {
    if (this.#hasBegun) return;
    if (this.#heartbeat.workers === 1)
      await this.#context.limits.endAskedPause();
    this.#hasBegun = true;
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
      const { cost: spent, reserved, settings } = totals;
      const limit = settings.maxCost ?? Infinity;
      // A job of another process may have ended since, and cost less than was reserved.
      if (
        typeof nextCost === "number" &&
        hasRoom({ spent, reserved }, nextCost, limit)
      ) {
        this.#claims.makeRoom();
        return undefined;
      }
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
}

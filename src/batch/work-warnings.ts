import { isPublicModel } from "../models/output.js";
import { fromUnits } from "../spend/units.js";
import type { OpenBatch } from "./context.js";
import { describeError } from "./errors.js";
import { FREE_ENDS } from "./finish.js";
import type { Item, Totals } from "./ledger.js";
import type { SubmitPause } from "./limits.js";
import { describeRisk, toProgress } from "./results.js";

/** A shorter pause of the submits is not worth a line in a log, in milliseconds; nor is a second one within a minute. */
const MIN_LOGGED_PAUSE_MS = 10_000;
const PAUSE_LOG_INTERVAL_MS = 60_000;

/** What one `work` warns of. What lasts is said once. */
export class WorkWarnings {
  readonly #batch: OpenBatch;
  #logPauseAt = 0;
  #hasWarnedOfOutput = false;
  #hasWarnedOfCost = false;
  /** Whether an outage was reported, and no job was accepted since. */
  #isOutage = false;
  #clocksDiffer = false;

  constructor(batch: OpenBatch) {
    this.#batch = batch;
  }

  /** Says until when nothing is submitted, and why. Not of each short pause. */
  pause({ until, reason }: SubmitPause): void {
    const isShort = until - Date.now() < MIN_LOGGED_PAUSE_MS;
    if (isShort || performance.now() < this.#logPauseAt) return;
    this.#logPauseAt = performance.now() + PAUSE_LOG_INTERVAL_MS;
    this.#warn(
      `no submits until ${new Date(until).toISOString()}, because ${reason}`,
    );
  }

  /** Warns of the first failure of an outage, and what `work` does about the failure. */
  outage(what: string, error: unknown): void {
    if (!this.#isOutage) this.#warn(`${what}: ${describeError(error).message}`);
    this.#isOutage = true;
  }

  endOutage(): void {
    this.#isOutage = false;
  }

  clocksDiffer(problem: string): void {
    if (!this.#clocksDiffer)
      this.#warn(`items in doubt are not submitted again for now: ${problem}`);
    this.#clocksDiffer = true;
  }

  clocksAgree(): void {
    this.#clocksDiffer = false;
  }

  /** Warns once of an output that nobody gets before the service removes it. */
  largeOutput({ key, outputBytes }: Item): void {
    const { maxOutputBytes } = this.#batch;
    const isKept = outputBytes === null || outputBytes <= maxOutputBytes;
    if (isKept || this.#hasWarnedOfOutput) return;
    this.#hasWarnedOfOutput = true;
    this.#warn(
      `the output of item ${JSON.stringify(key)} has ${outputBytes} bytes, and outputs of more than ${maxOutputBytes} are not kept: raise maxOutputBytes, or call cloud.job(result.job).wait() within 30 minutes after the end of the job`,
    );
  }

  /** Warns once of a public model's job that was paid for, and that the cost of the batch lacks. */
  unknownCost(running: Item, ended: Item): void {
    const { model } = this.#batch;
    const { state, errorCode, estimate, cost } = ended;
    const isPaid =
      state === "completed" ||
      (state === "failed" && !FREE_ENDS.includes(errorCode ?? ""));
    // A webhook that was faster than the answer to the submit has ended the item before.
    const isCounted = running.state !== "running" || cost > running.cost;
    if (!isPaid || isCounted || estimate !== null) return;
    if (this.#hasWarnedOfCost || !isPublicModel(model)) return;
    this.#hasWarnedOfCost = true;
    this.#warn(
      `the cost of the batch lacks jobs: no price of ${model} is known, and their outputs name no cost. Set an estimate to count the jobs of items that you add from then on`,
    );
  }

  itemsInDoubt(count: number): void {
    this.#warn(
      `nobody knows whether the items in doubt were submitted (${count}), and they may have been billed: batch.results({ state: "unknown" }) lists them, and batch.settle(item, "fail") gives one up; batch.settle(item, "resubmit") may pay twice`,
    );
  }

  lostItems(count: number): void {
    this.#warn(
      `nobody knows how the jobs of the lost items have ended (${count}), and they may have been billed: the next work asks the service for them again, which costs nothing; batch.results({ state: "unknown" }) lists the items, and batch.settle(item, { jobId }) continues with a job that you have found. Only batch.retry({ includeUnknown: true }) submits them again, which may pay twice`,
    );
  }

  /**
   * Says which limit has ended the work, and by which figures. `nextCost` is what the next submit could cost, in units, or
   * what the spend guard has thrown.
   */
  costLimit(nextCost: unknown, { cost, reserved, settings }: Totals): void {
    if (typeof nextCost !== "number") {
      this.#warn(describeError(nextCost).message);
      return;
    }
    const { maxCost } = settings;
    // Another process may just have removed the limit.
    if (maxCost === null) return;
    const alsoReserved =
      reserved > 0 ? ` and ${fromUnits(reserved)} reserved` : "";
    this.#warn(
      `the next submit may cost ${fromUnits(nextCost)}, the limit is ${fromUnits(maxCost)}, ${fromUnits(cost)} is spent${alsoReserved}`,
    );
  }

  /** Warns if the service may remove outputs before anybody has read them. */
  risk(totals: Totals): void {
    const { name, warn } = this.#batch;
    const risk = describeRisk(name, toProgress(totals));
    if (risk !== undefined) warn(risk);
  }

  #warn(problem: string): void {
    const { name, warn } = this.#batch;
    warn(`batch ${name}: ${problem}`);
  }
}

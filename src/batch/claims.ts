import { latestTime } from "../machines/clocks.js";
import { InputError } from "../errors.js";
import type { OpenBatch } from "./context.js";
import { MAX_KEYS, type Item, type ItemWithInput } from "./ledger.js";
import type { Limits } from "./limits.js";
import type { ServiceClock } from "./service-clock.js";
import { type ClaimTime, readClaimTime, submitItem } from "./submit.js";
import { CLAIM_INTERVAL_MS, SubmitWindow } from "./window.js";
import type { ClaimControl, WorkContext } from "./work-context.js";

/** The pause before the next claim where the limits of the endpoint allowed no more, in milliseconds. */
const LIMIT_PAUSE_MS = 100;

/** The pause before the next claim where no item was queued, in milliseconds; a shorter one before certain keys are claimed again. */
const EMPTY_PAUSE_MS = 1000;
const KEYS_PAUSE_MS = 250;

/** How many bytes of inputs that are not submitted this process holds at most, without its last claim. */
const MAX_INPUT_BYTES = 32_000_000;

/** What the claims of one turn of `work` depend on. */
export interface ClaimNeeds {
  /** How many more jobs this process may have under way. */
  readonly room: () => number;
  /** The only keys that are claimed; undefined for all. */
  readonly keys: () => readonly string[] | undefined;
  /** How many processes work on the batch. */
  readonly workers: number;
  /** Waits for the job of an item that is being submitted. */
  readonly follow: (id: number, submitting: Promise<Item | undefined>) => void;
}

/** Decides when this process claims items, and how many, and submits them. */
export class Claims implements ClaimControl {
  readonly window = new SubmitWindow();
  readonly #batch: OpenBatch;
  readonly #clock: ServiceClock;
  readonly #onSubmitted: () => void;
  #submits = 0;
  /** How many bytes the inputs have that this process has claimed and not submitted. */
  #inputBytes = 0;
  /** When the next claim is due, on the clock of `performance.now()`. */
  #dueAt = 0;
  /** Whether the next submit could pass the limit of the cost. A job that ends makes room, and so does a higher limit. */
  #isOverLimit = false;
  #nextCost: unknown = 0;
  #highestCost = 0;
  #refusal: { readonly error: unknown } | undefined;

  /** `onSubmitted` is called at the end of each submit. */
  constructor(batch: OpenBatch, clock: ServiceClock, onSubmitted: () => void) {
    this.#batch = batch;
    this.#clock = clock;
    this.#onSubmitted = onSubmitted;
  }

  get isOverLimit(): boolean {
    return this.#isOverLimit;
  }

  /** What the submit could cost that was held back last, in units, or what the spend guard has thrown at it. */
  get nextCost(): unknown {
    return this.#nextCost;
  }

  /** What a submit was refused with that every other submit would meet as well, such as an empty balance. */
  get refusal(): { readonly error: unknown } | undefined {
    return this.#refusal;
  }

  refuse(error: unknown): void {
    this.#refusal ??= { error };
  }

  /** How long until the next claim, in milliseconds; 0 or less where a claim waits for something else than time. */
  get dueInMs(): number {
    return this.#dueAt - performance.now();
  }

  /** Claims again in the next turn: items may have come. */
  wake(): void {
    this.#dueAt = 0;
  }

  makeRoom(): void {
    this.#isOverLimit = false;
  }

  holdBack(nextCost: unknown): void {
    this.#isOverLimit = true;
    this.#nextCost = nextCost;
  }

  learnCost(units: number, { estimate }: Item): void {
    if (units > (estimate ?? 0))
      this.#highestCost = Math.max(this.#highestCost, units);
  }

  /**
   * Claims and submits as many items as this process may have, and the limits allow. Resolves with true if the batch is
   * paused.
   */
  async claim(context: WorkContext, needs: ClaimNeeds): Promise<boolean> {
    const { worker, limits, signal } = context;
    if (this.#refusal) return false;
    while (!signal.aborted && this.dueInMs <= 0 && !this.#isOverLimit) {
      const keys = needs.keys();
      const limit = this.#claimable(limits, needs);
      if (limit <= 0 || keys?.length === 0) return false;
      if (!(await limits.mayClaim(this.#batch.runner))) {
        this.#pause(Math.max(LIMIT_PAUSE_MS, limits.blockedMs));
        return false;
      }
      const claimTime = readClaimTime();
      const { items, held, needed, endpoint } = await worker.claim({
        limit,
        claimedAt: this.#claimedAt(),
        minReserved: this.#highestCost,
        keys: keys?.slice(0, MAX_KEYS),
      });
      limits.update(endpoint);
      for (const item of items)
        needs.follow(item.id, this.#submit(context, item, claimTime));
      if (held === "paused") return true;
      if (held === "cost") this.holdBack(needed ?? createNoEstimate());
      if (held === "limits") this.#pause(LIMIT_PAUSE_MS);
      if (held === "empty") this.#pause(keys ? KEYS_PAUSE_MS : EMPTY_PAUSE_MS);
      if (held !== undefined) return false;
      if (this.#submits > 1) this.#pause(CLAIM_INTERVAL_MS);
    }
    return false;
  }

  /** How many items may be claimed now. */
  #claimable({ perSecond }: Limits, { room, workers }: ClaimNeeds): number {
    if (this.#inputBytes >= MAX_INPUT_BYTES) return 0;
    const submits = this.window.size(perSecond, workers) - this.#submits;
    return Math.min(room(), submits);
  }

  #pause(pauseMs: number): void {
    this.#dueAt = performance.now() + pauseMs;
  }

  /**
   * The time of a claim in milliseconds since 1970, by the wall clock; with `resubmit-after-ttl`, by whichever of the clocks
   * of the service and of this machine is ahead. Null while the service's time is not known: an item in doubt then waits
   * for `settle`.
   */
  #claimedAt(): number | null {
    if (this.#batch.onDoubt !== "resubmit-after-ttl") return Date.now();
    const clocks = this.#clock.read();
    return clocks ? latestTime(clocks) : null;
  }

  async #submit(
    context: WorkContext,
    item: ItemWithInput,
    claimTime: ClaimTime,
  ): Promise<Item | undefined> {
    const bytes = Buffer.byteLength(item.input);
    this.#submits++;
    this.#inputBytes += bytes;
    try {
      return await submitItem(context, item, claimTime);
    } finally {
      this.#submits--;
      this.#inputBytes -= bytes;
      this.#onSubmitted();
    }
  }
}

function createNoEstimate(): InputError {
  return new InputError(
    "estimate",
    "estimate is needed with maxCost, because the next item was added without one: open the batch with the option estimate, and add the items again, which submits none twice",
    { operation: "batch.work" },
  );
}

import { CloudComputeError } from "../errors.js";
import { EXPIRED, sleep, withTimeout } from "../http/timeout.js";
import type { SignedSubmit } from "./signed-url.js";
import type { WebhookStore } from "./store.js";

/** What the store remembers of one submit. */
interface SubmitRecord {
  /** The id of its job; until an end is handled, that of the latest delivery. */
  readonly job: string;
  /** The ends of the job that were handled: several if the job was retried. */
  readonly ends: readonly string[];
  /** When the lease of the process that handles a delivery ends, in milliseconds since 1970. */
  readonly leaseUntil?: number;
}

/** The outcome of a claim: the delivery is `begun` by this call, or the reason why the delivery is not handled now. */
type Claim = "begun" | "seen" | "busy" | "other job";

/**
 * How long a process holds the lease of a delivery, in milliseconds. The process renews the lease while its handler
 * runs. If the process dies, one of the next deliveries finds the lease expired: the service delivers three times
 * within 20 to 30 seconds.
 */
const LEASE_MS = 6000;
const LEASE_RENEWAL_MS = 2000;
/** How long a delivery waits for another one of the same submit that is being handled. */
const BUSY_TIMEOUT_MS = 8000;
const BUSY_INTERVAL_MS = 250;
/** How often a write is tried that the store refuses because another process was faster. */
const MAX_WRITES = 10;
/** The longest pause before the next try, in milliseconds. The pauses begin at 10 ms, double, and are jittered. */
const MAX_WRITE_PAUSE_MS = 250;

/** The deliveries of one submit, in the store that all processes share. */
export class SubmitDeliveries {
  readonly #store: WebhookStore;
  readonly #key: string;
  readonly #expiresAt: number;
  readonly #timeoutMs: number;

  /** @param timeoutMs the longest time that one call of the store may take */
  constructor(
    store: WebhookStore,
    { reference, expiresAt }: SignedSubmit,
    timeoutMs: number,
  ) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#key = `cloud-compute-sdk/webhook/${reference}`;
    this.#expiresAt = expiresAt;
  }

  /**
   * Claims a delivery of this submit. While another delivery of this submit is handled, in this process or another one,
   * waits up to `BUSY_TIMEOUT_MS`.
   */
  async claim(job: string, end: string): Promise<Claim> {
    const deadline = performance.now() + BUSY_TIMEOUT_MS;
    for (;;) {
      const claim = await this.#tryClaim(job, end);
      if (claim !== "busy" || performance.now() >= deadline) return claim;
      await sleep(BUSY_INTERVAL_MS, undefined);
    }
  }

  async #tryClaim(job: string, end: string): Promise<Claim> {
    let claim: Claim = "begun";
    await this.#update(job, (record) => {
      claim = claimOutcome(record, job, end);
      if (claim !== "begun") return undefined;
      return { ...record, job, leaseUntil: Date.now() + LEASE_MS };
    });
    return claim;
  }

  /** Runs `act` after a claim and remembers the end if `act` succeeds. Otherwise the next delivery is handled again. */
  async run(job: string, end: string, act: () => Promise<void>): Promise<void> {
    const timer = setInterval(() => {
      // The run may have ended while the store was asked.
      const renew = (record: SubmitRecord) =>
        record.leaseUntil === undefined || record.job !== job
          ? undefined
          : { ...record, leaseUntil: Date.now() + LEASE_MS };
      this.#update(job, renew).catch(() => undefined);
    }, LEASE_RENEWAL_MS);
    let ends: readonly string[] = [];
    try {
      await act();
      ends = [end];
    } finally {
      clearInterval(timer);
      await this.#update(job, (record) =>
        record.job === job
          ? { job, ends: [...record.ends, ...ends] }
          : undefined,
      );
    }
  }

  /**
   * Replaces the record by what `change` returns; keeps the record if `change` returns undefined. Throws when the store has
   * refused every try.
   */
  async #update(
    job: string,
    change: (record: SubmitRecord) => SubmitRecord | undefined,
  ): Promise<void> {
    for (let pauseMs = 10, tries = 1; tries <= MAX_WRITES; tries++) {
      const text = await this.#ask(() => this.#store.get(this.#key));
      const empty: SubmitRecord = { job, ends: [] };
      const record =
        text === undefined ? empty : (JSON.parse(text) as SubmitRecord);
      const changed = change(record);
      if (!changed) return;
      const value = JSON.stringify(changed);
      const isWritten = await this.#ask(() =>
        this.#store.replace(this.#key, text, value, this.#expiresAt),
      );
      if (isWritten) return;
      await sleep(Math.random() * pauseMs, undefined);
      pauseMs = Math.min(MAX_WRITE_PAUSE_MS, 2 * pauseMs);
    }
    const problem = `the store has refused a write ${MAX_WRITES} times`;
    throw new CloudComputeError("webhook_store", problem, CALL);
  }

  /** Calls the store, within the timeout. */
  async #ask<Value>(call: () => Promise<Value>): Promise<Value> {
    try {
      return await withTimeout(this.#timeoutMs, undefined, async () => call());
    } catch (error) {
      if (error !== EXPIRED) throw error;
      const problem = `the store did not answer in time (storeTimeout: ${this.#timeoutMs} ms)`;
      throw new CloudComputeError("webhook_store", problem, CALL);
    }
  }
}

const CALL = { operation: "webhooks.handler" };

function claimOutcome(record: SubmitRecord, job: string, end: string): Claim {
  if (record.ends.length > 0) {
    if (record.job !== job) return "other job";
    if (record.ends.includes(end) || record.ends.some(isConclusive))
      return "seen";
  }
  return (record.leaseUntil ?? 0) > Date.now() ? "busy" : "begun";
}

/** Whether no other end can follow: only a job that is FAILED or TIMED_OUT can be retried. */
function isConclusive(end: string): boolean {
  return /^(COMPLETED|CANCELLED)/.test(end);
}

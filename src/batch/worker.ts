import { BatchError } from "./errors.js";
import type {
  Claimed,
  ClaimRequest,
  Heartbeat,
  ItemWithInput,
  LedgerBatch,
} from "./ledger.js";

/** This process as a worker of a batch. Its claims are made one after the other, because each names the one before. */
export class BatchWorker {
  readonly #ledger: LedgerBatch;
  #id: string;
  #sequence = 0;
  /** Whether a claim was made whose outcome is unknown. */
  #isUnknown = false;
  #lastClaim: Promise<unknown> = Promise.resolve();

  private constructor(ledger: LedgerBatch, id: string) {
    this.#ledger = ledger;
    this.#id = id;
  }

  static async join(ledger: LedgerBatch): Promise<BatchWorker> {
    return new BatchWorker(ledger, await ledger.join());
  }

  get id(): string {
    return this.#id;
  }

  /**
   * Claims items. After an error whose outcome is unknown, the next claim gives what this one may have claimed. A process
   * that was silent for too long joins again, and claims nothing.
   */
  claim(request: Omit<ClaimRequest, "worker" | "sequence">): Promise<Claimed> {
    const claim = this.#lastClaim.then(() => this.#claim(request));
    this.#lastClaim = claim.catch(() => undefined);
    return claim;
  }

  /** The items of a claim whose outcome is unknown: they were certainly not submitted. */
  async recoverClaim(): Promise<readonly ItemWithInput[]> {
    if (!this.#isUnknown) return [];
    const request = { limit: 0, claimedAt: null, minReserved: 0 };
    return (await this.claim(request)).items;
  }

  /** Renews the lease, and takes running items that no process waits for. Joins again after too long a silence. */
  async heartbeat(room: number): Promise<Heartbeat> {
    const worker = { id: this.#id, sequence: this.#sequence };
    const heartbeat = await this.#ledger.heartbeat(worker, room);
    if (!heartbeat.isAlive) await this.#joinAgain(worker.id);
    return heartbeat;
  }

  leave(): Promise<void> {
    return this.#ledger.leave(this.#id);
  }

  async #claim(
    request: Omit<ClaimRequest, "worker" | "sequence">,
  ): Promise<Claimed> {
    const sequence = this.#sequence + 1;
    const worker = this.#id;
    try {
      this.#isUnknown = true;
      const claim = { ...request, worker, sequence };
      const claimed = await this.#ledger.claim(claim);
      this.#sequence = sequence;
      this.#isUnknown = false;
      return claimed;
    } catch (error) {
      const hasEnded =
        error instanceof BatchError && error.code === "lease_ended";
      if (!hasEnded) throw error;
      await this.#joinAgain(worker);
      return this.#claim({ ...request, limit: 0 });
    }
  }

  /** Joins as another worker, unless that has happened since `worker` was found to have ended. */
  async #joinAgain(worker: string): Promise<void> {
    if (this.#id !== worker) return;
    this.#id = await this.#ledger.join();
    this.#sequence = 0;
    this.#isUnknown = false;
  }
}

import type { Model } from "../jobs/model.js";
import type { SubmitContext } from "./context.js";
import { BatchError } from "./errors.js";
import {
  ALL_STATES,
  type ItemReport,
  type ItemWithInput,
  type LedgerBatch,
  type LedgerStore,
  type StoredItem,
} from "./ledger.js";
import { Limits } from "./limits.js";
import { Member } from "./member.js";
import { Reporter } from "./reporter.js";
import { ServiceClock } from "./service-clock.js";
import { TurnedAway } from "./turned-away.js";

/** How often the lease is renewed while keys are submitted, in milliseconds. */
const TEND_INTERVAL_MS = 2000;

/** The name of the batch that holds the keys of a model. The colon keeps it apart from the batches of users. */
function nameOf(slug: string): string {
  return `once:${slug}`;
}

/** A submit of `once`, and the signal that aborts with what has made it fail. */
interface OnceSubmit {
  readonly context: SubmitContext;
  readonly refused: AbortSignal;
}

interface Waiting {
  readonly key: string;
  readonly model: Model<object>;
  readonly resolve: (item: ItemWithInput | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The keys of one slug in one ledger, as all calls of `once` in this process share them. Calls of the same moment are claimed
 * together. Each call submits with its own model, whose client may have another key, address or spend guard.
 */
export class OnceSession {
  static readonly #sessions = new WeakMap<
    LedgerStore,
    Map<string, Promise<OnceSession>>
  >();

  readonly name: string;
  readonly #slug: string;
  readonly ledger: LedgerBatch;
  readonly policy = undefined;
  readonly retry = undefined;
  readonly #member: Member;
  readonly #limits: Limits;
  readonly #turnedAway = new TurnedAway();
  readonly #serviceClock = new ServiceClock();
  readonly #waiting: Waiting[] = [];
  #isClaiming = false;
  #tendAt = 0;

  private constructor(
    ledger: LedgerBatch,
    slug: string,
    member: Member,
    limits: Limits,
  ) {
    this.name = ledger.name;
    this.#slug = slug;
    this.ledger = ledger;
    this.#member = member;
    this.#limits = limits;
  }

  /** The session of a slug in a ledger. A session that could not begin is begun again by the next call. */
  static of(ledger: LedgerStore, slug: string): Promise<OnceSession> {
    const sessions =
      OnceSession.#sessions.get(ledger) ??
      new Map<string, Promise<OnceSession>>();
    OnceSession.#sessions.set(ledger, sessions);
    const session =
      sessions.get(slug) ??
      OnceSession.#begin(ledger, slug).catch((error: unknown) => {
        sessions.delete(slug);
        throw error;
      });
    sessions.set(slug, session);
    return session;
  }

  static async #begin(ledger: LedgerStore, slug: string): Promise<OnceSession> {
    const definition = JSON.stringify({ model: slug });
    const batch = await ledger.open(nameOf(slug), definition);
    const member = await Member.join(batch);
    const { endpoint, now } = await member.tend(0);
    const { signal } = new AbortController();
    const limits = new Limits(batch, signal, endpoint);
    limits.update(endpoint, now);
    return new OnceSession(batch, slug, member, limits);
  }

  /** Adds a key, unless the ledger has it. */
  async add(key: string, input: string): Promise<void> {
    const item = {
      key,
      input,
      policy: null,
      priority: 0,
      metadata: null,
      estimate: null,
    };
    const [outcome] = await this.ledger.add([item]);
    if (outcome === "different")
      throw new BatchError(
        "batch_key_conflict",
        `the key ${JSON.stringify(key)} of ${this.#slug} is there with another input: choose another key`,
      );
  }

  /** The row of a key. */
  async read(key: string): Promise<StoredItem> {
    const [item] = await this.ledger.read({
      states: ALL_STATES,
      keys: [key],
      by: "id",
      after: 0,
      limit: 1,
    });
    if (item) return item;
    throw new BatchError(
      "batch_item_changed",
      `the ledger has no key ${JSON.stringify(key)} of ${this.#slug}`,
    );
  }

  /** Stores the end of a job, unless another call was faster. */
  async report(row: ItemReport): Promise<void> {
    let { version } = row;
    for (;;) {
      const [stored] = await this.ledger.report([{ ...row, version }]);
      if (stored) return;
      const current = await this.read(row.key);
      if (current.state !== "running") return;
      // The lease of this process ended while the job ran.
      version = current.version;
    }
  }

  /** Renews the lease of this process, and makes the submits of processes that have ended doubtful, once in a while. */
  async tend(): Promise<void> {
    if (performance.now() < this.#tendAt) return;
    this.#tendAt = performance.now() + TEND_INTERVAL_MS;
    const { endpoint, now } = await this.#member.tend(0);
    this.#limits.update(endpoint, now);
  }

  /** Claims a key. Resolves with undefined if another call has claimed it, or the limits allow no submit for now. */
  claim(key: string, model: Model<object>): Promise<ItemWithInput | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, model, resolve, reject });
      if (!this.#isClaiming) void this.#claimWaiting();
    });
  }

  /** What a submit with `runner` needs. An error that concerns no single item is kept for the caller. */
  createSubmit(
    runner: Model<object>,
    signal: AbortSignal | undefined,
  ): OnceSubmit {
    const stop = new AbortController();
    const caller = {
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
      refuse: (error: unknown) => stop.abort(error),
    };
    const context: SubmitContext = {
      ...caller,
      batch: {
        name: this.name,
        runner,
        policy: undefined,
        retry: undefined,
        s3Config: undefined,
        webhooks: undefined,
        warn: () => undefined,
      },
      member: this.#member,
      reporter: new Reporter(this.ledger, caller),
      limits: this.#limits,
      turnedAway: this.#turnedAway,
      serviceClock: this.#serviceClock,
      warnOnce: () => undefined,
      endOutage: () => undefined,
      setAside: (_item, error) => stop.abort(error),
      reachCostLimit: caller.refuse,
      keepUnsaved: (job) =>
        stop.abort(
          new BatchError(
            "ledger_failed",
            `the ledger could not keep the job ${job.id} of the key ${JSON.stringify(job.key)}`,
            { jobs: [job] },
          ),
        ),
    };
    return { context, refused: stop.signal };
  }

  /** Claims the keys that wait, as many as wait in one claim. */
  async #claimWaiting(): Promise<void> {
    this.#isClaiming = true;
    while (this.#waiting.length > 0) {
      // All calls of this turn are claimed together.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.#waiting.splice(0);
      try {
        const items = await this.#claimKeys(group);
        for (const { key, resolve } of group) {
          const index = items.findIndex((item) => item.key === key);
          // Two calls with the same key: one of them submits.
          resolve(index < 0 ? undefined : items.splice(index, 1)[0]);
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#isClaiming = false;
  }

  async #claimKeys(group: readonly Waiting[]): Promise<ItemWithInput[]> {
    const keys = group.map(({ key }) => key);
    // Any of the models can ask for the health of the endpoint.
    const [{ model } = {}] = group;
    if (!model || !(await this.#limits.mayClaim(model))) return [];
    const { items, endpoint } = await this.#member.claim({
      limit: keys.length,
      claimedAt: Date.now(),
      minReserved: 0,
      keys,
    });
    this.#limits.update(endpoint);
    return [...items];
  }
}

import { checkMembers } from "../check-members.js";
import type { CallContext } from "../errors.js";
import type { SpendStore } from "../spend/store.js";
import type { WebhookStore } from "../webhooks/store.js";

/** Where batches are kept: `fileLedger` of `cloud-compute-sdk/batch/sqlite`, or `postgresLedger` of `cloud-compute-sdk/batch/postgres`. */
export interface Ledger {
  /**
   * Accepts a store that went back. In each batch, the next `suspects` items in the order of claiming become in doubt:
   * first the waiting items, then the queued ones. Either one number for every batch, or a number for each name of a batch;
   * undefined asks the witness, and throws `ledger_went_back` where the witness does not know. In the same step the
   * identity of the store is accepted, and all workers are ended, so that each process joins again. Resolves with how many
   * items became in doubt. Repeating it after a success makes further items doubtful: read the progress first.
   *
   * @throws BatchError `ledger_lacks_items` if the witness has seen more claims of a batch than the ledger has items for, as
   * in a ledger that was deleted
   */
  adopt(
    suspects?: number | Readonly<Record<string, number>>,
    options?: AdoptOptions,
  ): Promise<number>;
  /** The store of a spend guard, in the same database. */
  spendStore(): SpendStore;
  /** The store of webhooks, in the same database. */
  webhookStore(): WebhookStore;
  /** Closes the connection, or the file. Batches that were opened can no longer be used. */
  close(): Promise<void>;
}

/** How to adopt a ledger. */
export interface AdoptOptions {
  /**
   * The names of batches that are started over on purpose, although the ledger lacks items of theirs that were submitted.
   * Whoever adds these items again pays for them again.
   *
   * @default no batch
   */
  readonly payAgain?: readonly string[] | undefined;
}

/**
 * What this package asks of a ledger. SQLite and Postgres implement this interface. All decisions about items are made above
 * it, in the loop of `work`, in `once` and in the calls of a batch: a ledger only keeps rows and numbers, and makes each
 * call one step.
 *
 * Rules for every call:
 *
 * - Each call is atomic: it happens as a whole or not at all, and no lock outlives it, even if the process is stopped in it.
 * - When a call that writes resolves, what it wrote is durable: a crash of the process, of the machine or of the database
 *   server loses nothing of it. A commit of which the server says that it is not durable counts as failed.
 * - A call that fails for a moment rejects with a `BatchError` with the code `ledger_unavailable`, and may have been carried
 *   out. Every call may be repeated with the same arguments; the comment of each call says what the repetition gives.
 * - A failure that does not pass by itself rejects with `ledger_failed`, a store that has lost commits with
 *   `ledger_went_back`, and a store whose format this version does not know with `ledger_format_unknown`.
 * - Times are milliseconds since 1970. Leases, due times and limits are counted by the clock of the ledger.
 * - Money is in whole billionths of the currency of the account ("units").
 */
export interface LedgerStore extends Ledger {
  /**
   * Opens a batch, or creates it with this definition: a JSON text with at least `model`. Without a definition, resolves
   * with undefined where there is no such batch, and creates no folder. The first call opens the store: it creates the tables,
   * and refuses a format that it does not know. Repeating it gives the same batch, with the definition that it was created with.
   *
   * @throws BatchError `ledger_format_unknown`, or `ledger_went_back` if the identity of the store or its witness shows
   * that commits were lost
   */
  open(name: string, definition: string): Promise<LedgerBatch>;
  open(
    name: string,
    definition: string | undefined,
  ): Promise<LedgerBatch | undefined>;
  /** The batches of the ledger in the order of their names, without those of `once`, whose names contain a colon. */
  list(): Promise<readonly ListedBatch[]>;
}

/**
 * The store behind a ledger that a user has passed.
 *
 * @throws InputError if it is no ledger of this package
 */
export function storeOf(ledger: Ledger, call: CallContext): LedgerStore {
  const kind = "a ledger, such as fileLedger(folder)";
  checkMembers("ledger", ledger, ["open"], kind, call);
  return ledger as LedgerStore;
}

/** A batch in the list of a ledger. */
export interface ListedBatch {
  readonly name: string;
  readonly definition: string;
  readonly totals: Totals;
}

/** One batch in a ledger. */
export interface LedgerBatch {
  readonly name: string;
  /** The definition that the batch was created with. */
  readonly definition: string;
  /**
   * Registers this process as a worker with a lease of `LEASE_MS`, and resolves with its random id. A repeated call
   * registers another worker; the first one ends with its lease. The ledger remembers a worker that has ended for 30 days:
   * a worker that the ledger does not know shows that commits were lost.
   *
   * @throws BatchError `batch_deleted`
   */
  join(): Promise<string>;
  /**
   * Ends a worker: its running items have no worker, its submitting items are in doubt. Repeating it changes nothing.
   */
  leave(worker: string): Promise<void>;
  /**
   * Adds items in order. Resolves with an outcome for each item: `present` has the same input, `different` another one and
   * is not added. Repeating it gives `present` for what was added.
   *
   * @throws BatchError `batch_deleted`
   */
  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]>;
  /**
   * Claims items: queued ones become `submitting`, by priority and then in the order of adding. One statement checks
   * everything: that the worker has its lease, that its sequence is the one before (see `ClaimRequest`), the format and the
   * identity of the store, that the batch is not paused, that the cost stays within `maxCost`, and the limits of the
   * endpoint, from which it takes a token and an allowance for each item. It renews the lease of the worker. An item's
   * `claim` becomes `<worker>/<sequence>`.
   *
   * The claim is durable when the call resolves: only then may the submit be sent. Repeating a claim with the same sequence
   * gives the items that the first call has claimed and that are still `submitting`, and claims nothing.
   *
   * @throws BatchError `ledger_went_back` if the ledger does not know the worker, or its sequence in the store is below the
   * one before: this is checked first
   * @throws BatchError `lease_ended` if the worker has ended: join again
   */
  claim(request: ClaimRequest): Promise<Claimed>;
  /**
   * Renews the lease of a worker, unless it has ended. In the same step, or in a few that each are whole:
   *
   * - ends each worker whose lease is over, as `leave` does. A lease that ends more than `LEASE_MS` from now is over as
   *   well: the clock was set back.
   * - queues the waiting items whose time has come,
   * - assigns up to `room` running items that have no worker to this worker, the first submitted first.
   *
   * Repeating it renews again. What a call has assigned whose answer was lost is not given again: `read` the running
   * items of the worker. Without a worker, only ends the others and queues the waiting items.
   *
   * @throws BatchError `ledger_went_back` if the ledger does not know the worker, or its sequence in the store is below
   * that of its last claim
   */
  tend(worker: Worker | undefined, room: number): Promise<Tended>;
  /**
   * Stores rows: each replaces the row with the same id if that has still the `version` of the given one. The ledger sets
   * the next version and, when the state becomes final, the next `order` of the batch; where the state is no longer final,
   * `order` is null. Whoever has read results up to an order never finds a smaller one afterwards. An attempt that is higher
   * than the stored one counts as a claim that the store had lost. Resolves with the new row, or with undefined for a row
   * that has changed or is gone. A repetition gives undefined for rows that the first call has stored: read them.
   */
  report(rows: readonly ItemReport[]): Promise<readonly (Item | undefined)[]>;
  /**
   * Makes the same change to the items of a filter, at most `limit` of them in the order of adding, and resolves with how
   * many it changed. Call it until it gives less than the limit.
   */
  move(filter: ItemFilter, change: Move, limit: number): Promise<number>;
  /**
   * Lists items with inputs and outputs, at least one unless there is none, and fewer than the limit where inputs and
   * outputs together reach `MAX_READ_BYTES`.
   */
  read(query: ItemQuery): Promise<readonly StoredItem[]>;
  /** What the ledger counts, in constant time. */
  totals(): Promise<Totals>;
  /**
   * Whether the store is the one that was created or adopted: false where it waits for `adopt`.
   *
   * @throws BatchError `ledger_went_back` if this process cannot use the store any more
   */
  isWhole(): Promise<boolean>;
  /** The settings of the batch. */
  settings(): Promise<Settings>;
  /** Changes settings. A member that is left out stays. */
  set(change: Partial<Settings>): Promise<void>;
  /**
   * Stores the limits of the endpoint of this batch, which all batches of the ledger with this endpoint share, if they have
   * still the version of the given ones. Resolves with what is stored afterwards: its version shows whether the change was
   * made, and a repetition gives the same.
   */
  grant(endpoint: Endpoint): Promise<Endpoint>;
  /**
   * Deletes the batch with its items, unless a worker has its lease, or items are submitting, running or in doubt and
   * `abandonJobs` is false. From the first step on, nobody can join or add, and the name is free for a new batch. The rows
   * may follow in further steps: the next deletion in the ledger removes what one that was cut off has left. A batch that
   * is gone counts nothing.
   */
  delete(abandonJobs: boolean): Promise<DeleteCounts>;
}

/** How long a worker may be silent before its items are given to others, in milliseconds. */
export const LEASE_MS = 15_000;

/** For how long a ledger remembers a worker that has ended, in milliseconds. */
export const WORKER_MEMORY_MS = 30 * 86_400_000;

/** How many results without an output a ledger reads at most in search of the first undelivered output. */
export const MAX_UNDELIVERED_READ = 100;

/** How many bytes of inputs a claim, or of inputs and outputs a read, gives at most, without its last item. */
export const MAX_READ_BYTES = 8_000_000;

/** The states of an item. */
export type ItemState =
  | "queued"
  | "waiting"
  | "submitting"
  | "running"
  | "completed"
  | "failed"
  | "lost"
  | "inDoubt";

/** Every state. */
export const ALL_STATES: readonly ItemState[] = [
  "queued",
  "waiting",
  "submitting",
  "running",
  "completed",
  "failed",
  "lost",
  "inDoubt",
];

/** The states in which an item stays until somebody asks for a retry. */
export const FINAL_STATES: readonly ItemState[] = [
  "completed",
  "failed",
  "lost",
];

/** An item to add. */
export interface NewItem {
  /** Unique in the batch: 1 to 200 characters. */
  readonly key: string;
  /** The input as JSON. */
  readonly input: string;
  /** The policy of the item as JSON. */
  readonly policy: string | null;
  /** Items with a higher priority are claimed first. */
  readonly priority: number;
  /** An object of strings, numbers and booleans, as JSON. */
  readonly metadata: string | null;
  /** What the job is expected to cost, in units; null if that is not known. */
  readonly estimate: number | null;
}

/** The outcome for an item to add. */
export type AddOutcome = "added" | "present" | "different";

/** All that is known of an item, without its input and its output, which may be large. */
export interface Item extends Omit<NewItem, "input"> {
  /** Ascends in the order of adding. */
  readonly id: number;
  /** Counts the changes of the row. */
  readonly version: number;
  readonly state: ItemState;
  /** The worker that submits the item, or waits for its job. */
  readonly worker: string | null;
  /** How many submits were claimed. */
  readonly attempt: number;
  /** The latest claim: `<worker>/<sequence>`. */
  readonly claim: string | null;
  /** When the latest submit was claimed, as the claim has it. */
  readonly claimedAt: number | null;
  /** How many failed jobs the retry policy has repeated. */
  readonly retries: number;
  /** When a waiting item is queued. */
  readonly dueAt: number | null;
  readonly jobId: string | null;
  readonly submittedAt: number | null;
  /** The size of the output in bytes of JSON. */
  readonly outputBytes: number | null;
  /** Why the item has no output. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** What the jobs of the item cost, in units. */
  readonly cost: number;
  /** What a submit that is under way, running or in doubt may cost, in units. */
  readonly reserved: number;
  /** The place of the item in the order of completion, from 1. */
  readonly order: number | null;
  readonly finishedAt: number | null;
  /** Whether `onResult` has taken the result. */
  readonly delivered: boolean;
}

/** An item with its input. */
export interface ItemWithInput extends Item {
  readonly input: string;
}

/** An item with its input and its output. */
export interface StoredItem extends ItemWithInput {
  /** The output as JSON; null while there is none, and when it was too large to keep. */
  readonly output: string | null;
}

/**
 * A row as it shall be, with the version that it was made from. `output` undefined leaves the output; key, priority, policy,
 * metadata, estimate and order are not taken from it.
 */
export interface ItemReport extends Item {
  readonly output?: string | null | undefined;
}

/** The members of a report that a ledger stores; the version, the order and the output have rules of their own. */
export const REPORTED = [
  "state",
  "worker",
  "attempt",
  "claim",
  "claimedAt",
  "retries",
  "dueAt",
  "jobId",
  "submittedAt",
  "outputBytes",
  "errorCode",
  "errorMessage",
  "cost",
  "reserved",
  "finishedAt",
  "delivered",
] as const satisfies readonly (keyof ItemReport)[];

/** A worker, as its process knows it. */
export interface Worker {
  readonly id: string;
  /** The number of its last claim that has resolved; 0 before the first. */
  readonly sequence: number;
}

/** What to claim. */
export interface ClaimRequest {
  readonly worker: string;
  /**
   * The number of this claim among the claims of the worker: 1, 2, 3. A worker makes its claims one after the other. The
   * store keeps the last number of each worker: one less is a new claim, the same number a repetition, and any smaller
   * number shows that commits were lost.
   */
  readonly sequence: number;
  /** How many items to claim at most. */
  readonly limit: number;
  /** What the items get as `claimedAt`. */
  readonly claimedAt: number | null;
  /** Each item reserves its estimate, and at least this much, in units. */
  readonly minReserved: number;
  /** Claims only items with these keys; all of them where undefined. */
  readonly keys?: readonly string[] | undefined;
}

/** What was claimed. */
export interface Claimed {
  readonly items: readonly ItemWithInput[];
  /**
   * Why there are fewer items than asked for: the batch is paused, the next item could pass `maxCost`, the endpoint's limits
   * allow no more for now, or no item is queued. Undefined if as many were claimed as asked for, or the inputs are large.
   */
  readonly held: "paused" | "cost" | "limits" | "empty" | undefined;
  /** What the next item would reserve, in units, where it could pass `maxCost`. */
  readonly needed?: number | undefined;
  /** The limits after the claim. */
  readonly endpoint: Endpoint;
}

/** The limits of the submits to one endpoint. A ledger applies them to claims, and changes them only by claims and `grant`. */
export interface Endpoint {
  /** Counts the changes by `grant`. */
  readonly version: number;
  /** How many tokens the bucket holds at most, and how many come back each second. */
  readonly burst: number;
  readonly perSecond: number;
  /** No claim before this time; 0 for none. */
  readonly blockedUntil: number;
  /** How many items may be claimed until the next `grant`; null for any number. A claim lowers it. */
  readonly allowance: number | null;
  /** What the breaker remembers, as JSON. The ledger does not read it. */
  readonly breaker: string | null;
}

/**
 * The limits of an endpoint that the ledger does not know yet: the service takes 1,000 submits in any 10 seconds, and no 10
 * seconds see more than a full bucket and what comes back meanwhile.
 */
export const DEFAULT_ENDPOINT: Endpoint = {
  version: 0,
  burst: 100,
  perSecond: 90,
  blockedUntil: 0,
  allowance: null,
  breaker: null,
};

/** What `tend` gives. */
export interface Tended {
  /** Whether the worker had its lease. A worker that has ended joins again. */
  readonly isAlive: boolean;
  /** The running items that now have this worker. */
  readonly taken: readonly Item[];
  readonly settings: Settings;
  readonly endpoint: Endpoint;
  /** The clock of the ledger. */
  readonly now: number;
}

/** What can be changed while processes work on the batch. */
export interface Settings {
  readonly paused: boolean;
  /** The highest sum of `cost` and `reserved` of the batch, in units. */
  readonly maxCost: number | null;
  /** How many jobs each process may have under way. */
  readonly concurrency: number | null;
  /** After how many failed items `work` ends; below 1, the share of the items. */
  readonly maxFailures: number | null;
}

/** Which items. A member that is undefined does not restrict. */
export interface ItemFilter {
  readonly states: readonly ItemState[];
  readonly keys?: readonly string[] | undefined;
  /** Items whose metadata have these members with these values. */
  readonly metadata?: Readonly<Record<string, Metadatum>> | undefined;
  readonly errorCode?: string | undefined;
  /** Not items with this code. */
  readonly exceptErrorCode?: string | undefined;
  readonly jobId?: string | undefined;
  /** Items that this worker has. */
  readonly worker?: string | undefined;
  readonly delivered?: boolean | undefined;
}

/** A value of metadata. */
export type Metadatum = string | number | boolean;

/** Which items to read. */
export interface ItemQuery extends ItemFilter {
  /** By `id`: in the order of adding. By `order`: in the order of completion, only items that have one. */
  readonly by: "id" | "order";
  /** Reads what comes after this id or order. */
  readonly after: number;
  readonly limit: number;
}

/** One change of many items. Each counts a version. */
export type Move =
  /**
   * The items wait for a new submit: job, claim, output, error, times, retries and delivery are cleared, and what is
   * reserved becomes cost.
   */
  | { readonly to: "queued" }
  /** The items end without an output. What is reserved stays reserved. */
  | {
      readonly to: "failed";
      readonly errorCode: string;
      readonly errorMessage: string;
      readonly finishedAt: number;
    }
  /** The items are deleted, and their cost stays counted. */
  | { readonly to: "removed" };

/** What a ledger counts. */
export interface Totals {
  readonly counts: Readonly<Record<ItemState, number>>;
  /** In units, with the cost of removed items. */
  readonly cost: number;
  readonly reserved: number;
  /** How many results `onResult` has not taken. */
  readonly undelivered: number;
  /** When the first completed item that is not delivered ended, or an earlier time; null if there is none. */
  readonly oldestUndeliveredAt: number | null;
  /** How many workers have their lease. */
  readonly workers: number;
  /**
   * When the last worker that has ended was alive for certain: it had renewed its lease. Undefined while a worker has its
   * lease, where no item is running, and where the ledger remembers no worker.
   */
  readonly lastAliveAt: number | undefined;
}

/** What prevents the deletion of a batch. */
export interface DeleteCounts {
  readonly workers: number;
  /** Jobs that run, and submits that are being sent or are in doubt. */
  readonly jobs: number;
}

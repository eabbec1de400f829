import { checkMembers } from "../check-members.js";
import type { CallContext } from "../errors.js";
import type { SpendStore } from "../spend/store.js";
import type { WebhookStore } from "../webhooks/store.js";

/** Where batches are kept: `fileLedger` of `cloud-compute-sdk/batch/sqlite`, or `postgresLedger` of `cloud-compute-sdk/batch/postgres`. */
export interface Ledger {
  /**
   * Accepts a ledger that was restored from a backup, or whose database was replaced. In each batch, the next `missing`
   * queued items become in doubt, in the order in which they would be submitted: either one number for every batch, or a
   * number for each name of a batch. Without `missing`, the witness says how many submits the ledger lacks. An item whose
   * job runs, and that `attempts` lets be submitted again, becomes in doubt if that job turns out to have failed. All
   * workers are ended, so that each process joins again. Resolves with how many items became in doubt at once. A second
   * call makes further items doubtful: read the progress first.
   *
   * @throws InputError if a number is not a whole number of 0 or more, or the ledger has no batch of a given name
   * @throws BatchError `ledger_went_back` if neither `missing` nor a witness says how many submits are missing
   * @throws BatchError `ledger_lacks_items` if the witness has seen submits of more items of a batch than the ledger has, as
   * in a ledger that was deleted
   */
  adopt(
    missing?: number | Readonly<Record<string, number>>,
    options?: AdoptOptions,
  ): Promise<number>;
  /**
   * The store of a spend guard, in the same database. Without a name there is one sum.
   *
   * @param name what the sum is of, such as a day, or a visitor and a day: each name has its own sum
   */
  spendStore(name?: string): SpendStore;
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
 * What this package asks of a ledger. `SqlLedger` implements this interface for SQLite and Postgres. All decisions about
 * items are made above it, in the loop of `work` and in the calls of a batch: a ledger only keeps rows and numbers, and makes
 * each call one step.
 *
 * Rules for every call:
 *
 * - Each call is atomic: it happens as a whole or not at all. No lock outlives its call for more than some seconds, even if
 *   the process is stopped in it.
 * - When a call that writes resolves, what it wrote is durable: a crash of the process, of the machine or of the database
 *   server loses nothing of it. A commit of which the server says that it is not durable counts as failed.
 * - Each write checks the format of the store: an older version of the package cannot write into a newer store.
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
   * with undefined where there is no such batch, creates no folder, and takes a ledger that lacks commits, to read it. The first call opens the store: it creates the tables,
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
  /** The batches of the ledger in the order of their names. */
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
   */
  join(): Promise<string>;
  /**
   * Renews the lease of a worker, unless it has ended. In the same step:
   *
   * - ends each worker whose lease is over, as `leave` does. A lease that ends more than `LEASE_MS` from now is over as
   *   well: the clock was set back.
   * - lets the queued items be claimed whose due time has come,
   * - assigns up to `room` running items that have no worker to this worker, the first added first.
   *
   * Repeating it renews again. What a call has assigned whose answer was lost is not given again: `read` the running
   * items of the worker. Without a worker, only ends the others and looks at the due times.
   *
   * @throws BatchError `ledger_went_back` if the ledger does not know the worker, or its sequence in the store is below
   * that of its last claim
   */
  heartbeat(worker: Worker | undefined, room: number): Promise<Heartbeat>;
  /**
   * Ends a worker: its running items have no worker, its submitting items are in doubt. Repeating it changes nothing.
   */
  leave(worker: string): Promise<void>;
  /**
   * Adds items in order. Resolves with an outcome for each item: `present` has the same input, `different` another one and
   * is not added. Repeating it gives `present` for what was added.
   */
  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]>;
  /**
   * Claims items: queued ones become `submitting`, by priority and then in the order of adding. One transaction checks
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
   * Stores rows: each replaces the row with the same id if that has still the `version` of the given one. The ledger sets
   * the next version and, when the state becomes final, the next `order` of the batch; where the state is no longer final,
   * `order` is null. Whoever has read results up to an order never finds a smaller one afterwards. Resolves with the new
   * row, or with undefined for a row that has changed or is gone, and for a running row whose job another item of the
   * batch has. A repetition gives undefined for rows that the first call has stored: read them.
   */
  report(rows: readonly ItemReport[]): Promise<readonly (Item | undefined)[]>;
  /**
   * Makes the same change to the items of a filter, step by step in the order of adding. Call it again with `next` as
   * `after` until there is no `next`. The keys of the filter must be few (`MAX_KEYS`).
   */
  move(filter: ItemFilter, change: Move, after: number): Promise<Moved>;
  /**
   * Lists items with inputs and outputs. A page may be short or empty although further items follow behind `next`: a step
   * looks at a limited number of rows, and ends where inputs and outputs together reach `MAX_READ_BYTES`.
   */
  read(query: ItemQuery): Promise<Page>;
  /** The item with this key; undefined if the batch has none. */
  find(key: string): Promise<StoredItem | undefined>;
  /** What the ledger counts, and the settings and limits, in constant time. */
  totals(): Promise<Totals>;
  /** Changes settings. A member that is left out stays. */
  set(change: Partial<Settings>): Promise<void>;
  /**
   * Stores the limits of the endpoint of this batch, which all batches of the ledger with this endpoint share, if they have
   * still the version of the given ones. Resolves with what is stored afterwards: its version shows whether the change was
   * made, and a repetition gives the same.
   */
  limit(endpoint: Endpoint): Promise<Endpoint>;
  /**
   * Deletes the batch with its items, unless a worker has its lease, or items are submitting, running or in doubt and
   * `abandonJobs` is false. From the first step on, nobody can use the batch, and the name is free for a new one. The rows
   * follow in further steps: the next deletion in the ledger removes what one that was cut off has left. A batch that
   * is gone counts nothing.
   */
  delete(abandonJobs: boolean): Promise<DeleteCounts>;
}

/** How long a worker may be silent before its items are given to others, in milliseconds. */
export const LEASE_MS = 15_000;

/** How many bytes of inputs a claim, or of inputs and outputs a read, gives at most, without its last item. */
export const MAX_READ_BYTES = 8_000_000;

/** How many keys a filter has at most. */
export const MAX_KEYS = 500;

/**
 * The states of an item in a ledger. Users see `submitting` as running, and `lost` and `inDoubt` as unknown (`stateOf`).
 */
export const ALL_STATES = [
  "queued",
  "submitting",
  "running",
  "completed",
  "failed",
  "cancelled",
  "lost",
  "inDoubt",
] as const;

export type ItemState = (typeof ALL_STATES)[number];

/** The states of a result: nothing more happens by itself that costs money. */
export const FINAL_STATES = [
  "completed",
  "failed",
  "cancelled",
  "lost",
  "inDoubt",
] as const satisfies readonly ItemState[];

export function hasResult(state: ItemState): boolean {
  return (FINAL_STATES as readonly ItemState[]).includes(state);
}

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
  /** How many failed jobs were submitted again. */
  readonly retries: number;
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
  readonly finishedAt: number | null;
  /** The place of the item in the order of completion, from 1. */
  readonly order: number | null;
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
  /** In how many milliseconds a queued item may be claimed; at once if undefined. */
  readonly waitMs?: number | undefined;
}

/** A row without input and output. */
export function withoutPayload({
  input: _input,
  output: _output,
  ...item
}: StoredItem): Item {
  return item;
}

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
  /** What the next item would reserve, in units, where it could pass `maxCost`; undefined where it has no estimate. */
  readonly needed?: number | undefined;
  /** The limits after the claim. */
  readonly endpoint: Endpoint;
}

/** The limits of the submits to one endpoint. A ledger applies them to claims, and changes them only by claims and `limit`. */
export interface Endpoint {
  /** Counts the changes by `limit`. */
  readonly version: number;
  /** How many tokens the bucket holds at most, and how many come back each second. */
  readonly burst: number;
  readonly perSecond: number;
  /** No claim before this time; 0 for none. */
  readonly blockedUntil: number;
  /** How many items may be claimed until the next `limit`; null for any number. A claim lowers it. */
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

/** What a heartbeat gives. */
export interface Heartbeat {
  /** Whether the worker had its lease. A worker that has ended joins again. */
  readonly isAlive: boolean;
  /** The running items that now have this worker. */
  readonly taken: readonly Item[];
  /** What the ledger counts afterwards. */
  readonly totals: Totals;
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

/** Some items. */
export interface Page {
  readonly items: readonly StoredItem[];
  /** What to pass as `after` to continue; undefined at the end. */
  readonly next: number | undefined;
}

/** One change of many items. Each counts a version. */
export type Move =
  /**
   * The items wait for a new submit: job, claim, output, error, times and retries are cleared, and what is reserved becomes
   * cost.
   */
  | { readonly to: "queued" }
  /** The items end without an output. What is reserved stays reserved. */
  | {
      readonly to: "cancelled";
      readonly errorCode: string;
      readonly errorMessage: string;
      readonly finishedAt: number;
    }
  /** The items are deleted, and their cost stays counted. */
  | { readonly to: "removed" };

/** What one step of a move did. */
export interface Moved {
  readonly count: number;
  /** What to pass as `after` to continue; undefined at the end. */
  readonly next: number | undefined;
}

/** What a ledger counts. */
export interface Totals {
  readonly counts: Readonly<Record<ItemState, number>>;
  /** In units, with the cost of removed items. */
  readonly cost: number;
  readonly reserved: number;
  /** How many workers have their lease. */
  readonly workers: number;
  /**
   * When the last worker that has ended was alive for certain: it had renewed its lease. Undefined while a worker has its
   * lease, where no item is running, and where the ledger remembers no worker.
   */
  readonly lastAliveAt: number | undefined;
  /** When the oldest item was added that has no result; undefined if there is none. */
  readonly oldestOpenAt: number | undefined;
  readonly settings: Settings;
  readonly endpoint: Endpoint;
  /** The clock of the ledger. */
  readonly now: number;
}

/** What prevents the deletion of a batch. */
export interface DeleteCounts {
  readonly workers: number;
  /** Jobs that run, and submits that are being sent or are in doubt. */
  readonly jobs: number;
}

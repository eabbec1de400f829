/** The states of an item. */
export type ItemState =
  | "queued"
  | "submitting"
  | "running"
  | "completed"
  | "failed"
  | "lost"
  | "inDoubt";

/** Every state. */
export const ALL_STATES: readonly ItemState[] = [
  "queued",
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

/** One input of a batch and all that is known of its job, as a store keeps it. Times are milliseconds since 1970. */
export interface ItemRecord {
  readonly key: string;
  /** The position of the item in the order of adding. */
  readonly position: number;
  /** The input as JSON. */
  readonly input: string;
  /** The policy of the submit as JSON. */
  readonly policy: string | null;
  /** Items with a higher priority are submitted first. */
  readonly priority: number;
  readonly state: ItemState;
  /** Counts the changes of the record: a change names the version that it was made from. */
  readonly version: number;
  /** The process that works on the item. */
  readonly worker: string | null;
  /** How many submits were claimed. */
  readonly attempt: number;
  /** The random id of the latest claim. */
  readonly claim: string | null;
  /** When the latest submit was claimed. */
  readonly claimedAt: number | null;
  readonly jobId: string | null;
  readonly submittedAt: number | null;
  /** Jobs of earlier submits whose ids came after the item had been settled, as a JSON list of ids. */
  readonly otherJobs: string | null;
  /** The output as JSON; null while there is none, and when it was too large to keep. */
  readonly output: string | null;
  /** The size of the output in bytes of JSON. */
  readonly outputBytes: number | null;
  /** Why the item has no output, as JSON. */
  readonly error: string | null;
  /** What the jobs of the item cost. */
  readonly cost: number;
  /** What a submit that is under way, running or in doubt may cost. */
  readonly reserved: number;
  /** The place of the item in the order of completion. */
  readonly finishOrder: number | null;
  readonly finishedAt: number | null;
  /** Whether `onResult` has resolved for the result. */
  readonly delivered: boolean;
}

/** An item without its input, which may be large. */
export type ItemWithoutInput = Omit<ItemRecord, "input">;

/** How many bytes of inputs a `take` gives at most, without its last item. */
export const MAX_TAKE_BYTES = 8_000_000;

/** The members of a record that a change may set. The store sets `version`, and `finishOrder` as the state asks for it. */
export type ItemChange = Partial<
  Omit<
    ItemRecord,
    "key" | "position" | "input" | "policy" | "version" | "finishOrder"
  >
>;

/**
 * The outcome of a change. `over limit` means that cost and reservations would exceed `costLimit`; `conflict` means
 * that the record no longer has the version that the change was made from.
 */
export type ChangeResult =
  | { readonly outcome: "changed"; readonly item: ItemWithoutInput }
  | { readonly outcome: "conflict" }
  | { readonly outcome: "over limit" };

/** An item to add. */
export type NewItem = Pick<ItemRecord, "key" | "input" | "policy" | "priority">;

/**
 * The outcome for an item to add: its key is new, or the batch already has the key with the same or a different input.
 */
export type AddOutcome = "added" | "present" | "different";

/** What a store counts, always up to date. */
export interface Totals {
  readonly counts: Readonly<Record<ItemState, number>>;
  readonly cost: number;
  readonly reserved: number;
  /** How many results `onResult` has not taken. */
  readonly undelivered: number;
  /**
   * When the first output that was not delivered came, in milliseconds since 1970; an earlier time if more than a hundred
   * results without an output came before. Null if every output was delivered.
   */
  readonly oldestUndeliveredAt: number | null;
}

/** Which items to list. */
export interface ItemQuery {
  readonly states: readonly ItemState[];
  /** `position` lists in the order of adding, `finishOrder` in the order of completion. */
  readonly order: "position" | "finishOrder";
  /** Lists what comes after this place in that order. */
  readonly after: number;
  readonly limit: number;
  /** Only results that `onResult` has not taken. */
  readonly undelivered?: boolean;
}

/** The registration of this process as a worker of the batch. */
export interface Membership {
  readonly id: string;
  /**
   * Throws when other processes may treat this process as ended: this process must not send anything then. The error
   * has the code `batch_store_unavailable` if the problem may be temporary.
   */
  assertAlive(): void;
  /** Gives back all items of this process, and ends the membership. */
  leave(): Promise<void>;
}

/** What prevents the deletion of a batch. */
export interface DeleteCounts {
  readonly workers: number;
  /** Jobs that run, and submits that are being sent or are in doubt. */
  readonly jobs: number;
}

/**
 * A batch in its store. A method that changes something resolves when the change is durable. While the store is
 * unreachable, a method rejects with a `BatchError` with the code `batch_store_unavailable`: `work` then pauses and
 * repeats the call. The failed change may have been made, so a call that is repeated with the same record and change must
 * give the same result.
 */
export interface OpenStore {
  /** The definition that the batch was created with, as JSON. */
  readonly definition: string;
  join(): Promise<Membership>;
  /** How many processes work on the batch. */
  countWorkers(): Promise<number>;
  /**
   * Adds items in order, up to the first item whose key exists with a different input. Resolves with the outcome for
   * each item, up to and including that item.
   */
  add(items: readonly NewItem[]): Promise<readonly AddOutcome[]>;
  /**
   * Assigns to a process up to `limit` items that no process works on: running ones first, then queued ones by priority.
   * With `onlyRunning`, leaves the queued ones. Stops after the item with which the inputs reach 8 MB.
   */
  take(
    worker: string,
    limit: number,
    onlyRunning?: boolean,
  ): Promise<ItemRecord[]>;
  /**
   * Changes a record if it still has this version.
   * With `costLimit`, refuses a change after which cost and reservations of the batch would be above the limit.
   */
  change(
    item: Pick<ItemRecord, "key" | "version">,
    change: ItemChange,
    costLimit?: number,
  ): Promise<ChangeResult>;
  read(key: string): Promise<ItemRecord | undefined>;
  /** Lists items, at least one unless there is none, and fewer than the limit where they are large. */
  list(query: ItemQuery): Promise<ItemRecord[]>;
  totals(): Promise<Totals>;
  /**
   * Frees the items of processes that have ended. Queued and running items can be taken by others; a submit that was
   * claimed and not finished is in doubt, or running if its job is known.
   */
  releaseDeadWorkers(): Promise<void>;
  isPaused(): Promise<boolean>;
  setPaused(paused: boolean): Promise<void>;
  /**
   * Counts the processes that work on the batch, and the jobs that run or may run. If there are no such processes, and no
   * such jobs or `abandonJobs` is true, closes the batch for good in the same step: from then on no process can join or
   * add items, so that `delete` can follow. A batch that is closed already counts nothing.
   */
  beginDelete(abandonJobs: boolean): Promise<DeleteCounts>;
  /** Deletes the batch with all its items. */
  delete(): Promise<void>;
  close(): Promise<void>;
}

/** Where batches are kept. */
export interface BatchStore {
  /** Opens the batch of this name, or creates it with this definition. */
  open(name: string, definition: string): Promise<OpenStore>;
  /** The definition of the batch of this name, as JSON; undefined if there is none. Creates nothing. */
  readDefinition(name: string): Promise<string | undefined>;
}

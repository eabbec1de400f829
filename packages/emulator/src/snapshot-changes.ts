import type { AccountState } from "./state/account-state.js";
import type { CollectionName } from "./changes.js";
import { isRecord } from "./check-arguments.js";
import { toJson } from "./json.js";
import { checkSnapshot, type Snapshot } from "./snapshot-format.js";
import { storedCharge, storedConditions, takeSnapshot } from "./snapshot.js";

/** What changed in an account since an earlier moment, as JSON. The members inside may change in any version. */
export interface SnapshotChanges {
  readonly now: number;
  readonly seed: number;
  readonly idCount: number;
  readonly conditions: unknown;
  /** The whole account, where everything was replaced. */
  readonly snapshot?: Snapshot;
  /** New and changed items by collection, each with its key. */
  readonly set: Readonly<
    Record<string, readonly (readonly [string, unknown])[]>
  >;
  /** The keys of removed items by collection. */
  readonly removed: Readonly<Record<string, readonly string[]>>;
}

/** Starts to collect changes. The returned function returns those since its last call. */
export function trackChanges(state: AccountState): () => SnapshotChanges {
  state.changes.isOn = true;
  state.changes.take();
  return () => {
    state.clock.runDue();
    const touched = state.changes.take();
    const base = {
      now: state.clock.now(),
      seed: state.seed,
      idCount: state.ids.count,
      conditions: storedConditions(state),
    };
    if (touched === "all")
      return { ...base, snapshot: takeSnapshot(state), set: {}, removed: {} };
    const set: Record<string, [string, unknown][]> = {};
    const removed: Record<string, string[]> = {};
    for (const [name, keys] of touched) {
      for (const key of keys) {
        const item = itemOf(state, name, key);
        if (item === undefined) (removed[name] ??= []).push(key);
        else (set[name] ??= []).push([key, item]);
      }
    }
    return { ...base, set, removed };
  };
}

/** An item as a snapshot holds it. The order of waiting jobs follows from the jobs. */
function itemOf(
  state: AccountState,
  name: CollectionName,
  key: string,
): unknown {
  switch (name) {
    case "containerRegistryAuths":
      return state.registryAuths.get(key);
    case "jobQueues": {
      const queue = state.jobQueues.get(key);
      return queue && { ...queue, waiting: [] };
    }
    case "charges": {
      const charge = state.charges.get(key);
      return charge && storedCharge(key, charge);
    }
    default:
      return state[name].get(key);
  }
}

/** How the lists of a snapshot name the key of an item. */
const KEY_MEMBERS: Readonly<Record<Exclude<CollectionName, "files">, string>> =
  {
    pods: "id",
    endpoints: "id",
    templates: "id",
    networkVolumes: "id",
    containerRegistryAuths: "id",
    jobs: "id",
    jobQueues: "slug",
    charges: "key",
  };

/**
 * Adds changes to an earlier snapshot, in order, and returns the snapshot of the last moment.
 *
 * @throws InputError for what is not a snapshot, or not a change of one.
 */
export function mergeChanges(
  snapshot: Snapshot,
  changes: Iterable<SnapshotChanges>,
): Snapshot {
  let base: unknown = snapshot;
  let collections = collectionsOf(base);
  for (const change of changes) {
    if (change.snapshot) {
      base = change.snapshot;
      collections = collectionsOf(base);
    }
    applyChange(collections, change);
    const { now, seed, idCount, conditions } = change;
    base = { ...(isRecord(base) ? base : {}), now, seed, idCount, conditions };
  }
  const merged: Record<string, unknown> = { ...(isRecord(base) ? base : {}) };
  for (const [name, items] of collections)
    merged[name] = name === "files" ? [...items] : [...items.values()];
  merged["jobQueues"] = queuesWithWaitingJobs(collections);
  const result = toJson(merged);
  checkSnapshot(result);
  return result;
}

/** `checkSnapshot` makes sure that the key of each item is a text. */
type Keyed = Readonly<Record<string, unknown>>;

type Collections = Map<string, Map<string, unknown>>;

function collectionsOf(snapshot: unknown): Collections {
  checkSnapshot(snapshot);
  const collections: Collections = new Map();
  for (const [name, member] of Object.entries(KEY_MEMBERS)) {
    const lists = snapshot as unknown as Record<string, Keyed[]>;
    const items = lists[name] ?? [];
    const keyed = items.map((item) => [String(item[member]), item] as const);
    collections.set(name, new Map(keyed));
  }
  collections.set("files", new Map(snapshot.files));
  return collections;
}

function applyChange(
  collections: Collections,
  { set, removed }: SnapshotChanges,
): void {
  for (const [name, keys] of Object.entries(removed))
    for (const key of keys) collections.get(name)?.delete(key);
  for (const [name, items] of Object.entries(set))
    for (const [key, item] of items) collections.get(name)?.set(key, item);
}

/** A job that waits is in the queue of its slug, in the order of the submits. */
function queuesWithWaitingJobs(collections: Collections): unknown[] {
  const jobs = [...(collections.get("jobs")?.values() ?? [])].filter(isRecord);
  const waiting = jobs
    .filter(({ status }) => status === "IN_QUEUE")
    .sort((a, b) => Number(a["queuedAt"]) - Number(b["queuedAt"]));
  const queues = [...(collections.get("jobQueues")?.values() ?? [])];
  return queues.filter(isRecord).map((queue) => ({
    ...queue,
    waiting: waiting
      .filter(({ slug }) => slug === queue["slug"])
      .map(({ id }) => id),
  }));
}

import {
  clearAccountState,
  emitChange,
  type AccountState,
} from "./state/account-state.js";
import { resumeJobs } from "./jobs/lifecycle.js";
import { toJson } from "./json.js";
import { IdGenerator } from "./random.js";
import { watchBalance } from "./machines/balance.js";
import { resumePods } from "./resources/pods.js";
import type { Charge } from "./state/records.js";
import {
  checkSnapshot,
  snapshotError,
  type Snapshot,
  type StoredCharge,
  type StoredConditions,
} from "./snapshot-format.js";
import { resumeWorkers } from "./workers/connections.js";

/** The snapshot shares no object with the account. */
export function takeSnapshot(state: AccountState): Snapshot {
  state.clock.runDue();
  const snapshot: Snapshot = {
    version: 1,
    now: state.clock.now(),
    seed: state.seed,
    idCount: state.ids.count,
    pods: [...state.pods.values()],
    endpoints: [...state.endpoints.values()],
    templates: [...state.templates.values()],
    networkVolumes: [...state.networkVolumes.values()],
    containerRegistryAuths: [...state.registryAuths.values()],
    jobs: [...state.jobs.values()],
    jobQueues: [...state.jobQueues.values()].map((queue) => ({
      ...queue,
      waiting: [...queue.waiting],
    })),
    files: [...state.files],
    charges: [...state.charges].map(([key, charge]) =>
      storedCharge(key, charge),
    ),
    conditions: storedConditions(state),
  };
  return toJson(snapshot) as Snapshot;
}

/** A charge as JSON, which has no Infinity. */
function storedCharge(key: string, charge: Charge): StoredCharge {
  return { ...charge, key, to: charge.to === Infinity ? null : charge.to };
}

/** What a test set about the account, and what follows from it. */
function storedConditions(state: AccountState): StoredConditions {
  return {
    ledger: state.ledger,
    stock: [...state.stock],
    pods: state.podConditions,
    workers: [...state.workerConditions],
    secrets: [...state.secrets.values()],
    userSettings: state.userSettings,
    clusters: [...state.clusters.values()],
    delegations: [...state.delegations.values()],
  };
}

/** Throws an `InputError`, and changes nothing, for what is not a snapshot. Registered models stay. */
export function restoreSnapshot(state: AccountState, snapshot: unknown): void {
  checkSnapshot(snapshot);
  const stored = toJson(snapshot) as Snapshot;
  const before = takeSnapshot(state);
  try {
    restore(state, stored);
  } catch (error) {
    // What is wrong within a list shows only here.
    restore(state, before);
    throw snapshotError(String(error));
  }
}

function restore(state: AccountState, stored: Snapshot): void {
  const models = [...state.customModels];
  state.clock.reset(stored.now);
  clearAccountState(state, stored.seed);
  for (const [slug, model] of models) state.customModels.set(slug, model);
  insertAll(state.pods, stored.pods);
  insertAll(state.endpoints, stored.endpoints);
  insertAll(state.templates, stored.templates);
  insertAll(state.networkVolumes, stored.networkVolumes);
  insertAll(state.registryAuths, stored.containerRegistryAuths);
  insertAll(state.jobs, stored.jobs);
  for (const { waiting, ...queue } of stored.jobQueues) {
    const restored = { ...queue, waiting: new Set(waiting) };
    state.jobQueues.set(queue.slug, restored);
  }
  for (const [name, file] of stored.files) state.files.set(name, file);
  for (const charge of stored.charges) restoreCharge(state, charge);
  restoreConditions(state, stored.conditions);
  state.ids = new IdGenerator(stored.seed, stored.idCount);
  resumePods(state);
  resumeJobs(state);
  resumeWorkers(state);
  watchBalance(state);
  emitChange(state);
}

function restoreCharge(
  state: AccountState,
  { to, key, ...charge }: StoredCharge,
): void {
  state.chargeCount = Math.max(state.chargeCount, Number(key));
  state.charges.set(key, { ...charge, to: to ?? Infinity });
  if (to === null && charge.id !== undefined)
    state.openCharges.set(charge.id, key);
}

function restoreConditions(
  state: AccountState,
  conditions: StoredConditions,
): void {
  const { ledger, stock, pods, workers } = conditions;
  Object.assign(state.ledger, ledger);
  for (const [key, free] of stock) state.stock.set(key, free);
  state.podConditions = pods;
  for (const [slug, workerConditions] of workers)
    state.workerConditions.set(slug, workerConditions);
  insertAll(state.secrets, conditions.secrets);
  insertAll(state.clusters, conditions.clusters);
  insertAll(state.delegations, conditions.delegations);
  state.userSettings = conditions.userSettings;
}

function insertAll<T extends { readonly id: string }>(
  map: Map<string, T>,
  items: readonly T[],
): void {
  for (const item of items) map.set(item.id, item);
}

import { resume } from "../jobs/job-lifecycle.js";
import { createIds } from "../media/random.js";
import type { Job, Lane } from "../jobs/job-records.js";
import type { Charge, Endpoint, Pod } from "./records.js";
import type { StoredFile } from "../jobs/job-records.js";
import type { RegistryAuth, Template, Volume } from "./records.js";
import { checkSnapshot } from "./snapshot-validation.js";
import { changed, clearState, type State } from "./state.js";

/** An account as JSON, at one moment of its clock. Its insides are the emulator's own. */
export interface Snapshot {
  readonly version: 1;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly seed: number;
  readonly idCount: number;
  readonly pods: readonly Pod[];
  readonly endpoints: readonly Endpoint[];
  readonly templates: readonly Template[];
  readonly networkVolumes: readonly Volume[];
  readonly containerRegistryAuths: readonly RegistryAuth[];
  readonly jobs: readonly Job[];
  readonly lanes: readonly StoredLane[];
  readonly files: readonly (readonly [name: string, file: StoredFile])[];
  readonly ledger: readonly StoredCharge[];
}

type StoredLane = Omit<Lane, "queue"> & { readonly queue: readonly string[] };
/** JSON has no Infinity: what is still billed has no end. */
type StoredCharge = Omit<Charge, "to"> & { readonly to: number | null };

/** Shares nothing with the account. */
export function snapshotOf(state: State): Snapshot {
  state.clock.settle();
  const { pods, endpoints, templates, volumes, auths, jobs, lanes } = state;
  const snapshot: Snapshot = {
    ...{ version: 1, now: state.clock.now() },
    ...{ seed: state.seed, idCount: state.ids.count() },
    ...{ pods: [...pods.values()], endpoints: [...endpoints.values()] },
    ...{ templates: [...templates.values()], jobs: [...jobs.values()] },
    networkVolumes: [...volumes.values()],
    containerRegistryAuths: [...auths.values()],
    lanes: [...lanes.values()].map((lane) => ({
      ...{ ...lane, queue: [...lane.queue] },
    })),
    files: [...state.files],
    ledger: state.ledger.map((charge) => ({
      ...charge,
      to: charge.to === Infinity ? null : charge.to,
    })),
  };
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}

/** Throws a TypeError for what is no snapshot, and changes nothing then. Models stay registered. */
export function restoreState(state: State, snapshot: unknown): void {
  checkSnapshot(snapshot);
  const stored = JSON.parse(JSON.stringify(snapshot)) as Snapshot;
  const models = [...state.models];
  state.clock.restart(stored.now);
  clearState(state, stored.seed);
  for (const [slug, model] of models) state.models.set(slug, model);
  fill(state.pods, stored.pods);
  fill(state.endpoints, stored.endpoints);
  fill(state.templates, stored.templates);
  fill(state.volumes, stored.networkVolumes);
  fill(state.auths, stored.containerRegistryAuths);
  fill(state.jobs, stored.jobs);
  for (const { queue, ...lane } of stored.lanes) {
    state.lanes.set(lane.slug, { ...lane, queue: new Set(queue) });
  }
  for (const [name, file] of stored.files) state.files.set(name, file);
  for (const { to, ...charge } of stored.ledger) {
    state.ledger.push({ ...charge, to: to ?? Infinity });
  }
  state.ids = createIds(stored.seed, stored.idCount);
  resume(state);
  changed(state);
}

function fill<T extends { readonly id: string }>(
  owned: Map<string, T>,
  stored: readonly T[],
): void {
  for (const thing of stored) owned.set(thing.id, thing);
}

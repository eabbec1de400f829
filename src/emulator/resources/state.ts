import { createClock, type Clock } from "../time/clock.js";
import { createEvents, type Events } from "../server/events.js";
import type { RegisteredModel } from "../jobs/registered-models.js";
import type { Settings } from "../options.js";
import { createIds, type Ids } from "../media/random.js";
import type { Job, Lane, StoredFile } from "../jobs/job-records.js";
import type {
  Charge,
  Endpoint,
  Pod,
  RegistryAuth,
  Template,
  Volume,
} from "./records.js";
import { Refusal } from "../server/refused-error.js";

/** Everything the account owns: what a snapshot holds. */
export interface Belongings {
  readonly pods: Map<string, Pod>;
  readonly endpoints: Map<string, Endpoint>;
  readonly templates: Map<string, Template>;
  readonly volumes: Map<string, Volume>;
  readonly auths: Map<string, RegistryAuth>;
  readonly jobs: Map<string, Job>;
  readonly lanes: Map<string, Lane>;
  readonly files: Map<string, StoredFile>;
  readonly ledger: Charge[];
  seed: number;
  ids: Ids;
}

/** What belongs to the account, and what makes it live. */
export interface State extends Belongings {
  readonly clock: Clock;
  readonly events: Events;
  readonly account: { readonly id: string; readonly email: string };
  newId: () => string;
  /** Models registered by the user, by slug. */
  readonly models: Map<string, RegisteredModel>;
  /** What is to be called off when a running job ends, by its id. */
  readonly runs: Map<string, (() => void)[]>;
  /** Strikes off the removal of a job, by its id. */
  readonly removals: Map<string, () => void>;
  /** What is to be looked at when a job changes, by its id. */
  readonly watchers: Map<string, Set<() => void>>;
  readonly webhookFetch: typeof fetch | undefined;
}

/** An account without anything, not even the shared templates. */
export function createState(settings: Settings): State {
  const state: State = {
    ...createBelongings(settings.seed),
    webhookFetch: settings.webhookFetch,
    ...{ clock: createClock(settings), events: createEvents() },
    account: { id: "user_emulator", email: "emulator@example.com" },
    newId: () => state.ids.next(),
    ...{ models: new Map(), runs: new Map() },
    ...{ removals: new Map(), watchers: new Map() },
  };
  return state;
}

function createBelongings(seed: number): Belongings {
  return {
    ...{ pods: new Map(), endpoints: new Map(), templates: new Map() },
    ...{ volumes: new Map(), auths: new Map(), jobs: new Map() },
    ...{ lanes: new Map(), files: new Map(), ledger: [] },
    ...{ seed, ids: createIds(seed) },
  };
}

/** Leaves nothing of the account: what is running is called off, and who waits for a job is told to look. */
export function clearState(state: State, seed: number): void {
  const { pods, endpoints, templates, volumes, auths, jobs } = state;
  const { lanes, files, models, runs, removals, ledger } = state;
  for (const callOff of [...runs.values()].flat()) callOff();
  for (const owned of [pods, endpoints, templates, volumes, auths]) {
    owned.clear();
  }
  for (const owned of [jobs, lanes, files, models, runs, removals])
    owned.clear();
  ledger.length = 0;
  Object.assign(state, { seed, ids: createIds(seed) });
  for (const look of [...state.watchers.values()].flatMap((all) => [...all])) {
    look();
  }
}

/** Says that something of the account changed. */
export function changed({ events }: State): void {
  events.emit({ kind: "change" });
}

/** The thing a path names, or 404. */
export function find<T>(
  things: ReadonlyMap<string, T>,
  kind: string,
  id: string,
): T {
  const thing = things.get(id);
  if (thing === undefined)
    throw new Refusal(404, `there is no ${kind} with the id "${id}"`);
  return thing;
}

/** The thing a field of a body names: undefined where the field is not given, 400 where it names nothing. */
export function refer<T>(
  things: ReadonlyMap<string, T>,
  field: string,
  id: string | undefined,
): T | undefined {
  if (id === undefined) return undefined;
  const thing = things.get(id);
  if (thing === undefined)
    throw new Refusal(400, `${field} names nothing you own: "${id}"`);
  return thing;
}

import {
  createLedger,
  type Ledger,
  type PodConditions,
  type WorkerConditions,
} from "./conditions.js";
import type { CustomModel } from "./jobs/custom-models.js";
import type { Job, JobQueue, OutputFile } from "./jobs/job.js";
import type { Settings } from "./options.js";
import { IdGenerator } from "./random.js";
import type {
  Charge,
  Endpoint,
  NetworkVolume,
  Pod,
  RegistryAuth,
  Template,
} from "./resources/records.js";
import { ApiError } from "./server/api-error.js";
import { EventEmitter } from "./server/events.js";
import { Clock } from "./time/clock.js";

/** Everything that the account owns: the content of a snapshot. */
export interface AccountData {
  readonly pods: Map<string, Pod>;
  readonly endpoints: Map<string, Endpoint>;
  readonly templates: Map<string, Template>;
  readonly networkVolumes: Map<string, NetworkVolume>;
  readonly registryAuths: Map<string, RegistryAuth>;
  readonly jobs: Map<string, Job>;
  /** By slug. */
  readonly jobQueues: Map<string, JobQueue>;
  /** By file name. */
  readonly files: Map<string, OutputFile>;
  readonly charges: Charge[];
  readonly ledger: Ledger;
  /** How many GPUs are free, by GPU type, or by GPU type and data center joined by "@". */
  readonly stock: Map<string, number>;
  podConditions: PodConditions;
  /** By slug. */
  readonly workerConditions: Map<string, WorkerConditions>;
  seed: number;
  ids: IdGenerator;
}

/** Where the TCP ports of a Pod answer. */
export interface PodAddress {
  readonly host: string;
  readonly ports: Readonly<Record<string, number>>;
}

/** What the account owns, and what is needed to keep it running. */
export interface AccountState extends AccountData {
  readonly clock: Clock;
  /** The charges that last, by what is charged for. */
  readonly openCharges: Map<string, Charge>;
  /** Called when a limited balance is used up. */
  onBalanceEmpty: () => void;
  cancelBalanceWatch: (() => void) | undefined;
  /** Called with the id of each Pod that starts, changes its container or ends. */
  readonly podWatchers: Set<(podId: string) => void>;
  /** The public ports at which the TCP ports of a Pod really answer; undefined where they are only shown. */
  openPorts: (podId: string) => PodAddress | undefined;
  readonly events: EventEmitter;
  readonly account: { readonly id: string; readonly email: string };
  newId: () => string;
  /** The models that the user registered, by slug. */
  readonly customModels: Map<string, CustomModel>;
  /** What stops a running job, by the id of the job. */
  readonly runningJobs: Map<string, (() => void)[]>;
  /** What cancels the scheduled removal of a job, by the id of the job. */
  readonly jobRemovals: Map<string, () => void>;
  /** Called whenever a job changes, by the id of the job. */
  readonly jobWatchers: Map<string, Set<() => void>>;
  readonly webhookFetch: typeof fetch | undefined;
  /** Whether unknown GPU types, data centers and parameters are accepted. */
  readonly lenient: boolean;
}

/** An account that owns nothing, not even the shared templates. */
export function createAccountState(settings: Settings): AccountState {
  const state: AccountState = {
    pods: new Map(),
    endpoints: new Map(),
    templates: new Map(),
    networkVolumes: new Map(),
    registryAuths: new Map(),
    jobs: new Map(),
    jobQueues: new Map(),
    files: new Map(),
    charges: [],
    ledger: createLedger(settings.balance),
    stock: new Map(),
    podConditions: settings.pods,
    workerConditions: new Map(),
    openCharges: new Map(),
    onBalanceEmpty: () => undefined,
    cancelBalanceWatch: undefined,
    podWatchers: new Set(),
    openPorts: () => undefined,
    seed: settings.seed,
    ids: new IdGenerator(settings.seed),
    clock: new Clock(settings),
    events: new EventEmitter(),
    account: { id: "user_emulator", email: "emulator@example.com" },
    newId: () => state.ids.next(),
    customModels: new Map(),
    runningJobs: new Map(),
    jobRemovals: new Map(),
    jobWatchers: new Map(),
    webhookFetch: settings.webhookFetch,
    lenient: settings.lenient,
  };
  return state;
}

/** Removes everything that the account owns: stops the running jobs and notifies the callers that wait for a job. */
export function clearAccountState(state: AccountState, seed: number): void {
  for (const stop of [...state.runningJobs.values()].flat()) stop();
  state.pods.clear();
  state.endpoints.clear();
  state.templates.clear();
  state.networkVolumes.clear();
  state.registryAuths.clear();
  state.jobs.clear();
  state.jobQueues.clear();
  state.files.clear();
  state.charges.length = 0;
  state.openCharges.clear();
  state.stock.clear();
  state.workerConditions.clear();
  state.cancelBalanceWatch?.();
  state.cancelBalanceWatch = undefined;
  state.customModels.clear();
  state.runningJobs.clear();
  state.jobRemovals.clear();
  state.seed = seed;
  state.ids = new IdGenerator(seed);
  const watchers = [...state.jobWatchers.values()].flatMap((all) => [...all]);
  for (const notify of watchers) notify();
}

/** Notifies the subscribers that something of the account changed. */
export function emitChange({ events }: AccountState): void {
  events.emit({ kind: "change" });
}

/** The item with an id from a path. Throws 404 where there is none. */
export function findById<T>(
  items: ReadonlyMap<string, T>,
  kind: string,
  id: string,
): T {
  const item = items.get(id);
  if (item === undefined)
    throw new ApiError(404, `there is no ${kind} with the id "${id}"`);
  return item;
}

/** The item with an id from a field of a body; undefined without an id. Throws 400 where there is no such item. */
export function findReference<T>(
  items: ReadonlyMap<string, T>,
  field: string,
  id: string | undefined,
): T | undefined {
  if (id === undefined) return undefined;
  const item = items.get(id);
  if (item === undefined)
    throw new ApiError(400, `${field} names nothing that you own: "${id}"`);
  return item;
}

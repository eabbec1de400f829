import {
  createLedger,
  SERVICE_TIMES,
  SHORT_TIMES,
  type Ledger,
  type PodConditions,
  type StartTimes,
  type WorkerConditions,
} from "../conditions.js";
import type { CustomModel } from "./custom-models.js";
import type { Job, JobQueue, OutputFile, Worker } from "./job.js";
import type { Settings } from "../options.js";
import type { Quirks } from "../quirks.js";
import { IdGenerator } from "../random.js";
import {
  DEFAULT_USER_SETTINGS,
  type Charge,
  type Cluster,
  type Delegation,
  type Endpoint,
  type NetworkVolume,
  type Pod,
  type PodAddress,
  type RegistryAuth,
  type Secret,
  type Template,
  type UserSettings,
} from "./records.js";
import { Refusal } from "../refusals/refusal.js";
import { VolumeStore } from "../s3/volume-store.js";
import { EventEmitter } from "../http/events.js";
import { Clock } from "../time/clock.js";
import { Watchers } from "../time/watchers.js";

/** Everything that the account owns: the content of a snapshot. */
interface AccountData {
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
  /** By number, in order. */
  readonly charges: Map<string, Charge>;
  readonly ledger: Ledger;
  /** How many GPUs are free, by GPU type, or by GPU type and data center joined by "@". */
  readonly stock: Map<string, number>;
  podConditions: PodConditions;
  /** What GraphQL stores of secrets and of the settings of the user. */
  readonly secrets: Map<string, Secret>;
  userSettings: UserSettings;
  /** What only version 2 has. */
  readonly clusters: Map<string, Cluster>;
  readonly delegations: Map<string, Delegation>;
  /** By slug. */
  readonly workerConditions: Map<string, WorkerConditions>;
  /** How many requests the program of a load balancing endpoint answers now, by slug. */
  readonly openRequests: Map<string, number>;
  /** The load balancing endpoints for which a warning said that they have no program. */
  readonly warnedSlugs: Set<string>;
  seed: number;
  ids: IdGenerator;
}

/** What the account owns, and what is needed to keep it running. */
export interface AccountState extends AccountData {
  readonly clock: Clock;
  /** The number of the last charge. */
  chargeCount: number;
  /** The number of charges above which old charges are merged. */
  mergeChargesAt: number;
  /** The numbers of the open charges, by the id of the charged resource. */
  readonly openCharges: Map<string, string>;
  /** Called when a limited balance is used up. */
  onBalanceEmpty: () => void;
  /** Starts a waiting job on a worker. */
  startJob: (job: Job, worker: Worker) => void;
  cancelBalanceWatch: (() => void) | undefined;
  /** Called with the id of each Pod that starts, changes its container or ends. */
  readonly podWatchers: Set<(podId: string) => void>;
  /**
   * The public ports at which the TCP ports of a Pod really answer: null while their sockets are being opened, undefined
   * where the ports are only shown.
   */
  openPorts: (podId: string) => PodAddress | null | undefined;
  readonly events: EventEmitter;
  readonly account: { readonly id: string; readonly email: string };
  newId: () => string;
  /** The models that the user registered, by slug. */
  readonly customModels: Map<string, CustomModel>;
  /** When a sign-in through the browser ends, by the id of the sign-in. */
  readonly flashAuthRequests: Map<string, number>;
  /** The functions that stop a running job, by the id of the job. */
  readonly runningJobs: Map<string, (() => void)[]>;
  /** What cancels the scheduled removal of a job, by the id of the job. */
  readonly jobRemovals: Map<string, () => void>;
  /** The calls that wait for a job, by the id of the job. */
  readonly jobWatchers: Watchers;
  /** The calls of workers that wait for a job to run or to stop, by slug. */
  readonly workerWatchers: Watchers;
  /** The files of the network volumes, which no snapshot holds. */
  readonly volumeStore: VolumeStore;
  readonly webhookFetch: typeof fetch | undefined;
  /** The ended jobs that were submitted with large bodies, oldest first. */
  readonly largeJobs: Set<Job>;
  /** The ended jobs, the first to end first. */
  readonly endedJobs: Set<Job>;
  /** How many jobs are kept: of those that have not ended, and of those that have. */
  readonly jobLimits: { open: number; ended: number };
  /** Whether GraphQL answers introspection. */
  readonly introspection: boolean;
  /** Whether unknown GPU types and data centers are accepted. */
  readonly lenient: boolean;
  /** The form in which public models answer. */
  readonly modelOutputs: Settings["modelOutputs"];
  /** Whether a job of a public model fails for a rule that only a page states. */
  readonly strict: boolean;
  readonly quirks: Quirks;
  /** How long Pods and workers take to start, where no condition says so. */
  readonly startTimes: StartTimes;
  /** The images that no registry has. */
  missingImages: ReadonlySet<string>;
  /** The sum that `workersMax` of all endpoints may have. */
  workersQuota: number;
}

/** How many charges are kept as they are. */
export const MAX_CHARGES = 20_000;

/** A job takes about a kilobyte beside its bodies. */
const MAX_OPEN_JOBS = 200_000;
const MAX_ENDED_JOBS = 500_000;

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
    charges: new Map(),
    chargeCount: 0,
    mergeChargesAt: MAX_CHARGES,
    ledger: createLedger(settings.balance),
    stock: new Map(),
    podConditions: settings.pods,
    secrets: new Map(),
    userSettings: DEFAULT_USER_SETTINGS,
    clusters: new Map(),
    delegations: new Map(),
    workerConditions: new Map(),
    openRequests: new Map(),
    warnedSlugs: new Set(),
    openCharges: new Map(),
    onBalanceEmpty: () => undefined,
    startJob: () => undefined,
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
    flashAuthRequests: new Map(),
    runningJobs: new Map(),
    jobRemovals: new Map(),
    jobWatchers: new Watchers(),
    workerWatchers: new Watchers(),
    volumeStore: new VolumeStore(settings.volumesFolder),
    webhookFetch: settings.webhookFetch,
    largeJobs: new Set(),
    endedJobs: new Set(),
    jobLimits: { open: MAX_OPEN_JOBS, ended: MAX_ENDED_JOBS },
    lenient: settings.lenient,
    modelOutputs: settings.modelOutputs,
    strict: settings.strict,
    quirks: settings.quirks,
    startTimes: settings.serviceTimes ? SERVICE_TIMES : SHORT_TIMES,
    missingImages: new Set(settings.missingImages),
    workersQuota: settings.workersQuota,
    introspection: settings.introspection,
  };
  return state;
}

/** Removes everything that the account owns: stops the running jobs and notifies the callers that wait for a job. */
export function clearAccountState(state: AccountState, seed: number): void {
  for (const stop of [...state.runningJobs.values()].flat()) stop();
  const podIds = [...state.pods.keys()];
  state.pods.clear();
  for (const notify of state.podWatchers) podIds.forEach(notify);
  state.endpoints.clear();
  state.templates.clear();
  state.networkVolumes.clear();
  state.registryAuths.clear();
  state.jobs.clear();
  state.jobQueues.clear();
  state.files.clear();
  state.charges.clear();
  state.chargeCount = 0;
  state.mergeChargesAt = MAX_CHARGES;
  state.openCharges.clear();
  state.stock.clear();
  state.workerConditions.clear();
  state.warnedSlugs.clear();
  state.secrets.clear();
  state.userSettings = DEFAULT_USER_SETTINGS;
  state.clusters.clear();
  state.delegations.clear();
  state.cancelBalanceWatch?.();
  state.cancelBalanceWatch = undefined;
  state.customModels.clear();
  state.flashAuthRequests.clear();
  state.runningJobs.clear();
  state.jobRemovals.clear();
  state.largeJobs.clear();
  state.endedJobs.clear();
  state.seed = seed;
  state.ids = new IdGenerator(seed);
  state.jobWatchers.notifyAll();
  state.workerWatchers.notifyAll();
}

/** Notifies the subscribers that something of the account changed. */
export function emitChange({ events }: AccountState): void {
  events.emit({ kind: "change" });
}

/** Notifies the subscribers of a warning: the command prints it in its log. */
export function emitWarning({ events }: AccountState, message: string): void {
  events.emit({ kind: "warning", message });
}

/** The item with an id from a path. Refuses the request where there is none. */
export function findById<T>(
  items: ReadonlyMap<string, T>,
  kind: string,
  id: string,
): T {
  const item = items.get(id);
  if (item === undefined) throw new Refusal("unknownId", { kind, id });
  return item;
}

/** The first item with a name; undefined where there is none. */
export function findByName<T extends { readonly name: string }>(
  items: ReadonlyMap<string, T>,
  name: string,
): T | undefined {
  for (const item of items.values()) if (item.name === name) return item;
  return undefined;
}

/** The item with an id from a field of a body; undefined without an id. Refuses the request where there is no such item. */
export function findReference<T>(
  items: ReadonlyMap<string, T>,
  field: string,
  id: string | undefined,
): T | undefined {
  if (id === undefined) return undefined;
  const item = items.get(id);
  if (item === undefined) throw new Refusal("unknownReference", { field, id });
  return item;
}

import { isRecord } from "./check-arguments.js";
import { InputError } from "cloud-compute-sdk";
import type { Ledger, PodConditions, WorkerConditions } from "./conditions.js";
import type { Job, JobQueue, OutputFile } from "./state/job.js";
import type {
  Charge,
  Cluster,
  Delegation,
  Endpoint,
  NetworkVolume,
  Pod,
  RegistryAuth,
  Secret,
  Template,
  UserSettings,
} from "./state/records.js";

/** An account as JSON, at one moment of its clock. The members inside the lists may change in any version. */
export interface Snapshot {
  readonly version: 1;
  /** The moment of the clock, in milliseconds since 1970. */
  readonly now: number;
  readonly seed: number;
  /** How many ids were generated. */
  readonly idCount: number;
  readonly pods: readonly Pod[];
  readonly endpoints: readonly Endpoint[];
  readonly templates: readonly Template[];
  readonly networkVolumes: readonly NetworkVolume[];
  readonly containerRegistryAuths: readonly RegistryAuth[];
  readonly jobs: readonly Job[];
  readonly jobQueues: readonly StoredJobQueue[];
  readonly files: readonly (readonly [name: string, file: OutputFile])[];
  readonly charges: readonly StoredCharge[];
  readonly conditions: StoredConditions;
}

/** What a test set about the account, and what follows from it. */
export interface StoredConditions {
  readonly ledger: Ledger;
  readonly stock: readonly (readonly [key: string, free: number])[];
  readonly pods: PodConditions;
  readonly workers: readonly (readonly [
    slug: string,
    conditions: WorkerConditions,
  ])[];
  readonly secrets: readonly Secret[];
  readonly userSettings: UserSettings;
  readonly clusters: readonly Cluster[];
  readonly delegations: readonly Delegation[];
}

type StoredJobQueue = Omit<JobQueue, "waiting"> & {
  readonly waiting: readonly string[];
};

/** JSON has no Infinity: a charge that lasts has no end. */
export type StoredCharge = Omit<Charge, "to"> & {
  readonly to: number | null;
  /** The number of the charge. */
  readonly key: string;
};

const NUMBERS = ["now", "seed", "idCount"] as const;
const LISTS = [
  "pods",
  "endpoints",
  "templates",
  "networkVolumes",
  "containerRegistryAuths",
  "jobs",
  "jobQueues",
  "files",
  "charges",
] as const;

/** Throws an `InputError` that names the first invalid member, for anything but a snapshot of this version. */
export function checkSnapshot(value: unknown): asserts value is Snapshot {
  if (!isRecord(value)) throw snapshotError("the snapshot is not an object");
  if (value["version"] !== 1)
    throw snapshotError(`the version is ${String(value["version"])}, not 1`);
  const wrong =
    NUMBERS.find((name) => !Number.isFinite(value[name])) ??
    LISTS.find((name) => !Array.isArray(value[name])) ??
    (isRecord(value["conditions"]) ? undefined : "conditions");
  if (wrong !== undefined) throw snapshotError(`${wrong} is not valid`);
}

export function snapshotError(reason: string): InputError {
  const problem = `the snapshot cannot be restored: ${reason}`;
  return new InputError("snapshot", problem);
}

import { isRecord } from "./check-arguments.js";
import { InputError } from "../errors.js";
import type { Ledger, PodConditions, WorkerConditions } from "./conditions.js";
import type { Job, JobQueue, OutputFile } from "./jobs/job.js";
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
} from "./resources/records.js";

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

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isBoolean: Check = (value) => typeof value === "boolean";
const isList: Check = (value) => Array.isArray(value);
const isStringList: Check = (value) =>
  Array.isArray(value) && value.every(isString);
const isNumberOrNull: Check = (value) => value === null || isNumber(value);
const isStatus: Check = (value) =>
  typeof value === "string" && JOB_STATUSES.includes(value);

const JOB_STATUSES = [
  "IN_QUEUE",
  "IN_PROGRESS",
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT",
];

const isEndpointSettings: Check = (value) =>
  isRecord(value) &&
  isStringList(value["gpuTypeIds"]) &&
  isStringList(value["dataCenterIds"]) &&
  isNumber(value["workersMax"]);

const isWorker: Check = (value) =>
  isRecord(value) &&
  isString(value["id"]) &&
  isNumber(value["readyAt"]) &&
  isStringList(value["jobIds"]) &&
  isNumber(value["idleSince"]);

const isRecordList: Check = (value) =>
  Array.isArray(value) && value.every(isRecord);

const isWorkerList: Check = (value) =>
  Array.isArray(value) && value.every(isWorker);

/** What each item in a list of a snapshot must have. */
const LISTS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  pods: {
    id: isString,
    name: isString,
    image: isString,
    env: isRecord,
    desiredStatus: isString,
    ports: isStringList,
    dockerStartCmd: isStringList,
    dockerEntrypoint: isStringList,
    gpuCount: isNumber,
    costPerHr: isNumber,
    createdAt: isNumber,
    lastStartedAt: isNumber,
    locked: isBoolean,
    lastStatusChange: isNumber,
    machineId: isString,
  },
  endpoints: {
    id: isString,
    createdAt: isNumber,
    version: isNumber,
    settings: isEndpointSettings,
  },
  templates: {
    id: isString,
    name: isString,
    imageName: isString,
    env: isRecord,
    owned: isBoolean,
    ports: isStringList,
    dockerStartCmd: isStringList,
    dockerEntrypoint: isStringList,
  },
  networkVolumes: {
    id: isString,
    name: isString,
    size: isNumber,
    dataCenterId: isString,
  },
  containerRegistryAuths: { id: isString, name: isString, username: isString },
  jobs: {
    id: isString,
    slug: isString,
    origin: isString,
    input: isRecord,
    status: isStatus,
    submittedAt: isNumber,
    queuedAt: isNumber,
    expiresAt: isNumber,
    retentionMs: isNumber,
    timeoutMs: isNumber,
    chunks: isList,
    deliveredChunks: isNumber,
    webhookAttempts: isNumber,
    retries: isNumber,
    lowPriority: isBoolean,
  },
  jobQueues: {
    slug: isString,
    waiting: isStringList,
    startedWorkers: isNumber,
    counts: isRecord,
    workers: isWorkerList,
  },
  charges: {
    key: isString,
    kind: isString,
    labels: isRecord,
    usdPerHour: isNumber,
    sizeInGb: isNumber,
    from: isNumber,
    to: isNumberOrNull,
  },
};

/** Throws an `InputError` that names the first invalid member, for anything but a snapshot of this version. */
export function checkSnapshot(value: unknown): asserts value is Snapshot {
  if (!isRecord(value)) throw invalid("the snapshot is not an object");
  if (value["version"] !== 1)
    throw invalid(`the version is ${String(value["version"])}, not 1`);
  for (const name of ["now", "seed", "idCount"]) {
    if (!isNumber(value[name])) throw invalid(`"${name}" is not a number`);
  }
  for (const [name, checks] of Object.entries(LISTS)) {
    checkList(name, value[name], checks);
  }
  checkFiles(value["files"]);
  checkConditions(value["conditions"]);
}

function checkConditions(conditions: unknown): void {
  const isValid =
    isRecord(conditions) &&
    isRecord(conditions["ledger"]) &&
    isNumber(conditions["ledger"]["credit"]) &&
    isNumber(conditions["ledger"]["settled"]) &&
    isBoolean(conditions["ledger"]["isLimited"]) &&
    isRecord(conditions["pods"]) &&
    isPairList(conditions["stock"], isNumber) &&
    isPairList(conditions["workers"], isRecord) &&
    isRecordList(conditions["secrets"]) &&
    isRecord(conditions["userSettings"]) &&
    isRecordList(conditions["clusters"]) &&
    isRecordList(conditions["delegations"]);
  if (!isValid) throw invalid('"conditions" is not valid');
}

/** Whether a value is a list of pairs of a text and a valid value. */
function isPairList(list: unknown, isValid: Check): boolean {
  return (
    Array.isArray(list) &&
    list.every(
      (pair: unknown) =>
        Array.isArray(pair) && isString(pair[0]) && isValid(pair[1]),
    )
  );
}

function checkList(
  name: string,
  list: unknown,
  checks: Readonly<Record<string, Check>>,
): void {
  if (!Array.isArray(list)) throw invalid(`"${name}" is not a list`);
  list.forEach((item: unknown, index) => {
    if (!isRecord(item)) throw invalid(`${name}[${index}] is not an object`);
    for (const [member, isValid] of Object.entries(checks)) {
      if (!isValid(item[member]))
        throw invalid(`${name}[${index}].${member} is not valid`);
    }
  });
}

function checkFiles(files: unknown): void {
  if (!Array.isArray(files)) throw invalid('"files" is not a list');
  files.forEach((entry: unknown, index) => {
    const isValid =
      Array.isArray(entry) && isString(entry[0]) && isOutputFile(entry[1]);
    if (!isValid) throw invalid(`files[${index}] is not valid`);
  });
}

function isOutputFile(file: unknown): boolean {
  if (!isRecord(file) || !isNumber(file["createdAt"])) return false;
  const { source } = file;
  if (!isRecord(source)) return false;
  return source["kind"] === "mp4" || isSeededSource(source);
}

function isSeededSource({ kind, seed }: Readonly<Record<string, unknown>>) {
  return (kind === "png" || kind === "wav") && isNumber(seed);
}

function invalid(reason: string): InputError {
  const problem = `the snapshot cannot be restored: ${reason}`;
  return new InputError("snapshot", problem);
}

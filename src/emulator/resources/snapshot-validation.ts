type Members = Readonly<Record<string, unknown>>;
/** Says whether a value will do. */
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isNumber: Check = (value) => Number.isFinite(value);
const isFlag: Check = (value) => typeof value === "boolean";
const isList: Check = (value) => Array.isArray(value);
const isObject: Check = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isStatus: Check = (value) =>
  isText(value) &&
  /^(IN_QUEUE|IN_PROGRESS|COMPLETED|FAILED|CANCELLED|TIMED_OUT)$/.test(
    String(value),
  );
const isNumberOrNull: Check = (value) => value === null || isNumber(value);

/** What each thing in a list of a snapshot must have. */
const kinds: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  pods: {
    ...{ id: isText, name: isText, image: isText, env: isObject },
    ...{ desiredStatus: isText, ports: isTexts, dockerStartCmd: isTexts },
    ...{ dockerEntrypoint: isTexts, gpuCount: isNumber, costPerHr: isNumber },
    ...{ createdAt: isNumber, lastStartedAt: isNumber, locked: isFlag },
    ...{ lastStatusChange: isNumber, machineId: isText },
  },
  endpoints: {
    ...{ id: isText, createdAt: isNumber, version: isNumber },
    settings: (value) =>
      isObject(value) &&
      isTexts((value as Members)["gpuTypeIds"]) &&
      isTexts((value as Members)["dataCenterIds"]) &&
      isNumber((value as Members)["workersMax"]),
  },
  templates: {
    ...{ id: isText, name: isText, imageName: isText, env: isObject },
    ...{ owned: isFlag, ports: isTexts, dockerStartCmd: isTexts },
    dockerEntrypoint: isTexts,
  },
  networkVolumes: {
    ...{ id: isText, name: isText, size: isNumber, dataCenterId: isText },
  },
  containerRegistryAuths: { id: isText, name: isText, username: isText },
  jobs: {
    ...{ id: isText, slug: isText, origin: isText, input: isObject },
    ...{ status: isStatus, submittedAt: isNumber, queuedAt: isNumber },
    ...{ diesAt: isNumber, retentionMs: isNumber, timeoutMs: isNumber },
    ...{ pieces: isList, delivered: isNumber, calls: isNumber },
    ...{ retries: isNumber, lowPriority: isFlag },
  },
  lanes: {
    ...{ slug: isText, queue: isTexts, hired: isNumber, counts: isObject },
    workers: (value) =>
      Array.isArray(value) &&
      value.every(
        (worker: Members | null) =>
          isText(worker?.["id"]) &&
          isNumber(worker?.["readyAt"]) &&
          isNumber(worker?.["idleSince"]),
      ),
  },
  ledger: {
    ...{ kind: isText, labels: isObject, usdPerHour: isNumber },
    ...{ sizeInGb: isNumber, from: isNumber, to: isNumberOrNull },
  },
};

/** Throws a TypeError that names what is wrong, for anything but a snapshot of this version. */
export function checkSnapshot(value: unknown): void {
  if (!isObject(value)) throw broken("it is no object");
  const snapshot = value as Members;
  if (snapshot["version"] !== 1)
    throw broken(`its version is ${String(snapshot["version"])}, not 1`);
  for (const name of ["now", "seed", "idCount"]) {
    if (!isNumber(snapshot[name])) throw broken(`"${name}" is no number`);
  }
  for (const [name, checks] of Object.entries(kinds)) {
    checkList(name, snapshot[name], checks);
  }
  checkFiles(snapshot["files"]);
}

function checkList(
  name: string,
  list: unknown,
  checks: Readonly<Record<string, Check>>,
): void {
  if (!Array.isArray(list)) throw broken(`"${name}" is no list`);
  list.forEach((thing: unknown, index) => {
    if (!isObject(thing)) throw broken(`${name}[${index}] is no object`);
    for (const [member, isRight] of Object.entries(checks)) {
      if (!isRight((thing as Members)[member]))
        throw broken(`${name}[${index}].${member} cannot be`);
    }
  });
}

function checkFiles(files: unknown): void {
  if (!Array.isArray(files)) throw broken('"files" is no list');
  files.forEach((entry: unknown, index) => {
    const [name, file] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const { recipe, madeAt } = Object(file) as Members;
    const { kind, seed } = Object(recipe) as Members;
    const isKnown = kind === "png" || kind === "wav" || kind === "mp4";
    if (!isText(name) || !isKnown || !isNumber(seed) || !isNumber(madeAt))
      throw broken(`files[${index}] cannot be`);
  });
}

function broken(reason: string): TypeError {
  return new TypeError(`the snapshot cannot be restored: ${reason}`);
}

import {
  checkMembers,
  delayRule,
  integer,
  isRecord,
  type Rule,
  type Rules,
} from "./check-arguments.js";
import { InputError } from "cloud-compute-sdk";
import { describeValue } from "./describe-value.js";
import type {
  PodConditions,
  StockLevels,
  WorkerConditions,
} from "./conditions.js";

const isCount = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0;

export const balanceRule: Rule = [
  (value) => typeof value === "number" && Number.isFinite(value),
  "a finite number of USD",
];

export const missingImagesRule: Rule = [
  (value) =>
    Array.isArray(value) &&
    value.every((image) => typeof image === "string" && image !== ""),
  "a list of image names",
];

const STOCK =
  "an object that names for each GPU type a number of free GPUs, or one for each data center, or null for no limit";

export const stockRule: Rule = [
  (value) => {
    checkStock("stock", value);
    return true;
  },
  STOCK,
];

/** Throws an `InputError` that names the first member which is no level of a stock. */
export function checkStock(
  caller: string,
  value: unknown,
): asserts value is StockLevels {
  if (!isRecord(value)) {
    const shown = describeValue([], value);
    const problem = `${caller}: expected ${STOCK} (it was ${shown})`;
    throw new InputError("stock", problem);
  }
  for (const [type, level] of Object.entries(value)) {
    const places = isRecord(level) ? level : undefined;
    if (!places) checkLevel(caller, [type], level);
    for (const [place, count] of Object.entries(places ?? {}))
      checkLevel(caller, [type, place], count);
  }
}

function checkLevel(
  caller: string,
  path: readonly string[],
  level: unknown,
): void {
  if (level === null || level === undefined || isCount(level)) return;
  const shown = describeValue(path, level);
  const name = path.map((part) => JSON.stringify(part)).join(" at ");
  const problem = `${caller}: the level of ${name} must be a whole number, 0 or above, or null for no limit (it was ${shown})`;
  throw new InputError("stock", problem);
}

const time: Rule = [
  (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
  "milliseconds, 0 or above",
];

const isBoolean = (value: unknown) => typeof value === "boolean";

const podRules: Rules<PodConditions> = {
  provisionMs: time,
  imagePullMs: time,
  portsOpenMs: time,
  oldAddressMs: time,
  bannerMs: delayRule,
  exitAfterMs: time,
  stopAfterMs: time,
};

const workerRules: Rules<WorkerConditions> = {
  throttled: [isBoolean, "true or false"],
  coldStartMs: time,
  crash: [isBoolean, "true or false"],
  external: [isBoolean, "true or false"],
  port: integer(1, 65_535),
  readyTimeoutMs: time,
};

export const podConditionsRule: Rule = [
  (value) => {
    checkPodConditions("pods", value);
    return true;
  },
  "an object",
];

/** Throws an `InputError` for an unknown member or an invalid value. */
export function checkPodConditions(
  caller: string,
  value: unknown,
): asserts value is PodConditions {
  checkMembers<PodConditions>(caller, value, podRules);
}

/** Throws an `InputError` for an unknown member or an invalid value. */
export function checkWorkerConditions(
  caller: string,
  value: unknown,
): asserts value is WorkerConditions {
  checkMembers<WorkerConditions>(caller, value, workerRules);
}

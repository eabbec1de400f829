import {
  checkMembers,
  delayRule,
  isRecord,
  type Rule,
  type Rules,
} from "./check-arguments.js";
import type { PodConditions, WorkerConditions } from "./conditions.js";

const isCount = (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0;

export const balanceRule: Rule = [
  (value) => typeof value === "number" && Number.isFinite(value),
  "a finite number of USD",
];

export const stockRule: Rule = [
  (value) => isRecord(value) && Object.values(value).every(isStockLevel),
  "an object that names for each GPU type a number of free GPUs, or one for each data center",
];

function isStockLevel(value: unknown): boolean {
  return (
    isCount(value) || (isRecord(value) && Object.values(value).every(isCount))
  );
}

const time: Rule = [
  (value) => typeof value === "number" && Number.isFinite(value) && value >= 0,
  "milliseconds, 0 or above",
];

const isBoolean = (value: unknown) => typeof value === "boolean";

const podRules: Rules<PodConditions> = {
  imagePullMs: time,
  portsOpenMs: time,
  bannerMs: delayRule,
  exitAfterMs: time,
};

const workerRules: Rules<WorkerConditions> = {
  throttled: [isBoolean, "true or false"],
  coldStartMs: time,
  crash: [isBoolean, "true or false"],
};

export const podConditionsRule: Rule = [
  (value) => {
    checkPodConditions("pods", value);
    return true;
  },
  "an object",
];

/** Throws a TypeError for an unknown member, a RangeError for an invalid value. */
export function checkPodConditions(
  caller: string,
  value: unknown,
): asserts value is PodConditions {
  checkMembers<PodConditions>(caller, value, podRules);
}

/** Throws a TypeError for an unknown member, a RangeError for an invalid value. */
export function checkWorkerConditions(
  caller: string,
  value: unknown,
): asserts value is WorkerConditions {
  checkMembers<WorkerConditions>(caller, value, workerRules);
}

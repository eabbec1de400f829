import {
  check,
  checkFlag,
  checkObject,
  checkWhole,
  checkOptionNames,
  type OptionNames,
} from "../checks.js";
import type { CallContext } from "../errors.js";
import type { LedgerBatch, Settings } from "./ledger.js";
import type { BatchSettings, KeptSettings } from "./types.js";
import { fromUnits, toLimitUnits } from "../spend/units.js";

const SETTINGS: OptionNames<BatchSettings> = {
  paused: true,
  concurrency: true,
  maxCost: true,
  maxFailures: true,
  submitsPer10Seconds: true,
};

/** The share of the submits of 10 seconds that may come at once. The others come back second by second. */
const BURST_SHARE = 0.1;

/** Changes settings of a batch, and the limits of its endpoint. */
export async function changeSettings(
  ledger: LedgerBatch,
  change: BatchSettings,
): Promise<void> {
  const call = { operation: "batch.set" };
  checkObject("settings", change, call);
  checkOptionNames(change, SETTINGS, call);
  const { submitsPer10Seconds: submits } = change;
  const settings = readSettings(change, call);
  if (submits !== undefined)
    checkWhole("submitsPer10Seconds", submits, 10, call);
  await ledger.set(settings);
  if (submits !== undefined) await limitSubmits(ledger, submits);
}

/** Sets what `openBatch` gives, and describes the limits that this replaces: a person may have set them. */
export async function replaceSettings(
  ledger: LedgerBatch,
  settings: Partial<Settings>,
): Promise<string[]> {
  if (Object.keys(settings).length === 0) return [];
  const { settings: before } = await ledger.totals();
  await ledger.set(settings);
  const limits = [
    ["maxCost", before.maxCost, settings.maxCost, fromUnits],
    ["maxFailures", before.maxFailures, settings.maxFailures, String],
  ] as const;
  return limits.flatMap(([limit, old, now, show]) =>
    old === null || now == null || old === now
      ? []
      : `${limit} was ${show(old)} in the ledger, and is ${show(now)} now`,
  );
}

/** Reads the settings as `set` takes them. */
export async function keptSettings(ledger: LedgerBatch): Promise<KeptSettings> {
  const { settings } = await ledger.totals();
  const { paused, concurrency, maxCost, maxFailures } = settings;
  return {
    paused,
    concurrency,
    maxCost: maxCost && fromUnits(maxCost),
    maxFailures,
  };
}

async function limitSubmits(
  ledger: LedgerBatch,
  submits: number,
): Promise<void> {
  const burst = Math.floor(submits * BURST_SHARE);
  const perSecond = (submits - burst) / 10;
  for (;;) {
    const { endpoint } = await ledger.totals();
    const stored = await ledger.limit({ ...endpoint, burst, perSecond });
    if (stored.burst === burst && stored.perSecond === perSecond) return;
  }
}

/** The settings as a ledger keeps them. Throws an `InputError` for one that is not valid. */
export function readSettings(
  { paused, concurrency, maxCost, maxFailures }: BatchSettings,
  call: CallContext,
): Partial<Settings> {
  checkFlag("paused", paused, call);
  if (typeof concurrency === "number")
    checkWhole("concurrency", concurrency, 1, call);
  else check(concurrency == null, "concurrency", "must be a number", call);
  check(
    maxCost == null || (typeof maxCost === "number" && maxCost > 0),
    "maxCost",
    "must be a positive number",
    call,
  );
  check(
    maxFailures == null || isFailureLimit(maxFailures),
    "maxFailures",
    "must be a whole number, 1 or more, or a share between 0 and 1",
    call,
  );
  return {
    ...(paused !== undefined && { paused }),
    ...(concurrency !== undefined && { concurrency }),
    ...(maxCost !== undefined && { maxCost: maxCost && toLimitUnits(maxCost) }),
    ...(maxFailures !== undefined && { maxFailures }),
  };
}

function isFailureLimit(value: number): boolean {
  return value > 0 && (value < 1 || Number.isInteger(value));
}

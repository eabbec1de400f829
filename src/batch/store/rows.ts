import { toWellFormed } from "../keys.js";
import {
  hasResult,
  type Endpoint,
  type Item,
  type ItemFilter,
  type ItemReport,
  type ItemState,
  type Settings,
  type StoredItem,
} from "../ledger.js";
import type { Dialect, Row, SqlValue } from "./driver.js";
import { CHANGED_COLUMNS, UNSUCCESSFUL } from "./schema.js";

/** The columns of an item, in a select list, by the names of its members. */
const MEMBERS = {
  id: "id",
  version: "version",
  key: "key",
  priority: "priority",
  policy: "policy",
  metadata: "metadata",
  estimate: "estimate",
  state: "state",
  worker: "worker",
  attempt: "attempt",
  claim: "claim",
  claimedAt: "claimed_at",
  retries: "retries",
  jobId: "job_id",
  submittedAt: "submitted_at",
  outputBytes: "output_bytes",
  errorCode: "error_code",
  errorMessage: "error_message",
  cost: "cost",
  reserved: "reserved",
  finishedAt: "finished_at",
  order: "finish_order",
} as const satisfies Record<keyof Item, string>;

/** The columns of an item. */
export const ITEM_COLUMNS = Object.values(MEMBERS)
  .map((column) => `items.${column}`)
  .join(", ");

/** An item, of a row with `ITEM_COLUMNS`. */
export function toItem(row: Row): Item {
  const item: Record<string, SqlValue> = {};
  for (const [member, column] of Object.entries(MEMBERS))
    item[member] = row[column] ?? null;
  return item as unknown as Item;
}

/** An item, of a row with its input and its output as well. */
export function toStoredItem(row: Row): StoredItem {
  const { input, output } = row as { input: string; output: string | null };
  return { ...toItem(row), input, output };
}

/** The changed columns of a row, with its id. */
export function toChange(
  report: ItemReport,
  order: number | null,
  now: number,
): object {
  const columns = Object.entries(MEMBERS)
    .filter(([, column]) => column in CHANGED_COLUMNS)
    .map(([member, column]) => [column, report[member as keyof Item]]);
  const { id: item, waitMs, errorMessage } = report;
  return {
    ...(Object.fromEntries(columns) as object),
    item,
    due_at: waitMs === undefined ? null : now + waitMs,
    error_message: errorMessage === null ? null : toWellFormed(errorMessage),
    finish_order: order,
  };
}

/** The order of an item that is changed: `next` gives that of an item whose state becomes final. */
export function orderOf(
  before: Pick<Item, "state" | "order">,
  state: ItemState,
  next: () => number,
): number | null {
  if (!hasResult(state)) return null;
  return before.state === state ? before.order : next();
}

export function toEndpoint(row: Row): Endpoint {
  return {
    version: Number(row["version"]),
    burst: Number(row["burst"]),
    perSecond: Number(row["per_second"]),
    blockedUntil: Number(row["blocked_until"]),
    allowance: toNumber(row["allowance"]),
    breaker: row["breaker"] as string | null,
  };
}

export function toSettings(row: Row): Settings {
  return {
    paused: row["paused"] === 1,
    maxCost: toNumber(row["max_cost"]),
    concurrency: toNumber(row["concurrency"]),
    maxFailures: toNumber(row["max_failures"]),
  };
}

function toNumber(value: SqlValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

/** The conditions of a filter, with their values behind those of before. */
export function toConditions(
  filter: ItemFilter,
  dialect: Dialect,
  before: readonly SqlValue[],
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const { states, keys, metadata, errorCode, exceptErrorCode } = filter;
  const { jobId, worker } = filter;
  const values = [...before];
  const add = (value: SqlValue) => `$${values.push(value)}`;
  const parts = [statesCondition(states)];
  if (keys) parts.push(dialect.isIn("key", add(JSON.stringify(keys)), "text"));
  if (metadata && Object.keys(metadata).length > 0)
    parts.push(dialect.hasMetadata(add(JSON.stringify(metadata))));
  if (errorCode !== undefined) parts.push(`error_code = ${add(errorCode)}`);
  if (exceptErrorCode !== undefined)
    parts.push(`(error_code IS NULL OR error_code <> ${add(exceptErrorCode)})`);
  if (jobId !== undefined) parts.push(`job_id = ${add(jobId)}`);
  if (worker !== undefined) parts.push(`${HELD} AND worker = ${add(worker)}`);
  return { sql: parts.join(" AND "), values };
}

/** The states of an item that a worker can have, as SQL. */
export const HELD = statesCondition(["submitting", "running"]);

/** The condition of the states, in the text: so the database sees which partial index covers them. */
function statesCondition(states: readonly ItemState[]): string {
  if (states.length === 0) return "1 = 0";
  const list = states.map((state) => `'${state}'`).join(", ");
  const parts = [`state IN (${list})`];
  if (!states.includes("completed") && !states.includes("queued"))
    parts.push("state <> 'completed' AND state <> 'queued'");
  const isUnsuccessful = states.every((state) =>
    UNSUCCESSFUL.includes(`'${state}'`),
  );
  if (isUnsuccessful) parts.push(`state IN ${UNSUCCESSFUL}`);
  return parts.join(" AND ");
}

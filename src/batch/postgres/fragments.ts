import { ALL_STATES, FINAL_STATES, type ItemFilter } from "../ledger.js";
import { DURABLE } from "./schema.js";

/** The states with a result, as a list of SQL. */
export const FINAL = list(FINAL_STATES);

/**
 * The beginning of each statement that changes items of the batch `$1`. The lock on the row of the batch makes these
 * statements follow one another: orders become visible in their order, and two statements never wait for each other.
 */
export const lockBatch = (s: string) => `durable AS MATERIALIZED (${DURABLE}),
batch AS MATERIALIZED (
  SELECT batches.* FROM ${s}batches AS batches, durable
  WHERE id = $1 AND NOT is_deleted FOR UPDATE OF batches
)`;

/**
 * The end of each statement that changes items of the batch `$1`: keeps the counts of the batch. `old` and `new` hold the
 * rows before and after the change, with `state`, `cost`, `reserved` and `delivered`.
 */
export const countRows = (s: string, alsoSet = "") => `counted AS (
  UPDATE ${s}batches AS batches SET ${alsoSet}
    ${ALL_STATES.map((state) => `"${state}" = batches."${state}" + change."${state}"`).join(", ")},
    cost = batches.cost + change.cost,
    reserved = batches.reserved + change.reserved,
    undelivered = batches.undelivered + change.undelivered,
    undelivered_outputs = batches.undelivered_outputs + change.outputs
  FROM (
    SELECT ${ALL_STATES.map((state) => `${sum("sign", `state = '${state}'`)} AS "${state}"`).join(", ")},
      ${sum("sign * cost")} AS cost, ${sum("sign * reserved")} AS reserved,
      ${sum("sign", `state IN ${FINAL} AND NOT delivered`)} AS undelivered,
      ${sum("sign", "state = 'completed' AND NOT delivered")} AS outputs
    FROM (
      SELECT -1 AS sign, state, cost, reserved, delivered FROM old
      UNION ALL SELECT 1, state, cost, reserved, delivered FROM new
    ) AS rows
  ) AS change
  WHERE batches.id = $1
)`;

function sum(value: string, condition = "true"): string {
  return `coalesce(sum(${value}) FILTER (WHERE ${condition}), 0)`;
}

/** Constants as a list of SQL. */
function list(constants: readonly string[]): string {
  return `(${constants.map((constant) => `'${constant}'`).join(", ")})`;
}

/** Collects the values of a statement, and names their places. */
export class Values {
  readonly all: unknown[];

  constructor(...first: unknown[]) {
    this.all = first;
  }

  /** Adds a value, and gives its place. */
  add(value: unknown): string {
    this.all.push(value);
    return `$${this.all.length}`;
  }
}

/**
 * The condition of a filter. The states are part of the text, so that Postgres sees which partial index covers them.
 */
export function filterSql(filter: ItemFilter, values: Values): string {
  const { states, keys, metadata, errorCode, exceptErrorCode } = filter;
  const { jobId, worker, delivered } = filter;
  const known = ALL_STATES.filter((state) => states.includes(state));
  const conditions = [known.length > 0 ? `state IN ${list(known)}` : "false"];
  if (keys) conditions.push(`key = ANY (${values.add(keys)})`);
  if (metadata)
    conditions.push(
      `metadata::jsonb @> ${values.add(JSON.stringify(metadata))}::jsonb`,
    );
  if (errorCode !== undefined)
    conditions.push(`error_code = ${values.add(errorCode)}`);
  if (exceptErrorCode !== undefined)
    conditions.push(
      `error_code IS DISTINCT FROM ${values.add(exceptErrorCode)}`,
    );
  if (jobId !== undefined) conditions.push(`job_id = ${values.add(jobId)}`);
  if (worker !== undefined) conditions.push(`worker = ${values.add(worker)}`);
  if (delivered !== undefined)
    conditions.push(delivered ? "delivered" : "NOT delivered");
  return conditions.join(" AND ");
}

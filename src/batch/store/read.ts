import {
  LEASE_MS,
  MAX_READ_BYTES,
  type ItemQuery,
  type Page,
  type StoredItem,
  type Totals,
} from "../ledger.js";
import { first, type SqlValue, type Transaction } from "./driver.js";
import { countsOf, type BatchPlace, type LockedBatch } from "./locked-batch.js";
import {
  ITEM_COLUMNS,
  toConditions,
  toEndpoint,
  toSettings,
  toStoredItem,
} from "./rows.js";
import { CLOCK_STEP_MS } from "./workers.js";

/** How many rows one step looks at, at most, so that other calls have their turn. */
const ROWS_PER_SCAN = 1000;

/** The column by which items are read. */
const COLUMN_OF = { id: "id", order: "finish_order" } as const;

/** The statement that finds the next rows of a query. */
interface FoundRows {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  /** The place behind the rows that were looked at; undefined at the end. */
  readonly scanned: number | undefined;
}

/**
 * Few rows are found by their keys, their job or their worker; otherwise a step looks at a limited number of rows.
 */
export async function findRows(
  transaction: Transaction,
  { id, dialect }: BatchPlace,
  { by, after, limit, ...filter }: ItemQuery,
): Promise<FoundRows> {
  const s = dialect.prefix;
  const column = COLUMN_OF[by];
  const { metadata, errorCode, exceptErrorCode } = filter;
  const { keys, jobId, worker, states } = filter;
  const isFew = (keys ?? jobId ?? worker) !== undefined;
  const isSlow =
    !isFew && (metadata ?? errorCode ?? exceptErrorCode) !== undefined;
  let scanned: number | undefined;
  let most = Number.MAX_SAFE_INTEGER;
  if (isSlow) {
    const { sql } = toConditions({ states }, dialect, []);
    const window = await first(
      transaction,
      `SELECT max(place) AS last, count(*) AS count FROM (
         SELECT ${column} AS place FROM ${s}items
         WHERE batch = $1 AND ${column} > $2 AND ${sql} ORDER BY ${column} LIMIT ${ROWS_PER_SCAN}
       ) AS scanned`,
      id,
      after,
    );
    most = Number(window?.["last"] ?? most);
    if (Number(window?.["count"]) === ROWS_PER_SCAN) scanned = most;
  }
  const given = [id, after, most, limit];
  const { sql: condition, values } = toConditions(filter, dialect, given);
  const select = `SELECT ${ITEM_COLUMNS}, input_bytes FROM`;
  const place = `${column} > $2 AND ${column} <= $3 ORDER BY ${column} LIMIT $4`;
  const sql = isFew
    ? `WITH few AS MATERIALIZED (SELECT * FROM ${s}items WHERE batch = $1 AND ${condition})
       ${select} few AS items WHERE ${place}`
    : `${select} ${s}items AS items WHERE batch = $1 AND ${condition} AND ${place}`;
  return { sql, values, scanned };
}

/** The next items of a query with their inputs and outputs, as many as fit into `MAX_READ_BYTES`. */
export async function readPage(
  reader: Transaction,
  place: BatchPlace,
  query: ItemQuery,
): Promise<Page> {
  const s = place.dialect.prefix;
  const column = COLUMN_OF[query.by];
  const { sql, values, scanned } = await findRows(reader, place, query);
  const rows = await reader.all(
    `SELECT page.*, input, output FROM (
       SELECT found.*, sum(input_bytes + coalesce(output_bytes, 0)) OVER (ORDER BY ${column})
         - input_bytes - coalesce(output_bytes, 0) AS bytes_before
       FROM (${sql}) AS found
     ) AS page JOIN ${s}inputs AS inputs ON inputs.id = page.id
     LEFT JOIN ${s}outputs AS outputs ON outputs.id = page.id
     WHERE bytes_before < ${MAX_READ_BYTES} ORDER BY page.${column}`,
    ...values,
  );
  const items = rows.map(toStoredItem);
  return { items, next: items.at(-1)?.[query.by] ?? scanned };
}

export async function findItem(
  reader: Transaction,
  { id, dialect }: BatchPlace,
  key: string,
): Promise<StoredItem | undefined> {
  const s = dialect.prefix;
  const row = await first(
    reader,
    `SELECT ${ITEM_COLUMNS}, input, output FROM ${s}items AS items
     JOIN ${s}inputs AS inputs ON inputs.id = items.id
     LEFT JOIN ${s}outputs AS outputs ON outputs.id = items.id
     WHERE items.batch = $1 AND items.key = $2`,
    id,
    key,
  );
  return row && toStoredItem(row);
}

/** The totals of a batch; with `locked`, as its transaction leaves them. */
export async function readTotals(
  transaction: Transaction,
  { id, dialect }: BatchPlace,
  locked?: LockedBatch,
): Promise<Totals> {
  const s = dialect.prefix;
  const clock = `coalesce(${dialect.clock}, CAST($2 AS double precision))`;
  const row = await first(
    transaction,
    `SELECT batches.*, endpoints.version, burst, per_second, blocked_until, allowance, breaker, ${clock} AS now,
       (SELECT count(*) FROM ${s}workers WHERE batch = $1 AND has_ended = 0
         AND lease_until BETWEEN ${clock} AND ${clock} + ${LEASE_MS + CLOCK_STEP_MS}) AS workers,
       (SELECT max(lease_until) FROM ${s}workers WHERE batch = $1) AS last_lease,
       (SELECT added_at FROM ${s}items WHERE batch = $1 AND state = 'queued' AND due_at IS NULL
         ORDER BY priority DESC, id LIMIT 1) AS oldest_open
     FROM ${s}batches AS batches JOIN ${s}endpoints AS endpoints ON endpoints.slug = batches.endpoint
     WHERE batches.id = $1`,
    id,
    Date.now(),
  );
  if (!row) return { ...NOTHING, now: Date.now() };
  const counts = locked?.counts ?? countsOf(row);
  const workers = Number(row["workers"]);
  const lastLease = row["last_lease"];
  const isLeft =
    counts.running > 0 && workers === 0 && typeof lastLease === "number";
  const oldestOpen = row["oldest_open"];
  return {
    counts: { ...counts },
    cost: locked?.cost ?? Number(row["cost"]),
    reserved: locked?.reserved ?? Number(row["reserved"]),
    workers,
    lastAliveAt: isLeft ? lastLease - LEASE_MS : undefined,
    oldestOpenAt: typeof oldestOpen === "number" ? oldestOpen : undefined,
    settings: toSettings(row),
    endpoint: toEndpoint(row),
    now: Number(row["now"]),
  };
}

/** What a batch counts that is gone. */
const NOTHING: Omit<Totals, "now"> = {
  counts: countsOf({}),
  cost: 0,
  reserved: 0,
  workers: 0,
  lastAliveAt: undefined,
  oldestOpenAt: undefined,
  settings: toSettings({}),
  endpoint: toEndpoint({ version: 0, breaker: null }),
};

import {
  LEASE_MS,
  MAX_READ_BYTES,
  type Claimed,
  type ClaimRequest,
  type Endpoint,
} from "../ledger.js";
import { SELECT_WITH_INPUT } from "./columns.js";
import type { Row } from "./connection.js";
import { countRows } from "./fragments.js";
import { CLOCK, DURABLE, FORMAT, readStore } from "./schema.js";

/** By how many milliseconds a lease may exceed `LEASE_MS`: the clock of the server is corrected now and then. */
const CLOCK_STEP_MS = 1000;

/** Whether a worker has its lease. A lease that lasts for too long was given before the clock was set back. */
export const HAS_LEASE = `state = 'live'
  AND lease_until BETWEEN ${CLOCK} AND ${CLOCK} + ${LEASE_MS + CLOCK_STEP_MS}`;

/** The members of an endpoint. */
export const SELECT_ENDPOINT = `endpoints.version AS "endpointVersion", burst, per_second AS "perSecond",
  blocked_until AS "blockedUntil", allowance, breaker`;

export function readEndpoint(row: Row): Endpoint {
  return {
    version: Number(row["endpointVersion"]),
    burst: Number(row["burst"]),
    perSecond: Number(row["perSecond"]),
    blockedUntil: Number(row["blockedUntil"]),
    allowance: readNumber(row["allowance"]),
    breaker: row["breaker"] ?? null,
  };
}

export function readNumber(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

/**
 * Claims items, as one statement. `$1` to `$5` are batch, worker, sequence, limit and `claimedAt`, `$6` is `minReserved`,
 * and `$7` the keys if there are any.
 *
 * `batch` is empty unless every check has passed, and then everything after it is. `picked` holds the next items of the
 * queue, and `fitting` those of them that the limits of the endpoint, the cost and the size of the inputs allow. The
 * first rows of the queue are found by `LIMIT $4` and claimed by `ANY`: by a join, Postgres may read the whole queue.
 */
export const claimItems = (s: string, hasKeys: boolean) => `
WITH durable AS MATERIALIZED (${DURABLE}),
store AS MATERIALIZED (${readStore(s)}),
worker AS MATERIALIZED (
  SELECT sequence, ${HAS_LEASE} AS "hasLease" FROM ${s}workers
  WHERE id = $2 AND batch = $1 FOR UPDATE
),
batch AS MATERIALIZED (
  SELECT batches.* FROM ${s}batches AS batches, durable
  WHERE id = $1 AND NOT is_deleted AND EXISTS (
    SELECT FROM store, worker
    WHERE format = ${FORMAT} AND "isSame" AND "hasLease" AND sequence = $3::bigint - 1
  ) FOR UPDATE OF batches
),
endpoint AS MATERIALIZED (
  SELECT endpoints.*, least(burst, tokens + per_second * greatest(0, ${CLOCK} - filled_at) / 1000) AS level
  FROM ${s}endpoints AS endpoints WHERE name = (SELECT endpoint FROM batch) FOR UPDATE
),
room AS MATERIALIZED (
  SELECT CASE WHEN paused OR blocked_until > ${CLOCK} THEN 0 ELSE least($4::integer, floor(level), allowance) END AS room
  FROM batch, endpoint
),
picked AS MATERIALIZED (
  SELECT id, state, priority, cost, reserved, delivered, octet_length(input) AS bytes,
    greatest(estimate, $6::numeric) AS reserve
  FROM ${s}items WHERE batch = (SELECT id FROM batch) AND state = 'queued' ${hasKeys ? "AND key = ANY ($7)" : ""}
  ORDER BY priority DESC, id LIMIT $4::integer FOR UPDATE
),
summed AS (
  SELECT *, row_number() OVER turn AS place, sum(reserve) OVER turn AS sum, sum(bytes) OVER turn - bytes AS before
  FROM picked WINDOW turn AS (ORDER BY priority DESC, id ROWS UNBOUNDED PRECEDING)
),
allowed AS MATERIALIZED (
  SELECT summed.*, max_cost IS NULL OR batch.cost + batch.reserved + sum <= max_cost AS "isAffordable"
  FROM summed, batch, room WHERE place <= room AND before < ${MAX_READ_BYTES}
),
old AS MATERIALIZED (SELECT * FROM allowed WHERE "isAffordable"),
new AS (
  UPDATE ${s}items SET version = version + 1, state = 'submitting', worker = $2, attempt = attempt + 1,
    claim = $2 || '/' || $3::bigint, claimed_at = $5, reserved = greatest(estimate, $6::numeric)
  WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM old)) RETURNING *
),
${countRows(s, "claims = batches.claims + (SELECT count(*) FROM old),")},
numbered AS (
  UPDATE ${s}workers SET sequence = $3::bigint, lease_until = ${CLOCK} + ${LEASE_MS} WHERE id = $2 AND EXISTS (SELECT FROM batch)
),
limits AS (
  UPDATE ${s}endpoints AS endpoints SET tokens = level - taken, filled_at = ${CLOCK},
    allowance = endpoints.allowance - taken
  FROM endpoint, (SELECT count(*) AS taken FROM old) AS claimed
  WHERE endpoints.name = endpoint.name RETURNING endpoints.*
)
SELECT store.format, store."isSame", worker.sequence, worker."hasLease", batch.paused,
  batch.claims + (SELECT count(*) FROM old) AS claims,
  (SELECT count(*) FROM picked) AS picked, room.room,
  (SELECT count(*) FROM allowed) AS allowed, (SELECT count(*) FROM old) AS taken,
  (SELECT reserve FROM allowed WHERE NOT "isAffordable" ORDER BY place LIMIT 1) AS needed,
  ${SELECT_ENDPOINT.replaceAll("endpoints.", "limits.")}, item.*
FROM store LEFT JOIN worker ON true LEFT JOIN batch ON true LEFT JOIN room ON true LEFT JOIN limits ON true
LEFT JOIN (SELECT ${SELECT_WITH_INPUT} FROM new) AS item ON true
ORDER BY item.priority DESC, item.id`;

/**
 * The items of a claim that was made before, and the endpoint. `$1` is the batch, `$2` the worker, `$3` the sequence. The
 * statement also writes, so that its commit waits until the first claim is durable.
 */
export const repeatClaim = (s: string) => `
WITH durable AS MATERIALIZED (${DURABLE}),
confirmed AS (UPDATE ${s}workers SET sequence = sequence FROM durable WHERE id = $2)
SELECT batches.claims, ${SELECT_ENDPOINT}, item.*
FROM ${s}batches AS batches JOIN ${s}endpoints AS endpoints ON endpoints.name = batches.endpoint
LEFT JOIN (
  SELECT ${SELECT_WITH_INPUT} FROM ${s}items
  WHERE batch = $1 AND worker = $2 AND claim = $2 || '/' || $3::bigint AND state = 'submitting'
) AS item ON true
WHERE batches.id = $1 ORDER BY item.priority DESC, item.id`;

/** Why a claim that was carried out has fewer items than asked for. */
export function heldBy(row: Row, { limit }: ClaimRequest): Claimed["held"] {
  const [picked, room, allowed, taken] = [
    row["picked"],
    row["room"],
    row["allowed"],
    row["taken"],
  ].map(Number) as [number, number, number, number];
  if (taken === limit) return undefined;
  if (row["paused"] === "t") return "paused";
  if (taken < allowed) return "cost";
  if (picked > room && taken === Math.max(0, room)) return "limits";
  return picked < limit && taken === picked ? "empty" : undefined;
}

import { LEASE_MS, type Settings } from "../ledger.js";
import { HAS_LEASE, readNumber, SELECT_ENDPOINT } from "./claim.js";
import { SELECT_ITEM } from "./columns.js";
import type { Row } from "./connection.js";
import { countRows, lockBatch } from "./fragments.js";
import { CLOCK, DURABLE } from "./schema.js";

/** The settings of a batch. */
export const SELECT_SETTINGS = `paused, max_cost AS "maxCost", concurrency, max_failures AS "maxFailures"`;

export function readSettings(row: Row | undefined): Settings {
  return {
    paused: row?.["paused"] === "t",
    maxCost: readNumber(row?.["maxCost"]),
    concurrency: readNumber(row?.["concurrency"]),
    maxFailures: readNumber(row?.["maxFailures"]),
  };
}

/**
 * Renews the lease of the worker `$2`, ends the workers whose lease is over, and shows which of the statements below have
 * something to do. Ending a worker and releasing its items are two statements: a claim locks its worker, so the second
 * statement sees every claim that came before the end of its worker.
 */
export const renewLease = (s: string) => `
WITH durable AS MATERIALIZED (${DURABLE}),
renewed AS (
  UPDATE ${s}workers SET lease_until = ${CLOCK} + ${LEASE_MS} FROM durable
  WHERE id = $2 AND batch = $1 AND sequence >= $3::bigint AND state = 'live' RETURNING id
),
ended AS (
  UPDATE ${s}workers SET state = 'ended'
  WHERE batch = $1 AND id IS DISTINCT FROM $2 AND state = 'live' AND NOT (${HAS_LEASE}) RETURNING id
)
SELECT EXISTS (SELECT FROM renewed) AS "isAlive",
  (SELECT sequence FROM ${s}workers WHERE id = $2) AS sequence,
  EXISTS (SELECT FROM ended)
    OR EXISTS (SELECT FROM ${s}workers WHERE batch = $1 AND state = 'ended') AS "hasEnded",
  EXISTS (SELECT FROM ${s}items WHERE batch = $1 AND state = 'waiting' AND due_at <= ${CLOCK}) AS "hasDue",
  EXISTS (SELECT FROM ${s}items WHERE batch = $1 AND state = 'running' AND worker IS NULL) AS "hasIdle",
  ${CLOCK} AS now, ${SELECT_SETTINGS}, ${SELECT_ENDPOINT}
FROM ${s}batches AS batches JOIN ${s}endpoints AS endpoints ON endpoints.name = batches.endpoint
WHERE batches.id = $1`;

/** Ends a worker that leaves. */
export const endWorker = (s: string) => `
WITH durable AS MATERIALIZED (${DURABLE})
UPDATE ${s}workers SET state = 'ended' FROM durable WHERE id = $2 AND batch = $1 AND state = 'live'`;

/** Releases the items of the workers that have ended: nobody knows whether what they were submitting has arrived. */
export const releaseItems = (s: string) => `
WITH ${lockBatch(s)},
ended AS MATERIALIZED (
  SELECT id FROM ${s}workers WHERE batch = (SELECT id FROM batch) AND state = 'ended'
),
old AS MATERIALIZED (
  SELECT id, state, cost, reserved, delivered FROM ${s}items
  WHERE batch = $1 AND worker = ANY (ARRAY(SELECT id FROM ended)) FOR UPDATE
),
new AS (
  UPDATE ${s}items SET version = version + 1, worker = NULL,
    state = CASE state WHEN 'submitting' THEN 'inDoubt' ELSE state END
  WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM old)) RETURNING *
),
${countRows(s)}
UPDATE ${s}workers SET state = 'gone' WHERE id = ANY (ARRAY(SELECT id FROM ended))`;

/** Queues the waiting items whose time has come. */
export const queueDue = (s: string) => `
WITH ${lockBatch(s)},
old AS MATERIALIZED (
  SELECT id, state, cost, reserved, delivered FROM ${s}items
  WHERE batch = (SELECT id FROM batch) AND state = 'waiting' AND due_at <= ${CLOCK} FOR UPDATE
),
new AS (
  UPDATE ${s}items SET version = version + 1, state = 'queued', due_at = NULL
  WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM old)) RETURNING *
),
${countRows(s)}
SELECT 1`;

/** Assigns up to `$3` running items without a worker to the worker `$2`. */
export const takeIdle = (s: string) => `
WITH durable AS MATERIALIZED (${DURABLE}),
worker AS MATERIALIZED (
  SELECT id FROM ${s}workers, durable WHERE id = $2 AND batch = $1 AND ${HAS_LEASE} FOR UPDATE OF workers
),
idle AS MATERIALIZED (
  SELECT id FROM ${s}items
  WHERE batch = $1 AND state = 'running' AND worker IS NULL AND EXISTS (SELECT FROM worker)
  ORDER BY submitted_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
),
taken AS (
  UPDATE ${s}items SET version = version + 1, worker = $2
  WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM idle)) RETURNING *
)
SELECT ${SELECT_ITEM} FROM taken ORDER BY submitted_at, id`;

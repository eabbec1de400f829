import { countRows, lockBatch } from "./fragments.js";
import { acceptStore, DURABLE } from "./schema.js";
import { releaseItems } from "./tend.js";

/** What an adoption does to one batch. */
interface AdoptedBatch {
  readonly id: number;
  /** How many of the next items become doubtful. */
  readonly suspects: number;
  /** The least number of claims that the batch has seen. */
  readonly claims: number;
}

/** How many statements come before those of the batches, and how many each batch has. */
const FIRST = 2;
const EACH = 3;

/** The statements that accept a store that went back. They have no values, because they run together. */
export function adoptStore(
  s: string,
  batches: readonly AdoptedBatch[],
): readonly string[] {
  return [
    DURABLE,
    `UPDATE ${s}workers SET state = 'ended' WHERE state = 'live'`,
    ...batches.flatMap(({ id, suspects, claims }) => [
      inBatch(releaseItems(s), id),
      inBatch(doubtNext(s, suspects), id),
      `UPDATE ${s}batches SET claims = greatest(claims, ${claims}) WHERE id = ${id}`,
    ]),
    acceptStore(s),
  ];
}

/** The place of the result of `doubtNext` for a batch among the results of `adoptStore`. */
export function placeOfDoubts(batchIndex: number): number {
  return FIRST + EACH * batchIndex + 1;
}

/** Makes the next items doubtful, in the order in which they would be claimed: first the waiting ones. */
const doubtNext = (s: string, count: number) => `
WITH ${lockBatch(s)},
next AS MATERIALIZED (
  ${["waiting", "queued"]
    .map(
      (state, turn) => `(
    SELECT id, ${turn} AS turn, priority FROM ${s}items
    WHERE batch = (SELECT id FROM batch) AND state = '${state}' ORDER BY priority DESC, id LIMIT ${count}
  )`,
    )
    .join(" UNION ALL ")} ORDER BY turn, priority DESC, id LIMIT ${count}
),
old AS MATERIALIZED (
  SELECT id, state, cost, reserved, delivered FROM ${s}items
  WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM next)) FOR UPDATE
),
new AS (
  UPDATE ${s}items SET version = version + 1, state = 'inDoubt', attempt = attempt + 1, due_at = NULL, claim = NULL,
    claimed_at = NULL, reserved = coalesce(estimate, 0)
  WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM old)) RETURNING *
),
${countRows(s)}
SELECT count(*) AS count FROM old`;

/** A statement whose only value is the batch, with the batch in its text. */
function inBatch(sql: string, id: number): string {
  return sql.replaceAll("$1", String(id));
}

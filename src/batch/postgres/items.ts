import { REPORTED, type Move, type NewItem } from "../ledger.js";
import { recordColumns, SELECT_ITEM, setColumns } from "./columns.js";
import { countRows, FINAL, lockBatch, type Values } from "./fragments.js";

const ADDED = [
  "key",
  "input",
  "policy",
  "priority",
  "metadata",
  "estimate",
] as const satisfies readonly (keyof NewItem)[];

/** Adds the items of the JSON `$2` whose keys are new, and gives these keys. */
export const addItems = (s: string) => `
WITH ${lockBatch(s)},
given AS MATERIALIZED (
  SELECT * FROM ROWS FROM (json_to_recordset($2) AS (${recordColumns(ADDED)})) WITH ORDINALITY
),
old AS (SELECT 'queued' AS state, 0 AS cost, 0 AS reserved, false AS delivered WHERE false),
new AS (
  INSERT INTO ${s}items (batch, id, ${ADDED.join(", ")})
  SELECT batch.id, last_id + ordinality, ${ADDED.map((member) => `given.${member}`).join(", ")}
  FROM given, batch ORDER BY ordinality
  ON CONFLICT (batch, key) DO NOTHING RETURNING *
),
${countRows(s, "last_id = batches.last_id + (SELECT count(*) FROM given),")}
SELECT batch.id AS batch, new.key FROM batch LEFT JOIN new ON true`;

/** Which items of the JSON `$2`, by their places, have the inputs that the batch `$1` has under their keys `$3`. */
export const compareItems = (s: string) => `
SELECT given.index, items.input = given.input AS "isSame"
FROM json_to_recordset($2) AS given (index integer, key text, input text)
JOIN ${s}items AS items USING (key) WHERE items.batch = $1 AND items.key = ANY ($3)`;

/**
 * Stores the rows of the JSON `$2`, whose ids are `$3`. An item whose state becomes final gets the next order. The rows are
 * found by `ANY`: by a mere join, Postgres may read the whole batch.
 */
export const reportItems = (s: string) => `
WITH ${lockBatch(s)},
given AS MATERIALIZED (
  SELECT * FROM ROWS FROM (json_to_recordset($2) AS (
    ${recordColumns(["id", "version", "output"])}, "hasOutput" boolean, ${recordColumns(REPORTED)}
  )) WITH ORDINALITY
),
old AS MATERIALIZED (
  SELECT items.id, items.state, items.cost, items.reserved, items.delivered, finish_order, ordinality,
    greatest(0, given.attempt - items.attempt) AS "lostClaims",
    given.state IN ${FINAL} AS "isFinal", given.state IN ${FINAL} AND items.state <> given.state AS "isNewlyFinal",
    given.output AS "newOutput", "hasOutput", ${REPORTED.map((member) => `given."${member}" AS "${newName(member)}"`).join(", ")}
  FROM ${s}items AS items JOIN given USING (id)
  WHERE items.batch = (SELECT id FROM batch) AND items.id = ANY ($3) AND items.version = given.version
  FOR UPDATE OF items
),
placed AS MATERIALIZED (
  SELECT *, row_number() OVER (PARTITION BY "isNewlyFinal" ORDER BY ordinality) AS place FROM old
),
new AS (
  UPDATE ${s}items AS items SET version = items.version + 1, ${setColumns(REPORTED, (member) => `placed."${newName(member)}"`)},
    output = CASE WHEN placed."hasOutput" THEN placed."newOutput" ELSE items.output END,
    finish_order = CASE
      WHEN placed."isNewlyFinal" THEN (SELECT last_order FROM batch) + placed.place
      WHEN placed."isFinal" THEN items.finish_order
    END
  FROM placed
  WHERE items.batch = $1 AND items.id = placed.id AND items.id = ANY (ARRAY(SELECT id FROM old)) RETURNING items.*
),
${countRows(
  s,
  `last_order = batches.last_order + (SELECT count(*) FROM old WHERE "isNewlyFinal"),
    claims = batches.claims + (SELECT coalesce(sum("lostClaims"), 0) FROM old),`,
)}
SELECT ${SELECT_ITEM} FROM new`;

/** The name of the value that a member gets. */
function newName(member: string): string {
  return `new_${member}`;
}

/** What a move sets. */
function moveSql(s: string, change: Move, values: Values): string {
  switch (change.to) {
    case "queued":
      return `UPDATE ${s}items AS items SET version = version + 1, state = 'queued', worker = NULL, claim = NULL,
        claimed_at = NULL, retries = 0, due_at = NULL, job_id = NULL, submitted_at = NULL, output = NULL,
        output_bytes = NULL, error_code = NULL, error_message = NULL, cost = items.cost + items.reserved,
        reserved = 0, finish_order = NULL, finished_at = NULL, delivered = false
        FROM old WHERE items.batch = $1 AND items.id = old.id AND items.id = ANY (ARRAY(SELECT id FROM old))
        RETURNING items.*`;
    case "failed":
      return `UPDATE ${s}items AS items SET version = version + 1, state = 'failed', worker = NULL, due_at = NULL,
        error_code = ${values.add(change.errorCode)}, error_message = ${values.add(change.errorMessage)},
        finished_at = ${values.add(change.finishedAt)}, delivered = false,
        finish_order = (SELECT last_order FROM batch) + old.place
        FROM old WHERE items.batch = $1 AND items.id = old.id AND items.id = ANY (ARRAY(SELECT id FROM old))
        RETURNING items.*`;
    case "removed":
      return `DELETE FROM ${s}items WHERE batch = $1 AND id = ANY (ARRAY(SELECT id FROM old)) RETURNING *`;
  }
}

/** The rows after a move, as they are counted: what removed items cost stays counted. */
const MOVED = "SELECT * FROM changed";
const REMOVED =
  "SELECT 'removed' AS state, cost + reserved AS cost, 0 AS reserved, true AS delivered FROM changed";

/** Makes the same change to the first items of a condition. */
export function moveItems(
  s: string,
  condition: string,
  change: Move,
  limit: number,
  values: Values,
): string {
  const finished =
    change.to === "failed"
      ? "last_order = batches.last_order + (SELECT count(*) FROM old),"
      : "";
  return `
WITH ${lockBatch(s)},
found AS MATERIALIZED (
  SELECT id, state, cost, reserved, delivered FROM ${s}items
  WHERE batch = (SELECT id FROM batch) AND ${condition} ORDER BY id LIMIT ${values.add(limit)}::integer FOR UPDATE
),
old AS MATERIALIZED (SELECT *, row_number() OVER (ORDER BY id) AS place FROM found),
changed AS (${moveSql(s, change, values)}),
new AS (${change.to === "removed" ? REMOVED : MOVED}),
${countRows(s, finished)}
SELECT count(*) AS count FROM old`;
}

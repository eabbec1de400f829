import {
  REPORTED,
  type Item,
  type ItemFilter,
  type ItemReport,
} from "../ledger.js";
import type { Witness } from "../witness.js";
import type { Database, Row, SqlValue } from "./database.js";

/** What an open ledger has. */
export interface OpenLedger {
  readonly database: Database;
  readonly witness: Witness;
}

/** The number of the format of the tables; undefined if there is none. */
export function readFormat(database: Database): unknown {
  return database.get("SELECT * FROM meta")?.["format"];
}

/** Whether the file is the one that was created or adopted, and no copy. */
export function isOriginal(database: Database): boolean {
  const row = database.get("SELECT file FROM meta");
  return row?.["file"] === database.fileNumber;
}

/** A row of `batches`, as far as it does not change. */
export interface BatchRow {
  readonly id: number;
  readonly name: string;
  readonly definition: string;
  readonly endpoint: string;
}

export function toBatchRow(row: Readonly<Record<string, unknown>>): BatchRow {
  return {
    id: Number(row["id"]),
    name: String(row["name"]),
    definition: String(row["definition"]),
    endpoint: String(row["endpoint"]),
  };
}

/** Stores a row that has still its version. The values are those of `reportValues`. */
export const REPORT = `
UPDATE items SET version = version + 1, ${REPORTED.map((name) => `${name} = ?`).join(", ")},
  "order" = ?
WHERE batch = ? AND id = ? AND version = ?
RETURNING *`;

/** The values of `REPORT`, without the last four. */
export function reportValues(row: ItemReport): SqlValue[] {
  return REPORTED.map((name) => {
    const value = row[name];
    return typeof value === "boolean" ? Number(value) : value;
  });
}

/** An item, of a row of `items`. */
export function toItem({ batch: _batch, ...row }: Row): Item {
  return { ...(row as unknown as Item), delivered: row["delivered"] === 1 };
}

/** The conditions of a filter, and their values. */
export function toConditions(filter: ItemFilter): {
  readonly sql: string;
  readonly values: readonly SqlValue[];
} {
  const { states, keys, metadata = {}, errorCode, exceptErrorCode } = filter;
  const { jobId, worker, delivered } = filter;
  const parts = [`state IN (${places(states)})`];
  const values: SqlValue[] = [...states];
  const add = (sql: string, ...more: readonly SqlValue[]) => {
    parts.push(sql);
    values.push(...more);
  };
  const index = indexCondition(filter);
  if (index !== undefined) parts.push(index);
  if (keys)
    add("key IN (SELECT value FROM json_each(?))", JSON.stringify(keys));
  for (const [name, value] of Object.entries(metadata)) {
    const path = `$.${JSON.stringify(name)}`;
    // SQLite reads true as 1: the type shows which one it is.
    const type = typeof value === "boolean" ? String(value) : typeof value;
    add(
      `CASE json_type(metadata, ?) WHEN 'text' THEN 'string' WHEN 'integer' THEN 'number'
         WHEN 'real' THEN 'number' ELSE json_type(metadata, ?) END = ?`,
      path,
      path,
      type,
    );
    add("json_extract(metadata, ?) = ?", path, toSql(value));
  }
  if (errorCode !== undefined) add("errorCode = ?", errorCode);
  if (exceptErrorCode !== undefined) add("errorCode IS NOT ?", exceptErrorCode);
  if (jobId !== undefined) add("jobId = ?", jobId);
  if (worker !== undefined) add("worker = ?", worker);
  if (delivered !== undefined) add(`delivered = ${Number(delivered)}`);
  return { sql: parts.join(" AND "), values };
}

function places(values: readonly unknown[]): string {
  return values.map(() => "?").join(", ");
}

function toSql(value: string | number | boolean): SqlValue {
  return typeof value === "boolean" ? Number(value) : value;
}

/** SQLite uses an index with a condition only for a statement that repeats the condition. */
function indexCondition({ states, keys }: ItemFilter): string | undefined {
  if (keys || states.includes("completed")) return undefined;
  return "state <> 'completed'";
}

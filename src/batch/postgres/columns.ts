import type { Item, ItemWithInput, StoredItem } from "../ledger.js";
import type { Row } from "./connection.js";

type ColumnType =
  "bigint" | "boolean" | "double precision" | "integer" | "numeric" | "text";

interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** What the table says about the column besides its type. */
  readonly rule?: string;
}

/** The columns of an item. Sums of money may need more than 64 bits. */
const COLUMNS: Readonly<Record<keyof StoredItem, Column>> = {
  id: { name: "id", type: "bigint", rule: "NOT NULL" },
  version: { name: "version", type: "integer", rule: "NOT NULL DEFAULT 1" },
  key: { name: "key", type: "text", rule: "NOT NULL" },
  input: { name: "input", type: "text", rule: "NOT NULL" },
  policy: { name: "policy", type: "text" },
  priority: { name: "priority", type: "double precision", rule: "NOT NULL" },
  metadata: { name: "metadata", type: "text" },
  estimate: { name: "estimate", type: "numeric" },
  state: { name: "state", type: "text", rule: "NOT NULL DEFAULT 'queued'" },
  worker: { name: "worker", type: "text" },
  attempt: { name: "attempt", type: "integer", rule: "NOT NULL DEFAULT 0" },
  claim: { name: "claim", type: "text" },
  claimedAt: { name: "claimed_at", type: "double precision" },
  retries: { name: "retries", type: "integer", rule: "NOT NULL DEFAULT 0" },
  dueAt: { name: "due_at", type: "double precision" },
  jobId: { name: "job_id", type: "text" },
  submittedAt: { name: "submitted_at", type: "double precision" },
  output: { name: "output", type: "text" },
  outputBytes: { name: "output_bytes", type: "bigint" },
  errorCode: { name: "error_code", type: "text" },
  errorMessage: { name: "error_message", type: "text" },
  cost: { name: "cost", type: "numeric", rule: "NOT NULL DEFAULT 0" },
  reserved: { name: "reserved", type: "numeric", rule: "NOT NULL DEFAULT 0" },
  order: { name: "finish_order", type: "bigint" },
  finishedAt: { name: "finished_at", type: "double precision" },
  delivered: {
    name: "delivered",
    type: "boolean",
    rule: "NOT NULL DEFAULT false",
  },
};

/** The columns as `CREATE TABLE` wants them. */
export const ITEM_TABLE = Object.values(COLUMNS)
  .map(({ name, type, rule = "" }) => `${name} ${type} ${rule}`)
  .join(", ");

/** The columns by which items are read. */
export const READ_BY = { id: "id", order: "finish_order" } as const;

const STORED = Object.keys(COLUMNS) as readonly (keyof StoredItem)[];
const WITH_INPUT = STORED.filter((member) => member !== "output");
const ITEM = WITH_INPUT.filter((member) => member !== "input");

/** The columns of a select list, under the names of the members. */
const select = (members: readonly (keyof StoredItem)[]) =>
  members.map((member) => `${COLUMNS[member].name} AS "${member}"`).join(", ");

/** The select lists of an item, of one with its input, and of one with its output as well. */
export const SELECT_ITEM = select(ITEM);
export const SELECT_WITH_INPUT = select(WITH_INPUT);
export const SELECT_STORED = select(STORED);

/** The columns of a record of JSON with these members of items. */
export function recordColumns(members: readonly (keyof StoredItem)[]): string {
  return members
    .map((member) => `"${member}" ${COLUMNS[member].type}`)
    .join(", ");
}

/** Sets the columns of these members. */
export function setColumns<Member extends keyof StoredItem>(
  members: readonly Member[],
  valueOf: (member: Member) => string,
): string {
  return members
    .map((member) => `${COLUMNS[member].name} = ${valueOf(member)}`)
    .join(", ");
}

/** Reads an item from a row of one of the select lists. */
export function readItem(row: Row): Item;
export function readItem(row: Row, also: "input"): ItemWithInput;
export function readItem(row: Row, also: "output"): StoredItem;
export function readItem(row: Row): object {
  const item: Record<string, unknown> = {};
  for (const member of STORED) {
    const text = row[member];
    if (text !== undefined)
      item[member] = readValue(text, COLUMNS[member].type);
  }
  return item;
}

function readValue(text: string | null, type: ColumnType) {
  if (text === null || type === "text") return text;
  return type === "boolean" ? text === "t" : Number(text);
}

/** A list of rows as JSON, without the character U+0000, which Postgres cannot keep. */
export function toJson(rows: readonly object[]): string {
  const text = JSON.stringify(rows);
  if (!text.includes("\\u0000")) return text;
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value,
  );
}

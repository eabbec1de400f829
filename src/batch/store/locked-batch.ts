import { BatchError } from "../errors.js";
import {
  ALL_STATES,
  type Item,
  type ItemReport,
  type ItemState,
} from "../ledger.js";
import { isSameStore } from "../restore/identity.js";
import {
  first,
  type Dialect,
  type Row,
  type SqlValue,
  type Transaction,
} from "./driver.js";
import { ITEM_COLUMNS, orderOf, toChange, toItem } from "./rows.js";
import {
  assertFormat,
  CHANGED_COLUMNS,
  checkFormat,
  countColumn,
  FORMAT,
} from "./schema.js";

/** A batch in the tables. */
export interface BatchPlace {
  readonly id: number;
  readonly name: string;
  /** The slug of the endpoint. */
  readonly endpoint: string;
  readonly dialect: Dialect;
}

/** The place of a batch, of its row. */
export function toPlace(row: Row, dialect: Dialect): BatchPlace {
  return {
    id: Number(row["id"]),
    name: String(row["name"]),
    endpoint: String(row["endpoint"]),
    dialect,
  };
}

/** An item, and as it shall be. */
export interface Change {
  readonly before: Item;
  readonly after: ItemReport;
}

/** A batch whose row is locked until the end of the transaction, with the counts as the transaction leaves them. */
export class LockedBatch {
  readonly transaction: Transaction;
  readonly place: BatchPlace;
  /** The clock of the ledger when the lock was asked for. */
  readonly now: number;
  /** The row as it was before the transaction. */
  readonly row: Row;
  readonly counts: Record<ItemState, number>;
  cost: number;
  reserved: number;
  /** How many submits were claimed, and of how many items the first one. */
  claims: number;
  begun: number;
  #lastOrder: number;

  /** Locks the row. Throws a `BatchError` if the batch was deleted, or has another format. */
  static async lock(
    transaction: Transaction,
    place: BatchPlace,
  ): Promise<LockedBatch> {
    const { prefix: s, clock, forUpdate } = place.dialect;
    const row = await first(
      transaction,
      `SELECT batches.*, ${clock} AS now, (SELECT format FROM ${s}meta) AS format,
         (SELECT ${isSameStore(place.dialect)} FROM ${s}meta AS meta) AS is_same
       FROM ${s}batches AS batches WHERE id = $1 AND is_deleted = 0 ${forUpdate}`,
      place.id,
    );
    if (!row)
      throw new BatchError(
        "batch_deleted",
        `batch ${place.name} was deleted: open it again`,
      );
    assertFormat(row["format"]);
    return new LockedBatch(transaction, place, row);
  }

  private constructor(transaction: Transaction, place: BatchPlace, row: Row) {
    this.transaction = transaction;
    this.place = place;
    this.now = readNow(row);
    this.row = row;
    this.counts = countsOf(row);
    this.cost = Number(row["cost"]);
    this.reserved = Number(row["reserved"]);
    this.claims = Number(row["claims"]);
    this.begun = Number(row["begun"]);
    this.#lastOrder = Number(row["last_order"]);
  }

  /**
   * The items for which an SQL condition holds, whose first value is `$1`. Where few items are found by another column, the
   * condition has `batch + 0` or no batch: Postgres could go through every item of the batch beside the other index.
   */
  async items(
    condition: string,
    ...values: readonly SqlValue[]
  ): Promise<readonly Item[]> {
    const rows = await this.transaction.all(
      `SELECT ${ITEM_COLUMNS} FROM ${this.place.dialect.prefix}items AS items WHERE ${condition}`,
      ...values,
    );
    return rows.map((row) => toItem(row));
  }

  /** Writes changed items and counts them. Resolves with the new rows by their ids. */
  async write(changes: readonly Change[]): Promise<ReadonlyMap<number, Item>> {
    if (changes.length === 0) return new Map();
    const { dialect } = this.place;
    const rows = changes.map(({ before, after }) => {
      this.counts[before.state]--;
      this.counts[after.state]++;
      this.cost += after.cost - before.cost;
      this.reserved += after.reserved - before.reserved;
      const order = orderOf(before, after.state, () => ++this.#lastOrder);
      return toChange(after, order, this.now);
    });
    // The items were read of this batch. With the batch in the condition, SQLite would look at every item of the batch.
    const written = await this.transaction.all(
      `UPDATE ${dialect.prefix}items AS items SET version = items.version + 1, ${SET_CHANGED}
       FROM ${dialect.given("$1", { item: "bigint", ...CHANGED_COLUMNS })}
       WHERE items.id = given.item AND ${dialect.alsoIn("items.id", "$2")}
       RETURNING ${ITEM_COLUMNS}`,
      JSON.stringify(rows),
      JSON.stringify(changes.map(({ before }) => before.id)),
    );
    await this.#writeOutputs(changes.map(({ after }) => after));
    return new Map(
      written.map((row) => toItem(row)).map((item) => [item.id, item]),
    );
  }

  async #writeOutputs(reports: readonly ItemReport[]): Promise<void> {
    const { prefix: s, isIn, given } = this.place.dialect;
    const removed = reports.filter(({ output }) => output === null);
    if (removed.length > 0)
      await this.transaction.all(
        `DELETE FROM ${s}outputs WHERE ${isIn("id", "$1", "bigint")}`,
        JSON.stringify(removed.map((report) => report.id)),
      );
    const stored = reports.filter(({ output }) => typeof output === "string");
    const columns = { item: "bigint", output: "text" };
    if (stored.length > 0)
      await this.transaction.all(
        `INSERT INTO ${s}outputs (id, output) SELECT item, output FROM ${given("$1", columns)}
         WHERE true ON CONFLICT (id) DO UPDATE SET output = excluded.output`,
        JSON.stringify(
          stored.map(({ id: item, output }) => ({ item, output })),
        ),
      );
  }

  /** Deletes items. What they cost stays counted. */
  async remove(items: readonly Item[]): Promise<void> {
    for (const { state, reserved } of items) {
      this.counts[state]--;
      this.reserved -= reserved;
      this.cost += reserved;
    }
    await deleteItems(
      this.transaction,
      this.place.dialect,
      items.map(({ id }) => id),
    );
  }

  /** Stores the counts, unless a newer version of the package has changed the format while the lock was waited for. */
  async save(): Promise<void> {
    const s = this.place.dialect.prefix;
    const saved = await first(
      this.transaction,
      `UPDATE ${s}batches SET cost = $2, reserved = $3, claims = $4, begun = $5, last_order = $6,
         ${ALL_STATES.map((state, index) => `${countColumn(state)} = $${index + 7}`).join(", ")}
       WHERE id = $1 AND ${hasFormat(s)} RETURNING id`,
      this.place.id,
      this.cost,
      this.reserved,
      this.claims,
      this.begun,
      this.#lastOrder,
      ...ALL_STATES.map((state) => this.counts[state]),
    );
    if (saved) return;
    await checkFormat(this.transaction, this.place.dialect);
  }
}

/** Whether the tables still have the format that this version of the package knows, as SQL. */
export function hasFormat(prefix: string): string {
  return `EXISTS (SELECT 1 FROM ${prefix}meta WHERE format = ${FORMAT})`;
}

export async function deleteItems(
  transaction: Transaction,
  { prefix, isIn }: Dialect,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ["items", "inputs", "outputs"])
    await transaction.all(
      `DELETE FROM ${prefix}${table} WHERE ${isIn("id", "$1", "bigint")}`,
      JSON.stringify(ids),
    );
}

export function readNow({ now }: Row): number {
  return typeof now === "number" ? now : Date.now();
}

export function countsOf(row: Row): Record<ItemState, number> {
  return Object.fromEntries(
    ALL_STATES.map((state) => [state, Number(row[countColumn(state)] ?? 0)]),
  ) as Record<ItemState, number>;
}

const SET_CHANGED = Object.keys(CHANGED_COLUMNS)
  .map((name) => `${name} = given.${name}`)
  .join(", ");

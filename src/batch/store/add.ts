import type { AddOutcome, NewItem } from "../ledger.js";
import type { Row } from "./driver.js";
import type { LockedBatch } from "./locked-batch.js";
import { ADDED_COLUMNS } from "./schema.js";

/** Adds the items whose keys are new, and says for each item what became of it. */
export async function addItems(
  batch: LockedBatch,
  items: readonly NewItem[],
): Promise<readonly AddOutcome[]> {
  const { transaction, place } = batch;
  const { prefix: s, given } = place.dialect;
  const rows = items.map(({ input, ...item }) => ({
    ...item,
    input_bytes: Buffer.byteLength(input),
  }));
  const columns = Object.keys(ADDED_COLUMNS).join(", ");
  const table = given("$3", { ...ADDED_COLUMNS, input_bytes: "bigint" });
  const added = await transaction.all(
    `INSERT INTO ${s}items (batch, added_at, ${columns}, input_bytes)
     SELECT CAST($1 AS bigint), CAST($2 AS double precision), ${columns}, input_bytes FROM ${table} WHERE true
     ON CONFLICT DO NOTHING RETURNING id, key`,
    place.id,
    batch.now,
    JSON.stringify(rows),
  );
  batch.counts.queued += added.length;
  return addInputs(batch, items, added);
}

async function addInputs(
  batch: LockedBatch,
  items: readonly NewItem[],
  added: readonly Row[],
): Promise<readonly AddOutcome[]> {
  const { transaction, place } = batch;
  const { prefix: s, given, isIn } = place.dialect;
  const ids = new Map(added.map(({ id, key }) => [key, id]));
  const outcomes: AddOutcome[] = [];
  const inputs: object[] = [];
  const others: string[] = [];
  for (const [index, { key, input }] of items.entries()) {
    const id = ids.get(key);
    if (id === undefined) others.push(key);
    else {
      ids.delete(key);
      inputs.push({ item: id, input });
      outcomes[index] = "added";
    }
  }
  const columns = { item: "bigint", input: "text" };
  await transaction.all(
    `INSERT INTO ${s}inputs (id, input) SELECT item, input FROM ${given("$1", columns)}`,
    JSON.stringify(inputs),
  );
  if (others.length === 0) return outcomes;
  const rows = await transaction.all(
    `SELECT items.id, key, input, estimate FROM ${s}items AS items JOIN ${s}inputs AS inputs ON inputs.id = items.id
     WHERE batch = $1 AND ${isIn("key", "$2", "text")}`,
    place.id,
    JSON.stringify(others),
  );
  const present = new Map(rows.map((row) => [row["key"], row]));
  const estimates: object[] = [];
  for (const [index, { key, input, estimate }] of items.entries()) {
    if (outcomes[index]) continue;
    const row = present.get(key);
    const isPresent = row?.["input"] === input;
    outcomes[index] = isPresent ? "present" : "different";
    if (isPresent && row["estimate"] === null && estimate !== null)
      estimates.push({ item: row["id"], estimate });
  }
  await addEstimates(batch, estimates);
  return outcomes;
}

/** Gives their estimates to items that were added without one. */
async function addEstimates(
  { transaction, place }: LockedBatch,
  estimates: readonly object[],
): Promise<void> {
  if (estimates.length === 0) return;
  const { prefix: s, given } = place.dialect;
  const columns = { item: "bigint", estimate: "double precision" };
  await transaction.all(
    `UPDATE ${s}items AS items SET estimate = given.estimate FROM ${given("$1", columns)} WHERE items.id = given.item`,
    JSON.stringify(estimates),
  );
}

import { hasRoom } from "../../spend/store.js";
import { BatchError } from "../errors.js";
import {
  LEASE_MS,
  MAX_READ_BYTES,
  type Claimed,
  type ClaimRequest,
  type Endpoint,
  type Item,
  type ItemWithInput,
} from "../ledger.js";
import { assertSameStore } from "../restore/identity.js";
import { first, type Dialect, type Transaction } from "./driver.js";
import type { LockedBatch } from "./locked-batch.js";
import { HELD, ITEM_COLUMNS, toEndpoint, toItem, toSettings } from "./rows.js";
import { findWorker, hasLease, readWorkers, renewLease } from "./workers.js";

/** A claim without the inputs of its items: they do not change, and are read when the lock is given back. */
type ClaimedItems = Omit<Claimed, "items"> & {
  readonly items: readonly Item[];
};

/** The items that a claim takes, with what each reserves, and what has held it back. */
interface Picked {
  readonly rows: readonly {
    readonly before: Item;
    readonly reserved: number;
  }[];
  readonly held: Claimed["held"];
  readonly needed: number | undefined;
}

/** Gives a worker the next items of the queue, as far as the limits of the endpoint and of the cost allow. */
export async function claimItems(
  batch: LockedBatch,
  request: ClaimRequest,
): Promise<ClaimedItems> {
  const { transaction, place } = batch;
  const { worker, sequence, limit } = request;
  const { workers, now } = await readWorkers(batch, worker);
  const known = { id: worker, sequence: sequence - 1 };
  const own = findWorker(batch, workers, known);
  assertSameStore(batch.row, place.name);
  if (own["has_ended"] === 1 || !hasLease(own, now))
    throw new BatchError(
      "lease_ended",
      `this process was silent for ${LEASE_MS / 1000} seconds, so others have its items`,
    );
  const claim = `${worker}/${sequence}`;
  const endpoint = await readEndpoint(batch, now);
  if (own["sequence"] === sequence) {
    const condition = `batch = $1 AND ${HELD} AND worker = $2 AND claim = $3`;
    const items = await batch.items(condition, place.id, worker, claim);
    return { items, held: undefined, endpoint };
  }
  await renewLease(batch, own, now, sequence);
  if (batch.row["paused"] === 1) return { items: [], held: "paused", endpoint };
  const isBlocked = endpoint.blockedUntil > now;
  const most = Math.min(limit, endpoint.tokens, endpoint.allowance ?? limit);
  const allowed = isBlocked ? 0 : Math.floor(Math.max(0, most));
  const picked = await pick(batch, request, allowed);
  const taken = await batch.write(
    picked.rows.map(({ before, reserved }) => ({
      before,
      after: {
        ...before,
        state: "submitting",
        worker,
        attempt: before.attempt + 1,
        claim,
        claimedAt: request.claimedAt,
        reserved,
      },
    })),
  );
  batch.claims += taken.size;
  batch.begun += picked.rows.filter(
    ({ before }) => before.attempt === 0,
  ).length;
  const after = await first(
    transaction,
    `UPDATE ${place.dialect.prefix}endpoints SET tokens = $2, refilled_at = $3, allowance = allowance - $4
     WHERE slug = $1 RETURNING *`,
    place.endpoint,
    endpoint.tokens - taken.size,
    now,
    taken.size,
  );
  return {
    items: [...taken.values()],
    held: picked.held,
    needed: picked.needed,
    endpoint: toEndpoint(after ?? {}),
  };
}

/** The endpoint, locked, with the tokens for the time since they were last given back. */
async function readEndpoint(
  { transaction, place }: LockedBatch,
  now: number,
): Promise<Endpoint & { readonly tokens: number }> {
  const { prefix: s, forUpdate } = place.dialect;
  const before = await first(
    transaction,
    `SELECT * FROM ${s}endpoints WHERE slug = $1 ${forUpdate}`,
    place.endpoint,
  );
  const endpoint = toEndpoint(before ?? {});
  const elapsedMs = Math.max(0, now - Number(before?.["refilled_at"]));
  const tokens = Math.min(
    endpoint.burst,
    Number(before?.["tokens"]) + (endpoint.perSecond * elapsedMs) / 1000,
  );
  return { ...endpoint, tokens };
}

/** Chooses the next items of the queue, at most `allowed` of them. */
async function pick(
  { transaction, place, row, cost: spent, reserved: before }: LockedBatch,
  { limit, minReserved, keys }: ClaimRequest,
  allowed: number,
): Promise<Picked> {
  const { prefix: s, isIn } = place.dialect;
  const isMeant = keys ? `AND ${isIn("key", "$3", "text")}` : "";
  const candidates = await transaction.all(
    `SELECT ${ITEM_COLUMNS}, input_bytes FROM ${s}items AS items
     WHERE batch = $1 AND state = 'queued' AND due_at IS NULL ${isMeant}
     ORDER BY priority DESC, id LIMIT $2`,
    place.id,
    Math.min(limit, allowed + 1),
    ...(keys ? [JSON.stringify(keys)] : []),
  );
  const { maxCost } = toSettings(row);
  const sums = { spent, reserved: before };
  let bytes = 0;
  const rows: { readonly before: Item; readonly reserved: number }[] = [];
  const end = (heldBy: Claimed["held"], needed?: number): Picked => ({
    rows,
    held: heldBy,
    needed,
  });
  for (const candidate of candidates.slice(0, allowed)) {
    const item = toItem(candidate);
    // Nobody could say whether its job passes the limit.
    if (maxCost !== null && item.estimate === null) return end("cost");
    const reserved = Math.max(item.estimate ?? 0, minReserved);
    if (!hasRoom(sums, reserved, maxCost ?? Infinity))
      return end("cost", reserved);
    sums.reserved += reserved;
    rows.push({ before: item, reserved });
    bytes += Number(candidate["input_bytes"]);
    if (bytes >= MAX_READ_BYTES) return end(undefined);
  }
  if (candidates.length > allowed) return end("limits");
  return end(rows.length < limit ? "empty" : undefined);
}

/** The items of a claim with their inputs, in the order in which they are to be submitted. */
export async function withInputs(
  { prefix: s, isIn }: Dialect,
  reader: Transaction,
  items: readonly Item[],
): Promise<readonly ItemWithInput[]> {
  if (items.length === 0) return [];
  const rows = await reader.all(
    `SELECT id, input FROM ${s}inputs WHERE ${isIn("id", "$1", "bigint")}`,
    JSON.stringify(items.map(({ id }) => id)),
  );
  const inputs = new Map(rows.map(({ id, input }) => [id, String(input)]));
  return items
    .map((item) => ({ ...item, input: inputs.get(item.id) ?? "" }))
    .sort((one, other) => other.priority - one.priority || one.id - other.id);
}

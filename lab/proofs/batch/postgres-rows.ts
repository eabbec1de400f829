import { Pool } from "pg";
import {
  storeOf,
  type Item,
  type LedgerBatch,
  type NewItem,
} from "../../../src/batch/ledger.js";
import { postgresLedger } from "../../../src/batch/postgres/index.js";
import { PostgresServer } from "../../../test/batch/postgres/server.js";
import type { ProofResult } from "../proof.js";

/** What the ledger may need, however many rows it has. The times are printed, and decide nothing. */
const MAX_BYTES_PER_ITEM = 400;
const MAX_RSS_MEBIBYTES = 200;

const ITEMS_PER_ADD = 1000;
const ITEMS_PER_CLAIM = 100;
const MAX_WORKED = 200_000;
const RESULTS_PER_READ = 500;
const TOTALS_READ = 500;

const items = Number(process.argv[2]);
console.log(JSON.stringify(await prove()));
process.exit();

/**
 * Fills a batch in Postgres, and works on its first items without the service: each item is claimed, given its job
 * and completed. Measures both, and what an item needs on the disk.
 */
async function prove(): Promise<ProofResult> {
  const server = await PostgresServer.create([
    "max_wal_size=8GB",
    "archive_mode=off",
  ]);
  const pool = new Pool({ connectionString: server.connectionString });
  const ledger = storeOf(postgresLedger({ pool }), {
    operation: "prove",
  });
  try {
    const batch = await ledger.open("rows", JSON.stringify({ model: "none" }));
    const adding = performance.now();
    for (let from = 0; from < items; from += ITEMS_PER_ADD)
      await batch.add(createItems(from, Math.min(ITEMS_PER_ADD, items - from)));
    const added = performance.now();
    // With statistics of a batch in which nothing has run, Postgres may choose other plans.
    await server.query("ANALYZE");
    const [size] = await server.query(
      "SELECT pg_total_relation_size('cloud_compute.items') AS bytes",
    );
    const bytes = Number(size?.["bytes"]) / items;
    const working = performance.now();
    const { worked, claims } = await workOn(batch);
    const done = performance.now();
    const totals = await measure(TOTALS_READ, () => batch.totals());
    const read = performance.now();
    await readResults(batch, worked);
    const ended = performance.now();
    const rss = process.resourceUsage().maxRSS / 2 ** 10;
    return {
      passed: bytes <= MAX_BYTES_PER_ITEM && rss <= MAX_RSS_MEBIBYTES,
      summary: [
        `${rate(items, added - adding)} items added a second`,
        `${bytes.toFixed(0)} bytes for a queued item`,
        `${worked} items worked, ${rate(worked, done - working)} a second`,
        `a claim of ${ITEMS_PER_CLAIM} in ${describe(claims)}`,
        `counted in ${describe(totals)}`,
        `${rate(worked, ended - read)} results read a second`,
        `RSS at most ${rss.toFixed(0)} MiB`,
      ].join(", "),
    };
  } finally {
    await ledger.close();
    await pool.end();
    await server.remove();
  }
}

function createItems(from: number, count: number): NewItem[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `key of item ${from + index}`,
    input: JSON.stringify({ prompt: `a lighthouse, ${from + index}` }),
    policy: null,
    priority: 0,
    metadata: null,
    estimate: 10_000_000,
  }));
}

/** Works on items, and resolves with how long each claim took, in milliseconds. */
async function workOn(batch: LedgerBatch) {
  const { endpoint } = await batch.totals();
  await batch.limit({ ...endpoint, burst: 1e9, perSecond: 1e9 });
  const worker = await batch.join();
  const wanted = Math.min(items, MAX_WORKED);
  const claims: number[] = [];
  let worked = 0;
  for (let sequence = 1; worked < wanted; sequence++) {
    const begun = performance.now();
    const claimed = await batch.claim({
      worker,
      sequence,
      limit: ITEMS_PER_CLAIM,
      claimedAt: Date.now(),
      minReserved: 0,
    });
    claims.push(performance.now() - begun);
    await finish(batch, claimed.items);
    worked += claimed.items.length;
  }
  await batch.leave(worker);
  return { worked, claims };
}

/** Takes claimed items through the rest of their lives. */
async function finish(
  batch: LedgerBatch,
  claimed: readonly Item[],
): Promise<void> {
  const report = async (
    rows: readonly Item[],
    change: (row: Item) => Partial<Item>,
  ) => {
    const stored = await batch.report(
      rows.map((row) => ({ ...row, ...change(row) })),
    );
    return stored.map((row) => {
      if (!row) throw new Error("a row has changed");
      return row;
    });
  };
  const submittedAt = Date.now();
  const running = await report(claimed, ({ id }) => ({
    state: "running",
    jobId: `job-${String(id).padStart(16, "0")}`,
    submittedAt,
  }));
  await report(running, () => ({
    state: "completed",
    worker: null,
    cost: 10_000_000,
    reserved: 0,
    outputBytes: 44,
    finishedAt: submittedAt,
  }));
}

async function readResults(batch: LedgerBatch, worked: number): Promise<void> {
  let after = 0;
  let count = 0;
  for (;;) {
    const { items: page, next } = await batch.read({
      by: "order",
      after,
      limit: RESULTS_PER_READ,
      states: ["completed"],
    });
    count += page.length;
    if (next === undefined) break;
    after = next;
  }
  if (count !== worked) throw new Error(`${count} results of ${worked}`);
}

async function measure(
  count: number,
  call: () => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < count; done++) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  return times;
}

function describe(times: readonly number[]): string {
  const median = quantile(times, 0.5).toFixed(1);
  return `${median} ms (median), ${quantile(times, 0.99).toFixed(1)} ms (p99)`;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

function rate(count: number, ms: number): number {
  return Math.round((count / ms) * 1000);
}

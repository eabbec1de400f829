import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBatch, type BatchItem } from "../../../src/batch/index.js";
import { createClient } from "../../../src/index.js";
import { createLedger } from "../../proofs/batch/ledgers.js";

/** The longest time in which a process that uses a ledger in SQLite runs no timer. */
export interface Gap {
  readonly call: string;
  readonly longestMs: number;
  readonly seconds: number;
}

const ITEMS = 100_000;
const KEYS = 20_000;
const TICK_MS = 5;

/** Measures for each call of a batch of many items how long it stops the other work of its process. */
export async function measureGaps(): Promise<readonly Gap[]> {
  const folder = mkdtempSync(join(tmpdir(), "batch-gaps-"));
  const ledger = createLedger({ kind: "sqlite", folder });
  const batch = await openBatch(createClient({ apiKey: "key" }), {
    name: "bench",
    model: "counted",
    ledger,
  });
  const keys = Array.from({ length: KEYS }, (_, n) => `key ${n}`);
  const count = async (results: AsyncIterable<unknown>) => {
    let seen = 0;
    for await (const result of results) if (result) seen++;
    return seen;
  };
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["add", () => batch.add(createItems())],
    ["add again", () => batch.add(createItems())],
    ["cancel by metadata", () => batch.cancel({ metadata: { page: 1 } })],
    ["remove by metadata", () => batch.remove({ metadata: { page: 2 } })],
    ["cancel", () => batch.cancel()],
    ["results", () => count(batch.results())],
    [`results of ${KEYS} keys`, () => count(batch.results({ keys }))],
    ["results of a key", () => count(batch.results({ keys: ["key 7"] }))],
    ["delete", () => batch.delete()],
  ];
  const gaps: Gap[] = [];
  for (const [call, run] of calls) gaps.push(await measureCall(call, run));
  await ledger.close();
  rmSync(folder, { recursive: true });
  return gaps;
}

function* createItems(): Generator<BatchItem<{ readonly n: number }>> {
  for (let n = 0; n < ITEMS; n++)
    yield { key: `key ${n}`, input: { n }, metadata: { page: n % 100 } };
}

async function measureCall(
  call: string,
  run: () => Promise<unknown>,
): Promise<Gap> {
  const begun = performance.now();
  let last = begun;
  let longestMs = 0;
  const tick = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last - TICK_MS);
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  await run();
  tick();
  clearInterval(timer);
  return { call, longestMs, seconds: (performance.now() - begun) / 1000 };
}

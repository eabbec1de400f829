import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { batchMemoryProof, batchProof } from "./proofs/batch.js";
import { proveFaults } from "./proofs/faults.js";
import { proveMany } from "./proofs/many.js";
import { provePolling } from "./proofs/polling.js";
import { proveSoak } from "./proofs/soak.js";
import type { Proof } from "./proofs/proof.js";
import { proveUpstream } from "./proofs/upstream.js";
import { filesWithProperties, vitestProof } from "./proofs/vitest.js";
import { RESULTS, ROOT } from "./shared/paths.js";
import { machine, pretty, today } from "./shared/report.js";

/**
 * Runs one proof: `npm run lab proof -- <name> [number]`. Without a number the proof runs in full; a full run writes result,
 * date and commit into `results/proofs.json`. None of these proofs depends on the speed of the machine.
 */
const proofs: Readonly<Record<string, Proof>> = {
  faults: { unit: "rounds", full: 5, run: proveFaults },
  properties: {
    unit: "runs of each property",
    full: 10_000,
    run: vitestProof(filesWithProperties()),
  },
  crash: { unit: "kills", full: 200, run: vitestProof(["crash.proof"]) },
  kill: { unit: "kills", full: 100, run: vitestProof(["jobs/kill"]) },
  batch: {
    unit: "kills of processes that share a batch in SQLite, 67 items each",
    full: 60,
    run: batchProof("batch/kills"),
  },
  "batch-postgres": {
    unit: "kills of processes that share a batch in Postgres, 67 items each",
    full: 60,
    run: batchProof("batch/kills", "postgres"),
  },
  "batch-restarts": {
    unit: "seconds in which Postgres is restarted every five, while two processes work, one of them through PgBouncer",
    full: 120,
    run: batchProof("batch/restarts"),
  },
  "batch-outage": {
    unit: "seconds in which the service answers 502, while 4 processes submit",
    full: 30,
    run: batchProof("batch/outage"),
  },
  gateways: {
    unit: "seconds in which nginx answers 404 while jobs run, after calls that Varnish and nginx answer in place of a late server",
    full: 30,
    run: batchProof("gateways"),
  },
  interruptions: {
    unit: "seconds of pages or of a stop, and a third of it of synchronous work, while a process waits, maps, streams, works on a batch and rents",
    full: 30,
    run: batchProof("interruptions"),
  },
  once: {
    unit: "kills of processes in which BullMQ, pg-boss or Restate runs orders, for each engine, and as many without a batch",
    full: 25,
    run: batchProof("batch/once/prove"),
  },
  "batch-million": {
    unit: "items added and worked in virtual time, in SQLite",
    full: 1_000_000,
    run: batchMemoryProof("batch/million"),
  },
  "batch-rows": {
    unit: "items queued in Postgres, of which at most 200000 are worked, without the service",
    full: 1_000_000,
    run: batchMemoryProof("batch/postgres-rows"),
  },
  rents: {
    unit: "kills of processes that rent by both versions, half of the rentals with a capacity, two sweeps at once after each kill, and the whole fault matrix of rentals",
    full: 200,
    run: vitestProof(["machines/kill", "machines/faults"]),
  },
  spend: {
    unit: "submits of 4 processes",
    full: 2000,
    run: vitestProof(["spend/processes"]),
  },
  workers: {
    unit: "SIGTERMs, half as many SIGKILLs, and 50 times as many jobs",
    full: 200,
    run: vitestProof(["worker/processes"]),
  },
  files: {
    unit: "kills of processes that upload a file in 24 parts, with parts that are damaged or lost and lost answers, as many of processes that download a file that is overwritten at times, and a list of 450000 keys",
    full: 60,
    run: vitestProof([
      "files/interrupted",
      "files/many-keys",
      "files/many-parts",
    ]),
  },
  soak: { unit: "calls", full: 100_000, run: proveSoak },
  many: { unit: "jobs", full: 100_000, run: proveMany },
  upstream: {
    unit: "imports of the publisher's document",
    full: 1,
    run: proveUpstream,
  },
  polling: { unit: "jobs", full: 1000, run: provePolling },
};

const [name = "", number] = process.argv.slice(2);
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
const count = Number(number ?? proof?.full);
if (proof && count > 0) await prove(name, proof, count);
else {
  console.error("usage: npm run lab proof -- <name> [number]");
  for (const [name, { full, unit }] of Object.entries(proofs))
    console.error(`  ${name.padEnd(14)} in full: ${full} ${unit}`);
  process.exitCode = 2;
}

async function prove(name: string, proof: Proof, count: number): Promise<void> {
  const { unit, full, run } = proof;
  console.log(`${name}: ${count} ${unit}`);
  const start = performance.now();
  const { passed, summary } = await run(count);
  const seconds = Math.round((performance.now() - start) / 1000);
  const result = passed ? "passed" : "failed";
  console.log(`${name} ${result} in ${seconds} s: ${summary}`);
  process.exitCode = passed ? 0 : 1;
  if (count < full) return;
  await record(name, {
    result,
    summary,
    ran: `${count} ${unit}`,
    seconds,
    date: today(),
    commit: currentCommit(),
    machine: machine(),
  });
}

/** Replaces the row of a proof. */
async function record(name: string, row: object): Promise<void> {
  const file = join(RESULTS, "proofs.json");
  const rows = JSON.parse(readFileSync(file, "utf8")) as object;
  const text = JSON.stringify({ ...rows, [name]: row });
  writeFileSync(file, await pretty(file, text));
  console.log(`written ${file}`);
}

function currentCommit(): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const commit = git("rev-parse", "--short", "HEAD");
  const changes = git("status", "--porcelain", "--", "src", "generated");
  return changes === "" ? commit : `${commit} with changes`;
}

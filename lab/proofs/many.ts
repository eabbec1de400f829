import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { LAB } from "../shared/paths.js";
import { markdownTable } from "../shared/report.js";
import { runMany, type Round, type Service } from "./many-round.js";
import type { ProofResult } from "./proof.js";

/** A smaller round goes first: the table then shows how CPU and memory grow. */
const FIRST_ROUND_JOBS = 1000;
const LIMITS = {
  polls: { concurrent: 100, perWindow: 1500 },
  held: { concurrent: 250, perWindow: 1500 },
  submits: { concurrent: 150, perWindow: 900 },
};

/**
 * Waits for many jobs in one process, against the emulator in another process over loopback: each job is submitted
 * once, each result arrives once, and the calls stay within the service's limits. 900 submits may begin in 10 s, so
 * 10,000 jobs take two minutes.
 */
export async function proveMany(jobs: number): Promise<ProofResult> {
  const child = fork(join(LAB, "proofs", "emulator-process.ts"), {
    execArgv: ["--import", "tsx"],
  });
  const [service] = (await once(child, "message")) as [Service];
  const rounds: Round[] = [];
  for (const size of new Set([Math.min(FIRST_ROUND_JOBS, jobs), jobs]))
    rounds.push(await runMany(service, size));
  child.disconnect();
  print(rounds);
  const problems = rounds.flatMap(problemsOf);
  for (const problem of problems.slice(0, 10)) console.log(`✗ ${problem}`);
  const summary =
    problems.length === 0
      ? "each job submitted once, each result delivered once, within the limits"
      : `${problems.length} problems`;
  return { passed: problems.length === 0, summary };
}

function print(rounds: readonly Round[]): void {
  const head = ["jobs", "seconds", "polls a job", "CPU a job, ms"];
  head.push("peak heap, MiB", "peak RSS, MiB", "concurrent", "in 10 s");
  const rows = rounds.map((round) => {
    const { jobs, polls, held, submits } = round;
    const counters = [polls, held, submits];
    const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
    return [
      String(jobs),
      (round.elapsed / 1000).toFixed(1),
      ((polls.calls() + held.calls()) / jobs).toFixed(2),
      (round.cpuMicros / 1000 / jobs).toFixed(2),
      mebibytes(round.heapBytes),
      mebibytes(round.rssBytes),
      counters.map((counter) => counter.mostConcurrent()).join(" + "),
      counters.map((counter) => counter.mostPerWindow()).join(" + "),
    ];
  });
  console.log(markdownTable(head, rows));
  console.log("concurrent and in 10 s: polls + held responses + submits\n");
}

function problemsOf(round: Round): string[] {
  const problems = [...round.problems];
  for (const kind of ["polls", "held", "submits"] as const) {
    const { concurrent, perWindow } = LIMITS[kind];
    const counter = round[kind];
    if (counter.mostConcurrent() > concurrent)
      problems.push(`${counter.mostConcurrent()} concurrent ${kind}`);
    if (counter.mostPerWindow() > perWindow)
      problems.push(`${counter.mostPerWindow()} ${kind} in 10 s`);
  }
  return problems.map((problem) => `${round.jobs} jobs: ${problem}`);
}

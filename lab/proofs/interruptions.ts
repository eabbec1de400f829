import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleScript } from "./batch/bundle.js";
import { Origin } from "./gateways/origin.js";
import type { WorkReport } from "./interruptions/work.js";
import type { ProofResult } from "./proof.js";

/**
 * Runs a wait, a map, a stream, a batch and a rental in one process for each interruption, and interrupts them when the
 * service has accepted all their jobs and their Pod.
 */
const seconds = Number(process.argv[2]);

/** How many jobs `map` runs, and how many the batch runs. */
const JOBS = 20;
/** The jobs of the wait, the map, the stream and the batch, and the Pod. */
const ACCEPTED = 1 + JOBS + 1 + JOBS + 1;

/** Interrupts a process for so long. Resolves when the interruption is over. */
type Interrupt = (
  origin: Origin,
  child: ChildProcess,
  durationMs: number,
) => Promise<void>;

/** The jobs end when the pages end. */
const answerWith =
  (status: number): Interrupt =>
  async (origin, _, durationMs) => {
    origin.intercept = () => ({ status });
    await sleep(durationMs);
    origin.intercept = undefined;
    origin.completedAt = Date.now();
  };

const INTERRUPTIONS: Readonly<Record<string, Interrupt>> = {
  "404 pages": answerWith(404),
  "403 pages": answerWith(403),
  "answers 520": answerWith(520),
  // The jobs end while the process is stopped.
  "a stopped process": async (origin, child, durationMs) => {
    child.kill("SIGSTOP");
    await sleep(durationMs / 2);
    origin.completedAt = Date.now();
    await sleep(durationMs / 2);
    child.kill("SIGCONT");
  },
  "synchronous work": async (origin, child, durationMs) => {
    child.send(durationMs / 3);
    await sleep(durationMs / 3);
    origin.completedAt = Date.now();
  },
};

/** What is wrong after one interruption. */
async function tryInterruption(
  bundle: string,
  ledger: string,
  [name, interrupt]: readonly [string, Interrupt],
): Promise<string[]> {
  const origin = await Origin.start();
  const url = `http://127.0.0.1:${origin.port}`;
  const child = fork(bundle, [url, ledger, String(JOBS)]);
  const exited = once(child, "exit");
  const reported = once(child, "message");
  try {
    while (origin.accepted < ACCEPTED && child.exitCode === null)
      await sleep(50);
    // The last answers are on their way, and some polls.
    await sleep(2000);
    await interrupt(origin, child, seconds * 1000);
    const outcome = await Promise.race([reported, exited]);
    const problems = findProblems(origin, outcome[0] as WorkReport, name);
    return problems.map((problem) => `${name}: ${problem}`);
  } finally {
    child.kill("SIGKILL");
    origin.close();
  }
}

function findProblems(
  origin: Origin,
  report: WorkReport,
  name: string,
): string[] {
  if (typeof report !== "object") return ["the process ended without a report"];
  const { wait, map, stream, batch, rent } = report;
  const problems: string[] = [];
  const expect = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(problem);
  };
  const wrong = map.filter((result) => result !== "right");
  expect(origin.accepted === ACCEPTED, `accepted ${origin.accepted} times`);
  expect(wait === "wait", `wait: ${String(wait)}`);
  expect(map.length === JOBS && wrong.length === 0, `map: ${wrong.join(", ")}`);
  expect(
    batch.completed === JOBS && batch.unknown === 0,
    `batch: ${JSON.stringify(batch)}`,
  );
  expect(rent === "released", `rent: ${rent}`);
  expect(origin.pods.size === 0, `${origin.pods.size} Pods are left`);
  expect(stream.output === "stream", `stream: ${JSON.stringify(stream)}`);
  // A page may have taken the place of an answer with pieces, and nothing else may lose one.
  const mayLose = name.startsWith("4") || name.startsWith("answers");
  const saysLost = stream.error?.includes("pieces of output") ?? false;
  expect(saysLost === mayLose, `stream ended: ${String(stream.error)}`);
  const isGapless = stream.pieces.every(
    (piece, index) => piece === (stream.pieces[0] ?? 0) + index,
  );
  expect(
    isGapless && stream.pieces.length > 0,
    `pieces: ${stream.pieces.join(" ")}`,
  );
  return problems;
}

async function prove(): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), "interruptions-"));
  try {
    const script = join(import.meta.dirname, "interruptions", "work.ts");
    const bundle = await bundleScript(script, folder);
    const all = Object.entries(INTERRUPTIONS).map((entry, index) =>
      tryInterruption(bundle, join(folder, `ledger-${index}`), entry),
    );
    const problems = (await Promise.all(all)).flat();
    const names = Object.keys(INTERRUPTIONS).join(", ");
    const result = problems.length === 0 ? "nothing" : problems.join("; ");
    return {
      passed: problems.length === 0,
      summary: `a wait, a map, a stream, a batch and a rental, each through ${names}; lost, paid twice or wrong: ${result}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

console.log(JSON.stringify(await prove()));

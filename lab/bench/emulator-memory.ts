import { markdownTable, type Report } from "../shared/report.js";
import { runChild } from "./child.js";
import type { MemoryRun, MemorySample } from "./emulator/memory.js";

const JOBS_PER_SECOND = 100;
/** Results are kept for 30 minutes, so that memory is level after the first 40. */
const LEVEL_AFTER_MINUTES = 40;
const MINUTES = Number(process.env["BENCH_MINUTES"] ?? 100);
const MEBIBYTE = 2 ** 20;
const MAX_GROWTH = 1.15;
/** The limit of V8 for the heap, in mebibytes: the bench ends with an error if the emulator needs more. */
const MAX_HEAP = 400;
/** The most resident memory of the whole process, in mebibytes. */
const MAX_PROCESS = 500;

/** Measures the memory of an emulator that gets 100 jobs a second: `BENCH_MINUTES=1440` measures a day. */
export async function run(): Promise<Report> {
  const argument: MemoryRun = {
    jobsPerSecond: JOBS_PER_SECOND,
    minutes: MINUTES,
    stepMinutes: 10,
  };
  const samples = await runChild<MemorySample[]>(
    "emulator/memory.ts",
    argument,
    [`--max-old-space-size=${MAX_HEAP}`],
  );
  const level = samples.find(({ minute }) => minute === LEVEL_AFTER_MINUTES);
  const last = samples.at(-1);
  const warnings: string[] = [];
  if (level && last && last.heap > level.heap * MAX_GROWTH)
    warnings.push(
      `the heap grew from ${toMebibytes(level.heap)} to ${toMebibytes(last.heap)} MiB`,
    );
  const largest = Math.max(...samples.map(({ process }) => process));
  if (largest > MAX_PROCESS * MEBIBYTE)
    warnings.push(`the process grew to ${toMebibytes(largest)} MiB`);
  const rows = samples.map(({ minute, heap, process }) => [
    `after ${minute} minutes`,
    toMebibytes(heap),
    toMebibytes(process),
  ]);
  return {
    title: `The emulator's memory at ${JOBS_PER_SECOND} jobs a second, in a process whose heap is limited to ${MAX_HEAP} MiB`,
    text: markdownTable(
      [
        "emulated time",
        "heap in MiB",
        `process in MiB, at most ${MAX_PROCESS}`,
      ],
      rows,
    ),
    warnings,
  };
}

function toMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(0);
}

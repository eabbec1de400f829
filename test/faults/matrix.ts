import { setTimeout as pause } from "node:timers/promises";
import { installWorkClocks } from "../support/work-clock.js";
import { runCell, type CellResult } from "./cell.js";
import { columns, type Column } from "./columns.js";
import { problemsOf } from "./expectations.js";
import { success, type Row } from "./row.js";
import { brokenReadRows } from "./rows/broken-reads.js";
import { connectionRows } from "./rows/connections.js";
import { responseRows } from "./rows/responses.js";
import { transientRows } from "./rows/transient.js";

/** Every failure of the matrix. */
export const rows: readonly Row[] = [
  ...connectionRows,
  ...brokenReadRows,
  ...responseRows,
  ...transientRows,
];

/** One kind of call under one failure. */
interface Cell {
  readonly row: Row;
  readonly column: Column;
  readonly result: CellResult;
  /** Every difference from the expectation; empty when the cell passes. */
  readonly problems: readonly string[];
}

/** The whole matrix. */
export interface Matrix {
  readonly cells: readonly Cell[];
  /** Rejections that nobody handled, in the whole run. */
  readonly unhandled: readonly unknown[];
  /** Sockets, servers and timers still open at the end, beyond those of the start. */
  readonly handles: number;
}

const CONCURRENT_CELLS = 24;
/** How long handles that were just closed have to go. */
const HANDLES_TIMEOUT_MS = 20_000;

/**
 * Runs every failure with every kind of call, each on a clock of its own: no cell depends on the speed of the machine.
 * The backoff is repeatable: a tenth of its range.
 */
export async function runMatrix(): Promise<Matrix> {
  const before = process.getActiveResourcesInfo().length;
  const { random } = Math;
  Math.random = () => 0.1;
  const restoreClocks = installWorkClocks();
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", onUnhandled);
  const run = async ({ row, column }: Pick<Cell, "row" | "column">) => {
    const result = await runCell(row, column);
    const problems = problemsOf(row, column, result);
    return { row, column, result, problems };
  };
  try {
    // The platform loads and compiles code during the first calls, so these calls are not measured.
    for (const column of columns) await run({ row: noFailure, column });
    const cells = await runConcurrently(
      rows.flatMap((row) => columns.map((column) => ({ row, column }))),
      CONCURRENT_CELLS,
      run,
    );
    return {
      cells,
      unhandled,
      handles: await handlesBeyond(before),
    };
  } finally {
    process.off("unhandledRejection", onUnhandled);
    restoreClocks();
    Math.random = random;
  }
}

const noFailure: Row = {
  name: "no failure",
  behaviour: ({ reply }, { good }) => reply(good),
  read: success(1),
  change: success(1),
};

async function runConcurrently<Input, Output>(
  inputs: readonly Input[],
  concurrency: number,
  run: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = [];
  const queue = [...inputs.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      outputs[next[0]] = await run(next[1]);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return outputs;
}

/** Handles that hold the process beyond `before`, once those that were just closed are gone. */
export async function handlesBeyond(before: number): Promise<number> {
  const beyond = () => process.getActiveResourcesInfo().length - before;
  for (
    let waited = 0;
    beyond() > 0 && waited < HANDLES_TIMEOUT_MS;
    waited += 20
  )
    await pause(20);
  return Math.max(0, beyond());
}

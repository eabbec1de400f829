import { setTimeout as pause } from "node:timers/promises";
import { playCell, type Contestant, type Seen } from "./cell.js";
import { columns, type Column } from "./columns.js";
import { complaints, sentTwice } from "./judge.js";
import { success, type Row } from "./row.js";
import { answerRows } from "./rows-answers.js";
import { recoveryRows } from "./rows-recovery.js";
import { socketRows } from "./rows-sockets.js";
import { watchTimers } from "./timers.js";

/** Every fault of the bench. */
export const rows: readonly Row[] = [
  ...socketRows,
  ...answerRows,
  ...recoveryRows,
];

/** One fault met by one kind of call. */
export interface Cell {
  readonly row: Row;
  readonly column: Column;
  readonly seen: Seen;
  /** What is wrong with it; nothing when it is held. */
  readonly wrong: readonly string[];
}

/** The whole matrix, played by one client. */
export interface Matrix {
  readonly cells: readonly Cell[];
  readonly held: number;
  /** Cells in which something that changes anything was sent again although it might have been carried out. */
  readonly sentTwice: readonly Cell[];
  /** Rejections that nobody handled, in the whole run. */
  readonly unhandled: readonly unknown[];
  /** Sockets, servers and timers still open at the end, beyond those of the start. */
  readonly handles: number;
}

/** Cells played at the same time. */
const AT_ONCE = 24;

/** Plays every fault to every kind of call. Back-off is made short and repeatable: a tenth of its range. */
export async function playMatrix(contestant: Contestant): Promise<Matrix> {
  const before = process.getActiveResourcesInfo().length;
  const { random } = Math;
  Math.random = () => 0.1;
  const watch = watchTimers();
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", note);
  const play = async ({ row, column }: Pick<Cell, "row" | "column">) => {
    const seen = await playCell(row, column, contestant, watch);
    const wrong = complaints(row, column, seen, contestant);
    return { row, column, seen, wrong };
  };
  try {
    // The first call of all pays for what the platform loads and compiles.
    for (const column of columns) await play({ row: allIsWell, column });
    const cells = await inTurns(
      rows.flatMap((row) => columns.map((column) => ({ row, column }))),
      play,
    );
    if (contestant === "ours") await replayAlone(cells, play);
    return {
      cells,
      held: cells.filter(({ wrong }) => wrong.length === 0).length,
      sentTwice: cells.filter(({ column, seen }) => sentTwice(column, seen)),
      unhandled,
      handles: await handlesBeyond(before),
    };
  } finally {
    process.off("unhandledRejection", note);
    watch.restore();
    Math.random = random;
  }
}

const allIsWell: Row = {
  name: "no fault",
  act: ({ reply }, { good }) => reply(good),
  read: success(1),
  change: success(1),
};

/**
 * A busy machine can make any cell late: one that is not held has a second chance, with the machine to itself. What was
 * sent twice was sent twice: there is no second chance for that.
 */
async function replayAlone(
  cells: Cell[],
  play: (cell: Cell) => Promise<Cell>,
): Promise<void> {
  const wrong = cells.filter((cell) => cell.wrong.length > 0).length;
  // So many are no accident of the machine.
  if (wrong > 60) return;
  for (const [place, cell] of cells.entries())
    if (cell.wrong.length > 0 && !sentTwice(cell.column, cell.seen))
      cells[place] = await play(cell);
}

async function inTurns<From, To>(
  all: readonly From[],
  act: (one: From) => Promise<To>,
): Promise<To[]> {
  const results: To[] = [];
  const queue = [...all.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** What holds the process beyond `before` handles; what was just closed is given two seconds to go. */
export async function handlesBeyond(before: number): Promise<number> {
  const beyond = () => process.getActiveResourcesInfo().length - before;
  for (let waited = 0; beyond() > 0 && waited < 2000; waited += 20)
    await pause(20);
  return Math.max(0, beyond());
}

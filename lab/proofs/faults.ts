import { columns } from "../../test/faults/columns.js";
import { rows, runMatrix, type Matrix } from "../../test/faults/matrix.js";
import type { ProofResult } from "./proof.js";

/** Runs the fault matrix. Prints the last round. */
export async function proveFaults(rounds: number): Promise<ProofResult> {
  let passed = true;
  let summary = "";
  for (let round = 1; round <= rounds; round++) {
    const matrix = await runMatrix();
    if (round === rounds || !isClean(matrix)) printMatrix(matrix);
    passed &&= isClean(matrix);
    summary =
      `cells passed ${matrix.passed} of ${matrix.cells.length}, changes sent twice ${matrix.sentTwice.length}, ` +
      `handles left ${matrix.handles}, unhandled rejections ${matrix.unhandled.length}`;
    console.log(`round ${round}: ${summary}`);
  }
  return { passed, summary };
}

function isClean({ passed, cells, handles, unhandled }: Matrix): boolean {
  return passed === cells.length && handles === 0 && unhandled.length === 0;
}

/** A line per failure; a cell shows how many requests reached the server, or ✗. */
function printMatrix({ cells }: Matrix): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const head = columns.map(({ name }) => name.padStart(9)).join("");
  console.log("requests that reached the server; ✗ is not as expected\n");
  console.log(" ".repeat(width) + head);
  for (const row of rows) {
    const marks = cells
      .filter((cell) => cell.row === row)
      .map(({ problems, result }) =>
        (problems.length > 0 ? "✗" : String(result.requests)).padStart(9),
      );
    console.log(row.name.padEnd(width) + marks.join(""));
  }
  console.log();
  for (const { row, column, problems } of cells)
    if (problems.length > 0)
      console.log(`✗ ${row.name} × ${column.name}: ${problems.join("; ")}`);
}

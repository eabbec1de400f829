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
    const { cells, handles, unhandled } = matrix;
    summary =
      `cells passed ${cells.length - failedCells(matrix).length} of ${cells.length}, ` +
      `handles left ${handles}, unhandled rejections ${unhandled.length}`;
    console.log(`round ${round}: ${summary}`);
  }
  return { passed, summary };
}

function failedCells({ cells }: Matrix): Matrix["cells"] {
  return cells.filter(({ problems }) => problems.length > 0);
}

function isClean(matrix: Matrix): boolean {
  const { handles, unhandled } = matrix;
  const failed = failedCells(matrix);
  return failed.length + handles + unhandled.length === 0;
}

/** A line per failure; a cell shows how many requests reached the server, or ✗. */
function printMatrix(matrix: Matrix): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const head = columns.map(({ name }) => name.padStart(9)).join("");
  console.log("requests that reached the server; ✗ is not as expected\n");
  console.log(" ".repeat(width) + head);
  for (const row of rows) {
    const marks = matrix.cells
      .filter((cell) => cell.row === row)
      .map(({ problems, result }) =>
        (problems.length > 0 ? "✗" : String(result.requests)).padStart(9),
      );
    console.log(row.name.padEnd(width) + marks.join(""));
  }
  console.log();
  for (const { row, column, problems } of failedCells(matrix))
    console.log(`✗ ${row.name} × ${column.name}: ${problems.join("; ")}`);
}

import { columns } from "./faults/columns.js";
import { playMatrix, rows, type Matrix } from "./faults/matrix.js";

/** Prints the fault matrix of this client, and convicts a naive one by the same rows. */
const begun = performance.now();
const ours = await playMatrix("ours");
const seconds = (performance.now() - begun) / 1000;
const naive = await playMatrix("naive");

printTable(ours);
for (const { row, column, wrong } of ours.cells)
  if (wrong.length > 0)
    console.log(`✗ ${row.name} × ${column.name}: ${wrong.join("; ")}`);
printConviction(naive);
console.log(
  `in ${seconds.toFixed(1)} s: changes sent again ${ours.sentTwice.length}, ` +
    `handles left ${ours.handles}, unhandled rejections ${ours.unhandled.length}`,
);
console.log(`naive client: cells ${naive.cells.length}, held ${naive.held}`);
console.log(`cells ${ours.cells.length}, held ${ours.held}`);

const held =
  ours.held === ours.cells.length &&
  ours.handles === 0 &&
  ours.unhandled.length === 0;
const convicted = naive.held < naive.cells.length && naive.sentTwice.length > 0;
process.exitCode = held && convicted ? 0 : 1;

/** A line per fault; a cell shows how many requests reached the server, or ✗. */
function printTable({ cells }: Matrix): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const head = columns.map(({ name }) => name.padStart(9)).join("");
  console.log("requests that reached the server; ✗ is not as expected\n");
  console.log(" ".repeat(width) + head);
  for (const row of rows) {
    const marks = cells
      .filter((cell) => cell.row === row)
      .map(({ wrong, seen }) =>
        (wrong.length > 0 ? "✗" : String(seen.requests)).padStart(9),
      );
    console.log(row.name.padEnd(width) + marks.join(""));
  }
  console.log();
}

function printConviction({ sentTwice }: Matrix): void {
  console.log(
    `naive client: sent a change again that might have been carried out, in ${sentTwice.length} cells:`,
  );
  for (const row of rows) {
    const cells = sentTwice.filter((cell) => cell.row === row);
    const names = cells.map(({ column }) => column.name);
    if (names.length > 0) console.log(`  ${row.name}: ${names.join(", ")}`);
  }
  console.log();
}

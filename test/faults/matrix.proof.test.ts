import { expect, it } from "vitest";
import { runMatrix } from "./matrix.js";

it("every cell of the fault matrix ends as its row says, sends no change again that might have been carried out, and leaves nothing behind", async () => {
  const { cells, handles, unhandled } = await runMatrix();
  const failed = cells
    .filter(({ problems }) => problems.length > 0)
    .map(({ row, column, problems }) => [row.name, column.name, ...problems]);
  expect(failed).toEqual([]);
  expect(cells.length).toBeGreaterThan(600);
  expect(handles).toBe(0);
  expect(unhandled).toEqual([]);
});

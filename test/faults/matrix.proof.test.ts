import { beforeAll, describe, expect, it } from "vitest";
import { runMatrix, type Matrix } from "./matrix.js";

describe("the fault matrix", () => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await runMatrix();
  });

  it("passes in every cell", () => {
    const failed = matrix.cells
      .filter(({ problems }) => problems.length > 0)
      .map(({ row, column, problems }) => [row.name, column.name, ...problems]);
    expect(failed).toEqual([]);
    expect(matrix.cells.length).toBeGreaterThan(600);
  });

  it("sends no change again that might have been carried out", () => {
    expect(matrix.sentTwice).toEqual([]);
  });

  it("leaves no handle and no unhandled rejection behind", () => {
    expect(matrix.handles).toBe(0);
    expect(matrix.unhandled).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { runMatrix, type Matrix } from "./matrix.js";

describe("the fault matrix", () => {
  let sdk: Matrix;
  beforeAll(async () => {
    sdk = await runMatrix("sdk");
  });

  it("passes in every cell", () => {
    const failed = sdk.cells
      .filter(({ problems }) => problems.length > 0)
      .map(({ row, column, problems }) => [row.name, column.name, ...problems]);
    expect(failed).toEqual([]);
    expect(sdk.cells.length).toBeGreaterThan(600);
  });

  it("sends no change again that might have been carried out", () => {
    expect(sdk.sentTwice).toEqual([]);
  });

  it("leaves no handle and no unhandled rejection behind", () => {
    expect(sdk.handles).toBe(0);
    expect(sdk.unhandled).toEqual([]);
  });
});

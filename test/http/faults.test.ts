import { beforeAll, describe, expect, it } from "vitest";
import { playMatrix, type Matrix } from "../../scripts/faults/matrix.js";

describe("the fault matrix", () => {
  let ours: Matrix;
  beforeAll(async () => {
    ours = await playMatrix("ours");
  }, 90_000);

  it("holds in every cell", () => {
    const wrong = ours.cells
      .filter((cell) => cell.wrong.length > 0)
      .map(({ row, column, wrong }) => [row.name, column.name, ...wrong]);
    expect(wrong).toEqual([]);
    expect(ours.cells.length).toBeGreaterThan(600);
  });

  it("sends nothing again that might have been carried out", () => {
    expect(ours.sentTwice).toEqual([]);
  });

  it("leaves no handle and no unhandled rejection behind", () => {
    expect(ours.handles).toBe(0);
    expect(ours.unhandled).toEqual([]);
  });
});

it("the fault matrix convicts a naive retrying client", async () => {
  const naive = await playMatrix("naive");
  expect(naive.held).toBeLessThan(naive.cells.length);
  expect(naive.sentTwice.length).toBeGreaterThan(100);
}, 60_000);

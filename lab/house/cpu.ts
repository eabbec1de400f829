import { join } from "node:path";
import { runChild } from "../bench/child.js";
import type { Figure } from "./figure.js";
import type { CpuCall, CpuRun } from "./measure-cpu.js";

/** The least of several processes: a disturbance can only make the same work longer. */
const PROCESSES = 4;

/** The calls whose CPU time is measured, and the aim of the design. */
const AIMS: Readonly<Record<CpuCall, string>> = {
  get: "2.2",
  create: "2.7",
  GraphQL: "1.9",
};

/** The CPU time of calls of the built client of the tree, as multiples of a bare `fetch` in memory. */
export async function cpuFigures(tree: string): Promise<Figure[]> {
  const main = join(tree, "dist", "index.js");
  const figures: Figure[] = [];
  for (const [call, aim] of Object.entries(AIMS) as [CpuCall, string][]) {
    const value = (await measure({ main, call })).toFixed(1);
    figures.push({ title: `CPU of ${call}, × bare fetch`, value, aim });
  }
  return figures;
}

async function measure(run: CpuRun): Promise<number> {
  let [own, bare] = [Infinity, Infinity];
  for (let count = 0; count < PROCESSES; count++) {
    const [ownMicros = [], bareMicros = []] = await runChild<number[][]>(
      "../house/measure-cpu.ts",
      run,
    );
    own = Math.min(own, ...ownMicros);
    bare = Math.min(bare, ...bareMicros);
  }
  return own / bare;
}

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "../bench/statistics.js";
import type { Figure } from "./figure.js";

const ROUNDS = 25;

/** How much longer Node runs a module that imports the built client of the tree than an empty module. */
export function importFigure(tree: string): Figure {
  const url = pathToFileURL(join(tree, "dist", "index.js")).href;
  const program = `import ${JSON.stringify(url)};`;
  // The two processes take turns, so that a disturbance affects both.
  const differences = Array.from({ length: ROUNDS }, () => {
    const bare = millisecondsOf("");
    return millisecondsOf(program) - bare;
  });
  return {
    title: "import, wall time over bare Node",
    value: `${median(differences).toFixed(0)} ms`,
    aim: "10 ms",
  };
}

function millisecondsOf(program: string): number {
  const start = performance.now();
  execFileSync(process.execPath, ["--input-type=module", "--eval", program]);
  return performance.now() - start;
}

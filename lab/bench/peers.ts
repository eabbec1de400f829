import { mkdirSync, writeFileSync } from "node:fs";
import { installPeers } from "../shared/install.js";
import { RESULTS } from "../shared/paths.js";
import { machine, today, type Report } from "../shared/report.js";
import { clients, OURS } from "./peers/clients.js";
import {
  formatFigure,
  merge,
  type Figures,
  type Key,
} from "./peers/figures.js";
import { filesOf, readResults } from "./peers/results.js";
import { measureSizes } from "./peers/sizes.js";
import { tableOf } from "./peers/table.js";
import { measureTimes } from "./peers/timed.js";

/** Measures our client beside its peers; writes the results, their picture and the README's table. */
export async function run(sizesOnly: boolean): Promise<Report> {
  installPeers();
  const sizes = await measureSizes();
  const figures = sizesOnly
    ? merge(readResults().figures, sizes)
    : merge(sizes, await measureTimes());
  mkdirSync(RESULTS, { recursive: true });
  const results = { date: today(), machine: machine(), figures };
  for (const [file, text] of await filesOf(results)) writeFileSync(file, text);
  const warnings = exceededBounds(figures);
  const title = `${OURS} and ${clients.length - 1} other clients`;
  const picture =
    "![Bundle, import, CPU per call and installed size, beside those of nine other clients](peers.svg)";
  return { title, text: `${picture}\n\n${tableOf(figures)}`, warnings };
}

function exceededBounds(figures: Figures): string[] {
  const figureOf = (name: string, key: Key) => figures.get(name)?.[key] ?? NaN;
  const bounds: readonly (readonly [name: string, Key, bound: number])[] = [
    [OURS, "packages", 12],
    [OURS, "megabytes", 12],
    [OURS, "import", 1.6],
    [OURS, "types", figureOf("openai", "types")],
    [OURS, "types", figureOf("stripe", "types")],
    [OURS, "memory", 4.5],
    [OURS, "cpu", 2.2],
    [`${OURS}-get`, "cpu", 2.2],
    [`${OURS}-submit`, "cpu", 2.2],
  ];
  return bounds
    .filter(([name, key, bound]) => figureOf(name, key) > bound)
    .map(([name, key, bound]) => {
      const figure = formatFigure(key, figureOf(name, key));
      return `${name}: ${key} is ${figure}, bound ${formatFigure(key, bound)}`;
    });
}

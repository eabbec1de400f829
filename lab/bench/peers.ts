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

/** Measures our client beside its peers; writes the results and their picture. */
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

/** A bound of one of our own figures, and how a warning names the figure. */
type Bound = readonly [name: string, Key, bound: number, title: string];

function exceededBounds(figures: Figures): string[] {
  const figureOf = (name: string, key: Key) => figures.get(name)?.[key] ?? NaN;
  const bounds: readonly Bound[] = [
    [OURS, "packages", 12, "packages"],
    [OURS, "megabytes", 12, "installed, MB"],
    [OURS, "import", 1.6, "import"],
    [OURS, "types", figureOf("openai", "types"), "type-check"],
    [OURS, "types", figureOf("stripe", "types"), "type-check"],
    [OURS, "memory", 4.5, "1,000 waits, MB"],
    [OURS, "cpu", 2.2, "CPU a call"],
    [`${OURS}-get`, "cpu", 2.2, "the CPU of a get"],
    [`${OURS}-submit`, "cpu", 2.2, "the CPU of a submit"],
  ];
  return bounds
    .filter(([name, key, bound]) => figureOf(name, key) > bound)
    .map(([name, key, bound, title]) => {
      const figure = formatFigure(key, figureOf(name, key));
      return `${title}: ${figure} (rounded), more than ${formatFigure(key, bound)}`;
    });
}

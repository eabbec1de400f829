import { installPeers } from "../shared/install.js";
import type { Report } from "../shared/report.js";
import { clients, OURS } from "./peers/clients.js";
import { merge, type Figures, type Key } from "./peers/figures.js";
import { measureLags } from "./peers/lags.js";
import { readResults, writeResults } from "./peers/results.js";
import { measureSizes } from "./peers/sizes.js";
import { tablesOf } from "./peers/table.js";
import { measureTimes } from "./peers/timed.js";

/** Measures our client beside its peers, and writes the results. */
export async function run(sizesOnly: boolean): Promise<Report> {
  installPeers();
  const sizes = await measureSizes();
  const measured = sizesOnly ? readResults().figures : await measureTimes();
  const figures = merge(measured, sizes);
  const { commit, version, lags } = await writeResults(
    figures,
    sizesOnly ? readResults().lags : await measureLags(),
  );
  return {
    title: `${OURS} and ${clients.length - 1} other clients`,
    text: `Measured: version ${version} at commit ${commit}.\n\n${tablesOf(figures, lags)}`,
    warnings: exceededBounds(figures),
  };
}

/** What our own figures aim at. */
const BOUNDS: Readonly<Partial<Record<Key, number>>> = {
  packages: 8,
  megabytes: 9,
  import: 2,
  memory: 4.5,
  get: 2.2,
  create: 2.7,
  submit: 2.6,
  runSync: 2.8,
  query: 1.9,
};

function exceededBounds(figures: Figures): string[] {
  const own = figures.get(OURS) ?? {};
  return (Object.entries(BOUNDS) as [Key, number][]).flatMap(([key, bound]) => {
    const least = own[key]?.least ?? NaN;
    return least <= bound ? [] : [`${key}: ${least.toFixed(2)} of ${bound}`];
  });
}

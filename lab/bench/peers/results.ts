import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RESULTS } from "../../shared/paths.js";
import { pretty } from "../../shared/report.js";
import { formatFigure, type Figures, type Key } from "./figures.js";
import { drawPicture } from "./picture.js";

/** What a run of the bench found. */
interface Results {
  readonly date: string;
  readonly machine: string;
  readonly figures: Figures;
}

const FILE = join(RESULTS, "peers.json");

/** The results that are committed. */
export function readResults(): Results {
  const { figures, ...rest } = JSON.parse(readFileSync(FILE, "utf8")) as Omit<
    Results,
    "figures"
  > & { readonly figures: Readonly<Record<string, object>> };
  return { ...rest, figures: new Map(Object.entries(figures)) };
}

/** Every file that shows the results, with its text. */
export async function filesOf(
  results: Results,
): Promise<ReadonlyMap<string, string>> {
  const figures = rounded(results.figures);
  return new Map([
    [FILE, await pretty("json", JSON.stringify({ ...results, figures }))],
    [join(RESULTS, "peers.svg"), drawPicture(results.figures)],
  ]);
}

/** The figures with the digits that the table shows. */
function rounded(figures: Figures): object {
  const rows = [...figures].map(([name, row]) => {
    const entries = Object.entries(row) as [Key, number][];
    const shown = entries.map(([key, figure]) => [
      key,
      Number(formatFigure(key, figure)),
    ]);
    return [name, Object.fromEntries(shown) as object] as const;
  });
  return Object.fromEntries(rows);
}

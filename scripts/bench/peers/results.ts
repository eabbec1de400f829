import { readFileSync } from "node:fs";
import { format } from "prettier";
import { heldKeys, keys, shown, type Figures, type Key } from "./figures.js";
import { drawPicture } from "./picture.js";
import { tableOf } from "./table.js";

/** What a run of the bench found, as it is shown. */
export interface Results {
  /** The major version of Node that measured the times: on another they differ by more than from machine to machine. */
  readonly node: number;
  readonly clients: Figures;
  /** What the bench of generation printed. */
  readonly generation: readonly string[];
}

const FILE = "bench/results.json";
const MARKED = /(?<=<!-- bench -->\n).*(?=<!-- \/bench -->)/s;

/** The results that are committed. */
export function readResults(): Results {
  const { node, clients, generation } = JSON.parse(
    readFileSync(FILE, "utf8"),
  ) as Omit<Results, "clients"> & {
    readonly clients: Readonly<Record<string, object>>;
  };
  return { node, clients: new Map(Object.entries(clients)), generation };
}

/** The figures as they are shown, so that what is compared is what is read. */
export function rounded(figures: Figures): Figures {
  const rows = [...figures].map(([name, row]) => {
    const entries = Object.entries(row) as [Key, number][];
    const kept = entries.map(([key, figure]) => [
      key,
      Number(shown(key, figure)),
    ]);
    return [name, Object.fromEntries(kept) as object] as const;
  });
  return new Map(rows);
}

/** Every file that shows the results, with its text; the README is among them. Throws where that has no place for them. */
export async function filesOf(
  results: Results,
): Promise<ReadonlyMap<string, string>> {
  const clients = Object.fromEntries(results.clients);
  const readme = readFileSync("README.md", "utf8");
  if (!MARKED.test(readme))
    throw new Error("README.md has no place between two bench comments");
  const table = tableOf(results.clients, heldKeys);
  const section = `\n${PICTURE("bench/results.svg")}\n\n${table}\n\n`;
  return new Map([
    [FILE, await pretty("json", JSON.stringify({ ...results, clients }))],
    ["bench/results.svg", drawPicture(results.clients)],
    ["bench/results.md", await pretty("markdown", page(results))],
    [
      "README.md",
      await pretty(
        "markdown",
        readme.replace(MARKED, () => section),
      ),
    ],
  ]);
}

const PICTURE = (path: string) =>
  `![Bundle, import, CPU per call and installed size, beside those of nine other clients](${path})`;

function page({ node, clients, generation }: Results): string {
  const printed =
    generation.length > 0
      ? ["## Generation", "", "```text", ...generation, "```"]
      : [];
  return [
    "# Figures",
    "",
    `Written by \`npm run bench\`, on Node ${node}, in one run.`,
    ...[
      "",
      PICTURE("results.svg"),
      "",
      tableOf(clients, keys),
      "",
      ...printed,
      "",
    ],
  ].join("\n");
}

function pretty(parser: string, text: string): Promise<string> {
  return format(text, { parser });
}

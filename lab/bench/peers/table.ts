import peers from "../../peers/package.json" with { type: "json" };
import { markdownTable } from "../../shared/report.js";
import {
  callKinds,
  clients,
  OURS,
  ownEntries,
  type CallKind,
} from "./clients.js";
import {
  formatFigure,
  weightKeys,
  type Figures,
  type Key,
  type WeightKey,
} from "./figures.js";
import { jobDurations, type Lag } from "./lags.js";

/** The head of each column of the table of weights, and its legend. */
const columns: Readonly<
  Record<WeightKey, { readonly head: string; readonly legend: string }>
> = {
  bundle: {
    head: "bundle, kB",
    legend:
      "what a program with the client's main call loads at once: bundled by esbuild for a browser, with splitting, minified, gzip -9",
  },
  packages: {
    head: "packages",
    legend: "installed into an empty project, the client included",
  },
  megabytes: { head: "installed, MB", legend: "all files of these packages" },
  import: {
    head: "import",
    legend:
      "CPU time, user and system, that a new Node process spends on `import(client)` before it has imported any other package, × that of openapi-fetch",
  },
  types: {
    head: "type-check",
    legend:
      "CPU time of TypeScript 5.9 on a program that makes calls, × an empty program's",
  },
  memory: {
    head: "1,000 waits, MB",
    legend: "the heap that 1,000 jobs take while the client waits for them",
  },
};

const callTitles: Readonly<Record<CallKind, string>> = {
  get: "get",
  create: "create",
  submit: "submit of a job",
  runSync: "submit and wait in one call",
  query: "GraphQL query",
};

/** The tables in Markdown, and what each column means. */
export function tablesOf(figures: Figures, lags: readonly Lag[]): string {
  const legends = weightKeys.map(
    (key) => `- ${columns[key].head}: ${columns[key].legend}`,
  );
  return [
    "Each figure is the least of all rounds; where the median differs, it follows in parentheses.",
    "## CPU of a call",
    "CPU time of a call over a `fetch` in memory that responds at once, 25 calls under way, × the same call with `fetch` and `json` alone. Octokit runs without its throttle plugin.",
    tableOf(figures, callKinds, (kind) => callTitles[kind]),
    "## Lag of a wait",
    "Seconds from the end of a job to the end of the wait for it (the least to the most), and the median of the requests, with the submit. Measured in virtual time, so that it does not depend on the machine: a request and its response take 20 ms, and a job ends up to a tenth later than the head of the column says.",
    lagTable(lags),
    "## Weight",
    tableOf(figures, weightKeys, (key) => columns[key].head),
    legends.join("\n"),
    "## Import of each entry point",
    "Measured as the import above: each entry point in a new process, which imports nothing else.",
    entryTable(figures),
  ].join("\n\n");
}

function entryTable(figures: Figures): string {
  const rows = ownEntries().map((name) => {
    const figure = figures.get(name)?.import;
    return [name, figure ? formatFigure("import", figure) : "–"];
  });
  return markdownTable(["entry point", "import"], rows);
}

function tableOf<Shown extends Key>(
  figures: Figures,
  shown: readonly Shown[],
  headOf: (key: Shown) => string,
): string {
  const head = ["client", ...shown.map(headOf)];
  const rows = clients
    .map(({ name }) => ({ name, row: figures.get(name) ?? {} }))
    .filter(({ row }) => shown.some((key) => row[key] !== undefined))
    .map(({ name, row }) => {
      const cells = shown.map((key) => {
        const figure = row[key];
        return figure === undefined ? "–" : formatFigure(key, figure);
      });
      return emphasize(name, [titleOf(name), ...cells]);
    });
  return markdownTable(head, rows);
}

function lagTable(lags: readonly Lag[]): string {
  const heads = jobDurations.map((ms) =>
    ms < 60_000 ? `job of ${ms / 1000} s` : `job of ${ms / 60_000} min`,
  );
  const ways = new Map(
    lags.map(({ client, way }) => [`${client} ${way}`, { client, way }]),
  );
  const rows = [...ways.values()].map(({ client, way }) => {
    const cells = jobDurations.map((jobMs) => {
      const lag = lags.find(
        (each) =>
          each.client === client && each.way === way && each.jobMs === jobMs,
      );
      if (!lag) return "–";
      const [least, most] = [lag.least, lag.most].map((ms) =>
        (ms / 1000).toFixed(2),
      );
      return `${least} to ${most} s, ${lag.requests}`;
    });
    return emphasize(client, [`${client}, ${way}`, ...cells]);
  });
  return markdownTable(["client", ...heads], rows);
}

function emphasize(name: string, cells: readonly string[]): readonly string[] {
  return name === OURS ? cells.map((cell) => `**${cell}**`) : cells;
}

function titleOf(name: string): string {
  if (name === OURS) return name;
  const versions: Readonly<Record<string, string>> = peers.dependencies;
  return `${name} ${versions[name] ?? ""}`;
}

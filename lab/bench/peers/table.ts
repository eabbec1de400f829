import peers from "../../peers/package.json" with { type: "json" };
import { markdownTable } from "../../shared/report.js";
import { clients, OURS, ownCalls } from "./clients.js";
import { formatFigure, keys, type Figures, type Key } from "./figures.js";

/** The head of each column, and its legend. */
const columns: Readonly<
  Record<Key, { readonly head: string; readonly legend: string }>
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
      "CPU time, user and system, that a new Node process spends on `import(client)` before it has imported any other package: the least of 14 processes, × the least of openapi-fetch",
  },
  types: {
    head: "type-check",
    legend:
      "CPU time of TypeScript 5.9 on a program with one call, × an empty program's",
  },
  cpu: {
    head: "CPU a call",
    legend:
      "over a `fetch` in memory that responds at once, 25 calls under way, × `fetch` and `json` without a client; the least of many rounds; octokit without its throttle plugin",
  },
  memory: {
    head: "1,000 waits, MB",
    legend: "the heap that 1,000 jobs take while the client waits for them",
  },
};

/** Prints the milliseconds of CPU that an import takes: the same measure as `lab/peers/import.cjs`. */
const importCommand = `node -e 'const before = process.cpuUsage();
import("${OURS}").then(() => {
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / 1000, "ms");
})'`;

/** The figures of every client in Markdown, and what each column means. */
export function tableOf(figures: Figures): string {
  const legends = keys.map(
    (key) => `- ${columns[key].head}: ${columns[key].legend}`,
  );
  const own = ownCalls.map(
    ({ name, title }) => `${title} ${cellOf(figures, name, "cpu")}`,
  );
  const names = clients.map(({ name }) => name);
  return [
    rowsOf(figures, names, keys),
    legends.join("\n"),
    "The call is a list; runpod-sdk and fal submit a job, graphql-request sends a query.",
    `CPU of other calls of ${OURS}, × bare: ${own.join(", ")}.`,
    `To measure an import by hand, run this command several times in a folder where the client is installed, for the client and for openapi-fetch; take the least of each, and divide:`,
    `\`\`\`sh\n${importCommand}\n\`\`\``,
  ].join("\n\n");
}

function rowsOf(
  figures: Figures,
  names: readonly string[],
  shown: readonly Key[],
): string {
  const head = ["client", ...shown.map((key) => columns[key].head)];
  const rows = names.map((name) => {
    const cells = shown.map((key) => cellOf(figures, name, key));
    return name === OURS
      ? [name, ...cells].map((cell) => `**${cell}**`)
      : [withVersion(name), ...cells];
  });
  return markdownTable(head, rows);
}

function withVersion(name: string): string {
  const versions: Readonly<Record<string, string>> = peers.dependencies;
  return `${name} ${versions[name] ?? ""}`;
}

function cellOf(figures: Figures, name: string, key: Key): string {
  const figure = figures.get(name)?.[key];
  return figure === undefined ? "–" : formatFigure(key, figure);
}

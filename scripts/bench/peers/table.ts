import peers from "../../../tools/peers/package.json" with { type: "json" };
import { contestants, OUR_JOB, OURS } from "./contestants.js";
import { shown, type Figures, type Key } from "./figures.js";

/** The head of each column, and what it says. */
const columns: Readonly<Record<Key, readonly [string, string]>> = {
  bundle: [
    "bundle, kB",
    "what a program with its main call loads at once: bundled by esbuild for a browser, with splitting, minified, gzip -9",
  ],
  packages: ["packages", "installed into an empty project, itself included"],
  megabytes: ["installed, MB", "all files of these packages"],
  import: [
    "import",
    "CPU time of the import of its main entry over bare Node, × openapi-fetch's",
  ],
  types: [
    "type-check",
    "CPU time of TypeScript 5.9 on a program with one call, × that on an empty program",
  ],
  cpu: [
    "CPU a call",
    "over a `fetch` in memory that answers at once, 25 calls under way, × `fetch` and `json` alone, both by their least of many rounds; octokit without its throttle plugin",
  ],
  one: [
    "calls/s, 1",
    "over loopback, one after the other, × `fetch` and `json` alone",
  ],
  hundred: ["calls/s, 100", "the same, 100 at once"],
  memory: ["1,000 waits, MB", "heap that 1,000 jobs waited for take"],
};

/** The figures of every client in Markdown, and what each column means. */
export function tableOf(figures: Figures, keys: readonly Key[]): string {
  const head = ["client", ...keys.map((key) => columns[key][0])];
  const rows = contestants.map(({ name }) => {
    const cells = keys.map((key) => cellOf(figures, name, key));
    return name === OURS
      ? [name, ...cells].map(strong)
      : [named(name), ...cells];
  });
  const rule = ["---", ...keys.map(() => "---:")];
  const legend = keys.map((key) => `- ${columns[key].join(": ")}`);
  const job = figures.get(OUR_JOB)?.cpu;
  return [
    ...[head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`),
    "",
    ...legend,
    "",
    "The call is a list; of runpod-sdk and fal the submit of a job, of graphql-request a query.",
    ...(job === undefined
      ? []
      : [`A job's submit takes ours ${shown("cpu", job)} ×.`]),
  ].join("\n");
}

function named(name: string): string {
  const versions: Readonly<Record<string, string>> = peers.dependencies;
  return `${name} ${versions[name] ?? ""}`;
}

function strong(text: string): string {
  return `**${text}**`;
}

function cellOf(figures: Figures, name: string, key: Key): string {
  const figure = figures.get(name)?.[key];
  return figure === undefined ? "–" : shown(key, figure);
}

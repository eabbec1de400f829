import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RESULTS, ROOT } from "../../shared/paths.js";
import { machine, pretty, today } from "../../shared/report.js";
import type { Figures } from "./figures.js";
import type { Lag } from "./lags.js";

/** What a run of the bench found. */
interface Results {
  readonly date: string;
  /** The commit that was measured. */
  readonly commit: string;
  /** The version of the package that was measured. */
  readonly version: string;
  readonly machine: string;
  readonly figures: Figures;
  readonly lags: readonly Lag[];
}

const FILE = join(RESULTS, "peers.json");

/** The results that are committed. */
export function readResults(): Results {
  const text = readFileSync(FILE, "utf8");
  const { figures, ...rest } = JSON.parse(text) as Omit<Results, "figures"> & {
    readonly figures: Readonly<Record<string, object>>;
  };
  return { ...rest, figures: new Map(Object.entries(figures)) };
}

/** Writes the results of a run, with its commit, date and machine. */
export async function writeResults(
  figures: Figures,
  lags: readonly Lag[],
): Promise<Results> {
  const results = {
    date: today(),
    commit: git("rev-parse", "--short", "HEAD"),
    version: versionOf(readFileSync(join(ROOT, "package.json"), "utf8")),
    machine: machine(),
    figures,
    lags,
  };
  const plain = { ...results, figures: Object.fromEntries(figures) };
  const text = JSON.stringify(plain, (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value,
  );
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(FILE, await pretty(FILE, text));
  return results;
}

function versionOf(manifest: string): string {
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labModule, rootProgram } from "../shared/paths.js";
import { entryNames } from "../shared/entries.js";
import { markdownTable, type Report } from "../shared/report.js";
import { install, pack } from "../shared/tarball.js";
import { median, rotate } from "./statistics.js";

const ROUNDS = 7;
/** Highest ratio of a program with the models in scope to an empty one. */
const BOUND = 1.3;

const PROGRAMS = {
  "an empty program": "export {};",
  "with the client": `import { createClient } from "cloud-compute-sdk";
export const pods = createClient().pods.list();`,
  "with the models in scope": `import { createClient } from "cloud-compute-sdk";
import { estimateCost } from "cloud-compute-sdk/models";
const SLUG = "black-forest-labs-flux-1-schnell";
export const job = createClient().model(SLUG).run({ prompt: "a pier" });
export const cost = estimateCost(SLUG, { prompt: "a pier" });`,
};

/** What `skipLibCheck: false` is measured with: it checks the declarations of every package that a program imports. */
const CHECKED_PROGRAMS = {
  "all entry points": entryNames()
    .filter((name) => name.startsWith("cloud-compute-sdk"))
    .map((name) => `import "${name}";`)
    .join("\n"),
  "openapi-fetch alone": 'import "openapi-fetch";',
};

/** Measures how long `tsc` takes over programs that import the installed package, beside an empty program. */
export async function run(): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), "bench-types-"));
  try {
    install(folder, pack(folder));
    // Every program has the types of Node, as a program of a user has.
    cpSync(labModule("@types"), join(folder, "node_modules", "@types"), {
      recursive: true,
    });
    cpSync(
      labModule("undici-types"),
      join(folder, "node_modules/undici-types"),
      {
        recursive: true,
      },
    );
    const names = Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[];
    const seconds = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round++)
      for (const name of rotate(names, round))
        seconds.set(name, [
          ...(seconds.get(name) ?? []),
          compile(folder, PROGRAMS[name]),
        ]);
    const none = countInstantiations(folder, PROGRAMS["an empty program"]);
    const checked = Object.entries(CHECKED_PROGRAMS).map(
      ([name, program]) =>
        [name, countInstantiations(folder, program) - none] as const,
    );
    return await Promise.resolve(reportOf(names, seconds, checked));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many seconds of processor time `tsc` takes over a program. */
function compile(folder: string, program: string): number {
  const output = diagnose(folder, program, true);
  return Number(/^Total time: +([\d.]+)s/m.exec(output)?.[1]);
}

/** How many types `tsc` instantiates for a program with `skipLibCheck: false`. The number is the same in each run. */
function countInstantiations(folder: string, program: string): number {
  const output = diagnose(folder, program, false);
  return Number(/^Instantiations: +(\d+)/m.exec(output)?.[1]);
}

/** What `tsc` says about its work on a program. */
function diagnose(
  folder: string,
  program: string,
  skipLibCheck: boolean,
): string {
  writeFileSync(join(folder, "main.ts"), program);
  const flags = `--noEmit --strict --skipLibCheck ${skipLibCheck} --module nodenext --target es2022 --types node main.ts --extendedDiagnostics`;
  // `tsc` fails where it finds a mistake in the declarations of a package, but has measured all the same.
  const { stdout } = spawnSync(rootProgram("tsc"), flags.split(" "), {
    cwd: folder,
    encoding: "utf8",
  });
  return stdout;
}

function reportOf(
  names: readonly string[],
  seconds: ReadonlyMap<string, readonly number[]>,
  checked: readonly (readonly [name: string, instantiations: number])[],
): Report {
  const medianOf = (name: string) => median(seconds.get(name) ?? []);
  const [empty = "", , models = ""] = names;
  const ratioOf = (name: string) => medianOf(name) / medianOf(empty);
  const rows = names.map((name) => [
    name,
    medianOf(name).toFixed(2),
    ratioOf(name).toFixed(2),
  ]);
  const ratio = ratioOf(models);
  return {
    title: "Compiling a program that imports the package",
    text: [
      markdownTable(["program", "seconds of `tsc`", "× empty"], rows),
      "## With `skipLibCheck: false`",
      "The types that `tsc` instantiates beyond those of an empty program when it also checks the declarations of packages. Nearly all of them come from openapi-fetch, whose own type `cloud.rest` has. `skipLibCheck: true` leaves this check out.",
      markdownTable(
        ["imports", "instantiations"],
        checked.map(([name, count]) => [name, count.toLocaleString("en")]),
      ),
    ].join("\n\n"),
    warnings:
      ratio <= BOUND
        ? []
        : [`the models cost ${ratio.toFixed(2)} ×, bound ${BOUND}`],
  };
}

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labModule, rootProgram } from "../shared/paths.js";
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
    return await Promise.resolve(reportOf(names, seconds));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many seconds of processor time `tsc` takes over a program. */
function compile(folder: string, program: string): number {
  writeFileSync(join(folder, "main.ts"), program);
  const flags =
    "--noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node main.ts --extendedDiagnostics";
  const output = execFileSync(rootProgram("tsc"), flags.split(" "), {
    cwd: folder,
    encoding: "utf8",
  });
  return Number(/^Total time: +([\d.]+)s/m.exec(output)?.[1]);
}

function reportOf(
  names: readonly string[],
  seconds: ReadonlyMap<string, readonly number[]>,
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
    text: markdownTable(["program", "seconds of `tsc`", "× empty"], rows),
    warnings:
      ratio <= BOUND
        ? []
        : [`the models cost ${ratio.toFixed(2)} ×, bound ${BOUND}`],
  };
}

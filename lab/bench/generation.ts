import { execFileSync } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { LAB, ROOT } from "../shared/paths.js";
import { markdownTable, type Report } from "../shared/report.js";
import { largeDocument } from "./generation/large-document.js";

const OPERATIONS = [50, 1000, 2000];
/** Bounds of an import of 1,000 operations. */
const MAX_CPU_SECONDS = 30;
const MAX_MEGABYTES = 1024;
/** What `npm run spec:import` reads or replaces. */
const PARTS = [
  "specs",
  "packages",
  "src",
  "scripts",
  "generated",
  "codegen.ts",
  "package.json",
  "tsconfig.json",
];

interface Usage {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/** Measures `npm run spec:import` on synthetic documents of several sizes. */
export async function run(): Promise<Report> {
  const folder = await fs.mkdtemp(join(tmpdir(), "bench-generation-"));
  try {
    const rows: string[][] = [];
    const warnings: string[] = [];
    for (const operations of OPERATIONS) {
      const usage = await importDocument(folder, operations);
      const { seconds, cpuSeconds, megabytes } = usage;
      rows.push([
        String(operations),
        seconds.toFixed(1),
        cpuSeconds.toFixed(1),
        megabytes.toFixed(0),
      ]);
      const isExceeded =
        cpuSeconds > MAX_CPU_SECONDS || megabytes > MAX_MEGABYTES;
      if (operations === 1000 && isExceeded)
        warnings.push(
          `1,000 operations take ${cpuSeconds.toFixed(1)} s of CPU and ${megabytes.toFixed(0)} MB, bounds ${MAX_CPU_SECONDS} s and ${MAX_MEGABYTES} MB`,
        );
    }
    const head = ["operations", "seconds", "seconds of CPU", "peak MB"];
    return {
      title: "Import of a large interface document",
      text: markdownTable(head, rows),
      warnings,
    };
  } finally {
    await fs.rm(folder, { recursive: true });
  }
}

/** Imports a document of so many operations in a copy of the repository. */
async function importDocument(
  folder: string,
  operations: number,
): Promise<Usage> {
  const copy = join(folder, String(operations));
  for (const part of PARTS)
    await fs.cp(join(ROOT, part), join(copy, part), { recursive: true });
  await fs.symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const document = join(copy, "large.yaml");
  const text = stringify(largeDocument(operations), {
    aliasDuplicateObjects: false,
  });
  await fs.writeFile(document, text);
  const usageFile = join(copy, "usage.json");
  const reportUsage = join(LAB, "bench/generation/report-usage.mjs");
  const args = ["--import", "tsx", "--import", reportUsage];
  args.push("scripts/spec-import.ts", document, "--surface", "rest");
  execFileSync(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, USAGE_FILE: usageFile },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return JSON.parse(await fs.readFile(usageFile, "utf8")) as Usage;
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { runChild } from "../bench/child.js";
import type { Figure } from "./figure.js";
import type { CallName, CallRun } from "./run-call.js";
import { withFolder } from "./tree.js";

/** The calls whose files are counted, and the aim of the design. */
const AIMS: Readonly<Record<CallName, string>> = {
  "pods.get": "15 files",
  "pods.create": "16 files",
  "run and wait": "26 files",
};

/** How many files of the tree have a function that runs during a call. */
export function callFigures(tree: string): Promise<Figure[]> {
  return withFolder(async (folder) => {
    await compile(tree, folder);
    const figures: Figure[] = [];
    for (const [call, aim] of Object.entries(AIMS) as [CallName, string][]) {
      const argument: CallRun = { folder, call };
      // A new process for each call, because the first use of a part loads the part.
      const files = await runChild<string[]>("../house/run-call.ts", argument);
      const title = `files that ${call} runs`;
      figures.push({ title, value: `${files.length} files`, aim, files });
    }
    return figures;
  });
}

/** Compiles file by file, so that the coverage of a file is the coverage of its source. */
async function compile(tree: string, folder: string): Promise<void> {
  await build({
    absWorkingDir: tree,
    entryPoints: [...sourcesIn(tree, "src"), ...sourcesIn(tree, "generated")],
    outdir: folder,
    outbase: ".",
    format: "esm",
    target: "esnext",
    logLevel: "warning",
  });
}

function sourcesIn(tree: string, folder: string): string[] {
  return readdirSync(join(tree, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name));
}

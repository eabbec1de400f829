import { parseArgs } from "node:util";
import { callFigures } from "./house/calls.js";
import { cpuFigures } from "./house/cpu.js";
import type { Figure } from "./house/figure.js";
import { lineFigures } from "./house/lines.js";
import { checkOut, withFolder } from "./house/tree.js";
import { ROOT } from "./shared/paths.js";
import { markdownTable } from "./shared/report.js";
import { requireBuild } from "./shared/tarball.js";

/**
 * Prints how much code there is and what a call costs, beside the aims of the design: `npm run lab house`. No figure
 * fails the command. Weight and import are in the comparison with other clients: `npm run lab bench`. `npm run lab house -- <revision>` also prints the figures of a revision, which is built with the
 * packages that are installed here. `--files` lists the files that the calls run.
 */
const { values, positionals } = parseArgs({
  options: { files: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [revision] = positionals;

requireBuild();
const columns = new Map<string, readonly Figure[]>();
if (revision)
  await withFolder(async (folder) => {
    checkOut(revision, folder);
    columns.set(revision, await measure(folder));
  });
columns.set("now", await measure(ROOT));
printTable();
if (values.files) printFiles();

async function measure(tree: string): Promise<Figure[]> {
  return [
    ...lineFigures(tree),
    ...(await callFigures(tree)),
    ...(await cpuFigures(tree)),
  ];
}

function printTable(): void {
  const rows = columns.get("now")?.map(({ title, aim }, index) => {
    const cells = [...columns.values()].map((figures) => figures[index]?.value);
    return [title, ...cells.map((cell) => cell ?? ""), aim];
  });
  console.log(markdownTable(["", ...columns.keys(), "aim"], rows ?? []));
}

function printFiles(): void {
  for (const [column, figures] of columns)
    for (const { title, files } of figures)
      if (files) console.log(`\n${title}, ${column}:\n${files.join("\n")}`);
}

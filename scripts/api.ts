import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderReports } from "./api/entries.js";

/** Writes the report of the public types, or with `--check` fails where one is not what the sources give. */
const FOLDER = "api";
const isCheck = process.argv.includes("--check");
const wanted = renderReports();
await mkdir(FOLDER, { recursive: true });
const present = await readdir(FOLDER);
const stale: string[] = [];
for (const name of new Set([...present, ...wanted.keys()])) {
  const file = join(FOLDER, name);
  const report = wanted.get(name);
  const known = present.includes(name)
    ? await readFile(file, "utf8")
    : undefined;
  if (known === report) continue;
  stale.push(file);
  if (isCheck) continue;
  if (report === undefined) await rm(file);
  else await writeFile(file, report);
}
if (isCheck && stale.length > 0) {
  console.error(
    `The public types have changed: ${stale.join(", ")} no longer tell them.`,
  );
  console.error("Run `npm run api`, read what it changed, and commit it.");
  process.exitCode = 1;
} else if (!isCheck) {
  for (const file of stale) console.log(`written ${file}`);
  if (stale.length === 0) console.log(`${FOLDER}/ is up to date`);
}

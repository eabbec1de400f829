import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderReports } from "./api/entries.js";

// Writes the reports of the public types to api/. With `--check`, fails when a report does not match the sources.

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
    `The public types changed, and these reports are out of date: ${stale.join(", ")}.`,
  );
  console.error("Run `npm run api`, review the changes, and commit them.");
  process.exitCode = 1;
} else if (!isCheck) {
  for (const file of stale) console.log(`written ${file}`);
  if (stale.length === 0) console.log(`${FOLDER}/ is up to date`);
}

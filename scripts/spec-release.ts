import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { releasedFiles } from "./diff/snapshot.js";

// Runs on the day of a release: copies the specs and the reports of public types to specs/released, which spec:diff
// compares with from then on, and empties the acknowledgements.

const FOLDER = "specs/released";
const ACKNOWLEDGED = "specs/acknowledged.yaml";

const files = await releasedFiles();
await rm(FOLDER, { recursive: true, force: true });
for (const [file, copy] of files) {
  await mkdir(dirname(join(FOLDER, copy)), { recursive: true });
  await cp(file, join(FOLDER, copy));
}
const text = await readFile(ACKNOWLEDGED, "utf8");
const comments = text.split("\n").filter((line) => line.startsWith("#"));
await writeFile(ACKNOWLEDGED, [...comments, "[]", ""].join("\n"));
console.log(`copied ${files.size} files to ${FOLDER}, emptied ${ACKNOWLEDGED}`);

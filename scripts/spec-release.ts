import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { releasedFiles } from "./diff/state.js";

/** On the day of a release: the specs and public types as they are become those that changes are told against. */
const FOLDER = "specs/released";
const ACKNOWLEDGED = "specs/acknowledged.yaml";

const files = await releasedFiles();
await rm(FOLDER, { recursive: true, force: true });
for (const [from, to] of files) {
  await mkdir(dirname(join(FOLDER, to)), { recursive: true });
  await cp(from, join(FOLDER, to));
}
const text = await readFile(ACKNOWLEDGED, "utf8");
const comment = text.split("\n").filter((line) => line.startsWith("#"));
await writeFile(ACKNOWLEDGED, [...comment, "[]", ""].join("\n"));
console.log(`${FOLDER} holds ${files.size} files, and nothing is acknowledged`);

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { GeneratedFiles } from "./generated-files.js";

const FOLDER = "generated";

/** A file of `generated/` that differs from what the generator renders. */
interface Difference {
  /** The path from the root of the repository. */
  readonly file: string;
  readonly state: "stale" | "missing" | "no longer wanted";
}

/** Compares every file of `generated/` with `wanted`. */
export async function compareGenerated(
  wanted: GeneratedFiles,
): Promise<Difference[]> {
  const present = await listGenerated();
  const differences: Difference[] = [];
  for (const [path, text] of wanted) {
    const file = join(FOLDER, path);
    if (!present.includes(path)) differences.push({ file, state: "missing" });
    else if ((await readFile(file, "utf8")) !== text)
      differences.push({ file, state: "stale" });
  }
  for (const path of present.filter((path) => !wanted.has(path)).sort())
    differences.push({ file: join(FOLDER, path), state: "no longer wanted" });
  return differences;
}

/** Writes and removes files until `generated/` equals `wanted`, and returns the files that were different. */
export async function writeGenerated(
  wanted: GeneratedFiles,
): Promise<Difference[]> {
  const differences = await compareGenerated(wanted);
  for (const { file } of differences) {
    const text = wanted.get(relative(FOLDER, file).replaceAll("\\", "/"));
    if (text === undefined) await rm(file);
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
  return differences;
}

/** The paths of all files within `generated/`. */
async function listGenerated(): Promise<string[]> {
  await mkdir(FOLDER, { recursive: true });
  const entries = await readdir(FOLDER, {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(FOLDER, join(parentPath, name)))
    .map((path) => path.replaceAll("\\", "/"));
}

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { GeneratedFiles } from "./generated-files.js";

const FOLDER = "generated";
const EMULATOR_FOLDER = "packages/emulator/generated";

/** Where generated files are written: those of the SDK, and those of the emulator. */
export const GENERATED_FOLDERS = [FOLDER, EMULATOR_FOLDER] as const;

/** The path of a generated file from the root of the repository. */
export function pathOf(name: string): string {
  return name.startsWith("emulator/")
    ? name.replace("emulator", EMULATOR_FOLDER)
    : `${FOLDER}/${name}`;
}

/** A generated file that differs from what the generator renders. */
interface Difference {
  /** The path from the root of the repository. */
  readonly file: string;
  readonly state: "stale" | "missing" | "no longer wanted";
}

/** Compares every generated file with `wanted`. */
export async function compareGenerated(
  wanted: GeneratedFiles,
): Promise<Difference[]> {
  const present = await listGenerated();
  const texts = textsByPath(wanted);
  const differences: Difference[] = [];
  for (const [file, text] of texts) {
    if (!present.includes(file)) differences.push({ file, state: "missing" });
    else if ((await readFile(file, "utf8")) !== text)
      differences.push({ file, state: "stale" });
  }
  for (const file of present.filter((path) => !texts.has(path)).sort())
    differences.push({ file, state: "no longer wanted" });
  return differences;
}

/** Writes and removes files until the generated files equal `wanted`, and returns the files that were different. */
export async function writeGenerated(
  wanted: GeneratedFiles,
): Promise<Difference[]> {
  const differences = await compareGenerated(wanted);
  const texts = textsByPath(wanted);
  for (const { file } of differences) {
    const text = texts.get(file);
    if (text === undefined) await rm(file);
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
  return differences;
}

function textsByPath(files: GeneratedFiles): Map<string, string> {
  return new Map([...files].map(([name, text]) => [pathOf(name), text]));
}

/** The paths of all generated files. */
async function listGenerated(): Promise<string[]> {
  const lists = await Promise.all(GENERATED_FOLDERS.map(listFiles));
  return lists.flat();
}

async function listFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(".", join(parentPath, name)))
    .map((path) => path.replaceAll("\\", "/"));
}

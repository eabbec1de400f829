import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { GENERATED_FOLDERS } from "./write.js";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** What the generator is made of, and what the generator reads of the repository. */
const SOURCES = [
  "codegen.ts",
  "package-lock.json",
  "packages/spec-tools/src",
  "packages/emulator/page",
  "packages/emulator/src",
];

/** What a project gives the generator, and what the generator has written. */
const PROJECT = ["specs", ...GENERATED_FOLDERS];

const FILE = join(".cache", "generate", "fingerprint");

/** Whether neither the inputs, nor the generator, nor `generated/` has changed since the last `rememberGenerated`. */
export async function isUpToDate(): Promise<boolean> {
  const known = await readFile(FILE, "utf8").catch(() => "");
  return known !== "" && known === (await fingerprint());
}

/** Remembers that `generated/` is what the generator makes of the inputs now. */
export async function rememberGenerated(): Promise<void> {
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, await fingerprint());
}

/** A hash over the names and the contents of all these files. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const roots = [...SOURCES.map((path) => join(ROOT, path)), ...PROJECT];
  for (const root of roots)
    for (const file of await filesIn(root)) {
      const content = await readFile(file);
      hash.update(`${file}\n${content.length}\n`).update(content);
    }
  return hash.digest("hex");
}

/** A file itself, or every file within a folder. */
async function filesIn(root: string): Promise<string[]> {
  const found = await stat(root).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [root] : [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

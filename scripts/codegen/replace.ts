import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The folder at the root that belongs to the process which replaces files of the repository. */
export const STAGE = ".replacement";

/** Files of the repository by path: what each is to hold, or undefined where it is to be gone. */
type Changes = ReadonlyMap<string, string | undefined>;

/** What is left to do once the point of no return is passed. */
interface Plan {
  readonly write: readonly string[];
  readonly remove: readonly string[];
}

const PLAN = join(STAGE, "plan.json");

/**
 * Makes all of `changes` or none: they are staged and made safe on the disk, and one rename decides. Killed before it,
 * the old state stays; killed after it, whoever is next alone with the files makes the rest.
 */
export async function replaceFiles(changes: Changes): Promise<void> {
  if (changes.size === 0) return;
  const write: string[] = [];
  const remove: string[] = [];
  const folders = new Set<string>([STAGE]);
  for (const [path, content] of changes) {
    if (content === undefined) remove.push(path);
    else {
      write.push(path);
      folders.add(dirname(staged(path)));
      await writeSafely(staged(path), content);
    }
  }
  const draft = join(STAGE, "plan.draft");
  await writeSafely(draft, JSON.stringify({ write, remove } satisfies Plan));
  await Promise.all([...folders].map(makeSafe));
  await rename(draft, PLAN);
  await makeSafe(STAGE);
  await finishReplacement();
}

/** Makes what a decided replacement has left to do; true where there was one. */
export async function finishReplacement(): Promise<boolean> {
  const text = await readFile(PLAN, "utf8").catch(missing);
  if (text === undefined) return false;
  const { write, remove } = JSON.parse(text) as Plan;
  for (const path of write) {
    await mkdir(dirname(path), { recursive: true });
    // What is no longer staged stands in its place already.
    await rename(staged(path), path).catch(missing);
  }
  for (const path of remove) await rm(path, { recursive: true, force: true });
  const folders = new Set([...write, ...remove].map((path) => dirname(path)));
  await Promise.all([...folders].map(makeSafe));
  await rm(PLAN);
  return true;
}

function staged(path: string): string {
  return join(STAGE, "files", path);
}

async function writeSafely(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names in a folder outlast a loss of power, where the system can. */
async function makeSafe(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Passes over a file that is not there, and nothing else. */
export function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}
